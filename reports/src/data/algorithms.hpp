// The algorithms for each problem, as a reader chooses between them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/measurements.hpp"
#include "data/summary.hpp"
#include "data/table.hpp"

namespace kintree::report {

/// One algorithm for one problem. Its digits and its typical verdict are those of nine in ten answers on ordinary trees.
struct Algorithm {
  std::string plugin;
  Problem problem{};
  std::string citation, complexity;
  std::optional<std::int64_t> operations;  ///< of one answer on reference_tree
  std::optional<double> time;              ///< on reference_tree, relative to that of `time_reference`
  std::string time_reference;              ///< the fastest library, or the fastest plugin without one
  std::optional<double> digits;
  /// All small trees, asked in the field. None if they were not, or if an answer of them is wrong.
  std::optional<SmallTreesProof> small_trees;
  Tally all, ordinary;
  std::map<std::string, Tally> hard;  ///< by family

  std::optional<Verdict> typical() const;
  std::optional<Verdict> worst_on_hard() const;  ///< none without an answer
  bool is_checked() const { return all.right(FieldCheck::proved) > 0 && all.right(FieldCheck::wrong) == 0; }
  bool is_general =
      false;  ///< answers nine tenths of the ordinary cases that any algorithm for the problem answers
  /// True if no answer failed, and the domain is as wide as that of others.
  bool is_usable() const { return all.failed == 0 && is_general; }
};

/// The tree on which operations are counted and calls are timed for the tables that compare algorithms.
inline constexpr std::string_view reference_tree = "humanoid30";

using AlgorithmsByProblem = std::map<Problem, std::vector<Algorithm>>;

/// The best first: usable and checked, by typical verdict, by operations, by digits.
AlgorithmsByProblem algorithms_of(const Summary& summary, const Measurements& measured,
                                  const std::set<std::string>& libraries = {});

/// Which algorithm to use, with the reasons. `best` and `safer` are names of plugins, or empty.
struct Advice {
  std::string best, reason;
  std::string safer, safer_reason;  ///< reason without a name: the best is the most reliable on hard trees

  std::string text() const;
};
Advice advice(const std::vector<Algorithm>& of_one_problem);

/// The reliability of an algorithm: "On ordinary trees verdict A, 14.1 digits. On hard trees D on far_origin, C on thin."
std::string reliability(const Algorithm& a);

/// The same in a few columns, for a terminal.
Table overview_table(const AlgorithmsByProblem& algorithms);

// Where the values of two columns come from.
inline constexpr const char* digits_source =
    "The decimal digits that nine in ten answers on ordinary trees keep, 16 at most. records.csv: error";
inline constexpr const char* verdict_source =
    "The verdict that nine in ten answers on ordinary trees reach. records.csv: verdict";

/// A row for each algorithm. The page shows the table of one problem, without that column.
Table algorithm_table(const AlgorithmsByProblem& algorithms);

}  // namespace kintree::report
