// A run: many cases through the plugins, on several threads, with progress on a terminal.
#pragma once

#include <functional>

#include "cases.hpp"
#include "kintree/report/store.hpp"

namespace kintree::tools {

struct Planned {
  Source source;
  std::uint64_t seed = 0;
};

/// Source by source in turns, seeds counting on from the first.
std::vector<Planned> plan(const std::vector<Source>& sources, int count, std::uint64_t seed);

/// Verifies every planned case on `threads` threads and hands the records of each, in the order of the plan,
/// to `take` on the calling thread. The first exception of a case ends the run and is rethrown.
void run_cases(const std::vector<Planned>& planned, const Asked& asked, const std::string& plugin_options,
               int threads, const std::function<void(std::vector<Record>)>& take);

/// A new run's description of itself, started now.
Run describe_run(const std::string& command);
std::string utc_now();

int default_threads();

}  // namespace kintree::tools
