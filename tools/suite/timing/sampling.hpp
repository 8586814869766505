// The number of calls of each timed_plugin, and the order in which they take turns.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "suite/timing/timed_plugin.hpp"

namespace kintree::suite {

/// A row, with the timed_plugin that measures it.
struct Entry {
  BenchRow* row;
  std::unique_ptr<TimedPlugin> timed_plugin;
  bool kept{};  ///< prepared once, since that takes long
};

/// The rows of one model and problem take turns.
using Group = std::vector<Entry>;

class Sampling {
 public:
  /// `clock`: that on the wall [ns]. The choice must outlive it.
  explicit Sampling(const BenchChoice& choice, std::function<double()> clock = wall_time);

  /// Fills in iterations and samples, round by round. A row that gives no answer, or takes too long, gets the
  /// reason and is left out from the next round on. `progress`: as run_bench() has it.
  void measure(std::vector<Group> groups, const std::function<void(std::size_t, std::size_t)>& progress);

  const Counters& counters() const { return counters_; }
  const TimedStretches& timed() const { return timed_; }

 private:
  void calibrate(Entry& entry);
  void sample(Entry& entry);

  const BenchChoice& choice_;
  std::function<double()> clock_;
  TimedStretches timed_;
  std::mt19937_64 random_;
  double sample_, longest_call_;  ///< [ns]
  Counters counters_;
};

}  // namespace kintree::suite
