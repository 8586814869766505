#include "suite/cases/plugin_claims.hpp"

namespace kintree::suite {

std::string words(const Domain& domain) {
  std::string text = domain.shape == Domain::any_tree ? "any tree" : "serial chains";
  if (!domain.massless_bodies) text += ", no massless bodies";
  if (domain.joints.size() == joint_kinds.size()) return text + ", all joints";
  text += "; joints:";
  for (const JointKind kind : domain.joints) text += " " + std::string(info(kind).name);
  return text;
}

namespace {

/// B on far_origin; C on fast, mass_ratio.
std::string less(const Claim& claim) {
  std::string text;
  for (const Verdict verdict : {Verdict::B, Verdict::C, Verdict::D}) {
    std::string families;
    for (const auto& [family, promised] : claim.less)
      if (promised == verdict) families += (families.empty() ? "" : ", ") + family;
    if (!families.empty())
      text += (text.empty() ? "" : "; ") + std::string(name(verdict)) + " on " + families;
  }
  return text;
}

}  // namespace

std::vector<report::PluginClaim> plugin_claims(const std::vector<const Plugin*>& plugins) {
  std::vector<report::PluginClaim> rows;
  for (const Plugin* plugin : plugins) {
    const Description& d = plugin->description();
    for (const Claim& claim : d.claims)
      rows.push_back({.plugin = d.name,
                      .problem = claim.problem,
                      .citation = d.citation,
                      .domain = words(d.domain),
                      .promise = claim.promise,
                      .less = less(claim),
                      .cost = claim.cost});
  }
  return rows;
}

}  // namespace kintree::suite
