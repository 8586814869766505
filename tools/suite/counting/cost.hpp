// The cost of an answer (operations by phase, and the longest chain of them) and the plugin's formula. Only
// an answer that was checked has a cost.
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

/// Runs the plugin on the case in the arithmetic that counts. A run has a cost only if it ends with status ok
/// and if its answer is finite and the same as in double (to half of the digits). The answer is not compared
/// with the exact one: callers that have not compared it use CountingCase. Operations in the phases of `free`
/// are not counted.
CountedRun counted_run(const Plugin& plugin, Problem problem, const Case& c,
                       const std::vector<std::string>& free = {});

class FieldChecker;

/// A case on which runs are counted, with the exact answers that check them, which are computed once. It serves one
/// thread at a time.
class CountingCase {
 public:
  explicit CountingCase(Case c);
  ~CountingCase();
  CountingCase(CountingCase&&) noexcept;

  const Case& get() const { return case_; }
  /// Returns counted_run() if the plugin's answer equals the exact one in the finite field
  /// (field/field_check.hpp). The answer is that to the field twin of this case or, for a large case, to the
  /// twin of the tree of its first bodies. Plugins that approximate are not checked in the field.
  CountedRun count(const Plugin& plugin, Problem problem, const std::vector<std::string>& free = {});

 private:
  Case case_;
  std::unique_ptr<FieldChecker> check_;
};

/// CountingCase::count(), or its replacement in a test.
using CountRun = std::function<CountedRun(CountingCase&, const Plugin&, Problem)>;
CountedRun count_checked(CountingCase& c, const Plugin& plugin, Problem problem);

/// The phases that the formula lists, as it expects them and as they were counted.
struct Comparison {
  CostFormula::Relation relation = CostFormula::published;
  std::vector<PhaseCost> expected, counted;
  bool holds = true;  ///< always true of a published formula

  /// The first phase in which they differ, in words; empty if it holds.
  std::string difference() const;
};

/// Returns nothing if the claim has no formula, or none for this model.
std::optional<Comparison> compare(const Claim& claim, const Model& model, const State& state,
                                  const Cost& cost);

/// Returns the phases that the comparison leaves out, if they cost anything, and none if there is no
/// comparison.
std::vector<PhaseCost> apart(const Cost& cost, const std::optional<Comparison>& comparison);

/// Describes the operations, for example "219 div, 1039 m, 1039 a". Kinds without operations are left out.
std::string in_words(const Operations& operations);

/// The count of one plugin and problem on one case, with the formula.
report::CountedCost counted_cost(const Plugin& plugin, const Claim& claim, CountingCase& c,
                                 const CountRun& count = count_checked);

/// The first seed from which on no link of humanoid30, chain30 and asimo falls back to dearer frames.
inline constexpr std::uint64_t cost_seed = 3;

/// Returns counts plugin by plugin. Cases are taken from the families in turns, with ascending seeds, and at
/// least one from each family. If the flags name no family, these are humanoid30, chain30 and asimo.
std::vector<report::CountedCost> counted_costs(const Request& requested, CaseChoice flags,
                                               const CountRun& count = count_checked);

}  // namespace kintree::suite
