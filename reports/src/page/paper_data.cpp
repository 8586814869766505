#include <algorithm>

#include "data/typography.hpp"
#include "page/page_data.hpp"
#include "page/paper_pages.hpp"

/// The costs of answers, and the claims of papers.
namespace kintree::report {
namespace {

PageData claims_section(const std::vector<ReproducedClaim>& claims) {
  const auto refused =
      std::count_if(claims.begin(), claims.end(), [](const auto& c) { return !accepted(c); });
  const auto derived = std::count_if(claims.begin(), claims.end(),
                                     [](const auto& c) { return c.source == ClaimSource::derived; });
  PageList papers;
  for (auto from = claims.begin(); from != claims.end();) {
    const auto to = std::find_if(from, claims.end(), [&](const auto& c) { return c.paper != from->paper; });
    PageData paper = as_data(claim_table({from, to}));
    paper["paper"] = from->paper;
    paper["paper_file"] = paper_file(from->paper);
    paper["paper_claims"] = plural(to - from, "claim");
    papers.push_back(std::move(paper));
    from = to;
  }
  PageData data("papers", papers);
  data["quoted"] = plural(std::ssize(claims) - derived, "claim");
  data["derived"] = grouped(derived);
  data["acceptance"] = refused == 0 ? std::string("all accepted") : grouped(refused) + " not accepted";
  return data;
}

}  // namespace

void set_costs(PageData& page, const Summary& summary, const Measurements& measured) {
  const auto& plugins = summary.plugins;
  page["curves"] = !measured.curves.empty();
  if (!measured.costs.empty()) page["cost"] = as_data(cost_table(measured.costs), plugins);
  if (!measured.growth.empty()) page["growth"] = as_data(growth_table(measured.growth), plugins);
  if (!measured.large_trees.empty()) page["large"] = as_data(large_tree_table(measured.large_trees), plugins);
}

void set_papers(PageData& page, const Measurements& measured) {
  if (!measured.claims.empty()) page["claims"] = claims_section(measured.claims);
  if (!measured.missing.empty()) page["missing"] = as_data(missing_claims_table(measured.missing));
  if (!measured.errata.empty()) page["errata"] = as_data(errata_table(measured.errata));
}

}  // namespace kintree::report
