// What is measured of the suite itself, beside the records of a run.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/costs.hpp"
#include "kintree/report/mutants.hpp"

namespace kintree {

/// Errors planted in what a sound plugin is given or returns, and which of them the judge flagged. Sizes are
/// relative; NaN: not attained.
struct PowerCurve {
  std::string plugin;
  std::string problem;
  std::string planted;  ///< in what, in words
  std::size_t trials = 0;
  std::size_t unseen =
      0;  ///< trials whose largest error was not flagged: what it is in does not matter there
  /// The smallest error from which on this share of the other trials is flagged.
  double half = std::numeric_limits<double>::quiet_NaN();
  double most = std::numeric_limits<double>::quiet_NaN();  ///< nine tenths
  double always = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> errors;   ///< planted, falling
  std::vector<double> flagged;  ///< share of the trials, for each of them
};

/// How fast cases are drawn, answered by the oracle and the plugin, and judged, on one thread.
struct Throughput {
  std::string plugin;
  std::string problem;
  int degrees_of_freedom = 0;
  std::size_t cases = 0;
  double seconds = 0;  ///< of processor time
};

/// One large tree, answered in linear time, and judged.
struct LargeTree {
  std::string plugin;
  std::string problem;
  std::string family;
  std::size_t bodies = 0;
  int degrees_of_freedom = 0;
  std::string verdict;
  double error = 0;
  double backward_error = 0;
  int certified_digits = 0;
  double seconds = 0;
  double peak_bytes = 0;  ///< of the process beyond what it held before; NaN where the system does not tell
};

struct Measurements {
  int degrees_of_freedom = 0;  ///< of the cases of `power`
  std::vector<PowerCurve> power;
  std::optional<Throughput> throughput;
  std::vector<LargeTree> large_trees;
  std::vector<MutantScore> mutants;
  std::vector<CountedCost> costs;
  std::vector<GrownCost> growth;
  std::vector<ReproducedClaim> claims;
  std::vector<Curve> curves;
};

}  // namespace kintree
