// The processes of a campaign. Rank 0 knows which ranges of cases are left; every other rank asks it. This header is all that a
// library for message passing has in common with the suite.
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

/// What a worker says when it asks: the cases verified since it asked before. A rank that has no worker left says so.
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

  /// Of rank 0: answers one request of another rank, if there is one within that time; returns whether there was.
  virtual bool answer(const std::function<CaseRange(const Progress&)>& next,
                      std::chrono::milliseconds patience) = 0;
  /// Of any other rank, on any of its threads.
  virtual CaseRange ask(const Progress& done) = 0;
  /// Ends all ranks at once, with that exit code.
  [[noreturn]] virtual void abort(int exit_code) = 0;
};

/// One process of its own, unless a launcher of MPI (mpirun, srun) started this one: then its ranks. InputError if it was started
/// so, but the library kintree_mpi, which is built where MPI is found, is not there.
std::unique_ptr<Ranks> ranks_of_this_process();
/// Those of the launcher of MPI that started this process, by the library in that file.
std::unique_ptr<Ranks> ranks_of_launcher(const std::filesystem::path& library);

/// Calls work with the ranks of this process, and returns what it returns. Of several ranks one that meets an exception says so,
/// and ends them all, for the others would wait.
int with_ranks(const std::function<int(Ranks&)>& work);

}  // namespace kintree::suite
