// A run: many cases through the plugins, on several threads, with progress on a terminal.
#pragma once

#include <functional>
#include <memory>

#include "cases.hpp"
#include "kintree/report/store.hpp"

namespace kintree::tools {

/// A case to come, and what is asked of it.
struct Planned {
  Source source;
  std::uint64_t seed = 0;
  std::shared_ptr<const Asked> asked;
};

/// `count` cases of what the flags select, source by source in turns, seeds counting on from the first; and
/// for every plugin whose domain leaves joint kinds out as many random trees more that it can be asked about,
/// unless the flags say which joints.
std::vector<Planned> plan(const CaseFlags& flags, int count, std::shared_ptr<const Asked> asked);

/// Verifies every planned case on `threads` threads and hands the records of each, in the order of the plan,
/// to `take` on the calling thread. The first exception of a case ends the run and is rethrown.
void run_cases(const std::vector<Planned>& planned, const std::string& plugin_options, int threads,
               const std::function<void(std::vector<Record>)>& take);

/// A new run's description of itself, started now.
Run describe_run(const std::string& command);
std::string utc_now();

int default_threads();

}  // namespace kintree::tools
