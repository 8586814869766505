// Properties of constraints, on random contacts and loops. Poses that move give their motion and their forces
// (moving_tree.hpp).
#include <boost/test/unit_test.hpp>

#include "drawn_cases.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/oracle/solve.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;
using oracle::Dynamics;

constexpr Problem constrained = Problem::constrained_forward_dynamics,
                  jacobian = Problem::constraint_jacobian, impact = Problem::contact_impulse;

/// The velocity, times the time, that takes one pose to another, in the axes of the first; to the third order.
Vector<Real> step(const Pose& from, const Pose& to) {
  const Quaternion r = conjugate(from.r) * to.r;
  const Vector3 angle = r.v * Real(Real(2) / r.w), moved = rotate(conjugate(from.r), Vector3(to.p - from.p));
  Vector<Real> result(6);
  result << angle, moved - angle.cross(moved) * Real(0.5);
  return result;
}

Pose inverse(const Pose& p) {
  const Quaternion back = conjugate(p.r);
  return {back, rotate(back, Vector3(-p.p))};
}

/// The rows of the constraints of their relative velocity, and the rate of it.
struct Relative {
  Vector<Real> velocity, rate;
};
Relative relative(const Model& model, const MovingTree& tree) {
  const Real h = tree.step();
  const auto before = tree.poses(-h), now = tree.poses(Real(0)), after = tree.poses(h);
  const Eigen::Index count = Layout(model).constraint_rows;
  Relative result{zeros(count), zeros(count)};
  Eigen::Index row = 0;
  for (const Constraint& c : model.constraints) {
    const auto seen = [&](const std::vector<Pose>& world) {
      return inverse(world[static_cast<std::size_t>(c.relative_to)]) *
             world[static_cast<std::size_t>(c.frame.body)] * pose(c.frame.pose);
    };
    const Vector<Real> first = step(seen(before), seen(now)), second = step(seen(now), seen(after));
    for (Eigen::Index k = 0; k < 6; ++k)
      if (c.rows[static_cast<std::size_t>(k)]) {
        result.velocity(row) = (first(k) + second(k)) / (2 * h);
        result.rate(row++) = (second(k) - first(k)) / (h * h);
      }
  }
  return result;
}

template <class F>
void for_each_constrained_case(F&& f) {
  const Digits scope(100);
  int count = 0, dependent = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed)
    for (const Family family : {Family::contacts, Family::loops}) {
      const Case c = random_case(family, 5, seed);
      if (c.model.constraints.empty()) continue;
      const auto answer = oracle::evaluate<Real>(c.model, c.state, {constrained, jacobian, impact});
      if (answer.singular_at != 0) continue;
      if (answer.of_K.dependent_row != 0) {
        ++dependent;
        continue;
      }
      ++count;
      BOOST_TEST_CONTEXT(c.id.name()) {
        f(c, answer);
      }
    }
  BOOST_TEST(count >= 20);
  BOOST_TEST(dependent >= 1);
}

BOOST_AUTO_TEST_SUITE(constraints)

BOOST_AUTO_TEST_CASE(constrained_motion_has_the_requested_relative_acceleration) {
  for_each_constrained_case([](const Case& c, const Dynamics<Real>& answer) {
    const Vector<Real> v = vector_of(c.state.v);
    const Relative moved =
        relative(c.model, MovingTree(c.model, c.state.q, v, answer.of(constrained).col(0)));
    check_vector(answer.of(jacobian) * v, moved.velocity, half, "K v");
    check_vector(moved.rate, vector_of(c.state.gamma), half, "gamma");
    const Relative drift = relative(c.model, MovingTree(c.model, c.state.q, v, zeros(v.size())));
    check_vector(answer.of(jacobian, 1).col(0), drift.rate, half, "K-dot v");
  });
}

// The power of the forces lambda at unit velocities.
BOOST_AUTO_TEST_CASE(forces_of_constraints_are_those_of_virtual_power) {
  for_each_constrained_case([](const Case& c, const Dynamics<Real>& answer) {
    const Eigen::Index n = answer.H.rows();
    const Vector<Real> lambda = answer.of(constrained, 1).col(0);
    Vector<Real> power(n);
    for (Eigen::Index j = 0; j < n; ++j) {
      Vector<Real> unit = zeros(n);
      unit(j) = Real(1);
      power(j) = relative(c.model, MovingTree(c.model, c.state.q, unit, zeros(n))).velocity.dot(lambda);
    }
    const Vector<Real> surplus = answer.H * answer.of(constrained) + answer.C - vector_of(c.state.tau);
    check_vector(surplus, power, half, "K^T lambda");
  });
}

// The velocities after an impact are those that the restitution requires, and an elastic impact keeps the
// energy.
BOOST_AUTO_TEST_CASE(impulses_reverse_relative_velocities) {
  for_each_constrained_case([](const Case& c, const Dynamics<Real>& answer) {
    const Vector<Real> v = vector_of(c.state.v), after = answer.of(impact).col(0);
    const auto relative_velocity = [&](const Vector<Real>& of) {
      return relative(c.model, MovingTree(c.model, c.state.q, of, zeros(of.size()))).velocity;
    };
    check_vector(relative_velocity(after), relative_velocity(v) * Real(-c.state.restitution), half,
                 "K v_after");
    State elastic = c.state;
    elastic.restitution = 1;
    const Vector<Real> bounced = oracle::evaluate<Real>(c.model, elastic, {impact}).of(impact).col(0);
    const auto energy = [&](const Vector<Real>& of) { return of.dot(Vector<Real>(answer.H * of)); };
    check_close(energy(bounced), energy(v), energy(v), all, "energy");
  });
}

/// A body with a free joint on the base: 2 kg, inertia 1, 2, 3 kg m^2, turning about z at 3 rad/s.
Case free_body() {
  Case c;
  Body body;
  body.name = body.joint.name = "body";
  body.joint.kind = JointKind::free;
  body.inertial = {.origin = {}, .mass = 2, .ixx = 1, .iyy = 2, .izz = 3};
  c.model.bodies.push_back(body);
  c.model.gravity = {0, 0, -8};
  c.state = neutral_state(c.model);
  c.state.v[2] = 3;
  return c;
}

void solve(const Case& c, const std::vector<double>& qdd, const std::vector<double>& lambda) {
  const auto answer = oracle::evaluate<Real>(c.model, c.state, {constrained});
  check_vector(answer.of(constrained).col(0), vector_of(qdd), all, "qdd");
  check_vector(answer.of(constrained, 1).col(0), vector_of(lambda), all, "lambda");
}

BOOST_AUTO_TEST_CASE(contacts_of_a_free_body_have_closed_forms) {
  const Digits scope(100);
  Case c = free_body();
  solve(c, {0, 0, 0, 0, 0, -8}, {});
  // The ground carries its weight.
  c.model.constraints = {
      {.name = "floor", .frame = {1, {}}, .rows = {false, false, false, false, false, true}}};
  c.state.gamma = {0};
  solve(c, {0, 0, 0, 0, 0, 0}, {16});
  // A lift takes it up.
  c.state.gamma = {1};
  solve(c, {0, 0, 0, 0, 0, 1}, {18});
  // A hinge along z at x = 1. The axis pulls with m w^2 r, and the moment of inertia about it is I_zz + m r^2
  // = 5.
  c.model.constraints = {
      {.name = "hinge", .frame = {1, {{1, 0, 0}, {}}}, .rows = {true, true, false, true, true, true}}};
  c.state.gamma = {0, 0, 0, 0, 0};
  c.state.v = {0, 0, 3, 0, -3, 0};
  c.state.tau = {0, 0, 10, 0, 0, 0};
  // The origin moves with -3 along y, which is w x r; its acceleration is 9 towards the hinge, less w x v of the moving axes.
  solve(c, {0, 0, 2, 0, -2, 0}, {0, 16, 18, -4, 16});
}

BOOST_AUTO_TEST_CASE(a_falling_body_stops_at_the_floor_or_bounces) {
  const Digits scope(100);
  Case c = free_body();
  c.model.constraints = {
      {.name = "floor", .frame = {1, {}}, .rows = {false, false, false, false, false, true}}};
  c.state.gamma = {0};
  c.state.v[5] = -4;
  const auto check = [&](double v, double impulse) {
    const auto answer = oracle::evaluate<Real>(c.model, c.state, {impact});
    check_close(answer.of(impact)(5, 0), Real(v), Real(1), all, "v");
    check_close(answer.of(impact, 1)(0, 0), Real(impulse), Real(1), all, "impulse");
  };
  check(0, 8);
  c.state.restitution = 0.5;
  check(2, 12);
}

BOOST_AUTO_TEST_CASE(a_row_that_depends_on_others_is_named) {
  Case c = free_body();
  c.model.constraints = {
      {.name = "floor", .frame = {1, {}}, .rows = {false, false, false, false, false, true}},
      {.name = "again", .frame = {1, {}}, .rows = {false, false, false, true, false, true}}};
  c.state.gamma = {0, 0, 0};
  const auto why = oracle::Oracle::dense(c.model, c.state, {constrained}, 1).of(constrained)->ill_posed();
  BOOST_TEST_REQUIRE(bool(why));
  BOOST_TEST(why->to_string(c.model) == "rows of the constraints depend on each other");
  BOOST_TEST(oracle::no_answer(c.model, constrained, why->coordinate) ==
             "row 3 of the constraints, of 'again', is zero or a combination of others, so their forces are "
             "not unique");
  BOOST_TEST(!oracle::answerable(c.model, c.state, {constrained, jacobian}).contains(constrained));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
