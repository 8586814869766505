// One body on each kind of joint, whose equations of motion can be written down. Without another comment an
// equation is Lagrange's, from the kinetic and potential energy T and V that are given above it.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "closed_forms.hpp"

namespace {

BOOST_AUTO_TEST_SUITE(closed_forms)

using namespace kintree;
using namespace kintree::test;
using namespace kintree::test::closed_form;

/// A body on a free joint and its state; x y z, then a quaternion of length sqrt(30).
struct FreeBody {
  Triple centre{0.3, -0.2, 0.5}, moments{0.2, 0.5, 0.4};
  double mass = 2.5;
  Model model;
  State state;

  FreeBody() {
    add_body(model, 0, JointKind::free).inertial = solid(mass, centre, moments);
    state = state_of(model, {0.1, -0.7, 2.2, 1, -2, 3, 4}, {0.4, -1.5, 2.6, 0.7, -0.3, 1.9},
                     {1.2, 0.1, -0.8, 2.3, -1.7, 0.6}, {0.9, -0.4, 1.6, 2.1, -3.3, 0.2});
  }

  /// A vector of the world in the body's axes: R^T x with R of the quaternion (1, -2, 3, 4), in whole numbers
  /// over 30.
  static Vector3 in_body(const Vector3& x) {
    Matrix3 R;
    R << Real(-20), Real(-20), Real(10), Real(-4), Real(-10), Real(28), Real(-22), Real(20), Real(4);
    return R.transpose() * x / Real(30);
  }
};

// Newton and Euler about the body's origin, in body axes: the centre of mass accelerates by
// a + omega x v + alpha x c + omega x (omega x c).
BOOST_AUTO_TEST_CASE(free_body_about_its_origin) {
  const Digits scope(digits);
  const FreeBody body;
  const Real m(body.mass);
  const Vector3 c = widened(body.centre), omega(Real(0.4), Real(-1.5), Real(2.6)),
                v(Real(0.7), Real(-0.3), Real(1.9));
  const Matrix3 I = diagonal(body.moments), C = crossing(c);
  Matrix<Real> H(6, 6);
  H << I - m * C * C, m * C, -m * C, m * Matrix3::Identity();

  const Vector3 weight = m * FreeBody::in_body(Vector3(Real(0), Real(0), Real(-g)));
  const Vector3 force = m * (omega.cross(v) + omega.cross(omega.cross(c))) - weight;
  const Vector3 couple = omega.cross(I * omega) + c.cross(force);
  Vector<Real> bias(6);
  bias << couple, force;
  check_equation(body.model, body.state, H, bias);

  // A wrench on the body counts as a generalized force does: the joint's velocity is the body's.
  State pushed = body.state;
  pushed.f_ext[1] = {0.3, -0.8, 1.4, 2.2, 0.5, -1.1};
  Vector<Real> wrench(6);
  for (std::size_t k = 0; k < 6; ++k) wrench(static_cast<Eigen::Index>(k)) = Real(pushed.f_ext[1][k]);
  check_equation(body.model, pushed, H, bias - wrench);
}

// Euler's top: no torque about the centre of mass, so omega' = -I^-1 (omega x I omega), and the centre of
// mass does not accelerate, so a = -omega x v - alpha x c - omega x (omega x c).
BOOST_AUTO_TEST_CASE(euler_top) {
  const Digits scope(digits);
  FreeBody body;
  body.model.gravity = {0, 0, 0};
  body.state.tau.assign(6, 0.0);
  const Real A(0.2), B(0.5), D(0.4), x(0.4), y(-1.5), z(2.6);
  const Vector3 c = widened(body.centre), omega(x, y, z), v(Real(0.7), Real(-0.3), Real(1.9));
  const Vector3 alpha((B - D) / A * y * z, (D - A) / B * z * x, (A - B) / D * x * y);
  const Vector3 a = -omega.cross(v) - alpha.cross(c) - omega.cross(omega.cross(c));
  Vector<Real> expected(6);
  expected << alpha, a;
  const auto answer = oracle::evaluate<Real>(body.model, body.state, everything);
  check_vector(answer.of(Problem::forward_dynamics), expected, tolerance, "qdd");

  // Nothing depends on where the top is. alpha does not depend on v, and a depends on it as -omega x v.
  const Problem derivatives = Problem::forward_dynamics_derivatives;
  const Matrix<Real>&by_q = answer.of(derivatives, 0), &by_v = answer.of(derivatives, 1);
  check_matrix(by_q, Matrix<Real>(Matrix<Real>::Constant(6, 6, Real(0))), tolerance, "d qdd / dq");
  const Real p = (B - D) / A, q = (D - A) / B, r = (A - B) / D, none(0);
  check_matrix(Matrix<Real>(by_v.topLeftCorner(3, 3)),
               square(3, {none, p * z, p * y, q * z, none, q * x, r * y, r * x, none}), tolerance,
               "d alpha / d omega");
  check_matrix(Matrix<Real>(by_v.topRightCorner(3, 3)), Matrix<Real>(Matrix<Real>::Constant(3, 3, none)),
               tolerance, "d alpha / dv");
  check_matrix(Matrix<Real>(by_v.bottomRightCorner(3, 3)), Matrix<Real>(-crossing(omega)), tolerance,
               "d a / dv");
}

// In the plane's axes turned with the child, e1 e2 n: the centre of mass (c1, c2) moves with (v1 - w c2, v2 +
// w c1). It accelerates by (a1 - w' c2 - w v2 - w^2 c1, a2 + w' c1 + w v1 - w^2 c2). The shortest rotation
// from z to n takes x to x - n_x / (1 + n_z) (n + z), and y to the same with n_y. If n_z < 0, 1 + n_z =
// (n_x^2 + n_y^2) / (1 - n_z).
void check_planar(const Triple& normal) {
  BOOST_TEST_CONTEXT("normal " << normal[0] << " " << normal[1] << " " << normal[2]) {
    const Triple centre{0.4, -0.3, 0.2}, moments{0.2, 0.3, 0.4};
    Model model;
    model.gravity = {1.5, -2.5, -9.0};
    add_body(model, 0, JointKind::planar, normal).inertial = solid(1.9, centre, moments);
    const State state =
        state_of(model, {0.6, -0.8, 2.1}, {1.2, -0.7, 1.6}, {0.3, 0.9, -1.4}, {2.2, -1.3, 0.8});

    const Vector3 along = widened(normal), n = along / sqrt(along.dot(along));
    const Vector3 x(Real(1), Real(0), Real(0)), y(Real(0), Real(1), Real(0));
    const Real aside = n(0) * n(0) + n(1) * n(1);
    Vector3 e1 = x, e2 = y;
    if (aside != 0) {
      const Real one_plus = n(2) < 0 ? Real(aside / (1 - n(2))) : Real(1 + n(2));
      const Vector3 sum(n(0), n(1), one_plus);  // n + z
      e1 = x - sum * (n(0) / one_plus);
      e2 = y - sum * (n(1) / one_plus);
    } else if (n(2) < 0) {
      e2 = -y;
    }
    const Vector3 c = widened(centre), gravity = widened(model.gravity);
    const Real m(1.9), c1 = c.dot(e1), c2 = c.dot(e2), w(1.6), v1(1.2), v2(-0.7), t(2.1);
    const Real I = n.dot(diagonal(moments) * n);
    const Real g1 = gravity.dot(e1) * cos(t) + gravity.dot(e2) * sin(t);
    const Real g2 = gravity.dot(e2) * cos(t) - gravity.dot(e1) * sin(t);
    const Real f1 = m * (-w * v2 - w * w * c1 - g1), f2 = m * (w * v1 - w * w * c2 - g2), none(0);
    check_equation(
        model, state,
        square(3, {m, none, -m * c2, none, m, m * c1, -m * c2, m * c1, I + m * (c1 * c1 + c2 * c2)}),
        numbers(f1, f2, c1 * f2 - c2 * f1));
  }
}

BOOST_AUTO_TEST_CASE(planar_body) {
  const Digits scope(digits);
  check_planar({0, 0, 1});
  check_planar({0, 0, -3});
  check_planar({0x1p-20, -0x1p-19, -1});
  check_planar({0, 0x1p-30, -1});
  check_planar({1, 2, 3});
  check_planar({-2, 0, 0});
}

// Angle t about n, advance p t. T = (I_n + m r^2 + m p^2) t'^2 / 2, r the distance of the centre of mass c
// from the axis. V = -m g.(p t n + R c). With n = x, R c = (cx, cy cos t - cz sin t, cy sin t + cz cos t).
BOOST_AUTO_TEST_CASE(helical_nut) {
  const Digits scope(digits);
  Model model;
  model.gravity = {-3, 1, -9};
  Body& nut = add_body(model, 0, JointKind::helical, {0.5, 0, 0});
  nut.joint.pitch = -0.13;
  nut.inertial = solid(0.8, {0.6, 0.1, -0.4}, {0.07, 0.2, 0.3});
  const State state = state_of(model, {-2.7}, {4.1}, {-0.5}, {1.9});

  const Real m(0.8), p(-0.13), t(-2.7), cy(0.1), cz(-0.4);
  const Real slope = -m * (-3 * p + (-cy * sin(t) - cz * cos(t)) - 9 * (cy * cos(t) - cz * sin(t)));
  check_equation(model, state, square(1, {Real(0.07) + m * (cy * cy + cz * cz) + m * p * p}), numbers(slope));
}

// As the nut, but with the advance d free: the centre of mass moves about n across n, so nothing couples
// angle and advance.
BOOST_AUTO_TEST_CASE(cylindrical_rod) {
  const Digits scope(digits);
  Model model;
  model.gravity = {-3, 1, -9};
  add_body(model, 0, JointKind::cylindrical, {7, 0, 0}).inertial =
      solid(0.8, {0.6, 0.1, -0.4}, {0.07, 0.2, 0.3});
  const State state = state_of(model, {1.3, -0.4}, {2.2, -1.8}, {0.7, 1.1}, {0.6, 2.3});

  const Real m(0.8), t(1.3), cy(0.1), cz(-0.4), none(0);
  const Real slope = -m * ((-cy * sin(t) - cz * cos(t)) - 9 * (cy * cos(t) - cz * sin(t)));
  check_equation(model, state, square(2, {Real(0.07) + m * (cy * cy + cz * cz), none, none, m}),
                 numbers(slope, 3 * m));
}

// Turned by a about x, then by b about y: omega in child axes is a' (cos b, 0, sin b) + b' (0, 1, 0). Moments
// A, B, D about the origin: T = (A cos^2 b + D sin^2 b) a'^2 / 2 + B b'^2 / 2. A centre of mass l below is at
// height -l cos a cos b.
BOOST_AUTO_TEST_CASE(universal_joint) {
  const Digits scope(digits);
  Model model;
  Body& body = add_body(model, 0, JointKind::universal, {2, 0, 0});
  body.joint.second_axis = {0, 0.25, 0};
  body.inertial = solid(1.1, {0, 0, -0.5}, {0.06, 0.09, 0.3});
  const State state = state_of(model, {0.9, -1.2}, {2.4, 1.7}, {-0.3, 0.8}, {1.4, -2.6});

  const Real m(1.1), l(0.5), a(0.9), b(-1.2), da(2.4), db(1.7), none(0);
  const Real A = Real(0.06) + m * l * l, B = Real(0.09) + m * l * l, D(0.3);
  const Real f = A * cos(b) * cos(b) + D * sin(b) * sin(b), slope = 2 * (D - A) * sin(b) * cos(b);
  const Real weight = m * Real(g) * l;
  check_equation(
      model, state, square(2, {f, none, none, B}),
      numbers(slope * da * db + weight * sin(a) * cos(b), -slope * da * da / 2 + weight * cos(a) * sin(b)));
}

// A ball of moment J on a weightless rod c. About the pivot I omega = (J + m l^2) omega - m (c.omega) c. So I
// alpha = tau + c x m R^T g + m (c.omega) omega x c, where the last two terms are normal to c.
BOOST_AUTO_TEST_CASE(spherical_pendulum) {
  const Digits scope(digits);
  Model model;
  add_body(model, 0, JointKind::spherical).inertial = solid(0.9, {0.3, -0.4, 1.2}, {0.05, 0.05, 0.05});
  const State state = state_of(model, {1, -2, 3, 4}, {0.7, -1.9, 0.4}, {0.1, 0.2, -0.6}, {0.8, 1.3, -0.5});

  const Real m(0.9), J(0.05);
  const Vector3 c(Real(0.3), Real(-0.4), Real(1.2)), omega(Real(0.7), Real(-1.9), Real(0.4)),
      tau(Real(0.8), Real(1.3), Real(-0.5));
  const Real squared = c.dot(c);
  const Vector3 down = FreeBody::in_body(Vector3(Real(0), Real(0), Real(-g)));
  const Vector3 across = c.cross(Vector3(m * down)) + omega.cross(c) * (m * c.dot(omega));
  const Vector3 along = c * (tau.dot(c) / squared);
  const Vector3 alpha = (tau - along + across) / (J + m * squared) + along / J;
  check_vector(oracle::evaluate<Real>(model, state, everything).of(Problem::forward_dynamics), alpha,
               tolerance, "qdd");
  Matrix3 inertia = -m * c * c.transpose();
  for (int i = 0; i < 3; ++i) inertia(i, i) += J + m * squared;
  check_equation(model, state, inertia, -across);
}

// A placement by a quaternion is a ball joint that rests at that quaternion.
BOOST_AUTO_TEST_CASE(quaternion_of_a_placement_is_a_resting_ball) {
  const Digits scope(digits);
  const Quadruple q{0.3, -0.5, 1.1, 0.2};
  const auto hinge = [](Model& model, int parent) {
    Body& body = add_body(model, parent, JointKind::revolute, {0.3, 1, -2});
    body.inertial = solid(1.7, {0.2, 0.9, -0.6}, {0.11, 0.13, 0.17});
    body.inertial.origin.quaternion = {1, 2, -3, 4};
  };
  Model ball;
  add_body(ball, 0, JointKind::spherical).joint.placement.xyz = {0.1, 0.2, 0.3};
  hinge(ball, 1);
  State state = neutral_state(ball);
  std::copy(q.begin(), q.end(), state.q.begin());
  state.q[4] = 0.7, state.v[3] = 1.3;
  const Dynamics<Real> expected = oracle::evaluate<Real>(ball, state, everything);

  Model placed;
  hinge(placed, 0);
  placed.bodies[1].joint.placement = {.xyz = {0.1, 0.2, 0.3}, .rpy = {}, .quaternion = q};
  check_equation(placed, state_of(placed, {0.7}, {1.3}, {-0.4}, {2}), square(1, {expected.H(3, 3)}),
                 numbers(expected.C(3)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
