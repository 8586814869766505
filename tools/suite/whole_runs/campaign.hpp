// A campaign: the cases of a plan on all threads of one process, or of all ranks of MPI. Ranges of cases are
// handed out on demand. Each worker has a store of its own in the campaign's folder,
// part-<rank>-<thread>.sqlite, in which each range is a run. Records that are committed there survive the
// process: the same campaign, started again with any number of ranks and threads, does only the missing
// cases. At the end the parts become one store, campaign.sqlite, in the order of the plan, so that it does
// not depend on the ranks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "suite/cases/plan.hpp"
#include "suite/execution/ranks.hpp"
#include "suite/verification/run.hpp"

namespace kintree::suite {

struct CampaignOptions {
  std::filesystem::path folder;
  std::string command;         ///< determines the records: a folder holds those of one command
  std::string plugin_options;  ///< of the command that repeats a case
  int threads = default_threads();
  std::int64_t range = 64;  ///< cases of a range
};

/// Verifies the cases that the folder does not have yet. Returns in every rank when nothing is left to do.
/// Rank 0 throws InputError if the folder holds cases of another command, commit or build, or if another
/// process works in it. An error in another rank ends all ranks.
void run_campaign(const Plan& plan, const CampaignOptions& options, Ranks& ranks);

/// Writes campaign.sqlite, replacing an older one, and returns its name. Throws InputError if cases are
/// missing.
std::filesystem::path merge_campaign(const Plan& plan, const CampaignOptions& options);

}  // namespace kintree::suite
