// Hunts for the worst cases of a plugin: what they find, how long they take, and their scores.
#include "suite/worst_cases/search.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "case_text.hpp"
#include "kintree/model/error.hpp"
#include "planted_weakness.hpp"
#include "suite/execution/ranks.hpp"
#include "suite/worst_cases/hunts.hpp"
#include "suite/worst_cases/search_space.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

std::vector<Source> revolute_trees(int bodies) {
  CaseChoice choice;
  choice.families = {"chain", "recursive"};
  choice.bodies = bodies;
  choice.joints = {JointKind::revolute};
  return choice.sources();
}

/// `rnea`, which waits until two threads call it at once, but not for ever.
class FakeThatWaitsForTwoThreads final : public Plugin {
 public:
  const Description& description() const override { return sound_.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    {
      std::unique_lock lock(mutex_);
      if (++here_ > 1) met_ = true;
      arrived_.notify_all();
      if (patient_) patient_ = arrived_.wait_for(lock, std::chrono::seconds(60), [this] { return met_; });
      --here_;
    }
    return sound_.prepare(model, end_effectors, scalar);
  }
  std::unique_ptr<SolverBase> prepare_batch(const Model& model, const std::vector<EndEffector>& end_effectors,
                                            Scalar scalar) const override {
    return sound_.prepare_batch(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

  bool met() const { return met_; }

 private:
  const Plugin& sound_ = built_plugin("rnea");
  mutable std::mutex mutex_;
  mutable std::condition_variable arrived_;
  mutable int here_ = 0;
  mutable bool met_ = false, patient_ = true;
};

/// `rnea`, which gives its answer and a status without an answer.
class FakeThatBreaksDown final : public Plugin {
 public:
  const Description& description() const override { return sound_.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return std::make_unique<FakeSolver>(sound_.prepare(model, end_effectors, scalar));
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

 private:
  class FakeSolver final : public Solves<double, problems::InverseDynamics> {
   public:
    explicit FakeSolver(std::unique_ptr<SolverBase> sound) : prepared_(std::move(sound)) {}
    Status inverse_dynamics(const Input<double, problems::InverseDynamics>& given,
                            VectorView<double> tau) override {
      BOOST_TEST((method<double, problems::InverseDynamics>(*prepared_).inverse_dynamics(given, tau).code ==
                  Status::ok));
      return Status::breakdown_at(1);
    }

   private:
    std::unique_ptr<SolverBase> prepared_;
  };

  const Plugin& sound_ = built_plugin("rnea");
};

}  // namespace

BOOST_AUTO_TEST_SUITE(searching)

/// Two numbers must be right for this error: random draws come within a hundredth.
BOOST_AUTO_TEST_CASE(a_weak_spot_is_found_whatever_the_threads) {
  const PlantedWeakness plugin(WeakSpot(1, 2, 1));
  const SearchTarget target{&plugin, Problem::inverse_dynamics};
  const std::vector<Source> trees = revolute_trees(2);
  const SearchOptions options{.evaluations = 1500, .seed = 1, .threads = 2};
  const Find drawn = worst_drawn(target, trees, options), found = hunt(target, trees, options);
  BOOST_TEST(found.score.alpha > 10 * drawn.score.alpha,
             found.score.alpha << " against " << drawn.score.alpha);
  SearchOptions alone = options;
  alone.threads = 1;
  BOOST_TEST((text(hunt(target, trees, alone).c) == text(found.c)));
  SearchOptions others = options;
  others.seed = 5000;
  BOOST_TEST((text(hunt(target, trees, others).c) != text(found.c)));

  const Find small = shrunk(target, found);
  BOOST_TEST(small.c.model.body_count() == 1);
  BOOST_TEST(text(small.c).size() < text(found.c).size());  // numbers of fewer digits
  BOOST_TEST(small.score.value >= 0.9 * found.score.value);
  BOOST_TEST(!SearchSpace(small.c, target.problem, false).beyond_ranges());
}

/// Fewer bodies are left, on which the answer is as bad, and no less of it is due to roundings of the inputs.
BOOST_AUTO_TEST_CASE(a_find_is_shrunk_to_what_it_needs) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const WeakSpot spot(seed, 2, 1);
    const PlantedWeakness plugin(spot);
    const SearchTarget target{&plugin, Problem::inverse_dynamics};
    Case c =
        random_case(Family::chain, 5, 4, {.joints = {JointKind::revolute}, .numbering = {}, .state = {}});
    BOOST_TEST_REQUIRE(c.model.body_count() > 2);
    Body& first = c.model.bodies[1];
    for (const auto& [number, value, range] : spot.conditions) {
      if (number == 0) c.state.q[0] = value;
      if (number == 1) c.state.v[0] = value;
      if (number == 2) first.inertial.mass = value;
      if (number == 3) first.joint.placement.xyz = {0, 0, value};
    }
    const Find find{c, confirmed_score(target, c)}, small = shrunk(target, find);
    BOOST_TEST(find.score.error > 0.1);
    BOOST_TEST(small.c.model.body_count() < c.model.body_count());
    BOOST_TEST(small.score.value >= 0.9 * find.score.value);
    BOOST_TEST(small.score.sigma >= find.score.sigma / 2);
  }
}

/// This holds for one hunt and for several.
BOOST_AUTO_TEST_CASE(hunts_have_all_threads) {
  for (const std::int64_t starts : {1, 2}) {
    const FakeThatWaitsForTwoThreads plugin;
    HuntChoice choice;
    choice.families = {"chain"};
    choice.bodies = 1;
    choice.search = {.evaluations = 8, .seed = 1, .threads = 2};
    choice.starts = starts;
    run_hunts({.plugins = {&plugin}, .problems = {Problem::inverse_dynamics}}, choice,
              *ranks_of_this_process());
    BOOST_TEST(plugin.met(), starts << " hunts");
  }
}

namespace {

/// The first of two.
class FirstRank final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 2; }
  bool answer(const std::function<CaseRange(const Progress&)>&, std::chrono::milliseconds) override {
    return false;
  }
  CaseRange ask(const Progress&) override { return {}; }
  [[noreturn]] void abort(int exit_code) override { std::exit(exit_code); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_have_a_folder) {
  FirstRank ranks;
  const Request requested{.plugins = {&built_plugin("rnea")}, .problems = {Problem::inverse_dynamics}};
  BOOST_CHECK_EXCEPTION(run_hunts(requested, {}, ranks), InputError, [](const InputError& refusal) {
    return std::string(refusal.what()) == "--store: ranks of MPI need a folder for what each of them finds";
  });
}

/// From when the first begins; one takes a few milliseconds.
BOOST_AUTO_TEST_CASE(hunts_begin_until_their_time_is_over) {
  HuntChoice choice;
  choice.families = {"chain"};
  choice.bodies = 1;
  choice.search = {.evaluations = 8, .seed = 1, .threads = 1};
  choice.starts = 1;
  const Request requested{.plugins = {&built_plugin("rnea")}, .problems = {Problem::inverse_dynamics}};
  const auto evaluations = [&] {
    return run_hunts(requested, choice, *ranks_of_this_process()).at(0).evaluations;
  };
  const std::int64_t of_one = evaluations();
  choice.hours = 1.0 / 3600;
  BOOST_TEST(evaluations() > of_one);
}

/// If all problems are requested, the first one that a plugin claims is hunted. If problems are named, each
/// of them is hunted.
BOOST_AUTO_TEST_CASE(problems_that_are_asked_for_are_hunted) {
  const Plugin& plugin = built_plugin("innovations");
  BOOST_TEST_REQUIRE(plugin.description().claims.size() > 1u);
  const Problem first = plugin.description().claims[0].problem,
                last = plugin.description().claims.back().problem;
  HuntChoice choice;
  choice.families = {"chain"};
  choice.bodies = 2;
  choice.search = {.evaluations = 8, .seed = 1, .threads = 1};
  choice.starts = 1;
  const auto hunted = [&](const ProblemSet& problems) {
    std::vector<Problem> found;
    for (const Hunt& hunt :
         run_hunts({.plugins = {&plugin}, .problems = problems}, choice, *ranks_of_this_process()))
      found.push_back(hunt.target.problem);
    return found;
  };
  BOOST_TEST((hunted(ProblemSet::all()) == std::vector{first}));
  BOOST_TEST((hunted({last}) == std::vector{last}));
  BOOST_TEST((hunted({first, last}) == std::vector{first, last}));
}

/// A missing answer has lost every digit. Outside the domain the score is 0.
BOOST_AUTO_TEST_CASE(scores_of_what_is_no_answer) {
  const Plugin& aba = built_plugin("aba");
  const SearchTarget unanswered{&aba, Problem::mass_matrix};  // it does not solve that
  const Case c = random_case(Family::chain, 3, 2);
  BOOST_TEST(score(unanswered, c).error == 1);
  BOOST_TEST(score(unanswered, c).alpha > 1e12);
  BOOST_TEST(score({&built_plugin("rnea"), Problem::inverse_dynamics}, c).error <
             0x1p-26);  // half of the digits
  const FakeThatBreaksDown denying;
  BOOST_TEST(score({&denying, Problem::inverse_dynamics}, c).error == 1);
  const PlantedWeakness revolute_alone(WeakSpot(1, 2, 1));
  BOOST_TEST(
      score({&revolute_alone, Problem::inverse_dynamics},
            random_case(Family::chain, 3, 3, {.joints = {JointKind::planar}, .numbering = {}, .state = {}}))
          .value == 0);
  Case twice = c;
  twice.id.seed = 77;
  BOOST_TEST(confirmed_score({&aba, Problem::forward_dynamics}, c).value ==
             confirmed_score({&aba, Problem::forward_dynamics}, twice).value);
  const SearchTarget same{&aba, Problem::forward_dynamics, Aim::ratio, &aba};
  BOOST_TEST(score(same, c).value <= 1);
  BOOST_TEST(score({&aba, Problem::forward_dynamics, Aim::error}, c).value == score(same, c).error);
}

BOOST_AUTO_TEST_SUITE_END()
