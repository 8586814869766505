// The worst state of a timed row is its accuracy, and no time of a wrong answer is shown. No time is compared with a limit.
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

BOOST_AUTO_TEST_SUITE(timed_plugins)

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

BOOST_AUTO_TEST_SUITE_END()
