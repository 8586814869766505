// A whole run of `kintree verify`: every case of a plan, the results, and the failures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kintree/report/record.hpp"
#include "kintree/report/store.hpp"
#include "suite/cases/plan.hpp"
#include "suite/verification/run.hpp"
#include "suite/verification/summary.hpp"

namespace kintree::suite {

/// So many failures are kept; all are counted.
inline constexpr std::size_t most_failures_kept = 20;
/// So many cases are named for each kind of failure.
inline constexpr std::size_t most_cases_named = 7;

struct RunOptions {
  std::string plugin_options;  ///< of the command that repeats a case, e.g. " --plugin-path ..."
  int threads = default_threads();
  bool fail_fast = false;  ///< stop after the first case that fails
};

struct Verification {
  struct Failure {
    report::Record record;
    std::size_t index;  ///< of the case in the plan
  };

  /// Failures of one plugin and problem with the same explanation, whatever numbers it has.
  struct Alike {
    std::size_t count = 0;
    std::vector<std::string> cases;  ///< the names of the first ones
  };

  Summary summary;
  std::size_t cases = 0;   ///< verified: fewer than planned if the run stopped at its first failure
  std::size_t failed = 0;  ///< records
  std::vector<report::Record> failures;                      ///< the worst by harm(), of these the first
  std::map<std::pair<std::string, Problem>, Failure> first;  ///< failure of each plugin and problem
  std::map<std::string, Alike> alike;                        ///< by kind_of_failure()

  /// Of the case number `cases`.
  void add(const report::Record& record);

  /// Returns the plugins and problems without any judged case, for which the run shows nothing. An exception
  /// is J-bar, which does not exist for most end-effectors, if that was proved. The run fails if all are so
  /// or, if plugins were chosen by name, if any is.
  std::vector<std::string> never_judged(bool plugins_chosen) const;
};

/// Names plugin, problem and explanation, without the numbers in it.
std::string kind_of_failure(const report::Record& record);

/// Verifies the cases of the plan and hands the records of each to `keep`, in the order of the plan.
Verification verify(const Plan& plan, const RunOptions& options,
                    const std::function<void(const std::vector<report::Record>&)>& keep);

/// Verifies the cases of the plan into the store and returns the number of the run, which is not finished yet. An
/// unfinished run of the same command, commit and build is continued after the cases that it has, unless the sources
/// were changed since the commit.
std::int64_t verify_into(report::Store& store, const std::string& command, const Plan& plan,
                         const RunOptions& options);

}  // namespace kintree::suite
