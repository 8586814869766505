// The derivatives of constrained forward dynamics: those of its answers at moved states, a closed form, and identities.
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

BOOST_AUTO_TEST_SUITE(constrained_derivatives)

constexpr Problem constrained = Problem::constrained_forward_dynamics,
                  derivatives = Problem::constrained_forward_dynamics_derivatives;
constexpr std::size_t inputs =
    3;  // q, v and tau: the first outputs are derivatives of q-ddot, the next of lambda

/// Calls f(case, exact derivatives) for contacts, loops and gears with rows that do not depend on each other.
template <class F>
void for_each_constrained_case(std::uint64_t most, const CaseOptions& options, F&& f) {
  const Digits scope(100);
  std::uint64_t count = 0;
  for (std::uint64_t seed = 1; seed <= most; ++seed)
    for (const Family family : {Family::contacts, Family::loops, Family::gears, Family::mechanisms}) {
      Case c = random_case(family, 4, seed, options);
      if (c.model.constraints.empty()) continue;
      // On a grid, so that each step of a state is a double.
      for (double& q : c.state.q) q = std::ldexp(std::round(std::ldexp(q, 20)), -20);
      for (std::vector<double>* numbers : {&c.state.v, &c.state.tau})
        for (double& x : *numbers) x = std::ldexp(std::round(std::ldexp(x, 10)), -10);
      const auto answer = oracle::evaluate<Real>(c.model, c.state, {derivatives});
      if (answer.singular_at != 0 || answer.of_K.dependent_row != 0) continue;
      ++count;
      BOOST_TEST_CONTEXT(c.id.name()) {
        f(c, answer);
      }
    }
  BOOST_TEST(count >= most);
}

// Joints whose coordinates change by their velocities.
BOOST_AUTO_TEST_CASE(derivatives_are_those_of_the_answers_at_moved_states) {
  constexpr double close = 1e-15;  // of the differences
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic,   JointKind::helical,
                    JointKind::fixed,    JointKind::cylindrical, JointKind::universal};
  for_each_constrained_case(4, options, [](const Case& c, const Dynamics<Real>& answer) {
    std::vector<double> State::*const moved[inputs] = {&State::q, &State::v, &State::tau};
    for (std::size_t input = 0; input < inputs; ++input)
      for (std::size_t k = 0; k < c.state.v.size(); ++k) {
        const auto expected = differentiated(
            [&](double step) {
              State state = c.state;
              (state.*moved[input])[k] += step;
              const auto a = oracle::evaluate<Real>(c.model, state, {constrained});
              return std::vector<Matrix<Real>>{a.of(constrained), a.of(constrained, 1)};
            },
            7);
        const auto column = static_cast<Eigen::Index>(k);
        const std::string what = "input " + std::to_string(input) + ", column " + std::to_string(k + 1);
        check_vector(answer.of(derivatives, input).col(column), expected[0].col(0), close, "qdd: " + what);
        check_vector(answer.of(derivatives, inputs + input).col(column), expected[1].col(0), close,
                     "lambda: " + what);
      }
  });
}

// All joints. The derivatives by tau have H dqdd = 1 + K^T dlambda and K dqdd = 0. Those by v have K dqdd = -d(K-dot v). Its product with v
// is -2 K-dot v, since K-dot v is quadratic in v.
BOOST_AUTO_TEST_CASE(derivatives_keep_the_equations) {
  const Problem jacobian = Problem::constraint_jacobian;
  for_each_constrained_case(6, {}, [](const Case& c, const Dynamics<Real>& answer) {
    const Matrix<Real> by_tau = answer.of(derivatives, 2), lambda_by_tau = answer.of(derivatives, 5);
    const Eigen::Index n = by_tau.rows();
    check_matrix(Matrix<Real>(answer.H * by_tau - answer.K.transpose() * lambda_by_tau),
                 Matrix<Real>(Matrix<Real>::Identity(n, n)), 1e-60, "H dqdd - K^T dlambda");
    check_matrix(Matrix<Real>(answer.K * by_tau), Matrix<Real>(Matrix<Real>::Constant(answer.K.rows(), n, 0)),
                 1e-60, "K dqdd");
    const auto rows = oracle::evaluate<Real>(c.model, c.state, {jacobian});
    const Vector<Real> v = vector_of(c.state.v), product = answer.K * (answer.of(derivatives, 1) * v);
    check_vector(product, Vector<Real>(rows.of(jacobian, 1).col(0) * Real(-2)), 1e-60, "K dqdd/dv v");
  });
}

// A disk of mass m slides along x and z and turns about y. A pin at the distance l above its centre makes it a pendulum. The velocity of
// the pin, u, is zero. Where it is not, the rows in the axes of the disk make its acceleration w x u.
BOOST_AUTO_TEST_CASE(derivatives_of_a_pinned_disk_are_its_closed_form) {
  const Digits scope(60);
  const double m = 2, l = 0.5, I = 1, g = 8, w = 3;
  Model model;
  add_body(model, 0, JointKind::prismatic, {1, 0, 0});
  add_body(model, 1, JointKind::prismatic, {0, 0, 1});
  add_body(model, 2, JointKind::revolute, {0, 1, 0}).inertial = solid(m, {0, 0, 0}, {1, I, 1});
  model.gravity = {0, 0, -g};
  model.constraints = {
      {.name = "pin", .frame = {3, {{0, 0, l}, {}}}, .rows = {false, false, false, true, false, true}}};
  State state = neutral_state(model);
  state.v = {-l * w, 0, w};
  state.gamma = {0, 0};
  const auto answer = oracle::evaluate<Real>(model, state, {derivatives});
  const Real about_pin(I + m * l * l);
  const auto check = [&](std::size_t output, Eigen::Index row, Eigen::Index column, const Real& expected) {
    check_close(answer.of(derivatives, output)(row, column), expected, Real(1), 1e-50,
                "output " + std::to_string(output) + ", row " + std::to_string(row + 1));
  };
  // about_pin w' = tau + m l (u'_x - g sin q), lambda = m (u'_x - l w' - g sin q, u'_z + l w^2 + g cos q) in axes of the disk
  const Real by_angle = Real(-m * l * (g + l * w * w)) / about_pin, by_z = Real(m * l * w) / about_pin;
  check(0, 2, 2, by_angle);
  check(1, 2, 1, by_z);
  check(1, 2, 2, Real(0));
  check(2, 2, 2, Real(1) / about_pin);
  check(3, 0, 2, Real(m) * (Real(-l * w * w - g) - Real(l) * by_angle));
  check(3, 1, 2, Real(0));
  check(4, 1, 0, Real(-m * w));
  check(4, 0, 1, Real(m) * (Real(w) - Real(l) * by_z));
  check(4, 1, 2, Real(m * l * w));
  check(5, 0, 2, Real(-m * l) / about_pin);
}

// Intervals enclose the derivatives to the requested digits.
BOOST_AUTO_TEST_CASE(derivatives_are_enclosed) {
  for_each_constrained_case(1, {}, [&](const Case& c, const Dynamics<Real>& exact) {
    const auto answer = oracle::solve_what_exists(c.model, c.state, {derivatives}, 20);
    BOOST_TEST((answer.digits >= 20 && answer.unanswered.empty()));
    for (std::size_t k = 0; k < 2 * inputs; ++k)
      check_enclosed(answer.enclosures.of(derivatives, k), exact.of(derivatives, k), 1e-60,
                     "output " + std::to_string(k));
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
