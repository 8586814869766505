// The papers' claims, each with the result of running code. The claims are data:
// testdata/papers/<paper>.json. Each has a measurement of the same name, and neither may be without the
// other. Verdicts depend on counts, depths and errors, which repeat exactly, and never on a clock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "kintree/report/claims.hpp"
#include "kintree/report/counts.hpp"
#include "kintree/trees/case.hpp"
#include "suite/counting/cost.hpp"
#include "suite/counting/growth.hpp"

namespace kintree::suite {

/// A claim as its paper makes it.
struct PaperClaim {
  std::string id, where, claim, theirs;
  report::ClaimSource source = report::ClaimSource::quoted;
  std::string finding;  ///< why we get something else, if we do and know why
};

/// Our result.
struct Measurement {
  std::string ours;
  enum Outcome {
    agrees,
    lower,  ///< a cost below the published one
    differs,
    not_counted,  ///< no count; `ours` has the reason
  };
  Outcome outcome = differs;
  std::string apart = {};  ///< the terms that a count leaves out
};

/// Thrown if a claim needs a count that does not exist: the run did not end well, or its answer is wrong.
class CountRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where measurements are made.
class ClaimContext {
 public:
  explicit ClaimContext(std::vector<const Plugin*> plugins) : plugins_(std::move(plugins)) {}

  std::vector<report::Curve> curves;  ///< that measurements leave behind

  /// Throws InputError if there is none of that name.
  const Plugin& plugin(const std::string& name) const;
  /// Throws CountRefused if CountingCase::count() returns no count.
  Cost count(const std::string& plugin, Problem problem, const Case& c,
             const std::vector<std::string>& free = {}) const;
  Cost count(const Plugin& plugin, Problem problem, const Case& c,
             const std::vector<std::string>& free = {}) const;
  /// The count without the terms that the plugin's formula does not list: its set-up, its conversions.
  Operations paper_count(const std::string& plugin, Problem problem, const Case& c) const;
  Operations phase_count(const std::string& plugin, Problem problem, const Case& c,
                         const std::string& phase) const;
  /// The phases that such a count leaves out, with their cost. They are all but `covered` or, if that is
  /// empty, all but those of the plugin's formula.
  std::vector<PhaseCost> apart(const std::string& plugin, Problem problem, const Case& c,
                               const std::string& covered = "") const;
  /// The exponent of one size in the cost of a plugin.
  const report::CostGrowth& growth_of(const std::string& plugin, Problem problem, const std::string& size);

 private:
  std::vector<const Plugin*> plugins_;
  std::map<std::pair<std::string, Problem>, std::vector<report::CostGrowth>> growth_;  // it takes seconds
};

using MeasureClaim = std::function<Measurement(const PaperClaim&, ClaimContext&)>;
/// By the claim's id.
using PaperMeasurements = std::map<std::string, MeasureClaim>;

PaperMeasurements featherstone_2005();
PaperMeasurements wensing_2012();
PaperMeasurements fijany_featherstone_2013();
PaperMeasurements yamane_nakamura_2002();
PaperMeasurements jain_1991();

// --- trees ---

/// A tree of testdata/topologies; its end-effectors of that name, if one is given.
Case paper_tree(const std::string& topology, const std::string& end_effectors = "", std::uint64_t seed = 1);

// --- comparisons ---

/// Ours is theirs, letter by letter.
Measurement same(const PaperClaim& claimed, const std::string& ours);
/// Checks that x, rounded to the printed digits, is the printed number: "2.18", "78 %", "430" (two digits).
Measurement rounded(const PaperClaim& claimed, double x);
/// A count that is theirs, or less in multiplications and in additions.
Measurement at_most(const PaperClaim& claimed, const Operations& ours);
/// Agrees if the claim holds on all trees, `agreed` of `of`.
Measurement on_all(int agreed, int of, const std::string& what = "trees");
Measurement holds(bool as_claimed, const std::string& ours);
/// For costs that a paper calls almost the same without a number: returns true if a differs from b by at most
/// 10 % of b.
bool almost_the_same(double a, double b);

/// The order is a whole number: the exponent rounds to theirs.
Measurement order(const PaperClaim& claimed, const Exponent& k);
/// It is a multiple of a half.
Measurement half_order(const PaperClaim& claimed, const Exponent& k);

}  // namespace kintree::suite
