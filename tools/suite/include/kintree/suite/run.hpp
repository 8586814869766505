// A run: many cases through the plugins, on several threads, with progress on a terminal.
#pragma once

#include <functional>
#include <memory>

#include "kintree/report/store.hpp"
#include "kintree/suite/request.hpp"
#include "kintree/suite/sources.hpp"

namespace kintree::suite {

/// A case to come, and what is asked of it.
struct PlannedCase {
  Source source;
  std::uint64_t seed = 0;
  std::shared_ptr<const Request> asked;
};

/// `count` cases of what the flags select, source by source in turns, seeds counting on from the first; and
/// for every plugin whose domain leaves joint kinds out as many random trees more that it can be asked about,
/// unless the flags say which joints.
std::vector<PlannedCase> plan(const CaseChoice& flags, int count, std::shared_ptr<const Request> asked);

/// Verifies every planned case on `threads` threads and hands the records of each, in the order of the plan,
/// to `take` on the calling thread. The first exception of a case ends the run and is rethrown.
void run_cases(const std::vector<PlannedCase>& planned, const std::string& plugin_options, int threads,
               const std::function<void(std::vector<Record>)>& take);

/// A new run's description of itself, started now.
Run describe_run(const std::string& command);
std::string utc_now();

int default_threads();

}  // namespace kintree::suite
