// Pendulums and a cart, whose equations of motion can be written down. Without another comment an equation is
// Lagrange's, from the kinetic and potential energy T and V that are given above it.
#include <boost/test/unit_test.hpp>

#include "closed_forms.hpp"

namespace {

BOOST_AUTO_TEST_SUITE(closed_forms)

using namespace kintree;
using namespace kintree::test;
using namespace kintree::test::closed_form;

// The centre of mass (cx, cy, cz), turned about y by t, is at height cz cos t - cx sin t. The acceleration of
// one degree of freedom is (tau - V') / H.
// T = (I_yy + m (cx^2 + cz^2)) t'^2 / 2, V = m g (cz cos t - cx sin t).
BOOST_AUTO_TEST_CASE(pendulum_with_offset_centre_of_mass) {
  const Digits scope(digits);
  Model model;
  Body& body = add_body(model, 0, JointKind::revolute, {0, 2.5, 0});
  body.joint.placement.xyz = {0.3, -0.4, 0.5};
  body.inertial = solid(1.7, {0.2, 0.9, -0.6}, {0.11, 0.13, 0.17});
  body.inertial.ixy = 0.02;
  body.inertial.origin.rpy = {0, 0, 0.7};
  const State state = state_of(model, {1.1}, {-2.3}, {0.4}, {3.1});

  // e_y in the axes of the centre-of-mass frame, which are turned about z by a: (sin a, cos a, 0).
  const Real a(0.7), s = sin(a), c = cos(a), t(1.1), m(1.7), cx(0.2), cz(-0.6);
  const Real I_yy = s * s * Real(0.11) + 2 * s * c * Real(0.02) + c * c * Real(0.13);
  const Real H = I_yy + m * (cx * cx + cz * cz), slope = m * Real(g) * (-cz * sin(t) - cx * cos(t));
  check_equation(model, state, square(1, {H}), numbers(slope));
  check_vector(oracle::evaluate<Real>(model, state, everything).of(Problem::forward_dynamics),
               numbers((Real(3.1) - slope) / H), tolerance, "qdd");
  const Real weight = m * Real(g) * (-cz * cos(t) + cx * sin(t));
  check_derivatives(model, state, square(1, {weight}), square(1, {Real(0)}));
  check_vector(oracle::evaluate<Real>(model, state, {Problem::inverse_dynamics_second_derivatives})
                   .of(Problem::inverse_dynamics_second_derivatives),
               numbers(-slope), tolerance, "d2 tau / dq dq");
}

// T = m l^2 qd^2 / 2: a point, and a rod along x, which has only two moments of inertia other than zero.
BOOST_AUTO_TEST_CASE(a_point_and_a_needle) {
  const Digits scope(digits);
  for (const double moment : {0.0, 0.25}) {
    Model model;
    add_body(model, 0, JointKind::revolute, {0, 0, 1}).inertial = solid(2, {0.5, 0, 0}, {0, moment, moment});
    model.gravity = {};
    const State state = state_of(model, {0.3}, {0.7}, {1.5}, {2});
    Matrix<Real> H(1, 1);
    H(0, 0) = Real(2) * Real(0.25) + Real(moment);
    check_equation(model, state, H, reals({0}));
  }
  Model spun;  // the needle about another axis, with its moments in other places of the tensor
  add_body(spun, 0, JointKind::revolute, {1, 0, 0}).inertial = solid(0, {}, {0.25, 0, 0});
  spun.gravity = {};
  Matrix<Real> H(1, 1);
  H(0, 0) = Real(0.25);
  check_equation(spun, state_of(spun, {0.3}, {0.7}, {1.5}, {2}), H, reals({0}));
}

// Links hang along -z and turn about x; angles a from the vertical, b between the links. The second centre of
// mass is at (l sin a + r sin(a + b), -l cos a - r cos(a + b)), so its speed squared is l^2 a'^2 + r^2 (a' +
// b')^2 + 2 l r cos b a' (a' + b').
BOOST_AUTO_TEST_CASE(double_pendulum) {
  const Digits scope(digits);
  const double m1 = 1.3, m2 = 0.7, I1 = 0.05, I2 = 0.03, l1 = 0.9, d1 = 0.4, d2 = 0.6;
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(m1, {0, 0, -d1}, {I1, 0.04, 0.02});
  Body& second = add_body(model, 1, JointKind::revolute);
  second.joint.placement.xyz = {0, 0, -l1};
  second.inertial = solid(m2, {0, 0, -d2}, {I2, 0.02, 0.03});
  const State state = state_of(model, {0.8, -1.9}, {1.5, -2.2}, {0.6, 3.3}, {-1.2, 0.9});

  const Real a(0.8), b(-1.9), da(1.5), db(-2.2), m(m2), l(l1), r(d2);
  const Real near = Real(I2) + m * r * r, coupling = m * l * r * cos(b), lever = m * l * r * sin(b);
  const Real H11 = Real(I1) + Real(m1) * Real(d1) * Real(d1) + m * l * l + near + 2 * coupling;
  const Real weight1 = Real(g) * (Real(m1) * Real(d1) + m * l) * sin(a),
             weight2 = Real(g) * m * r * sin(a + b);
  check_equation(model, state, square(2, {H11, near + coupling, near + coupling, near}),
                 numbers(-lever * (2 * da * db + db * db) + weight1 + weight2, lever * da * da + weight2));

  const Real qdd1(0.6), qdd2(3.3), slope1 = Real(g) * (Real(m1) * Real(d1) + m * l) * cos(a),
                                   slope2 = Real(g) * m * r * cos(a + b);
  check_derivatives(
      model, state,
      square(2, {slope1 + slope2, -lever * (2 * qdd1 + qdd2) - coupling * (2 * da * db + db * db) + slope2,
                 slope2, -lever * qdd1 + coupling * da * da + slope2}),
      square(2, {-2 * lever * db, -2 * lever * (da + db), 2 * lever * da, Real(0)}));
}

// Cart along x, pole about y, its centre of mass l up: T = (M + m) x'^2 / 2 + m l cos t x' t' + (I + m l^2)
// t'^2 / 2, V = m g l cos t. qdd by Cramer's rule.
BOOST_AUTO_TEST_CASE(cart_and_pole) {
  const Digits scope(digits);
  Model model;
  add_body(model, 0, JointKind::prismatic, {3, 0, 0}).inertial = solid(2.1, {0.1, 0.2, 0.3}, {1, 1, 1});
  add_body(model, 1, JointKind::revolute, {0, 1, 0}).inertial = solid(0.4, {0, 0, 0.7}, {0.3, 0.02, 0.1});
  const State state = state_of(model, {0.5, 2.4}, {-1.1, 3.7}, {0.8, -0.9}, {5.3, -0.6});

  const Real M(2.1), m(0.4), l(0.7), t(2.4), rate(3.7), I(0.02), F(5.3), couple(-0.6);
  const Real a = M + m, b = m * l * cos(t), c = I + m * l * l;
  const Real pull = -m * l * sin(t) * rate * rate, tip = -m * Real(g) * l * sin(t);
  check_equation(model, state, square(2, {a, b, b, c}), numbers(pull, tip));
  const Real determinant = a * c - b * b;
  check_vector(oracle::evaluate<Real>(model, state, everything).of(Problem::forward_dynamics),
               numbers((c * (F - pull) - b * (couple - tip)) / determinant,
                       (a * (couple - tip) - b * (F - pull)) / determinant),
               tolerance, "qdd");
  const Real turn = -m * l * sin(t), none(0);
  check_derivatives(model, state,
                    square(2, {none, turn * Real(-0.9) - m * l * cos(t) * rate * rate, none,
                               turn * Real(0.8) - m * Real(g) * l * cos(t)}),
                    square(2, {none, 2 * turn * rate, none, none}));
  const auto answer = oracle::evaluate<Real>(
      model, state, {Problem::coriolis_matrix, Problem::inverse_dynamics_second_derivatives});
  check_matrix(answer.of(Problem::coriolis_matrix), square(2, {none, turn * rate, none, none}), tolerance,
               "C");
  Matrix<Real> dH = Matrix<Real>::Constant(2, 4, none);
  dH(0, 3) = dH(1, 2) = turn;
  check_matrix(answer.of(Problem::inverse_dynamics_second_derivatives, 3), dH, tolerance, "dH / dq");
}

// The columns of J for a revolute joint: in the end-effector's axes its axis, and axis x lever. The
// end-effector is turned by half a right angle about z, the axis is y; J H^-1 J^T is the outer product over
// H.
BOOST_AUTO_TEST_CASE(end_effector_of_a_pendulum) {
  const Digits scope(digits);
  Model model;
  add_body(model, 0, JointKind::revolute, {0, 1, 0}).inertial = solid(2, {0.5, 0, 0}, {1, 0.25, 1});
  State state = state_of(model, {2.2}, {0.3}, {0}, {0});
  const double angle = 0.78;
  state.end_effectors.push_back({1, {{0.6, 0.3, -0.2}, {0, 0, angle}}});

  // y x (0.6, 0.3, -0.2) = (-0.2, 0, -0.6); a turn about z by -angle takes (x, y) to (x c + y s, y c - x s).
  const Real c = cos(Real(angle)), s = sin(Real(angle)), H(0.75);
  const Real down(-0.6), back(-0.2);
  const Vector<Real> J = numbers(s, c, Real(0), back * c, -back * s, down);
  const Dynamics<Real> answer = oracle::evaluate<Real>(model, state, everything);
  check_matrix(answer.J, J, tolerance, "J");
  check_matrix(answer.of(Problem::inverse_osim), J * J.transpose() / H, tolerance, "J H^-1 J^T");
  check_matrix(answer.of(Problem::mass_matrix_inverse), square(1, {1 / H}), tolerance, "H^-1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
