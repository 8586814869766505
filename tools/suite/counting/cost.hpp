// The cost of an answer (operations by phase, and the longest chain of them) beside the plugin's formula. A cost
// exists only where the answer was checked.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/counts.hpp"
#include "suite/cases/request.hpp"
#include "suite/cases/sources.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// The input matrix of a factorization: the mass matrix of the state, n x n, row by row. Empty for other problems.
std::vector<double> factorization_input(Problem problem, const Model& model, const State& state);

/// The cost of a run, or the reason why it has none.
struct CountedRun {
  Cost cost = {};
  Reason reason = Reason::none;
  std::string detail = {};

  explicit operator bool() const { return reason == Reason::none; }
};

/// Runs the plugin on the case in the arithmetic that counts. A run that does not end with status ok, whose answer has a
/// number that is missing or not finite, or whose answer is not the one in double (to half of the digits), has no cost.
/// The exact answer is not asked: callers that have not done so use CountingCase. Operations in the phases of `free` are
/// not counted.
CountedRun counted_run(const Plugin& plugin, Problem problem, const Case& c,
                       const std::vector<std::string>& free = {});

class FieldCheck;

/// A case on which runs are counted, with the exact answers that check them, which are computed once. It serves one
/// thread at a time.
class CountingCase {
 public:
  explicit CountingCase(Case c);
  ~CountingCase();
  CountingCase(CountingCase&&) noexcept;

  const Case& get() const { return case_; }
  /// counted_run(), if the plugin's answer equals the exact one in the finite field (field/field_check.hpp): to the field
  /// twin of this case, or, of a large case, to the twin of the tree of its first bodies. Of plugins that approximate the field is not
  /// asked.
  CountedRun count(const Plugin& plugin, Problem problem, const std::vector<std::string>& free = {});

 private:
  Case case_;
  std::unique_ptr<FieldCheck> check_;
};

/// CountingCase::count(), or what a test of its callers puts in its place.
using CountRun = std::function<CountedRun(CountingCase&, const Plugin&, Problem)>;
CountedRun count_checked(CountingCase& c, const Plugin& plugin, Problem problem);

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
report::CountedCost counted_cost(const Plugin& plugin, const Claim& claim, CountingCase& c,
                                 const CountRun& count = count_checked);

/// The first seed from which on no link of humanoid30, chain30 and asimo falls back to dearer frames.
inline constexpr std::uint64_t cost_seed = 3;

/// Plugin by plugin; cases by turns of the families, seeds counting on, at least one of each family. If the
/// flags name none: humanoid30, chain30 and asimo.
std::vector<report::CountedCost> counted_costs(const Request& asked, CaseChoice flags,
                                               const CountRun& count = count_checked);

}  // namespace kintree::suite
