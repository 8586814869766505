// One plugin that is timed on one model and problem.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/machine.hpp"

namespace kintree::suite {

/// What the calls of one model and problem read: all states, in the scalar. Shared by all plugins.
class BenchInputs {
 public:
  virtual ~BenchInputs() = default;
};

/// `model` must outlive it.
std::unique_ptr<BenchInputs> bench_inputs(const BenchModel& model, Problem problem, Format scalar);

class Contestant {
 public:
  virtual ~Contestant() = default;

  /// Prepares the plugin anew, at addresses that depend on the seed, as does the state that is asked about first: where things lie in
  /// memory changes times, and a run should not depend on what it was once.
  virtual void prepare(std::uint64_t seed) = 0;
  /// Gives back what it took.
  virtual void release() = 0;
  /// Calls it so often, states in turn. The time that the thread and the clock took goes to `timed`.
  virtual Sample run(std::int64_t calls, const Counters& counters, TimedStretches& timed) = 0;
  /// Why a call gave no answer, so far; empty if all did.
  virtual std::string failure() const = 0;
};

/// Of `row` the problem, the mode and the scalar. Plugin, model and inputs must outlive it. prepare() comes first.
std::unique_ptr<Contestant> contestant(const Plugin& plugin, const BenchModel& model,
                                       const report::Timing& row, const BenchInputs& inputs);

/// All states by one call of the batch entry; `calls` is the number of states, and a sample is that of one
/// state. With threads every core that the process may use has a solver of its own and an equal part of the
/// calls; the time of a sample is then that of the clock.
std::unique_ptr<Contestant> batch_contestant(const Plugin& plugin, const BenchModel& model,
                                             const report::Timing& row, const BenchInputs& inputs);

/// Blocks of the heap that move what is taken from it after them: so many bytes as the seed says. What fits into a hole of the heap
/// is not moved.
std::vector<std::unique_ptr<char[]>> padding(std::uint64_t seed);

/// In words, of a call that did not end well.
std::string why_no_answer(const Status& status);

/// Whether it is a plugin by kintree_plugin.h: other code than ours.
bool is_foreign(const Plugin& plugin);
/// Plugins in processes of their own: what crashes or hangs is a failure of its row, and no more.
class Isolation {
 public:
  /// `time_limit`: for what one message asks [s].
  explicit Isolation(double time_limit);
  ~Isolation();
  /// Does the same in the process of the plugin, which begins with the first prepare(): all are added before. The isolation must outlive
  /// it. A plugin that gave no answer in time is not asked about that problem on other models: each would take as long.
  std::unique_ptr<Contestant> add(const Plugin& plugin, const report::Timing& row,
                                  std::unique_ptr<Contestant> contestant);

 private:
  class Server;
  double time_limit_;
  std::map<const Plugin*, std::unique_ptr<Server>> servers_;
};

}  // namespace kintree::suite
