// What is kept of one plugin's answer to one problem of one case, and of the run that asked. Everything a
// table, a plot or a page shows comes from these.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace kintree {

struct Record {
  std::string case_name;  ///< unique within a run; with the family it rebuilds the case
  std::string family;     ///< of the tree, or the robot's name
  std::uint64_t seed = 0;
  int bodies = 0;              ///< N
  int degrees_of_freedom = 0;  ///< n

  std::string plugin;
  std::string problem;
  std::string promise;  ///< the verdict that the plugin promises: "A", "B" or "C"

  std::string status;  ///< "judged", "breakdown", or "unsupported": outside the plugin's domain, or ill-posed
  std::string verdict;  ///< "A", "B", "C", "F"; empty where unsupported
  bool passed = false;  ///< as good as promised, or unsupported
  std::string reason;   ///< why it is unsupported, or failed, in words

  double error = 0;  ///< relative, in the problem's unit-free norm; NaN where nothing could be measured
  double sigma = 0;  ///< inherent uncertainty
  double alpha = 0;  ///< error / sigma
  double limit = 0;  ///< the error that the verdict's bound allows
  /// Of accelerations that the tree oracle judges: residual relative to the magnitudes of its terms; else
  /// NaN.
  double backward_error = std::numeric_limits<double>::quiet_NaN();
  int certified_digits = 0;

  std::string worst;    ///< joint or entry that contributes most to the error
  std::string command;  ///< repeats this record
};

/// Whether there is an error to compare with others': not where an algorithm broke down within its promise.
inline bool has_error(const Record& record) {
  return record.status == "judged" || (record.status == "breakdown" && !record.passed);
}

/// NaN is worse than infinity, infinity worse than any number.
inline bool worse(double a, double b) {
  if (std::isnan(b)) return false;
  return std::isnan(a) || a > b;
}

/// One run of the suite.
struct Run {
  std::int64_t id = 0;
  std::string started;   ///< UTC, ISO 8601
  std::string finished;  ///< empty while it is under way or if it was killed
  std::string command;
  std::string version;  ///< of Kintree
  std::string commit;   ///< of the sources, "-dirty" appended if they were changed
  std::string build;    ///< compiler, build type, flags
  std::string machine;  ///< processor, operating system, cores
};

}  // namespace kintree
