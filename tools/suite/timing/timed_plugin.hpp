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

/// The input of all calls for one model and problem: all states, in the scalar. Shared by all plugins.
class BenchInputs {
 public:
  virtual ~BenchInputs() = default;
};

/// `model` must outlive it.
std::unique_ptr<BenchInputs> bench_inputs(const BenchModel& model, Problem problem, Format scalar);

class TimedPlugin {
 public:
  virtual ~TimedPlugin() = default;

  /// Prepares a new solver of the plugin. Its addresses depend on the seed, and so does the first state.
  /// Times depend on addresses in memory, and a run should not depend on a single choice of them.
  virtual void prepare(std::uint64_t seed) = 0;
  /// Frees the memory that prepare() took.
  virtual void release() = 0;
  /// Calls it so often, states in turn. The time that the thread and the clock took goes to `timed`.
  virtual Sample run(std::int64_t calls, const Counters& counters, TimedStretches& timed) = 0;
  /// Why a call gave no answer, so far; empty if all did.
  virtual std::string failure() const = 0;
};

/// Times the problem, the mode and the scalar of `row`. Plugin, model and inputs must outlive it. prepare()
/// comes first.
std::unique_ptr<TimedPlugin> timed_plugin(const Plugin& plugin, const BenchModel& model,
                                          const report::Timing& row, const BenchInputs& inputs);

/// All states by one call of the batch entry; `calls` is the number of states, and a sample is that of one
/// state. With threads every core that the process may use has a solver of its own and an equal part of the
/// calls; the time of a sample is then that of the clock.
std::unique_ptr<TimedPlugin> timed_batch(const Plugin& plugin, const BenchModel& model,
                                         const report::Timing& row, const BenchInputs& inputs);

/// Blocks of the heap that move later allocations, by a number of bytes that depends on the seed. An
/// allocation that fits into a hole of the heap is not moved.
std::vector<std::unique_ptr<char[]>> padding(std::uint64_t seed);

/// In words, of a call that did not end well.
std::string why_no_answer(const Status& status);

/// True if the plugin uses kintree_plugin.h, so that its code is not ours.
bool is_foreign(const Plugin& plugin);
/// Runs plugins in processes of their own. A plugin that crashes or does not end fails its own row, and no
/// other.
class Isolation {
 public:
  /// `time_limit`: for the request of one message [s].
  explicit Isolation(double time_limit);
  ~Isolation();
  /// Does the same in the process of the plugin, which begins with the first prepare(). All must be added
  /// before that. The isolation must outlive the result. A plugin that gave no answer in time is not called
  /// for that problem on other models, because each would take as long.
  std::unique_ptr<TimedPlugin> add(const Plugin& plugin, const report::Timing& row,
                                   std::unique_ptr<TimedPlugin> timed_plugin);

 private:
  class Server;
  double time_limit_;
  std::map<const Plugin*, std::unique_ptr<Server>> servers_;
};

}  // namespace kintree::suite
