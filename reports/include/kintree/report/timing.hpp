// Times of answers. A run of `kintree bench` has one row for each plugin, problem, model, mode and scalar.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/fields.hpp"

namespace kintree::report {

/// Times are processor time of one call [ns], from positions to result, without the conversions of an adapter. NaN where nothing
/// was measured.
struct Timing {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

  std::string model;  ///< "humanoid30", "chain-100"
  Problem problem{};
  std::string plugin;
  /// "single" passes one state in a call. "path_rows" does so with matrices in path rows, and "lanes" with bodies of several
  /// branches at once. The others are "batch", "batch_path_rows" and "threads".
  std::string mode = "single";
  Format scalar = Format::binary64;  ///< that the plugin computes in
  int bodies = 0, degrees_of_freedom = 0, depth = 0, end_effectors = 0;
  std::string skipped;          ///< why it was not timed; empty if it was
  int states = 0;               ///< that the calls go through in turn
  int rounds = 0;               ///< samples
  std::int64_t iterations = 0;  ///< calls of a sample
  double median = nan;          ///< of the samples
  double spread = nan;          ///< the distance between their quartiles, relative to the median
  /// To the fastest of the same model, problem, mode and scalar, in the same round: the median of all rounds, and the quartiles.
  double ratio = nan, ratio_low = nan, ratio_high = nan;
  double conversions = nan;  ///< of an adapter that reports it: the time of its own conversions [ns]
  double cycles = nan, instructions = nan;  ///< of a call, conversions included
  /// The least time of the counted multiplications and additions of an answer on one thread of the machine (the roofline)
  /// [ns]. NaN if it was not requested.
  double arithmetic = nan;
  std::optional<Verdict> verdict;   ///< the worst of some of the states; none where there is no oracle
  double error = nan, alpha = nan;  ///< the largest of these states
  bool pareto = false;  ///< no plugin of the same model, problem, mode and scalar is faster and more accurate

  std::string name() const {
    return std::string(kintree::name(problem)) + "/" + model + "/" + plugin + "/" + mode + "/" +
           std::string(kintree::name(scalar));
  }
  /// "chain-100/forward_dynamics/single/double", the group of rows that are compared with each other. Path rows and dense
  /// matrices are in one group, since the clock of a library's adapter measures the form that the library itself makes.
  std::string group() const { return model + "/" + kind(); }
  /// "forward_dynamics/single/double": the same over all models.
  std::string kind() const {
    return std::string(kintree::name(problem)) + "/" +
           (mode == "path_rows" || mode == "lanes" ? "single"
            : mode == "batch_path_rows"            ? "batch"
                                                   : mode) +
           "/" + std::string(kintree::name(scalar));
  }
  /// "ltdl", "ltdl, path rows", "aba_minimal, lanes": what it is called among those.
  std::string timed_plugin() const {
    return in_path_rows() ? plugin + ", path rows" : mode == "lanes" ? plugin + ", lanes" : plugin;
  }
  bool in_path_rows() const { return mode == "path_rows" || mode == "batch_path_rows"; }
  bool timed() const { return skipped.empty(); }

  friend bool operator==(const Timing&, const Timing&) = default;
};

template <>
struct Fields<Timing> {
  static constexpr std::string_view table = "timings";
  static constexpr std::tuple list{
      DerivedField{"name", +[](const Timing& t) { return t.name(); }},
      KINTREE_FIELDS(Timing, model, problem, plugin, mode, scalar, bodies, degrees_of_freedom, depth,
                     end_effectors, skipped, states, rounds, iterations, median, spread, ratio, ratio_low,
                     ratio_high, conversions, cycles, instructions, arithmetic, verdict, error, alpha,
                     pareto)};
};

/// The conditions of the timings of a run: the date, the machine, and its other load.
struct TimingConditions {
  std::string how;

  friend bool operator==(const TimingConditions&, const TimingConditions&) = default;
};

template <>
struct Fields<TimingConditions> {
  static constexpr std::string_view table = "timing_conditions";
  static constexpr std::tuple list{KINTREE_FIELDS(TimingConditions, how)};
};

/// A run of `kintree bench`.
struct Timings {
  std::vector<Timing> rows;
  std::string how;  ///< as in TimingConditions
};

/// The rows as CSV, with a heading. Every digit is written.
std::string as_csv(const std::vector<Timing>& rows);

}  // namespace kintree::report
