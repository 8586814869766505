// Identities of the rates of H, H^-1, J H^-1 J^T and J-bar along the motion, and a false one that fails.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "differences.hpp"
#include "drawn_cases.hpp"
#include "kintree/oracle/solve.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;
using oracle::Dynamics;

const ProblemSet of_H{Problem::mass_matrix_rate, Problem::mass_matrix_inverse_rate, Problem::coriolis_matrix};

BOOST_AUTO_TEST_SUITE(rates)

// Two links in a plane, the second with its centre of mass r from its joint, which is l from the first: H_11 = const + 2 m l r cos b, H_12 =
// const + m l r cos b, and H_22 is constant.
BOOST_AUTO_TEST_CASE(rate_of_a_double_pendulum_is_its_closed_form) {
  const Digits scope(60);
  const double m = 0.7, l = 0.9, r = 0.6, b = -1.9, rate_of_b = -2.2;
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(1.3, {0, 0, -0.4}, {0.05, 0.04, 0.02});
  Body& second = add_body(model, 1, JointKind::revolute);
  second.joint.placement.xyz = {0, 0, -l};
  second.inertial = solid(m, {0, 0, -r}, {0.03, 0.02, 0.03});
  State state = neutral_state(model);
  state.q = {0.8, b}, state.v = {1.5, rate_of_b};
  const Real slope = -Real(m) * Real(l) * Real(r) * sin(Real(b)) * Real(rate_of_b);
  Matrix<Real> expected(2, 2);
  expected << 2 * slope, slope, slope, Real(0);
  check_matrix(oracle::evaluate<Real>(model, state, of_H).of(Problem::mass_matrix_rate), expected, 1e-55,
               "dH/dt");
}

// dH/dt is C + C^T. It is 2 C only if C is symmetric.
BOOST_AUTO_TEST_CASE(rate_of_the_mass_matrix_is_coriolis_plus_its_transpose) {
  int asymmetric = 0;
  for_each_case(
      [&](const Case&, const Dynamics<Real>& answer) {
        const Matrix<Real> C = answer.of(Problem::coriolis_matrix),
                           rate = answer.of(Problem::mass_matrix_rate);
        check_matrix(rate, Matrix<Real>(C + C.transpose()), all, "dH/dt");
        asymmetric += Matrix<Real>(rate - C * Real(2)).norm() > Real(1e-3) * C.norm() ? 1 : 0;
      },
      of_H);
  BOOST_TEST(asymmetric > 5);
}

// v^T dH/dt v is twice the rate of the kinetic energy without accelerations.
BOOST_AUTO_TEST_CASE(rate_of_the_mass_matrix_is_that_of_the_kinetic_energy) {
  for_each_case(
      [](const Case& c, const Dynamics<Real>& answer) {
        const Vector<Real> v = vector_of(c.state.v);
        const MovingTree tree(c.model, c.state.q, v, zeros(v.size()));
        const Real rate = tree.rate([&](const Real& t) { return numbers(tree.kinetic_energy(t)); })(0) * 2;
        const Vector<Real> product = answer.of(Problem::mass_matrix_rate) * v;
        check_close(v.dot(product), rate, std::max(Real(1), Real(abs(rate))), half, "v^T dH/dt v");
      },
      of_H);
}

// The rate of H H^-1 = 1.
BOOST_AUTO_TEST_CASE(rate_of_the_inverse_undoes_that_of_the_mass_matrix) {
  for_each_case(
      [](const Case&, const Dynamics<Real>& answer) {
        const Matrix<Real> H_rate = answer.H * answer.of(Problem::mass_matrix_inverse_rate) * answer.H;
        check_matrix(H_rate, Matrix<Real>(-answer.of(Problem::mass_matrix_rate)), 1e-60, "H d(H^-1)/dt H");
      },
      of_H);
}

/// The joints whose coordinates change by their velocities, on a grid: every step of q is a double.
Case on_a_grid(std::uint64_t seed) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic,   JointKind::helical,
                    JointKind::fixed,    JointKind::cylindrical, JointKind::universal};
  Case c = random_case(moderate_families[seed % moderate_families.size()].family, 6, seed, options);
  for (double& q : c.state.q) q = std::ldexp(std::round(std::ldexp(q, 20)), -20);
  for (double& v : c.state.v) v = std::ldexp(std::round(std::ldexp(v, 4)), -4);
  c.state.end_effectors.resize(1);
  c.state.end_effectors[0].body = c.model.body_count();
  return c;
}

// The rates are those of the matrices at moved coordinates, and J J-bar = 1 stays: dJ/dt J-bar + J dJ-bar/dt = 0.
BOOST_AUTO_TEST_CASE(rates_are_those_of_the_moved_matrices) {
  const Digits scope(100);
  constexpr double close = 1e-18;  // of the differences
  const ProblemSet matrices{Problem::mass_matrix, Problem::mass_matrix_inverse, Problem::inverse_osim,
                            Problem::dynamically_consistent_inverse};
  const ProblemSet rates{Problem::mass_matrix_rate, Problem::mass_matrix_inverse_rate,
                         Problem::inverse_osim_rate, Problem::dynamically_consistent_inverse_rate};
  int with_J_bar = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Case c = on_a_grid(seed);
    BOOST_TEST_CONTEXT("seed " << seed << ", " << c.id.name()) {
      const auto answer = oracle::evaluate<Real>(c.model, c.state, rates);
      if (answer.of_J.dependent_row != 0 && seed > 8) continue;
      const auto expected = differentiated([&](double step) {
        State state = c.state;
        for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] += step * state.v[i];
        const auto a = oracle::evaluate<Real>(c.model, state, matrices);
        return std::vector<Matrix<Real>>{a.J, a.of(Problem::mass_matrix), a.of(Problem::mass_matrix_inverse),
                                         a.of(Problem::inverse_osim),
                                         a.of(Problem::dynamically_consistent_inverse)};
      });
      std::size_t k = 1;
      for (const Problem rate : rates)
        check_matrix(answer.of(rate), expected[k++], close, std::string(name(rate)));
      if (answer.of_J.dependent_row != 0) continue;
      ++with_J_bar;
      const Matrix<Real> J_bar = oracle::evaluate<Real>(c.model, c.state, matrices)
                                     .of(Problem::dynamically_consistent_inverse),
                         first = expected[0] * J_bar,
                         second = answer.J * answer.of(Problem::dynamically_consistent_inverse_rate);
      check_matrix(first, Matrix<Real>(-second), close, "dJ/dt J-bar");
      BOOST_TEST(first.norm() > Real(1e-3));
    }
  }
  BOOST_TEST(with_J_bar >= 3);
}

// Intervals enclose the rates to the requested digits, also where products of larger matrices are formed.
BOOST_AUTO_TEST_CASE(rates_are_enclosed) {
  const ProblemSet rates{Problem::mass_matrix_rate, Problem::mass_matrix_inverse_rate,
                         Problem::inverse_osim_rate};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Case c = drawn(seed);
    BOOST_TEST_CONTEXT("seed " << seed << ", " << c.id.name()) {
      const auto answer = oracle::solve_what_exists(c.model, c.state, rates, 20);
      BOOST_TEST((answer.digits >= 20 && answer.unanswered.empty()));
      const Digits scope(100);
      const auto exact = oracle::evaluate<Real>(c.model, c.state, rates);
      for (const Problem rate : rates)
        check_enclosed(answer.enclosures.of(rate), exact.of(rate), 1e-80, std::string(name(rate)));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
