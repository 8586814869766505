// Each timed call computes the problem of its row, for the state whose turn it is. No time is compared with a limit.
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

#include "bench_rows.hpp"
#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/counting/cost.hpp"
#include "suite/timing/accuracy.hpp"
#include "suite/timing/inputs.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

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

BOOST_AUTO_TEST_SUITE_END()
