// The machine on which a run measures: its clocks, its counters, the core of the run, and the load by other
// processes. Linux.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

#include "suite/timing/bench.hpp"

namespace kintree::suite {

/// The time of this thread, and the time of the clock on the wall [ns].
double processor_time();
double wall_time();
/// The number of times that the scheduler has taken the core from this thread.
std::int64_t involuntary_switches();

/// Keeps the calling thread to one core: `wanted`, or, if that is negative, the one that was idle most in the
/// last tenth of a second. Throws InputError if the thread may not run there. The destructor restores the
/// cores of the thread.
class PinnedCore {
 public:
  explicit PinnedCore(int wanted);
  ~PinnedCore();
  PinnedCore(const PinnedCore&) = delete;
  PinnedCore& operator=(const PinnedCore&) = delete;

  int core() const { return core_; }

 private:
  std::vector<int> before_;
  int core_;
};

/// The cores that this process may use, the pinned one first; empty if none is pinned.
std::vector<int> cores_of_run();
/// Keeps the calling thread to the core, if it may run there.
void keep_to_core(int core);

/// Cycles and instructions of this thread, in user mode, if the kernel counts them.
class Counters {
 public:
  Counters();
  ~Counters();
  Counters(const Counters&) = delete;
  Counters& operator=(const Counters&) = delete;

  bool available() const { return why_not_.empty(); }
  const std::string& why_not() const { return why_not_; }
  struct Counts {
    double cycles = std::numeric_limits<double>::quiet_NaN();
    double instructions = std::numeric_limits<double>::quiet_NaN();

    /// The mean counts of one call since `before`.
    Counts since(const Counts& before, double calls) const {
      return {(cycles - before.cycles) / calls, (instructions - before.instructions) / calls};
    }
  };
  /// The counts so far; NaN if they are not available.
  Counts read() const { return counts_in(cycles_); }

  /// The counts of the group of that file descriptor; NaN if the file has none.
  static Counts counts_in(int file);
  /// Returns the reason why the kernel counts nothing, by the number of its error.
  static std::string why_not(int error);

 private:
  int cycles_, instructions_;  ///< file descriptors; the first reads both counters
  std::string why_not_;
};

/// The sum of all stretches that were timed [ns].
struct TimedStretches {
  double processor = 0, wall = 0;  ///< of the thread, and of the clock
  double elsewhere = 0;            ///< the time of our other processes, in all
  std::int64_t switches = 0;       ///< theirs, involuntary

  void add(double of_thread, double of_clock) { processor += of_thread, wall += of_clock; }
};

/// The times of a core since the machine was started [ticks].
struct Ticks {
  double total, idle, stolen;
};
/// Reads the text of /proc/stat. Returns zeros if the core is missing there.
Ticks ticks_of(std::istream& stat, int core);

/// Returns the core that was idle most between two readings of the cores' idle ticks, and the first of
/// several such cores. Throws InputError if there is no core.
int idlest(const std::vector<int>& cores, const std::vector<double>& before,
           const std::vector<double>& after);

/// A reading of the load of the machine and of the times of this thread.
struct Reading {
  std::array<double, 3> load;  ///< averages
  Ticks ticks;                 ///< of a core
  double processor;            ///< of this thread [ns]
  std::int64_t switches;       ///< involuntary
};
Reading reading(int core);

/// The load during a timed stretch, from two readings of its core by its thread.
SystemLoad system_load(const Reading& before, const Reading& after, const TimedStretches& timed);

}  // namespace kintree::suite
