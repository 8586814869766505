// A run: the cases of a plan through the plugins, on several threads, with progress on a terminal.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "kintree/report/store.hpp"
#include "suite/cases/plan.hpp"

namespace kintree::suite {

/// Bounds the memory of a run: while so many records of finished cases wait for an earlier case, no case is begun.
inline constexpr std::size_t most_waiting_records = 20000;

/// Verifies the cases of the plan, from the index `first` on, with so many threads. The records of each case
/// are passed, in the order of the plan, to `take` on the calling thread. `plugin_options` are added to the
/// commands that repeat a case. The first exception, of a case or of `take`, ends the run and is rethrown. A warning
/// names a case that is waited for longer than the patience.
void run_cases(const Plan& plan, std::size_t first, const std::string& plugin_options, int threads,
               const std::function<void(std::vector<report::Record>)>& take,
               std::size_t most_waiting = most_waiting_records,
               std::chrono::milliseconds patience = std::chrono::seconds(60));

/// Returns the time now, in UTC, ISO 8601, or the time of the environment variable SOURCE_DATE_EPOCH (seconds
/// since 1970), with which the same run gives the same bytes again. Throws InputError if that is not such a
/// number.
std::string time_of_run();

/// Describes a run that starts now.
report::Run describe_run(const std::string& command);

/// As many as the machine has processors.
int default_threads();

}  // namespace kintree::suite
