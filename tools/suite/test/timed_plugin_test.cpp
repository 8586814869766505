// Each timed call computes the problem of its row, for the state whose turn it is. Accuracy is measured, and
// so is the distance from the least time of the arithmetic. No time is compared with a limit.
#include "suite/timing/timed_plugin.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <crba_columns/crba_columns.hpp>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <type_traits>

#include "built_plugin.hpp"
#include "kintree/data/error.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/counting/cost.hpp"
#include "suite/timing/accuracy.hpp"
#include "suite/timing/inputs.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::suite::test::built_plugin;

namespace {

/// The requests that the solvers of a plugin received, and the answers that they are to give.
struct Notes {
  const BenchModel* model = nullptr;
  Problem problem = Problem::mass_matrix;
  std::vector<std::size_t> requested =
      {};  ///< which of the states, in turn; those of a solver follow each other
  std::set<const void*> solvers = {};
  std::vector<std::string> wrong = {};  ///< input that is not as it should be
  std::function<Status(std::size_t state)> says = [](std::size_t) { return Status{}; };
  double library_seconds = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> found = {};  ///< where results of dynamics go
  std::vector<double> takes = {};  ///< the library, call by call [s]
  std::mutex mutex = {};

  void fail(const std::string& what) { wrong.push_back(std::string(name(problem)) + ": " + what); }
};

template <class S>
std::vector<S> in(const std::vector<double>& x) {
  return {x.begin(), x.end()};
}

template <class S, class View>
std::vector<S> numbers(const View& view) {
  std::vector<S> x;
  for (int i = 1; i <= view.size; ++i) x.push_back(view(i));
  return x;
}
/// The numbers of one state of a batch.
template <class S>
std::vector<S> numbers(BatchView<const S> all, int k) {
  std::vector<S> x;
  for (int i = 1; i <= all.size; ++i) x.push_back(all(i, k));
  return x;
}

template <class S>
class Recording final : public Solver<S>, public TimesLibrary {
 public:
  explicit Recording(Notes& notes)
      : notes_(notes),
        layout_(notes.model->model),
        sizes_(sizes_of(layout_, notes.model->states.front().end_effectors.size())),
        rows_(layout_.expanded_parent) {}

  double library_seconds() const override { return notes_.library_seconds; }

  StatusOf<S> call(Problem problem, const Call<S>& call) override {
    check_sizes(call.sizes, call.path_rows);
    const Quantities &reads = info(problem).reads, &returns = info(problem).returns;
    std::array<std::vector<S>, Quantities::most> in;
    for (std::size_t i = 0; i < reads.size(); ++i)
      in[i].assign(call.in[i], call.in[i] + kintree::size(reads[i], sizes_, call.path_rows));
    const std::size_t k = find(problem, in, call.path_rows);
    for (std::size_t i = 0; i < returns.size(); ++i)
      check_apart(call.out, i, kintree::size(returns[i], sizes_, call.path_rows));
    notes_.found.push_back(static_cast<double>(*call.out[0]));
    *call.out[0] = S(1);
    return note(problem, k);
  }

  void call_batch(Problem problem, const BatchCall<S>& batch) override {
    check_sizes(batch.sizes, batch.path_rows);
    if (batch.count < 1) notes_.fail("a pack of no states");
    const Quantities &reads = info(problem).reads, &returns = info(problem).returns;
    std::array<S*, Quantities::most> out{};
    for (std::size_t i = 0; i < returns.size(); ++i) {
      const std::size_t size = kintree::size(returns[i], sizes_, batch.path_rows);
      if (static_cast<std::size_t>(batch.out[i].size) != size) notes_.fail("the size of a result");
      out[i] = batch.out[i].data;
    }
    for (std::size_t i = 0; i < returns.size(); ++i)
      check_apart(
          out, i,
          static_cast<std::size_t>(batch.out[i].size) * static_cast<std::size_t>(batch.out[i].stride));
    for (int k = 0; k < batch.count; ++k) {
      std::array<std::vector<S>, Quantities::most> in;
      for (std::size_t i = 0; i < reads.size(); ++i) in[i] = numbers<S>(batch.in[i], k);
      for (std::size_t i = 0; i < returns.size(); ++i)
        for (int j = 1; j <= batch.out[i].size; ++j) batch.out[i](j, k) = S(j);
      batch.status[k] = note(problem, find(problem, in, batch.path_rows));
    }
  }

 private:
  void check_sizes(const Sizes& sizes, const PathRowLayout* path_rows) {
    if (sizes.nq != sizes_.nq || sizes.n != sizes_.n || sizes.bodies != sizes_.bodies ||
        sizes.end_effectors != sizes_.end_effectors ||
        (path_rows != nullptr && path_rows->size() != rows_.size()))
      notes_.fail("the sizes");
  }

  /// One after the other, or elsewhere.
  void check_apart(const std::array<S*, Quantities::most>& out, std::size_t i, std::size_t size) {
    for (std::size_t k = 0; k < out.size(); ++k)
      if (k != i && out[k] != nullptr && out[k] >= out[i] && out[k] < out[i] + size)
        notes_.fail("results in one place");
  }

  /// The state with these inputs, all of which are checked.
  std::size_t find(Problem problem, const std::array<std::vector<S>, Quantities::most>& given,
                   const PathRowLayout* path_rows) {
    const Quantities& reads = info(problem).reads;
    const std::vector<State>& states = notes_.model->states;
    const auto at = std::find_if(states.begin(), states.end(),
                                 [&](const State& state) { return in<S>(state.q) == given[0]; });
    if (at == states.end()) notes_.fail("positions of no state");
    if (at == states.end()) return 0;
    for (std::size_t i = 1; i < reads.size(); ++i) {
      std::vector<S> expected = in<S>(kintree::numbers(*at, reads[i]));
      if (reads[i] == quantity::H) expected = matrix(*at, path_rows);
      if (given[i] != expected) notes_.fail("the input " + std::string(reads[i].name));
    }
    return static_cast<std::size_t>(at - states.begin());
  }

  std::vector<S> matrix(const State& state, const PathRowLayout* path_rows) {
    const int n = sizes_.n;
    std::vector<double> H(static_cast<std::size_t>(n * n));
    CrbaColumns<double>(notes_.model->model).mass_matrix({state.q.data(), sizes_.nq}, {H.data(), n, n});
    std::vector<S> expected = in<S>(H);
    if (path_rows == nullptr) return expected;
    std::vector<S> rows(static_cast<std::size_t>(path_rows->size()));
    gather_lower<S>({expected.data(), n, n}, {rows.data(), path_rows});
    return rows;
  }

  StatusOf<S> note(Problem problem, std::size_t k) {
    const std::lock_guard lock(notes_.mutex);
    if (problem != notes_.problem) notes_.fail("asked for " + std::string(name(problem)));
    if (!notes_.takes.empty())
      notes_.library_seconds += notes_.takes[notes_.requested.size() % notes_.takes.size()];
    notes_.requested.push_back(k);
    notes_.solvers.insert(this);
    return notes_.says(k);
  }

  Notes& notes_;
  Layout layout_;
  Sizes sizes_;
  PathRowLayout rows_;
};

class RecordingPlugin final : public Plugin {
 public:
  RecordingPlugin(Notes& notes, Lanes lanes) : notes_(notes) {
    description_.name = "noting";
    description_.lanes = lanes;
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&,
                                      Scalar scalar) const override {
    if (!refusal.empty()) throw InputError(refusal);
    if (unprepared) return nullptr;
    if (scalar == Scalar::double_precision) return std::make_unique<Recording<double>>(notes_);
    return std::make_unique<Recording<float>>(notes_);
  }
  void compute_in(const Arithmetic*) const override {}

  std::string refusal;
  bool unprepared = false;

 private:
  Notes& notes_;
  Description description_;
};

BenchModel model_with(int states) {
  const Case c = random_case(Family::recursive, 5, 8);
  BenchModel model{"five", c.model, {}};
  Generator generator = make_generator({word("timed_plugins")});
  for (int k = 0; k < states; ++k) {
    State state = random_state(c.model, generator, {.max_end_effectors = 0});
    state.end_effectors = {{1, {}}, {2, {}}};
    model.states.push_back(state);
  }
  return model;
}

report::Timing row_of(Problem problem, const std::string& mode, Format scalar) {
  report::Timing row;
  row.problem = problem;
  row.mode = mode;
  row.scalar = scalar;
  return row;
}

/// A timed_plugin, and the records of its solvers.
struct TimedFake {
  TimedFake(int states, Problem problem, const std::string& mode, Format scalar, Lanes lanes)
      : model(model_with(states)),
        row(row_of(problem, mode, scalar)),
        notes{.model = &model, .problem = problem},
        plugin(notes, lanes),
        inputs(bench_inputs(model, problem, scalar)),
        requested(timed_plugin(plugin, model, row, *inputs)) {}

  Sample run(std::int64_t calls) {
    notes.requested.clear();
    notes.solvers.clear();
    timed = {};
    const Sample sample = requested->run(calls, counters, timed);
    BOOST_TEST(notes.wrong.empty(), (notes.wrong.empty() ? "" : notes.wrong.front()));
    return sample;
  }

  BenchModel model;
  report::Timing row;
  Notes notes;
  RecordingPlugin plugin;
  std::unique_ptr<BenchInputs> inputs;
  std::unique_ptr<TimedPlugin> requested;
  Counters counters;
  TimedStretches timed;
};

/// So many in turn from `first` on.
std::vector<std::size_t> turns(std::size_t first, std::size_t count, std::size_t states) {
  std::vector<std::size_t> all;
  for (std::size_t k = 0; k < count; ++k) all.push_back((first + k) % states);
  return all;
}

/// Equal up to 32 roundings of half an epsilon. The compared numbers result from the same numbers by fewer
/// operations than that.
bool is_near(double a, double b) {
  return std::abs(a - b) <= 16 * std::numeric_limits<double>::epsilon() * std::abs(b);
}

/// The problems that a method of a solver answers.
const ProblemSet with_a_method = ProblemSet::all().where([](const ProblemInfo& p) {
  return !p.is_about_constraints();
}) - ProblemSet{Problem::bias_force};

}  // namespace

BOOST_AUTO_TEST_SUITE(timed_plugins)

BOOST_AUTO_TEST_CASE(states_take_turns) {
  constexpr std::size_t states = 5;
  for (const Problem problem : with_a_method)
    for (const bool path_rows : {false, true})
      for (const Format scalar : {Format::binary64, Format::binary32}) {
        if (path_rows && problem != Problem::mass_matrix && problem != Problem::factorization) continue;
        // A plugin without packs gets one state at a time, in batches too.
        for (const char* mode : {path_rows ? "path_rows" : "single", path_rows ? "path_rows" : "batch"}) {
          TimedFake stand(states, problem, mode, scalar, {});
          std::set<std::size_t> begins;
          for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            stand.requested->prepare(seed * 0x9e3779b97f4a7c15U);
            const double before = wall_time(), processor = processor_time();
            const Sample sample = stand.run(3);
            BOOST_TEST(stand.timed.processor <= processor_time() - processor);
            BOOST_TEST(stand.timed.wall <= wall_time() - before);
            begins.insert(stand.notes.requested.at(0));
            BOOST_TEST((stand.notes.requested == turns(stand.notes.requested.at(0), 3, states)));
            const std::size_t last = stand.notes.requested.back();
            BOOST_TEST((is_near(stand.timed.processor, 3 * sample.processor) &&
                        is_near(stand.timed.wall, 3 * sample.wall)));
            BOOST_TEST((sample.processor > 0 && sample.wall > 0 && std::isnan(sample.conversions)));
            BOOST_TEST(std::isnan(sample.cycles) == !stand.counters.available());
            BOOST_TEST(std::isnan(sample.instructions) == !stand.counters.available());
            stand.run(2 * states + 1);
            BOOST_TEST((stand.notes.requested == turns(last + 1, 2 * states + 1, states)));
            BOOST_TEST(stand.requested->failure() == "");
          }
          BOOST_TEST(begins.size() == states);
        }
      }
}

BOOST_AUTO_TEST_CASE(packs_take_turns) {
  for (const Problem problem : with_a_method)
    for (const bool path_rows : {false, true})
      for (const Format scalar : {Format::binary64, Format::binary32})
        for (const std::size_t states : {1, 4, 5}) {
          if (path_rows && problem != Problem::mass_matrix) continue;
          TimedFake stand(static_cast<int>(states), problem, path_rows ? "batch_path_rows" : "batch", scalar,
                          {.of_double = 2, .of_float = 3});
          stand.requested->prepare(1);
          for (const auto& [calls, times] : {std::pair{1, std::size_t{1}},
                                             {static_cast<int>(states), 1},
                                             {static_cast<int>(states) + 1, 2},
                                             {3 * static_cast<int>(states), 3}}) {
            const double before = wall_time(), processor = processor_time();
            const Sample sample = stand.run(calls);
            BOOST_TEST(stand.timed.processor <= processor_time() - processor);
            BOOST_TEST(stand.timed.wall <= wall_time() - before);
            BOOST_TEST((stand.notes.requested == turns(0, times * states, states)));
            const auto count = static_cast<double>(times * states);
            BOOST_TEST((is_near(stand.timed.processor, count * sample.processor)));
            BOOST_TEST((sample.processor > 0 && sample.wall * count >= stand.timed.wall));
            BOOST_TEST((std::isnan(sample.conversions)));
            BOOST_TEST(std::isnan(sample.cycles) == !stand.counters.available());
            BOOST_TEST(std::isnan(sample.instructions) == !stand.counters.available());
          }
          BOOST_TEST(stand.notes.solvers.size() == 1u);
          BOOST_TEST(stand.requested->failure() == "");
        }
}

BOOST_AUTO_TEST_CASE(timed_plugin_writes_inputs_again_at_each_preparation) {
  TimedFake stand(2, Problem::inverse_dynamics, "single", Format::binary64, {});
  for (const std::uint64_t seed : {1, 2}) {
    stand.requested->prepare(seed);
    stand.notes.found.clear();
    stand.run(2);
    BOOST_TEST((stand.notes.found == std::vector<double>{0, 1}));  // prepared and written again
  }
  const auto blocks = padding(1);
  BOOST_TEST(blocks.size() == 8u);
  for (const auto& block : blocks) BOOST_TEST(block.get() != nullptr);
}

// One at least, and each goes through all states.
BOOST_AUTO_TEST_CASE(each_core_has_a_solver_of_its_own) {
  constexpr std::size_t states = 4;
  const auto check = [&](std::size_t cores) {
    TimedFake stand(states, Problem::forward_dynamics, "threads", Format::binary64, {});
    for (const std::uint64_t seed : {1, 2}) {
      stand.requested->prepare(seed);
      for (const auto& [calls, times] :
           {std::pair{states * cores, std::size_t{1}}, {states * cores + 1, 2}}) {
        const Sample sample = stand.run(static_cast<std::int64_t>(calls));
        BOOST_TEST(stand.notes.solvers.size() == cores);
        std::vector<std::size_t> often(states);
        for (const std::size_t k : stand.notes.requested) ++often[k];
        BOOST_TEST((often == std::vector<std::size_t>(states, times * cores)));
        BOOST_TEST(sample.processor == sample.wall);
        BOOST_TEST(sample.wall * static_cast<double>(times * states * cores) >= stand.timed.wall);
        BOOST_TEST(std::isnan(sample.cycles) == (cores > 1 || !stand.counters.available()));
        BOOST_TEST(std::isnan(sample.instructions) == (cores > 1 || !stand.counters.available()));
      }
    }
  };
  const PinnedCore pinned(-1);
  const std::vector<int> cores = cores_of_run();
  BOOST_TEST(cores.front() == pinned.core());
  BOOST_TEST((std::set<int>(cores.begin(), cores.end()).size() == cores.size()));
  check(cores.size());
}

BOOST_AUTO_TEST_CASE(an_answer_that_fails_is_said) {
  const std::string of_row = "the end-effectors' Jacobian has not full row rank";
  for (const char* mode : {"single", "batch", "threads"})
    for (const auto& [status, why] :
         {std::pair{Status::breakdown_at(1), std::string("a pivot is not positive")},
          {Status::dependent_at(2), of_row},
          {Status{Status::unsupported}, std::string("it claims the problem, but does not solve it")}}) {
      TimedFake stand(5, Problem::mass_matrix, mode, Format::binary64, {.of_double = 2, .of_float = 2});
      stand.requested->prepare(1);
      stand.notes.says = [&failed = status](std::size_t k) { return k == 2 ? failed : Status{}; };
      stand.run(5);
      BOOST_TEST(stand.requested->failure() == why, mode);
      stand.notes.says = [](std::size_t) { return Status{}; };
      stand.requested->prepare(2);
      BOOST_TEST(stand.requested->failure() == "");
      BOOST_TEST(stand.run(5).processor > 0);
      stand.requested->release();
      if (std::string(mode) == "single") BOOST_TEST(stand.run(5).processor == 0);
      stand.plugin.refusal = "no such robot";
      stand.requested->prepare(3);
      BOOST_TEST(stand.requested->failure() == "no such robot", mode);
      BOOST_TEST((stand.run(5).processor == 0 && stand.notes.requested.empty()));
      stand.plugin.refusal.clear();
      stand.plugin.unprepared = true;
      stand.requested->prepare(4);
      BOOST_TEST(
          stand.requested->failure() ==
          (std::string(mode) == "single" ? "it has no solver for double" : "it has no solver for batches"));
      BOOST_TEST((stand.run(5).processor == 0 && stand.notes.requested.empty()));
    }
  for (const bool outside : {false, true}) {
    TimedFake stand(2, Problem::mass_matrix, "single", Format::binary32, {});
    stand.requested->prepare(1);
    stand.notes.says = [=](std::size_t) -> Status {
      if (outside) throw OutsideDomain("a loop");
      throw std::runtime_error("no room");
    };
    stand.run(3);
    BOOST_TEST(stand.requested->failure() == (outside ? "outside the domain: a loop" : "it throws: no room"));
  }
}

// The library reports 1, 2 and 6 s for three calls.
BOOST_AUTO_TEST_CASE(the_time_of_a_library_is_what_it_says) {
  TimedFake stand(3, Problem::inverse_dynamics, "single", Format::binary64, {});
  stand.notes.library_seconds = 100;
  stand.notes.takes = {1, 6, 2};
  stand.requested->prepare(1);
  const Sample sample = stand.run(3);
  BOOST_TEST(sample.processor == 2e9);
  BOOST_TEST(sample.wall == 3e9);
  const double whole = sample.conversions + sample.processor;
  BOOST_TEST((whole > 0 && whole < stand.timed.wall));
  BOOST_TEST(stand.timed.processor < 1e9);
}

/// Gives the answers of `rnea` with relative errors by state; NaN means no answer. In batches, and in lanes,
/// it answers 1.
class OffByState final : public Plugin, public HasLanes {
 public:
  explicit OffByState(const BenchModel& model,
                      const std::array<double, 4>& errors = {0x1p-30, 0x1p-10, 0x1p-20, 1}, Lanes lanes = {})
      : model_(model), errors_(errors) {
    description_.lanes = lanes;
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return std::make_unique<Off>(*this, sound_.prepare(model, end_effectors, scalar));
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }
  const Plugin& in_lanes() const override { return *this; }

 private:
  class Off final : public Solves<double, problems::InverseDynamics> {
   public:
    Off(const OffByState& plugin, std::unique_ptr<SolverBase> sound)
        : plugin_(plugin), sound_(std::move(sound)) {}
    Status inverse_dynamics(const Input<double, problems::InverseDynamics>& given,
                            VectorView<double> tau) override {
      Status status = method<double, problems::InverseDynamics>(*sound_).inverse_dynamics(given, tau);
      const std::vector<State>& states = plugin_.model_.states;
      for (std::size_t k = 0; k < states.size(); ++k)
        if (numbers<double>(given.q) == states[k].q) {
          if (std::isnan(plugin_.errors_[k])) return {Status::breakdown};
          for (int i = 1; i <= tau.size; ++i) tau(i) *= 1 + plugin_.errors_[k];
        }
      return status;
    }
    void call_batch(Problem /*problem*/, const BatchCall<double>& batch) override {
      const BatchView<double> tau = batch.out[0];
      for (int k = 0; k < batch.count; ++k) {
        for (int i = 1; i <= tau.size; ++i) tau(i, k) = 1;
        batch.status[k] = {};
      }
    }

   private:
    const OffByState& plugin_;
    std::unique_ptr<SolverBase> sound_;
  };
  const BenchModel& model_;
  std::array<double, 4> errors_;
  const Plugin& sound_ = built_plugin("rnea");
  Description description_ = sound_.description();
};

BOOST_AUTO_TEST_CASE(the_worst_of_the_states_is_that_of_the_row) {
  const BenchModel model = model_with(4);
  const OffByState plugin(model);
  const auto judged = [&](int states) {
    std::vector<BenchRow> rows(2);
    rows[0].timing = row_of(Problem::inverse_dynamics, "single", Format::binary64);
    rows[0].timing.model = model.name;
    rows[0].timing.plugin = "rnea";
    rows[1] = rows[0];
    rows[1].timing.skipped = "no time";
    BenchChoice choice;
    choice.judged_states = states;
    judge_rows(rows, {.plugins = {&plugin}, .problems = {Problem::inverse_dynamics}}, {model}, choice);
    BOOST_TEST(!rows[1].timing.verdict.has_value());
    return rows[0].timing;
  };
  BOOST_TEST(!judged(0).verdict.has_value());
  const report::Timing one = judged(1), two = judged(2), three = judged(3), all = judged(9);
  BOOST_TEST((one.verdict == Verdict::C && two.verdict > Verdict::C && three.verdict == two.verdict));
  // An error is known to a factor of two: other roundings of rnea are far below. Alpha has it over a sigma, which is of the state: of the
  // two 2^20, to a factor of ten.
  BOOST_TEST((one.error > 0x1p-31 && one.error < 0x1p-29));
  BOOST_TEST((two.error > 0x1p-11 && two.error < 0x1p-9));
  BOOST_TEST((three.error == two.error && three.alpha == two.alpha));
  BOOST_TEST((two.alpha > 1e5 * one.alpha && two.alpha < 1e7 * one.alpha));
  BOOST_TEST((all.error > 0.9 && all.error < 1.1));
}

BOOST_AUTO_TEST_CASE(no_answer_is_the_worst) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const BenchModel model = model_with(2);
  for (const auto& errors : {std::array{0x1p-30, none, 0.0, 0.0}, {none, 0x1p-30, 0.0, 0.0}}) {
    const OffByState plugin(model, errors);
    std::vector<BenchRow> rows(1);
    rows[0].timing = row_of(Problem::inverse_dynamics, "single", Format::binary64);
    rows[0].timing.model = model.name;
    rows[0].timing.plugin = "rnea";
    judge_rows(rows, {.plugins = {&plugin}, .problems = {Problem::inverse_dynamics}}, {model}, {});
    BOOST_TEST((rows[0].timing.verdict == Verdict::F));
    BOOST_TEST((std::isnan(rows[0].timing.error) && std::isnan(rows[0].timing.alpha)));
  }
}

/// `rnea` with a fault. The field can be used only if the plugin is built for Number.
class FaultyRnea final : public Plugin {
 public:
  enum Fault {
    none,
    wrong,
    wrong_in_field,
    wrong_in_packs,
    breaks_down,
    unsolved,
    leaves_domain,
    infinite,
    ends_process
  };
  explicit FaultyRnea(Fault fault, bool is_built_for_number) : fault_(fault) {
    description_.lanes = {.of_double = fault == wrong_in_packs ? 2 : 1};
    description_.scalars = {Scalar::double_precision};
    if (is_built_for_number) description_.scalars.push_back(Scalar::number);
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    auto sound = sound_.prepare(model, end_effectors, scalar);
    if (scalar == Scalar::number) return std::make_unique<Faulty<Number>>(fault_, std::move(sound));
    return std::make_unique<Faulty<double>>(fault_, std::move(sound));
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

 private:
  template <class S>
  class Faulty final : public Solves<S, problems::InverseDynamics> {
   public:
    Faulty(Fault fault, std::unique_ptr<SolverBase> sound) : fault_(fault), sound_(std::move(sound)) {}
    Status inverse_dynamics(const Input<S, problems::InverseDynamics>& given, VectorView<S> tau) override {
      const Status status = method<S, problems::InverseDynamics>(*sound_).inverse_dynamics(given, tau);
      constexpr bool in_field = std::is_same_v<S, Number>;
      if (fault_ == (in_field ? wrong_in_field : wrong)) std::swap(tau(1), tau(2));
      if (in_field) return status;
      if (fault_ == breaks_down) return Status::breakdown_at(1);
      if (fault_ == unsolved) return {Status::unsupported};
      if (fault_ == infinite) tau(2) = S(std::numeric_limits<double>::infinity());
      if (fault_ == ends_process) std::abort();
      if (fault_ == leaves_domain) throw OutsideDomain("a loop");
      return status;
    }
    void call_batch(Problem /*problem*/, const BatchCall<S>& batch) override {
      const BatchView<S> tau = batch.out[0];
      for (int k = 0; k < batch.count; ++k) {
        for (int i = 1; i <= tau.size; ++i) tau(i, k) = S(1);
        batch.status[k] = {};
      }
    }

   private:
    Fault fault_;
    std::unique_ptr<SolverBase> sound_;
  };
  const Plugin& sound_ = built_plugin("rnea");
  Description description_ = sound_.description();
  Fault fault_;
};

BOOST_AUTO_TEST_CASE(bench_shows_no_time_of_a_wrong_answer) {
  const BenchModel model = model_with(1);
  const auto why = [&](const Plugin& plugin, const char* mode = "single",
                       std::optional<Verdict> verdict = {}) {
    std::vector<BenchRow> rows(3);
    rows[0].timing = row_of(Problem::inverse_dynamics, mode, Format::binary64);
    rows[0].timing.model = model.name;
    rows[0].timing.plugin = "rnea";
    rows[0].timing.verdict = verdict;
    rows[2] = rows[1] = rows[0];
    rows[1].timing.skipped = "no time";
    rows[2].timing.model = "another";
    check_rows(rows, {.plugins = {&plugin}, .problems = {Problem::inverse_dynamics}}, {model}, {});
    BOOST_TEST(rows[1].timing.skipped == "no time");
    BOOST_TEST(rows[2].timing.skipped == "");
    return rows[0].timing.skipped;
  };
  const auto not_right = [](Reason reason) {
    return "its answer is not right: " + std::string(to_string(reason));
  };
  using enum FaultyRnea::Fault;
  for (const bool in_field : {false, true}) {
    BOOST_TEST(why(FaultyRnea(none, in_field)) == "");
    BOOST_TEST(why(FaultyRnea(breaks_down, in_field)) == not_right(Reason::breakdown));
    BOOST_TEST(why(FaultyRnea(unsolved, in_field)) == not_right(Reason::not_solved));
    BOOST_TEST(why(FaultyRnea(infinite, in_field)) == not_right(Reason::not_finite));
    BOOST_TEST(why(FaultyRnea(ends_process, in_field)) == not_right(Reason::crashed));
    BOOST_TEST(why(FaultyRnea(leaves_domain, in_field)) == not_right(Reason::outside_domain));
  }
  BOOST_TEST(why(FaultyRnea(wrong_in_field, true)) == not_right(Reason::not_equal));
  BOOST_TEST(why(FaultyRnea(wrong, false)) == not_right(Reason::beyond_bounds));
  BOOST_TEST(why(FaultyRnea(none, true), "single", Verdict::D) == "");
  BOOST_TEST(why(FaultyRnea(none, true), "single", Verdict::F) == not_right(Reason::beyond_bounds));
  // Other code computes packs, so that the judge decides on them.
  const FaultyRnea in_packs(wrong_in_packs, true);
  BOOST_TEST(why(in_packs) == "");
  BOOST_TEST(why(in_packs, "batch") == not_right(Reason::beyond_bounds));
}

// Only the dense one knows the inverse OSIM.
BOOST_AUTO_TEST_CASE(sixty_degrees_of_freedom_are_judged_by_the_dense_oracle) {
  for (const int bodies : {60, 61}) {
    BenchModelChoice choice;
    choice.families = {"chain"};
    choice.bodies = {bodies};
    choice.states = 1;
    const BenchModel model = choice.models().at(0);
    BOOST_TEST_REQUIRE(Layout(model.model).n == bodies);
    std::vector<BenchRow> rows(1);
    rows[0].timing = row_of(Problem::inverse_osim, "single", Format::binary64);
    rows[0].timing.model = model.name;
    rows[0].timing.plugin = "pv_osimr";
    judge_rows(rows, {.plugins = {&built_plugin("pv_osimr")}, .problems = {Problem::inverse_osim}}, {model},
               {});
    BOOST_TEST(rows[0].timing.verdict.has_value() == (bodies == 60));
  }
}

// As the row was timed: a batch of a plugin with packs, and of others one state.
BOOST_AUTO_TEST_CASE(judge_rows_judges_the_mode_that_was_timed) {
  const BenchModel model = model_with(1);
  for (const int lanes : {1, 2})
    for (const char* mode : {"single", "path_rows", "lanes", "batch", "threads"}) {
      const OffByState plugin(model, {0x1p-30}, {.of_double = lanes});
      std::vector<BenchRow> rows(1);
      rows[0].timing = row_of(Problem::inverse_dynamics, mode, Format::binary64);
      rows[0].timing.model = model.name;
      rows[0].timing.plugin = "rnea";
      judge_rows(rows, {.plugins = {&plugin}, .problems = {Problem::inverse_dynamics}}, {model}, {});
      const bool in_batch = lanes > 1 && (std::string(mode) == "batch" || std::string(mode) == "threads");
      BOOST_TEST((rows[0].timing.error > 0x1p-29) == in_batch, mode << " in " << lanes);
    }
}

/// The operations of one answer to the first state.
Operations operations_of(const Plugin& plugin, Problem problem, const BenchModel& model) {
  return counted_run(plugin, problem,
                     {{.family = model.name, .joints = {}}, model.model, model.states.front()})
      .cost.operations();
}

/// Another plugin under its name, as if it had other packs, or could not be counted.
class InPacks final : public Plugin {
 public:
  InPacks(const std::string& name, Lanes lanes, bool counted) : plugin_(built_plugin(name)) {
    description_.lanes = lanes;
    if (!counted) description_.scalars = {Scalar::double_precision}, description_.name = "uncounted";
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return plugin_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { plugin_.compute_in(arithmetic); }

 private:
  const Plugin& plugin_;
  Description description_ = plugin_.description();
};

// The registers have 16 bytes, in packs as in single calls. In packs the larger of the two numbers of
// operations is timed. Otherwise all operations are timed, and each takes half of the time of two.
BOOST_AUTO_TEST_CASE(the_roofline_of_packs_is_of_fused_operations) {
  const BenchModel model = model_with(1);
  const InPacks crba("crba_columns", {.of_double = 2, .of_float = 4}, true), rnea("rnea", {}, true),
      uncounted("rnea", {}, false);
  BenchRun run;
  const auto add = [&](const Plugin& plugin, const char* mode, Format scalar) {
    const bool H = plugin.description().name == "crba_columns";
    BenchRow& row = run.rows.emplace_back();
    row.timing = row_of(H ? Problem::mass_matrix : Problem::inverse_dynamics, mode, scalar);
    row.timing.plugin = plugin.description().name;
    row.timing.model = model.name;
    row.timing.bodies = model.model.body_count();
    row.timing.median = 1000;
  };
  for (const char* mode : {"single", "path_rows", "batch", "batch_path_rows", "lanes"})
    add(crba, mode, Format::binary64);
  for (const char* mode : {"single", "batch"}) add(rnea, mode, Format::binary64);
  for (const char* mode : {"single", "batch"}) add(crba, mode, Format::binary32);
  add(uncounted, "single", Format::binary64);
  {
    const PinnedCore pinned(-1);
    run.core = pinned.core();
  }
  const double begin = wall_time();
  const std::vector<RooflineRow> points =
      roofline(run, {.plugins = {&uncounted, &crba, &rnea}, .problems = ProblemSet::all()}, {model});
  const double elapsed = wall_time() - begin;
  BOOST_TEST(points.size() == 9u);
  BOOST_TEST(std::isnan(run.rows[9].timing.arithmetic));
  const Operations o = operations_of(crba, Problem::mass_matrix, model);
  const double single = static_cast<double>(o.multiplications + o.additions) / 2;
  const auto fused = static_cast<double>(std::max(o.multiplications, o.additions));
  const auto arithmetic = [&](std::size_t row) { return run.rows[row].timing.arithmetic; };
  BOOST_TEST(arithmetic(1) == arithmetic(0));
  for (const std::size_t row : {2, 3, 4})
    BOOST_TEST((is_near(arithmetic(row) / arithmetic(0), fused / single)));
  BOOST_TEST(arithmetic(6) == arithmetic(5));
  BOOST_TEST((is_near(arithmetic(8) / arithmetic(7), fused / single)));
  // The least of 30 times is no more than a thirtieth of all: of 20000 steps of 12 packs of two lanes, of 200000 sums.
  BOOST_TEST((arithmetic(0) > 0 && 30 * 20000.0 * 12 * 2 * arithmetic(0) / single <= elapsed));
  const double cycle = 1000 / points[0].cycles / model.model.body_count();
  BOOST_TEST((cycle > 0 && 30 * 200000.0 * cycle <= elapsed));
}

// At one rate of operations, the times of rows of one scalar have the ratio of their operations.
BOOST_AUTO_TEST_CASE(the_roofline_is_of_the_operations) {
  const BenchModel model = model_with(2);
  const Plugin &crba = built_plugin("crba"), &rnea = built_plugin("rnea");
  BenchRun run;
  for (const char* mode : {"single", "single", "threads", "path_rows", "single"}) {
    const bool second = run.rows.size() == 1;
    BenchRow& row = run.rows.emplace_back();
    row.timing = row_of(second ? Problem::inverse_dynamics : Problem::mass_matrix, mode, Format::binary64);
    row.timing.plugin = second ? "rnea" : "crba";
    row.timing.model = model.name;
    row.timing.bodies = model.model.body_count();
    row.timing.median = second ? 300 : 700;
  }
  run.rows.back().timing.skipped = "no time";
  {
    const PinnedCore pinned(-1);
    run.core = pinned.core();
  }
  const std::vector<RooflineRow> points =
      roofline(run, {.plugins = {&rnea, &crba}, .problems = ProblemSet::all()}, {model});
  BOOST_TEST_REQUIRE(points.size() == 3u);
  const auto operations = [&](const Plugin& plugin, Problem problem) {
    const Operations o = operations_of(plugin, problem, model);
    return static_cast<double>(o.multiplications + o.additions);
  };
  const report::Timing &first = run.rows[0].timing, &second = run.rows[1].timing;
  BOOST_TEST(first.arithmetic > 0);
  BOOST_TEST((is_near(second.arithmetic / first.arithmetic,
                      operations(rnea, Problem::inverse_dynamics) / operations(crba, Problem::mass_matrix))));
  BOOST_TEST((is_near(points[1].least / points[1].cycles, second.arithmetic / second.median)));
  BOOST_TEST((is_near(points[0].cycles / points[1].cycles, 700.0 / 300)));
  BOOST_TEST(points[0].cycles == points[2].cycles);
  BOOST_TEST(points[0].least == points[2].least);
  BOOST_TEST((points[0].name == first.name() && points[2].name == run.rows[3].timing.name()));
  BOOST_TEST((std::isnan(run.rows[2].timing.arithmetic) && std::isnan(run.rows[4].timing.arithmetic)));
}

BOOST_AUTO_TEST_SUITE_END()
