// Measurements of the suite itself: the smallest error that it flags, the mistakes that it sees, and its speed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/fields.hpp"

namespace kintree::report {

/// Errors planted in what a sound plugin is given or returns, and which of them the judge flagged. Sizes are relative;
/// NaN: no size attains it.
struct PowerCurve {
  std::string plugin;
  Problem problem{};
  std::string planted;         ///< in what, in words
  int degrees_of_freedom = 0;  ///< of every case
  std::int64_t trials = 0;
  std::int64_t unseen =
      0;  ///< trials in which not even the largest error was flagged: the answer does not depend on it
  std::int64_t false_alarms = 0;  ///< cases that were flagged without any error, and that have no trials
  /// The smallest error from which on this share of the other trials is flagged: a half,
  double half = std::numeric_limits<double>::quiet_NaN();
  double most = std::numeric_limits<double>::quiet_NaN();    ///< nine tenths,
  double always = std::numeric_limits<double>::quiet_NaN();  ///< all.
  std::vector<double> errors;                                ///< planted, falling
  std::vector<double> flagged;                               ///< share of all trials, for each of them

  friend bool operator==(const PowerCurve&, const PowerCurve&) = default;
};

/// An error of one unit in the last place of a double, 2^-52 relatively, planted in what a plugin is given, reads or returns:
/// how often the finite field flagged it.
struct FieldPower {
  std::string plugin;
  Problem problem{};
  std::string planted;  ///< in what, in words
  std::int64_t trials = 0;
  std::int64_t unseen =
      0;  ///< trials in which an error of 2^-10 is not flagged either: the answer does not depend on it
  std::int64_t flagged = 0;

  friend bool operator==(const FieldPower&, const FieldPower&) = default;
};

/// The rate at which cases are drawn, answered by the oracle and the plugin, and judged, on one thread.
struct Throughput {
  std::string plugin;
  Problem problem{};
  int degrees_of_freedom = 0;
  std::int64_t cases = 0;
  double seconds = 0;  ///< of processor time

  friend bool operator==(const Throughput&, const Throughput&) = default;
};

/// One large tree, answered in linear time and judged.
struct LargeTree {
  std::string plugin;
  Problem problem{};
  std::string family;
  std::int64_t bodies = 0;
  int degrees_of_freedom = 0;
  std::optional<Verdict> verdict;
  FieldCheck right = FieldCheck::not_asked;
  double error = 0;
  double backward_error = 0;
  int certified_digits = 0;
  double seconds = 0;
  double peak_bytes = 0;  ///< of the process, beyond what it held before; NaN where the system does not tell

  friend bool operator==(const LargeTree&, const LargeTree&) = default;
};

/// The power of the suite by mutants, as tools/mutate counted it: small mistakes put into a source, one at a time, and what
/// saw them first.
struct MutantScore {
  struct Survivor {
    std::string file;
    std::int64_t line = 0;
    std::string before, after;  ///< the code there

    friend bool operator==(const Survivor&, const Survivor&) = default;
  };
  /// One that is known to change nothing that is promised.
  struct Equivalent {
    std::string file;
    std::int64_t line = 0;
    std::string before, after;  ///< the code there
    std::string reason;

    friend bool operator==(const Equivalent&, const Equivalent&) = default;
  };

  std::string plugin;        ///< or `oracle`, or a module of the suite's own code
  std::string commit, date;  ///< of the count
  std::int64_t seed = 0;     ///< of the draw
  bool fresh = false;        ///< no test was written for what survived of this draw
  std::int64_t mutants = 0;  ///< those that compile and change an answer, as far as is known
  std::int64_t by_field =
      0;  ///< not equal to the exact answer in the finite field; crashes and hangs there too
  std::int64_t by_verify = 0;  ///< of the others, those that `kintree verify` fails
  std::int64_t by_test = 0;    ///< of the others, those that a unit test fails
  std::int64_t equal = 0;      ///< in the field, and nothing else sees them either: they do not count
  std::int64_t equivalent =
      0;  ///< the same machine code, or known to change nothing, with a reason: nor do they
  std::int64_t stillborn = 0;                  ///< they do not compile
  std::string typical_against;                 ///< partner and robot of a typical library's test
  std::int64_t typical_asked = 0;              ///< mutants on which that test was run, a sample
  std::optional<std::int64_t> typical_killed;  ///< seen by it; none if no robot of it is in the domain
  std::vector<Survivor> survivors;
  std::vector<Equivalent> known;  ///< of the equivalent ones, those with a reason that is written down

  friend bool operator==(const MutantScore&, const MutantScore&) = default;
};

/// The lines of a plugin's headers, or of the kernels, that the check in the finite field executes (tools/coverage).
struct LineCoverage {
  std::string plugin;         ///< or `kernels`
  std::int64_t lines = 0;     ///< with code
  std::int64_t executed = 0;  ///< of them, with Number; there is a reason for each of the others

  friend bool operator==(const LineCoverage&, const LineCoverage&) = default;
};

/// A plugin, proved right for all trees of up to so many bodies, or not.
struct SmallTreesProof {
  std::string plugin;
  Problem problem{};
  int bodies = 0;           ///< at most
  std::int64_t trees = 0;   ///< every numbering of every shape, with every choice of joint kinds
  std::int64_t proved = 0;  ///< equal to the exact answer in a finite field, for all values of the parameters
  /// For J-bar: the proved trees for which J lacks full row rank with every end-effector, and the plugin names a row.
  std::int64_t dependent_rows = 0;
  std::int64_t outside = 0;      ///< the plugin's domain
  std::int64_t not_askable = 0;  ///< for want of Number, or of a root of a root in the field
  std::int64_t wrong = 0;
  int points = 1;  ///< of the field, for each tree
  /// Upper bound of the degree of the numerator of the difference between the plugin's formulas and the exact answer. It is the
  /// largest among trees of this number of bodies with joints of one kind.
  double degree = std::numeric_limits<double>::quiet_NaN();
  /// The probability that an error of one tree escaped, at most: the degree over the number of values of a parameter, to the
  /// power of the points. NaN where the bound of the degree is too coarse to give one.
  double escape = std::numeric_limits<double>::quiet_NaN();
  std::string first_wrong;  ///< the tree: parents and joint kinds

  friend bool operator==(const SmallTreesProof&, const SmallTreesProof&) = default;
};

/// The scores in a file that tools/mutate --out wrote. InputError, naming the file, if it is none.
std::vector<MutantScore> read_mutant_scores(const std::filesystem::path& file);
/// The figures in a file that tools/coverage --write wrote. InputError, naming the file, if it is none.
std::vector<LineCoverage> read_line_coverage(const std::filesystem::path& file);

template <>
struct Fields<PowerCurve> {
  static constexpr std::string_view table = "power";
  static constexpr std::tuple list{KINTREE_FIELDS(PowerCurve, plugin, problem, planted, degrees_of_freedom,
                                                  trials, unseen, false_alarms, half, most, always, errors,
                                                  flagged)};
};

template <>
struct Fields<FieldPower> {
  static constexpr std::string_view table = "power_in_field";
  static constexpr std::tuple list{
      KINTREE_FIELDS(FieldPower, plugin, problem, planted, trials, unseen, flagged)};
};

template <>
struct Fields<SmallTreesProof> {
  static constexpr std::string_view table = "small_trees";
  static constexpr std::tuple list{KINTREE_FIELDS(SmallTreesProof, plugin, problem, bodies, trees, proved,
                                                  dependent_rows, outside, not_askable, wrong, points, degree,
                                                  escape, first_wrong)};
};

template <>
struct Fields<LineCoverage> {
  static constexpr std::string_view table = "coverage";
  static constexpr std::tuple list{KINTREE_FIELDS(LineCoverage, plugin, lines, executed)};
};

template <>
struct Fields<Throughput> {
  static constexpr std::string_view table = "throughput";
  static constexpr std::tuple list{
      KINTREE_FIELDS(Throughput, plugin, problem, degrees_of_freedom, cases, seconds)};
};

template <>
struct Fields<LargeTree> {
  static constexpr std::string_view table = "large_trees";
  static constexpr std::tuple list{KINTREE_FIELDS(LargeTree, plugin, problem, family, bodies,
                                                  degrees_of_freedom, verdict, right, error, backward_error,
                                                  certified_digits, seconds, peak_bytes)};
};

template <>
struct Fields<MutantScore::Survivor> {
  static constexpr std::tuple list{KINTREE_FIELDS(MutantScore::Survivor, file, line, before, after)};
};

template <>
struct Fields<MutantScore::Equivalent> {
  static constexpr std::tuple list{
      KINTREE_FIELDS(MutantScore::Equivalent, file, line, before, after, reason)};
};

template <>
struct Fields<MutantScore> {
  static constexpr std::string_view table = "mutants";
  static constexpr std::tuple list{
      KINTREE_FIELDS(MutantScore, plugin, commit, date, seed, fresh, mutants),
      Field{"field", &MutantScore::by_field},
      Field{"verify", &MutantScore::by_verify},
      Field{"test", &MutantScore::by_test},
      DerivedField{"survived",
                   +[](const MutantScore& m) { return static_cast<std::int64_t>(m.survivors.size()); }},
      KINTREE_FIELDS(MutantScore, equal, equivalent, stillborn, typical_asked, typical_killed,
                     typical_against, survivors, known)};
};

}  // namespace kintree::report
