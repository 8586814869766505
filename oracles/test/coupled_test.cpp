// The dynamics of joints that follow others: closed forms, and properties that the constraints themselves have.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "drawn_cases.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;

constexpr Problem coupled = Problem::coupled_dynamics;

BOOST_AUTO_TEST_SUITE(coupled_joints)

struct Gear {
  int follower, leader;
  double multiplier;
};

/// GᵀHG of rotors on the base with the inertias 1, 10, 100 about their axes.
Matrix<Real> geared(const std::vector<Gear>& gears) {
  Case c;
  for (const double moment : {1.0, 10.0, 100.0}) {
    Body& body = c.model.bodies.emplace_back();
    body.name = body.joint.name = "rotor" + std::to_string(c.model.bodies.size());
    body.joint.kind = JointKind::revolute;
    body.inertial = {.origin = {}, .mass = 0, .ixx = moment, .iyy = moment, .izz = moment};
  }
  for (const auto& [follower, leader, multiplier] : gears)
    c.model.constraints.push_back({.name = "gear" + std::to_string(c.model.constraints.size()),
                                   .frame = {follower, {}},
                                   .relative_to = leader,
                                   .coupling = Coupling{multiplier, 0}});
  c.state = neutral_state(c.model);
  return oracle::evaluate<Real>(c.model, c.state, {coupled}).of(coupled);
}

void check_diagonal(const std::vector<Gear>& gears, const Vector3& expected) {
  check_matrix(geared(gears), Matrix<Real>(expected.asDiagonal()), all, "GᵀHG");
}

BOOST_AUTO_TEST_CASE(inertias_count_as_often_as_the_squares_of_their_ratios) {
  const Digits scope(100);
  check_diagonal({}, {1, 10, 100});
  check_diagonal({{2, 1, -2}}, {1 + 4 * 10, 0, 100});
  check_diagonal({{3, 2, 3}, {2, 1, -2}}, {1 + 4 * 10 + 36 * 100, 0, 0});  // a follower of a follower
  check_diagonal({{2, 1, -2}, {3, 2, 3}}, {1 + 4 * 10 + 36 * 100, 0, 0});
  check_diagonal({{2, 1, 0}}, {1, 0, 100});
}

BOOST_AUTO_TEST_CASE(a_joint_may_stand_still_or_follow_several) {
  const Digits scope(100);
  check_diagonal({{2, 0, 1}}, {1, 0, 100});
  check_diagonal({{2, 0, 1}, {3, 2, 5}}, {1, 0, 0});
  check_diagonal({{2, 0, 1}, {2, 3, 5}}, {1, 0, 0});  // the third would move the second
  check_diagonal({{2, 1, 4}, {2, 1, 4}}, {1 + 16 * 10, 0, 100});
  check_diagonal({{2, 1, 4}, {2, 1, 5}}, {0, 0, 100});
  check_diagonal({{2, 1, 4}, {1, 2, 0.25}}, {1 + 16 * 10, 0, 100});
  check_diagonal({{3, 1, 1}, {3, 2, 2}}, {0, 4 * 1 + 10 + 4 * 100, 0});
}

/// Lets the joints move as their gears require: ratios are powers of two, so that nothing is rounded.
void move_together(Case& c) {
  const Layout layout(c.model);
  for (Constraint& each : c.model.constraints) {
    double& ratio = each.coupling->multiplier;
    ratio = std::copysign(std::exp2(std::round(std::log2(std::abs(ratio)))), ratio);
  }
  const auto v = [&](int body) -> double& {
    return c.state.v[static_cast<std::size_t>(layout.first_velocity[static_cast<std::size_t>(body)] - 1)];
  };
  for (std::size_t k = 0; k < c.model.constraints.size(); ++k)  // followers of followers
    for (const Constraint& each : c.model.constraints)
      v(each.frame.body) = each.relative_to == 0 ? 0 : each.coupling->multiplier * v(each.relative_to);
}

/// Gears alone, at rows that do not depend on each other.
template <class F>
void for_each_geared_case(F&& f) {
  const Digits scope(100);
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Case c = random_case(Family::gears, 6, seed);
    std::erase_if(c.model.constraints, [](const Constraint& each) { return !each.coupling; });
    const Layout layout(c.model);
    if (c.model.constraints.empty()) continue;
    move_together(c);
    c.state.gamma.assign(static_cast<std::size_t>(layout.constraint_rows), 0);
    c.state.tau.assign(c.state.tau.size(), 0);
    c.state.restitution = 0;
    const auto answer = oracle::evaluate<Real>(
        c.model, c.state, {coupled, Problem::constrained_forward_dynamics, Problem::contact_impulse});
    if (answer.singular_at != 0 || answer.of_K.dependent_row != 0) continue;
    ++count;
    BOOST_TEST_CONTEXT(c.id.name()) {
      f(c, answer);
    }
  }
  BOOST_TEST(count >= 20);
}

// The constraints are solved without G.
BOOST_AUTO_TEST_CASE(free_motion_is_that_of_the_constraints) {
  for_each_geared_case([](const Case&, const oracle::Dynamics<Real>& answer) {
    const Vector<Real> qdd = answer.of(Problem::constrained_forward_dynamics).col(0);
    check_vector(answer.of(coupled) * qdd, -answer.of(coupled, 1).col(0), half, "GᵀHG q''");
  });
}

BOOST_AUTO_TEST_CASE(kinetic_energy_is_that_of_the_tree) {
  for_each_geared_case([](const Case& c, const oracle::Dynamics<Real>& answer) {
    const Vector<Real> v = answer.of(Problem::contact_impulse).col(0);  // K v = 0
    const Real energy = v.dot(answer.H * v);
    check_close(v.dot(answer.of(coupled) * v), energy, abs(energy), half, "energy");
    int zero = 0;
    for (Eigen::Index k = 0; k < v.size(); ++k) zero += answer.of(coupled).row(k).isZero(0) ? 1 : 0;
    BOOST_TEST(zero == Layout(c.model).constraint_rows);
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
