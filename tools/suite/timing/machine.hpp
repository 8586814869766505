// The machine that is measured on: its clocks, its counters, the core that a run keeps to, and what others did meanwhile. Linux.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

#include "suite/timing/bench.hpp"

namespace kintree::suite {

/// Of this thread, and of the clock on the wall [ns].
double processor_time();
double wall_time();
/// So far: how often the scheduler took the core from this thread.
std::int64_t involuntary_switches();

/// Keeps the calling thread to one core: `wanted`, or, if that is negative, the one that was idle most in the last tenth of a second.
/// InputError if the thread may not run there. Taken back when it ends.
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

/// Cycles and instructions of this thread, in user mode, where the kernel counts them.
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

    /// Of one of the calls since then.
    Counts since(const Counts& before, double calls) const {
      return {(cycles - before.cycles) / calls, (instructions - before.instructions) / calls};
    }
  };
  /// So far; NaN where they are not available.
  Counts read() const { return counts_in(cycles_); }

  /// Of the group that the file stands for; NaN if the file says nothing of it.
  static Counts counts_in(int file);
  /// Why the kernel counts nothing, by the number of its error.
  static std::string why_not(int error);

 private:
  int cycles_, instructions_;  ///< files; the first stands for both
  std::string why_not_;
};

/// The sum of all stretches that were timed [ns].
struct TimedStretches {
  double processor = 0, wall = 0;  ///< of the thread, and of the clock
  double elsewhere = 0;            ///< what processes of ours took, in all
  std::int64_t switches = 0;       ///< theirs, involuntary

  void add(double of_thread, double of_clock) { processor += of_thread, wall += of_clock; }
};

/// Of a core, since the machine began [ticks].
struct Ticks {
  double total, idle, stolen;
};
/// As the text of /proc/stat says; zeros if it says nothing of the core.
Ticks ticks_of(std::istream& stat, int core);

/// Of the cores the one that was idle most between two readings of their idle ticks; of several, the first. InputError if there is none.
int idlest(const std::vector<int>& cores, const std::vector<double>& before,
           const std::vector<double>& after);

/// What the machine and this thread did so far.
struct Reading {
  std::array<double, 3> load;  ///< averages
  Ticks ticks;                 ///< of a core
  double processor;            ///< of this thread [ns]
  std::int64_t switches;       ///< involuntary
};
Reading reading(int core);

/// Of what was timed between two readings of its core by its thread.
Burden burden(const Reading& before, const Reading& after, const TimedStretches& timed);

}  // namespace kintree::suite
