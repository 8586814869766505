#include <array>
#include <barrier>
#include <cassert>
#include <thread>

#include "kintree/model/error.hpp"
#include "suite/execution/worker.hpp"
#include "suite/support/numbers_of_packs.hpp"
#include "suite/timing/inputs.hpp"

namespace kintree::suite {
namespace {

/// Numbers of states. Each pack of them is a structure of arrays by itself, which a solver can read and write
/// in place.
template <class S>
struct StatePacks {
  std::size_t size{}, lanes{};
  NumbersOfPacks<S> numbers;

  StatePacks() = default;
  StatePacks(std::size_t size, std::size_t lanes, std::size_t packs)
      : size(size), lanes(lanes), numbers(size * lanes * packs) {}

  template <class Numbers>
  void set(std::size_t state, const Numbers& values) {
    S* const pack = numbers.data() + state / lanes * size * lanes;
    for (std::size_t i = 0; i < values.size(); ++i) pack[i * lanes + state % lanes] = values[i];
  }
  BatchView<S> pack(std::size_t k) {
    assert((k + 1) * size * lanes <= numbers.size());
    return {numbers.data() + k * size * lanes, static_cast<int>(size), static_cast<std::ptrdiff_t>(lanes)};
  }
};

/// The solver of one thread, with its input and output.
template <class S>
class ThreadOfBatches {
 public:
  ThreadOfBatches(const Inputs<S>& inputs, const report::Timing& row, std::unique_ptr<SolverBase> prepared,
                  int lanes)
      : problem_(row.problem),
        rows_(row.in_path_rows() ? &inputs.rows : nullptr),
        count_(inputs.states.size()),
        lanes_(static_cast<std::size_t>(lanes)),
        prepared_(std::move(prepared)),
        solver_(dynamic_cast<Solver<S>*>(prepared_.get())),
        single_(row.problem, inputs.sizes, rows_),
        sizes_(inputs.sizes),
        status_(count_) {
    const std::size_t packs = (count_ + lanes_ - 1) / lanes_;
    const auto& states = rows_ != nullptr ? inputs.states_in_rows : inputs.states;
    for (std::size_t i = 0; i < in_.size(); ++i) {
      in_[i] = StatePacks<S>(single_.in[i].size(), lanes_, packs);
      out_[i] = StatePacks<S>(single_.out[i].size(), lanes_, 1);
      for (std::size_t k = 0; k < count_; ++k) in_[i].set(k, states[k][i]);
    }
  }

  bool ready() const { return solver_ != nullptr; }

  /// A pack of states a call.
  void solve(std::int64_t times) {
    for (std::int64_t k = 0; k < times; ++k)
      for (std::size_t pack = 0; pack * lanes_ < count_; ++pack) solve_pack(pack);
  }

  std::string failure() const {
    for (const Status& status : status_)
      if (status.code != Status::ok) return why_no_answer(status);
    return {};
  }

 private:
  void solve_pack(std::size_t k) {
    const std::size_t first = k * lanes_;
    BatchCall<S> batch{
        sizes_, static_cast<int>(std::min(lanes_, count_ - first)), status_.data() + first, &single_, {}, {},
        rows_};
    for (std::size_t i = 0; i < in_.size(); ++i) batch.in[i] = in_[i].pack(k), batch.out[i] = out_[i].pack(0);
    solver_->call_batch(problem_, batch);
  }

  Problem problem_;
  const PathRowLayout* rows_;  ///< of a matrix in path rows, or null
  std::size_t count_, lanes_;
  std::unique_ptr<SolverBase> prepared_;
  Solver<S>* solver_;
  Arrays<S> single_;
  Sizes sizes_;
  std::array<StatePacks<S>, Quantities::most> in_, out_;  ///< outputs of the last pack
  std::vector<Status> status_;
};

template <class S>
class TimedBatch final : public TimedPlugin {
 public:
  TimedBatch(const Plugin& plugin, const BenchModel& model, const report::Timing& row,
             const Inputs<S>& inputs)
      : plugin_(plugin),
        model_(model),
        row_(row),
        threads_(row.mode == name(BenchMode::threads)),
        inputs_(inputs) {}

  void prepare(std::uint64_t seed) override {
    release();
    failure_.clear();
    padding_ = padding(seed);
    cores_ = cores_of_run();
    if (!threads_ || cores_.empty()) cores_.resize(1);
    constexpr Scalar scalar = std::is_same_v<S, double> ? Scalar::double_precision : Scalar::single_precision;
    try {
      for (std::size_t k = 0; k < cores_.size(); ++k)
        solvers_.push_back(std::make_unique<ThreadOfBatches<S>>(
            inputs_, row_, plugin_.prepare_batch(model_.model, model_.states.front().end_effectors, scalar),
            plugin_.description().lanes.of(scalar)));
    } catch (const InputError& refusal) {
      failure_ = refusal.what();
    }
    for (const auto& solver : solvers_)
      if (!solver->ready()) failure_ = "it has no solver for batches";
  }

  void release() override { solvers_.clear(); }

  Sample run(std::int64_t calls, const Counters& counters, TimedStretches& timed) override {
    if (!failure_.empty()) return {};
    const auto states = static_cast<std::int64_t>(inputs_.states.size() * solvers_.size());
    const std::int64_t times = (calls + states - 1) / states;
    std::barrier all(static_cast<std::ptrdiff_t>(solvers_.size()));
    std::vector<std::jthread> others;
    for (std::size_t k = 1; k < solvers_.size(); ++k)
      others.emplace_back([&, k] {
        keep_to_core(cores_[k]);
        all.arrive_and_wait();
        solvers_[k]->solve(times);
        all.arrive_and_wait();
      });
    all.arrive_and_wait();
    const Counters::Counts before = counters.read();
    const double wall = wall_time(), processor = processor_time();
    solvers_.front()->solve(times);
    const double own = processor_time() - processor, own_wall = wall_time() - wall;
    all.arrive_and_wait();
    const double elapsed = wall_time() - wall;
    const auto count = static_cast<double>(times * states);
    const Counters::Counts counts = counters.read().since(before, count);
    timed.add(own, own_wall);
    Sample sample;
    sample.wall = elapsed / count;
    sample.processor = threads_ ? sample.wall : own / count;
    sample.conversions = std::numeric_limits<double>::quiet_NaN();
    const bool alone = solvers_.size() == 1;
    sample.cycles = alone ? counts.cycles : sample.conversions;
    sample.instructions = alone ? counts.instructions : sample.conversions;
    for (const auto& solver : solvers_)
      if (failure_.empty()) failure_ = solver->failure();
    return sample;
  }

  std::string failure() const override { return failure_; }

 private:
  const Plugin& plugin_;
  const BenchModel& model_;
  const report::Timing& row_;
  bool threads_;
  const Inputs<S>& inputs_;
  std::vector<std::unique_ptr<char[]>> padding_;
  std::vector<int> cores_;
  std::vector<std::unique_ptr<ThreadOfBatches<S>>> solvers_;  ///< by core
  std::string failure_;
};

}  // namespace

std::unique_ptr<TimedPlugin> timed_batch(const Plugin& plugin, const BenchModel& model,
                                         const report::Timing& row, const BenchInputs& inputs) {
  if (row.scalar == Format::binary64)
    return std::make_unique<TimedBatch<double>>(plugin, model, row,
                                                dynamic_cast<const Inputs<double>&>(inputs));
  return std::make_unique<TimedBatch<float>>(plugin, model, row, dynamic_cast<const Inputs<float>&>(inputs));
}

}  // namespace kintree::suite
