#include "suite/timing/timed_plugin.hpp"

#include <cmath>
#include <random>

#include "kintree/model/error.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/execution/worker.hpp"
#include "suite/timing/inputs.hpp"
#include "suite/timing/statistics.hpp"

namespace kintree::suite {
namespace {

template <class S>
class TimedPluginIn final : public TimedPlugin {
 public:
  TimedPluginIn(const Plugin& plugin, const BenchModel& model, const report::Timing& row,
                const Inputs<S>& inputs)
      : plugin_(plugin),
        model_(model),
        problem_(row.problem),
        in_path_rows_(row.mode == "path_rows"),
        inputs_(inputs) {}

  void prepare(std::uint64_t seed) override {
    release();
    failure_.clear();
    std::minstd_rand random(static_cast<std::uint32_t>(seed));
    next_ = std::uniform_int_distribution<std::size_t>(0, inputs_.states.size() - 1)(random);
    padding_ = padding(seed);
    try {
      prepared_ = plugin_.prepare(model_.model, model_.states.front().end_effectors, scalar(scalar_format()));
    } catch (const InputError& refusal) {
      failure_ = refusal.what();
      return;
    }
    solver_ = dynamic_cast<Solver<S>*>(prepared_.get());
    if (solver_ == nullptr) {
      failure_ = "it has no solver for " + std::string(name(scalar_format()));
      return;
    }
    outputs_ = Arrays<S>(problem_, inputs_.sizes, path_rows());
  }

  void release() override {
    solver_ = nullptr;
    prepared_.reset();
    outputs_ = {};
  }

  Sample run(std::int64_t calls, const Counters& counters, TimedStretches& timed) override {
    if (solver_ == nullptr) return {};
    const auto* library = dynamic_cast<const TimesLibrary*>(prepared_.get());
    if (library != nullptr && std::isnan(library->library_seconds())) library = nullptr;
    std::vector<double> whole, within;  // [ns] of each call, by the clock
    if (library != nullptr) whole.reserve(static_cast<std::size_t>(calls)), within.reserve(whole.capacity());
    const Counters::Counts counted = counters.read();
    const double wall = wall_time(), processor = processor_time();
    try {
      if (library == nullptr) {
        loop(calls);
      } else {
        for (std::int64_t k = 0; k < calls; ++k) {
          const double begin = wall_time(), before = library->library_seconds();
          loop(1);
          within.push_back((library->library_seconds() - before) * 1e9);
          whole.push_back(wall_time() - begin);
        }
      }
    } catch (const OutsideDomain& reason) {
      failure_ = "outside the domain: " + std::string(reason.what());
    } catch (const std::exception& error) {
      failure_ = std::string("it throws: ") + error.what();
    }
    const auto count = static_cast<double>(calls);
    Sample sample;
    sample.processor = (processor_time() - processor) / count;
    sample.wall = (wall_time() - wall) / count;
    const Counters::Counts counts = counters.read().since(counted, count);
    timed.add(sample.processor * count, sample.wall * count);
    sample.cycles = counts.cycles;
    sample.instructions = counts.instructions;
    sample.conversions = std::numeric_limits<double>::quiet_NaN();
    if (library != nullptr) {
      // The clock on the wall is faster than any clock of the thread. It also runs while the core is taken
      // away, but that happens in few of the calls and does not affect their median.
      sample.processor = median(within);
      sample.wall = mean(within);
      sample.conversions = median(whole) - sample.processor;
    }
    return sample;
  }

  std::string failure() const override { return failure_; }

 private:
  static constexpr Format scalar_format() {
    return std::is_same_v<S, double> ? Format::binary64 : Format::binary32;
  }

  const PathRowLayout* path_rows() const { return in_path_rows_ ? &inputs_.rows : nullptr; }

  void loop(std::int64_t calls) {
    const auto& states = in_path_rows_ ? inputs_.states_in_rows : inputs_.states;
    Call<S> arguments = outputs_.call(inputs_.sizes, path_rows());
    Status failed;
    for (std::int64_t k = 0; k < calls; ++k) {
      for (std::size_t i = 0; i < arguments.in.size(); ++i) arguments.in[i] = states[next_][i].data();
      const Status status = solver_->call(problem_, arguments);
      if (status.code != Status::ok) failed = status;
      if (++next_ == states.size()) next_ = 0;
    }
    if (failed.code != Status::ok) failure_ = why_no_answer(failed);
  }

  const Plugin& plugin_;
  const BenchModel& model_;
  Problem problem_;
  bool in_path_rows_;
  const Inputs<S>& inputs_;
  Arrays<S> outputs_;
  std::vector<std::unique_ptr<char[]>> padding_;
  std::unique_ptr<SolverBase> prepared_;
  Solver<S>* solver_ = nullptr;  ///< the prepared solver
  std::size_t next_{};
  std::string failure_;
};

}  // namespace

std::unique_ptr<BenchInputs> bench_inputs(const BenchModel& model, Problem problem, Format scalar) {
  if (scalar == Format::binary64) return std::make_unique<Inputs<double>>(model, problem);
  return std::make_unique<Inputs<float>>(model, problem);
}

std::vector<std::unique_ptr<char[]>> padding(std::uint64_t seed) {
  constexpr std::size_t count = 8;
  std::minstd_rand random(static_cast<std::uint32_t>(seed));
  std::uniform_int_distribution<std::size_t> bytes{1, 4096};
  std::vector<std::unique_ptr<char[]>> blocks(count);
  for (auto& block : blocks) block = std::make_unique<char[]>(bytes(random));
  return blocks;
}

bool is_foreign(const Plugin& plugin) {
  return dynamic_cast<const WrapsLibrary*>(&plugin) != nullptr;
}

std::string why_no_answer(const Status& status) {
  return status.code == Status::breakdown        ? "a pivot is not positive"
         : status.code == Status::dependent_rows ? "the end-effectors' Jacobian has not full row rank"
                                                 : "it claims the problem, but does not solve it";
}

std::unique_ptr<TimedPlugin> timed_plugin(const Plugin& plugin, const BenchModel& model,
                                          const report::Timing& row, const BenchInputs& inputs) {
  const bool packs = plugin.description().lanes.of(scalar(row.scalar)) > 1;
  if (row.mode == name(BenchMode::threads) || row.mode == "batch_path_rows" ||
      (row.mode == name(BenchMode::batch) && packs))
    return timed_batch(plugin, model, row, inputs);
  if (row.scalar == Format::binary64)
    return std::make_unique<TimedPluginIn<double>>(plugin, model, row,
                                                   dynamic_cast<const Inputs<double>&>(inputs));
  return std::make_unique<TimedPluginIn<float>>(plugin, model, row,
                                                dynamic_cast<const Inputs<float>&>(inputs));
}

}  // namespace kintree::suite
