// Work that is handed out on demand to the threads of all ranks.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "suite/execution/ranks.hpp"

namespace kintree::suite {

using NextRange = std::function<CaseRange(const Progress&)>;

/// Calls work(thread, next) on so many threads of every rank. Each thread calls `next` until it gets a range
/// of no cases. `hand_out` chooses the ranges, in rank 0 and for one worker at a time. Returns when no work
/// is left for this rank; rank 0 returns when no rank has work left. In a single process the first exception
/// of a worker ends the work and is rethrown. If there are several ranks, a rank whose worker throws reports
/// the exception and ends them all.
void share_out(Ranks& ranks, int threads, const NextRange& hand_out,
               const std::function<void(int thread, const NextRange& next)>& work);

/// Held while a process works in a folder. The lock ends with the process, however that ends. Throws
/// InputError if another process holds it. A process that receives SIGTERM, which a launcher sends if one of
/// its processes is lost, reports that the files in the folder are kept.
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
