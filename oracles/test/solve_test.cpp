// oracle::solve: certified digits, and the result if there is nothing to certify.
#include <boost/test/unit_test.hpp>

#include "check.hpp"
#include "kintree/model/error.hpp"
#include "kintree/oracle/solve.hpp"
#include "kintree/trees/case.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::CertifiedDynamics;
using oracle::Digits;

void check_answers(const oracle::Dynamics<Real>& a, const oracle::Dynamics<Real>& b, double tolerance) {
  check_matrix(a.H, b.H, tolerance, "H");
  check_vector(a.C, b.C, tolerance, "C");
  check_vector(a.of(Problem::inverse_dynamics), b.of(Problem::inverse_dynamics), tolerance, "tau");
  check_vector(a.of(Problem::forward_dynamics), b.of(Problem::forward_dynamics), tolerance, "qdd");
  check_matrix(a.of(Problem::mass_matrix_inverse), b.of(Problem::mass_matrix_inverse), tolerance, "H^-1");
  check_matrix(a.J, b.J, tolerance, "J");
  check_matrix(a.of(Problem::inverse_osim), b.of(Problem::inverse_osim), tolerance, "J H^-1 J^T");
}

/// Throws InputError that names the joint.
void check_singular(const Model& model, const State& state, const ProblemSet& problems,
                    const std::string& joint) {
  try {
    oracle::solve(model, state, problems, 30);
    BOOST_ERROR("a singular mass matrix was accepted");
  } catch (const InputError& error) {
    BOOST_TEST(std::string(error.what()).find("'" + joint + "'") != std::string::npos, error.what());
  }
}

BOOST_AUTO_TEST_SUITE(solve)

BOOST_AUTO_TEST_CASE(digits_are_certified_and_true) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const Case c = random_case(Family::power_law, 6, seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
      const Digits scope(150);
      const CertifiedDynamics reference =
          oracle::solve(c.model, c.state, oracle::answerable(c.model, c.state, everything), 120);
      BOOST_TEST(reference.digits >= 120);
      for (const int digits : {1, 16, 40, 80}) {
        const CertifiedDynamics answer =
            oracle::solve(c.model, c.state, oracle::answerable(c.model, c.state, everything), digits);
        BOOST_TEST(answer.digits >= digits);
        // Three digits for the difference between the judge's norms and the largest entry.
        check_answers(answer.midpoints(), reference.midpoints(), std::pow(10.0, 3 - digits));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(precision_is_left_as_it_was) {
  const Digits scope(33);
  const oracle::Precision<oracle::Interval> interval_scope(44);
  const Case c = random_case(Family::chain, 3, 5);
  oracle::solve(c.model, c.state, oracle::answerable(c.model, c.state, everything), 50);
  BOOST_TEST(Real::default_precision() == 33u);
  BOOST_TEST(oracle::Interval::default_precision() == 44u);
}

BOOST_AUTO_TEST_CASE(massless_moving_leaf) {
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  add_body(model, 1, JointKind::revolute, {0, 1, 0});
  const State state = neutral_state(model);
  check_singular(model, state, {Problem::forward_dynamics}, "joint2");
  check_singular(model, state, {Problem::mass_matrix_inverse}, "joint2");
  check_singular(model, state, {Problem::inverse_osim}, "joint2");

  // H, C and tau exist all the same.
  const Digits scope(60);
  const CertifiedDynamics answer = oracle::solve(model, state, {Problem::inverse_dynamics}, 30);
  BOOST_TEST(answer.digits >= 30);
  BOOST_TEST(answer.enclosures.singular_at == 2);
  check_vector(answer.midpoints().of(Problem::inverse_dynamics), numbers(Real(9.81) * Real(0.5), 0), 1e-30,
               "tau");
}

// Two joints with the same motion, and no inertia between them: `H = I [1 1; 1 1]`.
BOOST_AUTO_TEST_CASE(two_joints_that_do_the_same) {
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic}) {
    Model model;
    add_body(model, 0, kind, {0, 0, 1});
    add_body(model, 1, kind, {0, 0, 2}).inertial = solid(1.3, {0.5, 0.25, 0}, {1, 1, 1});
    check_singular(model, neutral_state(model), {Problem::forward_dynamics}, "joint2");
    State state = neutral_state(model);
    state.q = {0.7, -0.4};
    check_singular(model, state, {Problem::forward_dynamics}, "joint2");
  }
}

// The same with inexact digits: both joints are oblique to the axes of the world, and a third moves between
// them.
BOOST_AUTO_TEST_CASE(two_joints_that_do_the_same_askew) {
  Model model;
  Body& first = add_body(model, 0, JointKind::spherical);
  first.joint.placement = {{0.1, -0.2, 0.3}, {0.4, -0.5, 0.6}};
  first.inertial = solid(0.7, {0.1, 0.2, 0.3}, {0.1, 0.1, 0.1});
  add_body(model, 1, JointKind::revolute, {1, 2, 3}).joint.placement = {{0.3, 0.1, 0.7}, {-1.1, 0.3, 0.9}};
  add_body(model, 2, JointKind::revolute, {1, 2, 3}).inertial = solid(1.3, {0.5, 0.25, 0}, {1, 1.2, 1.1});
  State state = neutral_state(model);
  state.q = {0.3, -0.4, 0.5, 0.6, 1.7, -2.4};
  check_singular(model, state, {Problem::forward_dynamics}, "joint3");
}

// A needle that turns about itself: no moment about the joint's axis, which is oblique to the axes of
// the world.
BOOST_AUTO_TEST_CASE(needle_about_itself) {
  Model model;
  Body& needle = add_body(model, 0, JointKind::revolute, {1, 0, 0});
  needle.joint.placement.rpy = {0.4, -0.5, 0.6};
  needle.inertial = solid(2, {0.5, 0, 0}, {0, 0.2, 0.2});
  State state = neutral_state(model);
  check_singular(model, state, {Problem::forward_dynamics}, "joint1");
  state.q = {0.7};
  check_singular(model, state, {Problem::forward_dynamics}, "joint1");

  // Its moment is zero, by the cancellation of terms of size 1, of which u is what counts.
  const CertifiedDynamics answer = oracle::solve(model, state, {Problem::mass_matrix}, 30);
  BOOST_TEST(answer.digits >= 30);
  const oracle::Interval& moment = answer.enclosures.H(0, 0);
  BOOST_TEST(zero_in(moment));
  BOOST_TEST((upper(moment) < Real("1e-45") && lower(moment) > Real("-1e-45")));
}

BOOST_AUTO_TEST_CASE(nothing_moves) {
  Model model;
  add_body(model, 0, JointKind::fixed).inertial = solid(1, {}, {1, 1, 1});
  add_body(model, 1, JointKind::fixed).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.end_effectors.push_back({2, {{0.1, 0.2, 0.3}, {}}});
  const Digits scope(60);
  const CertifiedDynamics answer =
      oracle::solve(model, state, oracle::answerable(model, state, everything), 40);
  BOOST_TEST(answer.digits >= 40);
  BOOST_TEST(answer.enclosures.H.size() == 0);
  BOOST_TEST(answer.enclosures.C.size() == 0);
  BOOST_TEST(answer.enclosures.of(Problem::inverse_dynamics).size() == 0);
  BOOST_TEST(answer.enclosures.of(Problem::forward_dynamics).size() == 0);
  BOOST_TEST(answer.enclosures.of(Problem::mass_matrix_inverse).size() == 0);
  BOOST_TEST(answer.enclosures.J.rows() == 6);
  BOOST_TEST(answer.enclosures.J.cols() == 0);
  check_matrix(answer.midpoints().of(Problem::inverse_osim), Matrix<Real>::Constant(6, 6, Real(0)), 0,
               "J H^-1 J^T");
}

BOOST_AUTO_TEST_CASE(end_effector_on_the_base) {
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  State state = neutral_state(model);
  state.end_effectors.push_back({0, {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}});
  state.end_effectors.push_back({1, {}});
  const Digits scope(60);
  const CertifiedDynamics answer =
      oracle::solve(model, state, oracle::answerable(model, state, everything), 40);
  BOOST_TEST(answer.digits >= 40);
  const Matrix<Real> X = answer.midpoints().of(Problem::inverse_osim);
  BOOST_TEST_REQUIRE(X.rows() == 12);
  for (Eigen::Index i = 0; i < 12; ++i)
    for (Eigen::Index j = 0; j < 12; ++j)
      BOOST_TEST((X(i, j) == 0) == !(i == 6 && j == 6),
                 "(" << i << ", " << j << ")");  // rolls about its own x
}

// Every other link 10^12 times as heavy as the next: H loses more than those digits, the answer none.
BOOST_AUTO_TEST_CASE(mass_ratio) {
  for (const double heavy : {1e12, 1e-12}) {
    Model model;
    for (int i = 0; i < 6; ++i) {
      const double m = i % 2 == 0 ? 1 : heavy;
      const Triple axis = i % 3 == 0 ? Triple{1, 0, 0} : i % 3 == 1 ? Triple{0, 1, 1} : Triple{0.3, -0.2, 1};
      Body& body = add_body(model, i, JointKind::revolute, axis);
      body.joint.placement.xyz = {0.1, 0.5, -0.2};
      body.inertial = solid(m, {0.2, 0.1, 0.3}, {0.1 * m, 0.2 * m, 0.15 * m});
    }
    State state = neutral_state(model);
    state.q = {0.3, -1.2, 2.1, 0.8, -0.4, 1.9};
    state.v = {1.1, 0.7, -2.3, 0.2, 1.6, -0.9};
    state.tau = {0.4, -1.5, 0.6, 0.3, 2.2, -0.1};
    const Digits scope(150);
    const CertifiedDynamics answer =
        oracle::solve(model, state, oracle::answerable(model, state, everything), 40);
    BOOST_TEST(answer.digits >= 40);
    const Vector<Real> qdd = answer.midpoints().of(Problem::forward_dynamics);
    const oracle::Dynamics<Real> reference = oracle::evaluate<Real>(model, state, everything);
    // qdd by entry: the scale of each is |qdd|_H / sqrt(H_ii), 40 digits of which are right.
    const Vector<Real> exact = reference.of(Problem::forward_dynamics);
    const Real scale = sqrt(exact.dot(Vector<Real>(reference.H * exact)));
    for (Eigen::Index i = 0; i < 6; ++i)
      check_close(qdd(i), reference.of(Problem::forward_dynamics)(i),
                  scale * sqrt(reference.of(Problem::mass_matrix_inverse)(i, i)), 1e-40, "qdd");
  }
}

/// Two joints with the same motion, but with a body of moment e between: e a'' = tau1 - tau2, a'' + b'' =
/// tau2. The first precisions do not give the requested digits.
struct NearlyTheSame {
  Model model;
  State state;
  explicit NearlyTheSame(std::vector<double> tau, double e = 1e-30) {
    Body& first = add_body(model, 0, JointKind::revolute, {1, 2, 3});
    first.joint.placement.rpy = {0.4, -0.5, 0.6};
    first.inertial = solid(0, {}, {e, e, e});
    add_body(model, 1, JointKind::revolute, {1, 2, 3}).inertial = solid(0, {}, {1, 1, 1});
    state = neutral_state(model);
    state.q = {0.7, -1.3};
    state.tau = std::move(tau);
  }
};

BOOST_AUTO_TEST_CASE(nearly_the_same) {
  const NearlyTheSame c({0.75, 0.5});
  const Digits scope(150);
  const CertifiedDynamics answer = oracle::solve(c.model, c.state, {Problem::forward_dynamics}, 40);
  BOOST_TEST(answer.digits >= 40);
  const Real a = Real(0.25) / Real(1e-30), b = Real(0.5) - a;
  const Vector<Real> qdd = answer.midpoints().of(Problem::forward_dynamics);
  check_close(qdd(0), a, a, 1e-40, "qdd(1)");
  check_close(qdd(1), b, a, 1e-40, "qdd(2)");
}

// a'' = 0 by cancellation: its enclosure never excludes 0, and at the first precision it is 10^-25 wide.
BOOST_AUTO_TEST_CASE(an_enclosure_of_zero_is_small_beside_the_norm) {
  const NearlyTheSame c({0.5, 0.5});
  const Digits scope(150);
  const CertifiedDynamics answer = oracle::solve(c.model, c.state, {Problem::forward_dynamics}, 40);
  BOOST_TEST(answer.digits >= 40);
  const oracle::Interval& a = answer.enclosures.of(Problem::forward_dynamics)(0);
  BOOST_TEST(zero_in(a));
  BOOST_TEST((upper(a) < Real("1e-40") && lower(a) > Real("-1e-40")));
}

// At most 118 digits are used for one: as e falls, there is an answer, then none of one digit, and then no
// pivot.
BOOST_AUTO_TEST_CASE(solve_rejects_cases_that_are_too_sensitive_or_singular) {
  const Digits scope(300);
  std::vector<std::string> outcomes;
  for (int k = 50; k < 130; k += 5) {
    const double e = std::pow(10, -k);
    const NearlyTheSame c({0.75, 0.5}, e);
    std::string outcome = "solved";
    try {
      const Vector<Real> qdd = oracle::solve(c.model, c.state, {Problem::forward_dynamics}, 1)
                                   .midpoints()
                                   .of(Problem::forward_dynamics);
      check_close(qdd(0), Real(0.25) / Real(e), Real(0.25) / Real(e), 0.1, "qdd(1)");
    } catch (const InputError& error) {
      outcome = error.what();
    }
    if (outcomes.empty() || outcomes.back() != outcome) outcomes.push_back(outcome);
  }
  const std::vector<std::string> expected{
      "solved", "the answer is too sensitive for 1 certified digits; no answer to forward_dynamics",
      "the mass matrix is singular to 118 digits: joint 'joint2' moves no inertia that the joints before it "
      "do not move; no answer to forward_dynamics"};
  BOOST_TEST(outcomes == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_of_coordinates) {
  Model model;
  add_body(model, 0, JointKind::planar);
  add_body(model, 1, JointKind::fixed);
  add_body(model, 2, JointKind::universal);
  BOOST_TEST(oracle::joint_of_coordinate(model, 1) == "joint1");
  BOOST_TEST(oracle::joint_of_coordinate(model, 3) == "joint1");
  BOOST_TEST(oracle::joint_of_coordinate(model, 4) == "joint3");
  BOOST_TEST(oracle::joint_of_coordinate(model, 5) == "joint3");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
