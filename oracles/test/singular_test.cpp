// Robots whose mass matrix is singular. H and inverse dynamics exist and are judged. The other problems report the reason.
#include <boost/test/unit_test.hpp>

#include "kintree/model/error.hpp"
#include "kintree/oracle/solve.hpp"
#include "setting.hpp"
#include "singular_models.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Answer;
using oracle::IllPosed;
using oracle::ProblemOracle;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const ProblemSet dynamics{Problem::inverse_dynamics, Problem::forward_dynamics};

std::vector<double> in_double(const SingularModel& s, Problem problem) {
  const auto a = oracle::evaluate<double>(s.model, s.state, {problem});
  const oracle::Matrix<double>& x = a.of(problem);
  std::vector<double> values;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < x.cols(); ++j) values.push_back(x(i, j));
  return values;
}

/// A sound answer is right; NaN and a wrong number in any place are not.
void check_judge(const SingularModel& s, Problem problem, const ProblemOracle& exact) {
  BOOST_TEST_REQUIRE(!exact.ill_posed());
  const std::vector<double> right = in_double(s, problem);
  BOOST_TEST((exact.judge({.outputs = {right}}).verdict <= Verdict::B));
  double scale = 1e-3;
  for (const double x : right) scale = std::max(scale, std::abs(x));
  for (std::size_t k = 0; k < right.size(); ++k) {
    std::vector<double> wrong = right;
    wrong[k] += 0.1 * scale;
    BOOST_TEST((exact.judge({.outputs = {wrong}}).verdict > Verdict::C), "entry " << k);
    wrong[k] = nan;
    BOOST_TEST((exact.judge({.outputs = {wrong}}).verdict == Verdict::F), "entry " << k);
  }
}

BOOST_AUTO_TEST_SUITE(singular)

BOOST_AUTO_TEST_CASE(dense_oracle_judges_what_does_not_divide) {
  for (const SingularModel& s : singular_models()) BOOST_TEST_CONTEXT(s.name) {
      const Oracle o = Oracle::dense(s.model, s.state, everything, 1);
      check_judge(s, Problem::mass_matrix, *o.of(Problem::mass_matrix));
      check_judge(s, Problem::inverse_dynamics, *o.of(Problem::inverse_dynamics));
      check_judge(s, Problem::bias_force, *o.of(Problem::bias_force));
      for (const Problem problem : all_problems) {
        if (!info(problem).divides()) continue;
        const auto why = o.of(problem)->ill_posed();
        BOOST_TEST_REQUIRE(why.has_value());
        BOOST_TEST((why->why == IllPosed::singular));
        BOOST_TEST(why->to_string(s.model).find("'" + s.joint + "'") != std::string::npos,
                   why->to_string(s.model));
      }
    }
}

BOOST_AUTO_TEST_CASE(tree_oracle_judges_tau_alone) {
  for (const SingularModel& s : singular_models()) BOOST_TEST_CONTEXT(s.name) {
      const Oracle o = Oracle::tree(s.model, s.state, dynamics, 1);
      check_judge(s, Problem::inverse_dynamics, *o.of(Problem::inverse_dynamics));
      const auto why = o.of(Problem::forward_dynamics)->ill_posed();
      BOOST_TEST_REQUIRE(why.has_value());
      if (!s.is_exact) continue;
      const Eigen::Index k = why->coordinate - 1;
      BOOST_TEST(oracle::evaluate<double>(s.model, s.state, {Problem::mass_matrix}).H(k, k) == 0);
    }
}

BOOST_AUTO_TEST_CASE(solve_encloses_h_and_tau_and_says_why_not) {
  for (const SingularModel& s : singular_models())
    for (const int digits : {1, 17, 40}) BOOST_TEST_CONTEXT(s.name << ", " << digits << " digits") {
        const auto a = oracle::solve_what_exists(s.model, s.state, without_derivatives, digits);
        BOOST_TEST(a.digits >= digits);
        const Digits scope(90);
        const auto exact = oracle::evaluate<Real>(s.model, s.state, without_derivatives);
        check_enclosed(a.enclosures.H, exact.H, 1e-80, "H");
        check_enclosed(a.enclosures.C, exact.C, 1e-80, "C");
        check_enclosed(a.enclosures.of(Problem::inverse_dynamics), exact.of(Problem::inverse_dynamics), 1e-80,
                       "tau");
        for (const Problem problem : {Problem::forward_dynamics, Problem::mass_matrix_inverse,
                                      Problem::inverse_osim, Problem::dynamically_consistent_inverse}) {
          BOOST_TEST_REQUIRE(a.unanswered.count(problem) == 1);
          const std::string& why = a.unanswered.at(problem);
          BOOST_TEST(why.find("'" + s.joint + "' moves no inertia") != std::string::npos, why);
          BOOST_TEST((why.find("digits") == std::string::npos) == s.is_exact, why);
        }
        const auto k = a.enclosures.singular_at - 1;
        BOOST_TEST((oracle::decimal(a.enclosures.H(k, k), digits) == "0") == s.is_exact);
      }
}

// A body that slides has no momentum about its centre of mass: what is computed about the base leaves roundings. The terms of the definition
// are roundings too, so that they measure nothing (gears, seed 50261257).
BOOST_AUTO_TEST_CASE(momentum_is_measured_by_the_inertia_where_h_is_singular) {
  Model model;
  for (const double mass : {3.0, 0.0}) {
    Body& body = model.bodies.emplace_back();
    body.joint.kind = mass > 0 ? JointKind::prismatic : JointKind::revolute;
    body.joint.axis = {1, 0, 0};
    body.parent = model.body_count() - 1;
    body.inertial.origin.xyz = {0.1, 0.2, 0.3};
    body.inertial.mass = mass;
    body.inertial.ixx = body.inertial.iyy = body.inertial.izz = mass * 0.01;
  }
  const Oracle o = Oracle::dense(model, neutral_state(model), {Problem::centroidal_momentum}, 1);
  const auto verdict = [&](double angular, double linear) {
    std::vector<double> A_G(12, 0.0);
    A_G[2] = angular, A_G[6] = linear;
    return o.of(Problem::centroidal_momentum)->judge({.outputs = {A_G, std::vector<double>(6, 0.0)}}).verdict;
  };
  BOOST_TEST((verdict(0, 3) == Verdict::A));
  BOOST_TEST((verdict(0x1p-54, 3) == Verdict::A));
  BOOST_TEST((verdict(1e-3, 3) > Verdict::C));
  BOOST_TEST((verdict(0, 3.003) > Verdict::C));
  BOOST_TEST((verdict(nan, 3) == Verdict::F));
}

// A hinge without inertia turns with twice the speed of one that has 3 kg m^2: 3 q''_1 = 6 + 2 * 3.
BOOST_AUTO_TEST_CASE(constraints_hold_what_moves_no_inertia) {
  Model model;
  model.gravity = {};
  for (const double moment : {3.0, 0.0}) {
    Body& body = model.bodies.emplace_back();
    body.name = body.joint.name = "hinge" + std::to_string(model.body_count());
    body.joint.kind = JointKind::revolute;
    body.inertial.ixx = moment;
  }
  model.constraints = {{.name = "gear", .frame = {2, {}}, .relative_to = 1, .coupling = Coupling{2, 0}}};
  State state = neutral_state(model);
  state.tau = {6, 3};
  state.gamma = {0};
  const Problem constrained = Problem::constrained_forward_dynamics;
  for (const ProblemSet& problems :
       {ProblemSet{constrained}, ProblemSet{constrained, Problem::forward_dynamics}}) {
    const Oracle o = Oracle::dense(model, state, problems, 1);
    const ProblemOracle& exact = *o.of(constrained);
    BOOST_TEST_REQUIRE(!exact.ill_posed());
    BOOST_TEST(exact.is_singular_without_constraints());
    const auto verdict = [&](double first, double second, double lambda) {
      return exact.judge({.outputs = {std::vector{first, second}, std::vector{lambda}}}).verdict;
    };
    BOOST_TEST((verdict(4, 8, -3) == Verdict::A));
    BOOST_TEST((verdict(4.01, 8, -3) > Verdict::C));
    BOOST_TEST((verdict(4, 8.01, -3) > Verdict::C));
    BOOST_TEST((verdict(4, 8, -3.01) > Verdict::C));
    if (problems.contains(Problem::forward_dynamics))
      BOOST_TEST(o.of(Problem::forward_dynamics)->ill_posed().has_value());
    const auto a = oracle::solve_what_exists(model, state, problems, 20);
    BOOST_TEST(a.unanswered.count(constrained) == 0);
    BOOST_TEST(a.unanswered.count(Problem::forward_dynamics) == problems.contains(Problem::forward_dynamics));
    BOOST_TEST(oracle::decimal(a.enclosures.of(constrained)(1), 20) == "8.0000000000000000000");
  }
  // Two such hinges that follow each other move nothing.
  model.bodies[1].inertial = {};
  BOOST_TEST((Oracle::dense(model, state, {constrained}, 1).of(constrained)->ill_posed()->why ==
              IllPosed::singular));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
