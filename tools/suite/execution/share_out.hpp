// Work that is handed out on demand to the threads of all ranks.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "suite/execution/ranks.hpp"

namespace kintree::suite {

using NextRange = std::function<CaseRange(const Progress&)>;

/// Calls work(thread, next) on so many threads of every rank; each asks `next` until it gets a range of no cases. What that is,
/// `hand_out` says, in rank 0 and for one worker at a time. Returns when nothing is left to do here, in rank 0 when nothing is
/// left anywhere. In one process the first exception of a worker ends the work and is rethrown; among several a rank whose
/// worker throws says so and ends them all.
void share_out(Ranks& ranks, int threads, const NextRange& hand_out,
               const std::function<void(int thread, const NextRange& next)>& work);

/// Held while work is under way in a folder; it ends with the process, however that ends. InputError if another one holds it. A
/// process that is told to end (SIGTERM), as those are of which a launcher has lost one, says that what is there stays.
class FolderLock {
 public:
  /// `work`: a campaign, for example.
  FolderLock(const std::filesystem::path& folder, const std::string& work);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

}  // namespace kintree::suite
