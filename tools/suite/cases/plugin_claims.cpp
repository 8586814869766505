#include "suite/cases/plugin_claims.hpp"

namespace kintree::suite {

std::string to_string(const Domain& domain) {
  std::string text = domain.shape == Domain::any_tree ? "any tree" : "serial chains";
  if (!domain.massless_bodies) text += ", no massless bodies";
  if (domain.joints.size() == joint_kinds.size()) {
    text += ", all joints";
  } else {
    text += "; joints:";
    for (const JointKind kind : domain.joints) text += " " + std::string(info(kind).name);
  }
  return domain.armature ? text + ", armature" : text;
}

namespace {

constexpr std::string_view length_of(Index index) {
  switch (index) {
    case Index::position:
      return "nq";
    case Index::velocity:
    case Index::force:
      return "n";
    case Index::forces:
      return "n²";
    case Index::twist:
    case Index::wrench:
      return "6m";
    case Index::body_wrench:
      return "6(N + 1)";
    case Index::constraint:
    case Index::constraint_force:
      return "r";
    case Index::momentum:
      return "6";
    case Index::parameter:
      return "10N";
    default:
      return "";
  }
}

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

std::string shape_text(const Quantity& quantity) {
  const std::string rows(length_of(quantity.rows)), columns(length_of(quantity.columns));
  return quantity.is_vector() ? rows : rows + " x " + columns;
}

std::vector<report::PluginClaim> plugin_claims(const std::vector<const Plugin*>& plugins) {
  std::vector<report::PluginClaim> rows;
  for (const Plugin* plugin : plugins) {
    const Description& d = plugin->description();
    for (const Claim& claim : d.claims)
      rows.push_back({.plugin = d.name,
                      .problem = claim.problem,
                      .citation = d.citation,
                      .domain = to_string(d.domain),
                      .promise = claim.promise,
                      .less = less(claim),
                      .cost = claim.cost});
  }
  return rows;
}

}  // namespace kintree::suite
