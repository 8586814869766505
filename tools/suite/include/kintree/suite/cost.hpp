// What an answer costs (operations by phase, and the longest chain of them) beside what the plugin's formula
// expects.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kintree/report/counts.hpp"
#include "kintree/suite/request.hpp"
#include "kintree/suite/sources.hpp"
#include "kintree/suite/worker.hpp"

namespace kintree::suite {

/// Nothing if the plugin is not built for Number. A factorization is given the unit matrix, since counts do not
/// depend on values. Operations in phases whose names are in `free` are not counted.
std::optional<Cost> count(const Plugin& plugin, Problem problem, const Model& model, const State& state,
                          const std::vector<std::string>& free = {});

/// The phases that the formula lists, as it expects them and as they were counted.
struct Comparison {
  CostFormula::Relation relation = CostFormula::published;
  std::vector<PhaseCost> expected, counted;
  bool holds = true;  ///< always, for what is merely published

  /// The first phase in which they differ, in words; empty if it holds.
  std::string difference() const;
};

/// Nothing if the claim has no formula, or none for this model.
std::optional<Comparison> compare(const Claim& claim, const Model& model, const State& state,
                                  const Cost& cost);

/// The phases that the comparison leaves out, if they cost anything; none if there is no comparison.
std::vector<PhaseCost> apart(const Cost& cost, const std::optional<Comparison>& comparison);

/// "219 div, 1039 m, 1039 a": what there is of them, divisions and roots apart.
std::string in_words(const Operations& operations);

/// One plugin and problem on one case, beside the formula.
report::CountedCost counted_cost(const Plugin& plugin, const Claim& claim, const Case& c);

/// The first seed from which on no link of humanoid30, chain30 and asimo falls back to dearer frames.
inline constexpr std::uint64_t cost_seed = 3;

/// Plugin by plugin; cases by turns of the families, seeds counting on, at least one of each family. If the
/// flags name none: humanoid30, chain30 and asimo.
std::vector<report::CountedCost> counted_costs(const Request& asked, CaseChoice flags);

}  // namespace kintree::suite
