// Properties of constraints, on random contacts, loops and gears. Poses that move give their motion and their forces
// (moving_tree.hpp).
#include <boost/test/unit_test.hpp>

#include "drawn_cases.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/oracle/solve.hpp"
#include "kintree/trees/parts.hpp"

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
  const Layout layout(model);
  const Real h = tree.step();
  const auto before = tree.poses(-h), now = tree.poses(Real(0)), after = tree.poses(h);
  const Eigen::Index count = layout.constraint_rows;
  Relative result{zeros(count), zeros(count)};
  Eigen::Index row = 0;
  for (const Constraint& c : model.constraints) {
    if (c.coupling) {
      const auto difference = [&](const Vector<Real>& x) -> Real {
        const auto of = [&](int body) {
          return x(layout.first_velocity[static_cast<std::size_t>(body)] - 1);
        };
        return of(c.frame.body) -
               (c.relative_to == 0 ? Real(0) : Real(Real(c.coupling->multiplier) * of(c.relative_to)));
      };
      result.velocity(row) = difference(tree.velocity());
      result.rate(row++) = difference(tree.acceleration());
      continue;
    }
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
    for (const Family family : {Family::contacts, Family::loops, Family::gears, Family::mechanisms}) {
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
  BOOST_TEST(count >= 40);
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

/// Hinges about x on the base, whose bodies have these moments of inertia.
Case hinges(const std::vector<double>& moments) {
  Case c;
  c.model.gravity = {};
  for (const double moment : moments) {
    Body& body = c.model.bodies.emplace_back();
    body.name = body.joint.name = "hinge" + std::to_string(c.model.body_count());
    body.joint.kind = JointKind::revolute;
    body.inertial.ixx = moment;
  }
  c.state = neutral_state(c.model);
  return c;
}
void couple(Case& c, int follower, int leader, double multiplier) {
  c.model.constraints.push_back({.name = "gear" + std::to_string(follower),
                                 .frame = {follower, {}},
                                 .relative_to = leader,
                                 .coupling = Coupling{multiplier, 0}});
  c.state.gamma.push_back(0);
}

// A torque t on the first of two gears turns it by t / (I_1 + m^2 I_2).
BOOST_AUTO_TEST_CASE(gears_have_closed_forms) {
  const Digits scope(100);
  Case c = hinges({3, 1.25, 7});
  couple(c, 2, 1, 2);
  c.state.tau = {16, 0, 14};
  solve(c, {2, 4, 2}, {5});  // the gear gives the second I_2 q''_2
  // The third follows the second, and has 4 times the speed of the first: 3 + 4 * 1.25 + 16 * 7 = 120.
  couple(c, 3, 2, 2);
  c.state.tau = {120, 0, 0};
  solve(c, {1, 2, 4}, {2.5 + 2 * 28, 28});
  // A stop holds all of them.
  couple(c, 1, 0, 1);
  solve(c, {0, 0, 0}, {0, 0, -120});
  // H is singular where a gear or the wheel that it follows has no inertia, but the pair moves: here with gamma = q''_2 - 2 q''_1.
  c = hinges({3, 0, 7});
  couple(c, 2, 1, 2);
  c.state.tau = {6, 3, 14};
  solve(c, {4, 8, 2}, {-3});  // 3 q''_1 = 6 + 2 * 3
  c.state.gamma = {2};
  solve(c, {4, 10, 2}, {-3});
  c = hinges({0, 1.25, 7});
  couple(c, 2, 1, 2);
  c.state.tau = {10, 0, 14};
  solve(c, {2, 4, 2}, {5});  // 0 = 10 - 2 lambda
  c.state.gamma = {2};
  solve(c, {1, 4, 2}, {5});
}

// q = G y: G^T H G y'' = G^T (tau - C) where gamma is zero. In every second case the followers have no inertia, so that H may be singular.
BOOST_AUTO_TEST_CASE(gears_move_as_their_independent_coordinates) {
  const Digits scope(100);
  int count = 0, held = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Case c = random_case(Family::gears, 6, seed);
    if (seed % 2 == 0)
      for (const Constraint& k : c.model.constraints)
        if (k.coupling) c.model.bodies[static_cast<std::size_t>(k.frame.body)].inertial = {};
    std::erase_if(c.model.constraints,
                  [](const Constraint& k) { return !k.coupling || k.name.ends_with("_again"); });
    if (c.model.constraints.empty()) continue;
    const Layout layout(c.model);
    c.state.gamma.assign(static_cast<std::size_t>(layout.constraint_rows), 0);
    const auto answer = oracle::evaluate<Real>(c.model, c.state, {constrained});
    if (answer.singular_at != 0) continue;
    (answer.held_at == 0 ? count : held)++;
    const auto at = [&](int body) { return layout.first_velocity[static_cast<std::size_t>(body)] - 1; };
    oracle::Matrix<Real> G = oracle::Matrix<Real>::Identity(layout.n, layout.n);
    for (int pass = 0; pass < layout.n; ++pass)  // followers of followers
      for (const Constraint& k : c.model.constraints)
        G.row(at(k.frame.body)) = k.relative_to == 0
                                      ? (0 * G.row(0)).eval()
                                      : (Real(k.coupling->multiplier) * G.row(at(k.relative_to))).eval();
    std::vector<Eigen::Index> independent;
    for (int j = 0; j < layout.n; ++j)
      if (std::none_of(c.model.constraints.begin(), c.model.constraints.end(),
                       [&](const Constraint& k) { return at(k.frame.body) == j; }))
        independent.push_back(j);
    const oracle::Matrix<Real> G_y = G(Eigen::all, independent), H_y = G_y.transpose() * answer.H * G_y;
    const Vector<Real> tau_y = G_y.transpose() * (vector_of(c.state.tau) - answer.C);
    check_vector(answer.of(constrained).col(0), G_y * H_y.ldlt().solve(tau_y), half, c.id.name());
  }
  BOOST_TEST(count > 20);
  BOOST_TEST(held > 10);
}

/// A random tree in which joint i is a hinge about z, at zero.
Case with_hinge(std::uint64_t seed, std::size_t& i) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic, JointKind::spherical};
  Case c = random_case(Family::recursive, 6, seed, options);
  const Layout layout(c.model);
  for (i = 1; i < c.model.bodies.size() && c.model.bodies[i].joint.kind != JointKind::revolute; ++i) {
  }
  if (i == c.model.bodies.size()) return c;
  c.model.bodies[i].joint.axis = {0, 0, 1};
  c.state.q[static_cast<std::size_t>(layout.first_position[i] - 1)] = 0;
  return c;
}

/// Joint i becomes a free one, which moves as the joint did and has the same force about z. Some rows are forbidden.
Case freed(const Case& c, std::size_t i, const std::array<bool, 6>& rows) {
  Parts parts(c);
  Part& part = parts[static_cast<int>(i)];
  const bool is_hinge = part.body.joint.kind == JointKind::revolute;
  const auto about_z = [&](std::vector<double>& x) { x = {0, 0, is_hinge ? x[0] : 0, 0, 0, 0}; };
  for (std::vector<double>* x : {&part.v, &part.qdd, &part.tau}) about_z(*x);
  part.body.joint.kind = JointKind::free;
  part.q = neutral_position(JointKind::free);
  parts.constraints.push_back(
      {{.name = "joint", .frame = {static_cast<int>(i), {}}, .relative_to = part.body.parent, .rows = rows},
       std::vector<double>(static_cast<std::size_t>(std::count(rows.begin(), rows.end(), true)))});
  return parts.put_together();
}

// Rows that forbid what a joint forbids leave the motion of the tree that has the joint.
BOOST_AUTO_TEST_CASE(constraints_of_a_free_joint_make_it_a_hinge_or_a_weld) {
  const Digits scope(100);
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::size_t i = 0;
    const Case hinge = with_hinge(seed, i);
    if (i == hinge.model.bodies.size()) continue;
    ++count;
    Parts locked(hinge);
    Part& part = locked[static_cast<int>(i)];
    part.body.joint.kind = JointKind::fixed;
    for (std::vector<double>* x : {&part.q, &part.v, &part.qdd, &part.tau}) x->clear();
    for (const auto& [joint, rows] : {std::pair(hinge, std::array{true, true, false, true, true, true}),
                                      {locked.put_together(), Constraint{}.rows}})
      BOOST_TEST_CONTEXT(joint.id.name() << ", rows " << std::count(rows.begin(), rows.end(), true)) {
        const Case free = freed(joint, i, rows);
        const auto with_joint = oracle::evaluate<Real>(joint.model, joint.state, {Problem::forward_dynamics}),
                   with_rows = oracle::evaluate<Real>(free.model, free.state, {constrained});
        const Layout before(joint.model), after(free.model);
        const Vector<Real> expected = with_joint.of(Problem::forward_dynamics).col(0);
        Vector<Real> moved = zeros(after.n);
        for (std::size_t b = 1; b < joint.model.bodies.size(); ++b)
          for (int k = 0; k < info(joint.model.bodies[b].joint.kind).velocities; ++k)
            moved(after.first_velocity[b] - 1 + k + (b == i ? 2 : 0)) =
                expected(before.first_velocity[b] - 1 + k);
        check_vector(with_rows.of(constrained).col(0), moved, half, "qdd");
      }
  }
  BOOST_TEST(count > 10);
}

// Constraints add their forces to the equation of motion, which do no work on velocities that the rows allow [d'Alembert].
BOOST_AUTO_TEST_CASE(forces_of_constraints_do_no_work) {
  for_each_constrained_case([](const Case& c, const Dynamics<Real>& answer) {
    const oracle::Matrix<Real>& K = answer.of(jacobian);
    const Vector<Real> v = vector_of(c.state.v);
    const Vector<Real> allowed = v - K.transpose() * (K * K.transpose()).ldlt().solve(K * v);
    const Vector<Real> forces = answer.H * answer.of(constrained) + answer.C - vector_of(c.state.tau);
    check_close(forces.dot(allowed), Real(0), forces.norm() * v.norm(), half, "power");
  });
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
