// The models and the rows of `kintree bench`. No time is compared with a limit.
#include <sched.h>
#include <boost/interprocess/anonymous_shared_memory.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <numeric>
#include <utility>

#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/execution/worker.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/text.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/machine.hpp"
#include "suite/timing/statistics.hpp"

namespace {

using namespace kintree;
using namespace kintree::suite;
using Json = nlohmann::ordered_json;

/// aba, which counts how often it is prepared, in whatever process.
class CountingAba final : public Plugin {
 public:
  int prepared() const { return *prepared_; }

  const Description& description() const override { return aba_.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    ++*prepared_;
    return aba_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { aba_.compute_in(arithmetic); }

 private:
  const Plugin& aba_ = suite::test::built_plugin("aba");
  boost::interprocess::mapped_region shared_ = boost::interprocess::anonymous_shared_memory(sizeof(int));
  int* prepared_ = new (shared_.get_address()) int(0);
};

BOOST_AUTO_TEST_SUITE(bench)

BOOST_AUTO_TEST_CASE(a_solver_is_prepared_for_each_sample_or_once_for_all) {
  BenchModelChoice models;
  models.families = {"humanoid30"};
  models.states = 2;
  for (const auto& [seconds, times] : {std::pair{0.05, 3 + 1 + 3}, std::pair{1e-9, 3 + 1}}) {
    const CountingAba plugin;
    BenchChoice choice;
    choice.rounds = 3, choice.sample_seconds = seconds, choice.judged_states = 0;
    const Request requested{.plugins = {&plugin}, .problems = {Problem::forward_dynamics}};
    const BenchRun run = run_bench(requested, models.models(), choice, [](std::size_t, std::size_t) {});
    BOOST_TEST(plugin.prepared() == times);
    BOOST_TEST_REQUIRE(run.rows.size() == 1u);
    BOOST_TEST(run.rows[0].timing.skipped == "");
    BOOST_TEST_REQUIRE(run.rows[0].samples.size() == 3u);
    for (const Sample& sample : run.rows[0].samples) BOOST_TEST(sample.processor > 0);
  }
}

// Times have no verdict if a rounding of the inputs may change every digit, or if there is no exact answer,
// as for more than 150 degrees of freedom.
BOOST_AUTO_TEST_CASE(no_verdict_where_nothing_can_be_judged) {
  Case ill_posed = random_case(Family::mass_ratio, 3, 61);
  BOOST_TEST_REQUIRE(
      oracle::Oracle::dense(ill_posed.model, ill_posed.state, {Problem::factorization}, 61, Format::binary64)
          .of(Problem::factorization)
          ->ill_posed()
          .has_value());
  const Case well_posed = random_case(Family::chain, 3, 1), large = random_case(Family::chain, 200, 1);
  const std::vector<BenchModel> models{{"ill-posed", ill_posed.model, {ill_posed.state}},
                                       {"well-posed", well_posed.model, {well_posed.state}},
                                       {"large", large.model, {large.state}}};
  BenchChoice choice;
  choice.rounds = 1, choice.sample_seconds = 1e-9;
  const Request requested{.plugins = {&test::built_plugin("ldlt")}, .problems = {Problem::factorization}};
  const BenchRun run = run_bench(requested, models, choice, [](std::size_t, std::size_t) {});
  BOOST_TEST_REQUIRE(run.rows.size() == 3u);
  for (const BenchRow& row : run.rows) {
    BOOST_TEST(row.timing.timed());
    BOOST_TEST(row.timing.verdict.has_value() == (row.timing.model == "well-posed"));
    if (row.timing.verdict) BOOST_TEST((*row.timing.verdict <= Verdict::B));
  }
}

BOOST_AUTO_TEST_CASE(models_have_the_size_asked_for) {
  BenchModelChoice choice;
  choice.families = {"humanoid30", "chain", "recursive"};
  choice.bodies = {20, 300};
  choice.states = 5;
  const std::vector<BenchModel> models = choice.models();
  BOOST_TEST_REQUIRE(models.size() == 5u);
  BOOST_TEST(models[0].name == "humanoid30");
  BOOST_TEST(Layout(models[0].model).n == 30);
  BOOST_TEST(models[1].name == "chain-20");
  BOOST_TEST(models[4].name == "recursive-300");
  BOOST_TEST(models[4].model.body_count() == 300);
  BOOST_TEST(Layout(models[4].model).n == 300);
  for (const BenchModel& model : models) {
    BOOST_TEST(model.states.size() == 5u);
    BOOST_TEST(model.states[0].q != model.states[1].q);
    const auto& ends = model.states[0].end_effectors;
    BOOST_TEST(ends.size() == (model.model.body_count() == 20 ? 3u : 4u));
    for (std::size_t k = 1; k < ends.size(); ++k) BOOST_TEST(ends[k - 1].body < ends[k].body);
  }
  choice.families = {"nobody"};
  BOOST_CHECK_THROW(choice.models(), InputError);
}

// Where there is an H a state, as many as 128 MiB hold, in whole packs if there are enough for one, and two at least.
BOOST_AUTO_TEST_CASE(large_models_have_fewer_states) {
  BenchModelChoice choice;
  choice.families = {"chain"};
  choice.bodies = {300, 1000, 1100, 2400};
  choice.states = 1000;
  const std::vector<BenchModel> models = choice.models();
  BOOST_TEST_REQUIRE(models.size() == 4u);
  const std::array<std::size_t, 4> states{176, 16, 13, 2};
  for (std::size_t k = 0; k < 4; ++k) BOOST_TEST(models[k].states.size() == states[k]);
}

BOOST_AUTO_TEST_CASE(end_effectors_sit_on_leaves_and_on_the_way_to_them) {
  BenchModelChoice choice;
  choice.states = 1;
  const auto bodies = [&](const std::string& tree, int count) {
    choice.families = {tree};
    choice.bodies = {count};
    std::vector<int> found;
    const BenchModel model = choice.models().at(0);
    for (const EndEffector& end : model.states.at(0).end_effectors) {
      found.push_back(end.body);
      BOOST_TEST((end.pose.xyz == Triple{0.05, 0.02, -0.03} && end.pose.rpy == Triple{0.3, -0.2, 0.1}));
    }
    return found;
  };
  BOOST_TEST((bodies("chain", 20) == std::vector<int>{6, 13, 20}));
  BOOST_TEST((bodies("chain", 40) == std::vector<int>{10, 20, 30, 40}));
  BOOST_TEST((bodies("chain", 1) == std::vector<int>{1}));
  BOOST_TEST((bodies("star", 20) == std::vector<int>{18, 19, 20}));
}

// The first tree that has so many bodies, from the seed on: of revolute joints, on one root, depth first.
BOOST_AUTO_TEST_CASE(a_random_tree_is_the_first_that_fits) {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  options.numbering = Numbering::depth_first;
  options.multi_root = false;
  BenchModelChoice choice;
  choice.states = 1;
  choice.bodies = {12};
  std::size_t tried = 0;
  for (const Family family : {Family::recursive, Family::balanced, Family::power_law})
    for (choice.seed = 1; choice.seed <= 3; ++choice.seed) {
      std::uint64_t seed = choice.seed;
      while (random_case(family, 12, seed, options).model.body_count() != 12) ++seed;
      tried += seed - choice.seed;
      const Case expected = random_case(family, 12, seed, options);
      choice.families = {std::string(info(family).name)};
      const BenchModel found = choice.models().at(0);
      BOOST_TEST_REQUIRE(found.model.body_count() == 12);
      for (std::size_t i = 1; i < found.model.bodies.size(); ++i) {
        BOOST_TEST(found.model.bodies[i].parent == expected.model.bodies[i].parent);
        BOOST_TEST((found.model.bodies[i].joint.kind == JointKind::revolute));
        BOOST_TEST((found.model.bodies[i].inertial.mass == expected.model.bodies[i].inertial.mass));
      }
    }
  BOOST_TEST(tried > 0u);
}

BOOST_AUTO_TEST_CASE(a_file_is_the_only_model) {
  BenchModelChoice choice;
  choice.states = 1;
  choice.file = KINTREE_TESTDATA "/robots/arm.urdf";
  const std::vector<BenchModel> fixed = choice.models();
  choice.urdf.floating_base = true;
  const std::vector<BenchModel> floating = choice.models();
  BOOST_TEST_REQUIRE((fixed.size() == 1 && floating.size() == 1));
  BOOST_TEST((fixed[0].name == "arm" && floating[0].name == "arm"));
  BOOST_TEST(Layout(floating[0].model).n == Layout(fixed[0].model).n + 6);
  const auto refused = [&](const std::string& why) {
    BOOST_CHECK_EXCEPTION(choice.models(), InputError, [&](const InputError& e) {
      return std::string(e.what()).find(why) != std::string::npos;
    });
  };
  choice.families = {"chain"};
  refused("--model and --family do not go together");
  choice.file.clear();
  refused("--floating-base needs --model");
  choice.urdf.floating_base = false;
  choice.families = {"shapes"};
  refused("'shapes' has trees of up to 8 bodies, none to be timed on");
}

/// A plugin without any scalar, so that none of its rows is timed.
class Unbuilt : public Plugin, public HasLanes {
 public:
  Unbuilt(const std::string& name, bool path_rows, Lanes lanes) {
    description_.name = name;
    description_.lanes = lanes;
    for (const Problem problem : {Problem::mass_matrix, Problem::inverse_osim})
      description_.claims.push_back({.problem = problem,
                                     .promise = Verdict::A,
                                     .cost = "",
                                     .path_rows = path_rows && problem == Problem::mass_matrix});
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& /*model*/,
                                      const std::vector<EndEffector>& /*end_effectors*/,
                                      Scalar /*scalar*/) const override {
    throw InputError("asked, though it is built for nothing");
  }
  void compute_in(const Arithmetic* /*arithmetic*/) const override {}
  const Plugin& in_lanes() const override { return *this; }

 private:
  Description description_;
};
class Remote final : public Unbuilt, public WorkerSource {
  using Unbuilt::Unbuilt;
  std::unique_ptr<Worker> worker(Model /*model*/, std::vector<EndEffector> /*end_effectors*/) const override {
    return nullptr;
  }
};
class Foreign final : public Unbuilt, public WrapsLibrary {
  using Unbuilt::Unbuilt;
  bool may_allocate() const override { return false; }
};

BOOST_AUTO_TEST_CASE(a_row_for_each_way_of_asking) {
  const Unbuilt packs("packs", true, {.of_double = 4}), dense("dense", false, {.of_double = 2});
  const Remote remote("remote", true, {});
  const Foreign foreign("foreign", true, {});
  Case c = random_case(Family::chain, 3, 1);
  c.state.end_effectors = {{1, {}}, {3, {}}};
  const std::vector<BenchModel> models{{"m", c.model, {c.state, c.state}}};
  BenchChoice choice;
  choice.modes = {BenchMode::single, BenchMode::batch, BenchMode::threads};
  const Request requested{.plugins = {&packs, &dense, &remote, &foreign},
                          .problems = {Problem::mass_matrix, Problem::inverse_osim}};
  const auto rows = [&](Format scalar) {
    choice.scalar = scalar;
    std::vector<std::string> all;
    for (const BenchRow& row : run_bench(requested, models, choice, [](std::size_t, std::size_t) {}).rows) {
      const report::Timing& t = row.timing;
      all.push_back(t.plugin + " " + t.mode);
      BOOST_TEST(row.samples.empty());
      BOOST_TEST((t.model == "m" && t.scalar == scalar && t.bodies == 3 && t.depth == 3 && t.states == 2));
      BOOST_TEST(t.degrees_of_freedom == Layout(c.model).n);
      BOOST_TEST(t.end_effectors == (t.problem == Problem::mass_matrix ? 0 : 2));
      BOOST_TEST(t.skipped == (t.plugin == "remote"
                                   ? "it answers from a process of its own, where nothing can be timed"
                               : t.plugin == "foreign" && t.mode == "threads"
                                   ? "libraries of others are not called by several threads"
                                   : "it is not built for " + std::string(name(scalar))));
    }
    return all;
  };
  std::vector<std::string> expected{
      "packs single",  "packs path_rows",  "packs lanes",           "dense single",   "dense lanes",
      "remote single", "remote path_rows", "remote lanes",          "foreign single", "foreign path_rows",
      "foreign lanes", "packs batch",      "packs batch_path_rows", "dense batch",    "remote batch",
      "foreign batch", "packs threads",    "dense threads",         "remote threads", "foreign threads"};
  const std::vector<std::string> of_osim{
      "packs single",   "packs lanes",   "dense single",   "dense lanes",    "remote single", "remote lanes",
      "foreign single", "foreign lanes", "packs batch",    "dense batch",    "remote batch",  "foreign batch",
      "packs threads",  "dense threads", "remote threads", "foreign threads"};
  const auto with_osim = [&] {
    std::vector<std::string> all = expected;
    all.insert(all.end(), of_osim.begin(), of_osim.end());
    return all;
  };
  BOOST_TEST(rows(Format::binary64) == with_osim(), boost::test_tools::per_element());
  std::erase(expected, "packs batch_path_rows");  // it has no packs of float
  BOOST_TEST(rows(Format::binary32) == with_osim(), boost::test_tools::per_element());
}

// Two plugins on two models, with one between them that is not built, on the requested core.
BOOST_AUTO_TEST_CASE(run_bench_times_and_judges_the_requested_plugins) {
  const Unbuilt unbuilt("unbuilt", false, {});
  const Case small = random_case(Family::chain, 3, 1), large = random_case(Family::chain, 6, 2);
  const std::vector<BenchModel> models{{"small", small.model, {small.state}},
                                       {"large", large.model, {large.state}}};
  cpu_set_t cores{};
  sched_getaffinity(0, sizeof cores, &cores);
  BenchChoice choice;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(static_cast<std::size_t>(core), &cores)) choice.core = core;
  choice.rounds = 2, choice.sample_seconds = 1e-9, choice.judged_states = 1;
  const Request requested{.plugins = {&test::built_plugin("crba"), &unbuilt, &test::built_plugin("rnea")},
                          .problems = {Problem::mass_matrix, Problem::inverse_dynamics}};
  std::vector<std::pair<std::size_t, std::size_t>> progress, expected;
  const BenchRun run = run_bench(requested, models, choice, [&](std::size_t done, std::size_t total) {
    progress.emplace_back(done, total);
  });
  const auto samples =
      static_cast<std::size_t>(2 * std::count_if(run.rows.begin(), run.rows.end(), [](const BenchRow& row) {
                                 return row.timing.plugin != "unbuilt";
                               }));
  for (std::size_t k = 1; k <= samples; ++k) expected.emplace_back(k, samples);
  BOOST_TEST((samples >= 8 && progress == expected));
  BOOST_TEST(run.core == choice.core);
  BOOST_TEST(run.counters == Counters().why_not());
  const SystemLoad& b = run.system_load;
  BOOST_TEST((b.load_after[2] > 0 || b.preempted > 0 || b.others > 0 || b.involuntary_switches > 0));
  for (const BenchRow& row : run.rows) {
    const bool timed = row.timing.plugin != "unbuilt";
    BOOST_TEST(row.timing.skipped == (timed ? "" : "it is not built for double"));
    BOOST_TEST(row.samples.size() == (timed ? 2u : 0u));
    BOOST_TEST((row.timing.ratio >= 1) == timed);
    BOOST_TEST(row.timing.verdict.has_value() == timed);
    if (timed) BOOST_TEST((*row.timing.verdict <= Verdict::B));
  }
  BOOST_TEST(!run.profiles.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
