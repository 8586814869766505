// The processes of a campaign. Rank 0 has the ranges of cases that are left, and every other rank requests
// them from it. A library for message passing shares only this header with the suite.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

namespace kintree::suite {

/// The store of a worker: part-<rank>-<thread>.sqlite.
struct PartName {
  std::int64_t rank = 0, thread = 0;

  friend bool operator<(const PartName& a, const PartName& b) {
    return std::pair(a.rank, a.thread) < std::pair(b.rank, b.thread);
  }
};

/// Consecutive cases of the plan that one worker verifies. `count` is 0 if nothing is left to do.
struct CaseRange {
  std::int64_t first = 0, count = 0;
  PartName part;         ///< where its records go
  std::int64_t run = 0;  ///< of the part, if it was begun there; 0 if not
};

/// The message of a worker that requests cases: the number of cases verified since its last request. `leaves`
/// is true if the rank has no worker left.
struct Progress {
  std::int64_t cases = 0;
  bool leaves = false;
};

class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// In rank 0: answers one request of another rank, if one arrives within that time. Returns true if one
  /// did.
  virtual bool answer(const std::function<CaseRange(const Progress&)>& next,
                      std::chrono::milliseconds patience) = 0;
  /// In any other rank, on any of its threads: requests the next range of cases from rank 0.
  virtual CaseRange ask(const Progress& done) = 0;
  /// Ends all ranks at once, with that exit code.
  [[noreturn]] virtual void abort(int exit_code) = 0;
};

/// One process of its own, unless a launcher of MPI (mpirun, srun) started this one: then its ranks. Throws
/// InputError if it was started so, but the library kintree_mpi, which is built where MPI is found, is not
/// there.
std::unique_ptr<Ranks> ranks_of_this_process();
/// Those of the launcher of MPI that started this process, by the library in that file.
std::unique_ptr<Ranks> ranks_of_launcher(const std::filesystem::path& library);

/// Calls work with the ranks of this process, and returns its result. If there are several ranks, one that
/// meets an exception reports it and ends them all, because the others would wait.
int with_ranks(const std::function<int(Ranks&)>& work);

}  // namespace kintree::suite
