// Hunts: the numbers that they may change, their finds, and the finds that are kept.
#include "suite/worst_cases/search.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <tuple>

#include "kintree/data/error.hpp"
#include "kintree/data/validate.hpp"
#include "kintree/input/model_json.hpp"
#include "kintree/input/temporary_folder.hpp"
#include "kintree/input/text_file.hpp"
#include "planted_weakness.hpp"
#include "suite/worst_cases/search_space.hpp"
#include "suite/worst_cases/worst_cases.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

std::string text(const Case& c) {
  return model_as_json(c.model).dump() + state_as_json(c.state).dump();
}

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

Hunt hunt_of(const Plugin& plugin, Problem problem, const Case& c) {
  Hunt h;
  h.target = {&plugin, problem};
  h.shrunk = {c, confirmed_score(h.target, c)};
  h.command = "kintree search";
  return h;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(searching)

BOOST_AUTO_TEST_CASE(a_space_begins_at_the_drawn_case_and_stays_within_the_ranges) {
  Generator generator = make_generator({word("points")});
  int points = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Case c = random_case(Family::recursive, 4, seed,
                               {.joints = {}, .numbering = {}, .state = {.scale_quaternions = true}});
    for (const Problem problem : {Problem::forward_dynamics, Problem::inverse_osim}) {
      const SearchSpace space(c, problem, false);
      BOOST_TEST(!space.beyond_ranges(), *space.beyond_ranges());
      BOOST_TEST((text(space.at(space.start()).value()) == text(c)));
      std::vector<double> point(space.dimension());
      for (double& x : point) x = uniform(generator, 0, 1);
      const auto there = space.at(point);
      if (!there) continue;
      ++points;
      BOOST_TEST((text(*there) != text(c)));
      BOOST_TEST(validate(there->model).empty());
      validate(there->model, there->state);
      const SearchSpace again(*there, problem, false);
      BOOST_TEST(!again.beyond_ranges(), *again.beyond_ranges());
    }
  }
  BOOST_TEST(points > 60);
}

/// To seven digits, whatever the rounding.
nlohmann::ordered_json rounded(double x) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.7g", std::abs(x) < 1e-12 ? 0 : x);
  return std::strtod(digits, nullptr);
}

/// Joints of one kind. Some have numbers beyond the ranges: a point, a needle, a body without mass, a pitch
/// of zero.
Case of_kind(JointKind kind, std::uint64_t seed) {
  Case c = random_case(Family::recursive, 3, seed,
                       {.joints = {kind}, .numbering = {}, .state = {.scale_quaternions = true}});
  Body& last = c.model.bodies.back();
  Inertial& I = last.inertial;
  if (seed % 5 == 1) I.ixx = I.iyy = I.izz = I.ixy = I.ixz = I.iyz = 0;
  if (seed % 5 == 2) I.mass = 0;
  if (seed % 5 == 4) I.ixx = I.ixy = I.ixz = I.iyz = 0, I.iyy = I.izz;
  last.joint.pitch *= seed == 2 ? 0 : -1;
  return c;
}

// If ranges or the places in them have changed, space.txt is recorded again with KINTREE_WRITE_SPACE.
BOOST_AUTO_TEST_CASE(search_space_points_are_those_of_the_file) {
  std::string now;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const Problem problem : {Problem::mass_matrix, Problem::factorization, Problem::inverse_dynamics,
                                  Problem::forward_dynamics, Problem::inverse_osim}) {
      const Case c = of_kind(static_cast<JointKind>(1 + seed % (joint_kinds.size() - 1)), seed);
      const SearchSpace space(c, problem, seed > 9);
      now += "== seed " + std::to_string(seed) + ", " + std::string(name(problem)) + ": " +
             std::to_string(space.dimension()) +
             " numbers, beyond: " + space.beyond_ranges().value_or("nothing") + "\n";
      for (const double x : space.start()) now += rounded(x).dump() + " ";
      now += "\n";
      for (const double first : {0.0, 0.4, 1.2}) {
        std::vector<double> point = space.start();
        for (std::size_t k = 0; k < point.size(); ++k)
          if (k % 5 != seed % 5) point[k] = std::fmod(first + 0.38 * static_cast<double>(k), 1.25);
        const auto there = space.at(point);
        if (!there) now += "no case\n";
        if (there && problem == Problem::mass_matrix)
          now += model_as_json(there->model, rounded).dump() + "\n";
        if (there) now += state_as_json(there->state, rounded).dump() + "\n";
      }
    }
  if (std::getenv("KINTREE_WRITE_SPACE") != nullptr) std::ofstream(SPACE_TEXT) << now;
  std::ifstream file(SPACE_TEXT);
  const std::string expected(std::istreambuf_iterator<char>(file), {});
  BOOST_TEST(now == expected);
}

// For an axis, a vector that need not have the length 1.
BOOST_AUTO_TEST_CASE(an_axis_may_be_twice_as_long_as_others) {
  for (const auto& [length, is_within] :
       {std::pair{0.49, false}, {0.51, true}, {1.99, true}, {2.01, false}}) {
    Case c = of_kind(JointKind::revolute, 5);
    c.model.bodies.back().joint.axis = {0, 0, length};
    const SearchSpace space(c, Problem::mass_matrix, false);
    BOOST_TEST(!space.beyond_ranges().has_value() == is_within, length);
  }
}

// The tensor of a needle is changed, whatever its direction.
BOOST_AUTO_TEST_CASE(no_quaternion_is_zero) {
  const Case c =
      random_case(Family::chain, 1, 1, {.joints = {JointKind::spherical}, .numbering = {}, .state = {}});
  const SearchSpace space(c, Problem::mass_matrix, true);
  BOOST_TEST_REQUIRE(space.dimension() == 4u);
  BOOST_TEST(space.at({1, 0.5, 0.5, 0.5}).has_value());
  BOOST_TEST(!space.at({0.5, 0.5, 0.5, 0.5}).has_value());
}

BOOST_AUTO_TEST_CASE(a_point_of_mass_stays_one) {
  for (int axis = 0; axis <= 3; ++axis) {  // 3: no needle, but a point
    Case c = of_kind(JointKind::revolute, 5);
    Inertial& drawn = c.model.bodies.back().inertial;
    drawn.ixy = drawn.ixz = drawn.iyz = 0;
    double* const moments[]{&drawn.ixx, &drawn.iyy, &drawn.izz};
    for (int k = 0; k < 3; ++k) *moments[k] = axis == 3 || k == axis ? 0 : 0.01 * drawn.mass;
    const SearchSpace space(c, Problem::mass_matrix, false);
    const auto there = space.at(std::vector<double>(space.dimension(), 0.3));
    BOOST_TEST_REQUIRE(there.has_value());
    const Inertial& I = there->model.bodies.back().inertial;
    BOOST_TEST(I.mass != drawn.mass);
    const bool is_point = I.ixx == 0 && I.iyy == 0 && I.izz == 0;
    BOOST_TEST(is_point == (axis == 3), axis);
    if (axis < 3) BOOST_TEST((I.ixx > 0 && I.iyy > 0 && I.izz > 0), axis);
  }
}

BOOST_AUTO_TEST_CASE(search_space_keeps_inputs_that_a_problem_ignores) {
  const Case c = random_case(Family::chain, 3, 5);
  for (const auto& [problem, fixed_model] :
       {std::pair{Problem::mass_matrix, false}, std::pair{Problem::forward_dynamics, true}}) {
    const SearchSpace space(c, problem, fixed_model);
    const Case there = space.at(std::vector<double>(space.dimension(), 0.25)).value();
    BOOST_TEST((there.state.q != c.state.q));
    BOOST_TEST((there.state.v != c.state.v) == fixed_model);
    BOOST_TEST((there.state.tau != c.state.tau) == fixed_model);
    BOOST_TEST((model_as_json(there.model) == model_as_json(c.model)) == fixed_model);
  }
}

BOOST_AUTO_TEST_CASE(hard_numbers_are_beyond_the_ranges) {
  for (const Family family :
       {Family::mass_ratio, Family::thin, Family::far_origin, Family::fast, Family::massless}) {
    int beyond = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
      beyond +=
          SearchSpace(random_case(family, 6, seed), Problem::forward_dynamics, false).beyond_ranges() ? 1 : 0;
    BOOST_TEST(beyond > 0, info(family).name);
  }
}

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

BOOST_AUTO_TEST_CASE(the_worst_is_kept_and_read_again) {
  const TemporaryFolder folder;
  const auto file = folder / "worst.json";
  const Plugin& aba = built_plugin("aba");
  std::vector<Hunt> hunts;
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    hunts.push_back(hunt_of(aba, Problem::forward_dynamics, random_case(Family::chain, 3, seed)));
  std::sort(hunts.begin(), hunts.end(),
            [](const Hunt& a, const Hunt& b) { return a.shrunk.score.value < b.shrunk.score.value; });
  BOOST_TEST(keep_worst(file, {hunts[0]}) == 1);
  BOOST_TEST(keep_worst(file, {hunts[1]}) == 1);
  BOOST_TEST(keep_worst(file, {hunts[0]}) == 0);
  const WorstCases read = read_worst_cases(file, "aba");
  BOOST_TEST_REQUIRE(read.cases.size() == 1u);
  BOOST_TEST((text(read.cases[0].c) == text(hunts[1].shrunk.c)));
  BOOST_TEST(read.cases[0].score.value == hunts[1].shrunk.score.value);
  BOOST_TEST((read.cases[0].c.id.family == "worst" && read.cases[0].c.id.seed == 1));

  const Hunt thin = hunt_of(aba, Problem::forward_dynamics, random_case(Family::mass_ratio, 6, 1));
  BOOST_CHECK_THROW(keep_worst(folder / "thin.json", {thin}), InputError);
  BOOST_TEST(!std::filesystem::exists(folder / "thin.json"));
  BOOST_CHECK_THROW(
      keep_worst(file, {hunt_of(built_plugin("crba"), Problem::mass_matrix, hunts[0].shrunk.c)}), InputError);

  Request requested;
  requested.plugins = {&aba};
  requested.problems = ProblemSet::all();
  std::filesystem::create_directory(folder / "aba");
  std::filesystem::copy(file, folder / "aba" / "worst.json");
  const Plan plan = known_worst_cases(requested, {folder.path()});
  BOOST_TEST_REQUIRE(plan.size() == 1u);
  BOOST_TEST(plan.at(0).command() ==
             "kintree verify --worst " + (folder / "aba" / "worst.json").string() + " --seed 1 --trees 1");
  BOOST_TEST((text(plan.at(0).draw()) == text(hunts[1].shrunk.c)));
}

BOOST_AUTO_TEST_CASE(worst_cases_of_takes_the_requested_cases_of_a_file) {
  const TemporaryFolder folder;
  const auto file = folder / "worst.json";
  const Plugin& aba = built_plugin("aba");
  Hunt by_alpha = hunt_of(aba, Problem::forward_dynamics, random_case(Family::chain, 3, 1)),
       by_error = by_alpha;
  by_error.target.aim = Aim::error;
  by_error.shrunk.score = confirmed_score(by_error.target, by_error.shrunk.c);
  BOOST_TEST_REQUIRE(keep_worst(file, {by_alpha, by_error}) == 2);
  Request requested;
  requested.plugins = {&aba};
  requested.problems = ProblemSet::all();
  for (const auto& [first, count, numbers] :
       {std::tuple{1, 1, "1 "}, {2, 1, "2 "}, {1, 2, "1 2 "}, {2, 9, "2 "}, {0, 2, "1 "}}) {
    const Plan plan = worst_cases_of(file, requested, static_cast<std::uint64_t>(first), count);
    std::string text;
    for (std::size_t k = 0; k < plan.size(); ++k) text += std::to_string(plan.at(k).id.seed) + " ";
    BOOST_TEST(text == numbers);
  }
  BOOST_CHECK_THROW(worst_cases_of(file, requested, 3, 1), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
