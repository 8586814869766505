// Armature: a diagonal that is added to the mass matrix, and the rotors that it stands for.
#include <boost/test/unit_test.hpp>

#include "drawn_cases.hpp"
#include "kintree/oracle/solve.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;

BOOST_AUTO_TEST_SUITE(armature)

BOOST_AUTO_TEST_CASE(armature_is_added_to_the_diagonal_of_the_mass_matrix) {
  const Digits scope(100);
  const ProblemSet problems{Problem::inverse_dynamics, Problem::forward_dynamics,
                            Problem::inverse_dynamics_derivatives, Problem::coriolis_matrix};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Case c = random_case(Family::rotors, 5, seed);
    Model without = c.model;
    const Layout layout(c.model);
    Vector<Real> r = zeros(layout.n), forces = zeros(layout.n);
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
      without.bodies[i].joint.armature = {};
      for (int k = 0; k < info(c.model.bodies[i].joint.kind).velocities; ++k)
        r(layout.first_velocity[i] - 1 + k) =
            Real(c.model.bodies[i].joint.armature[static_cast<std::size_t>(k)]);
    }
    const auto with = oracle::evaluate<Real>(c.model, c.state, problems),
               bare = oracle::evaluate<Real>(without, c.state, problems);
    const Vector<Real> qdd = vector_of(c.state.qdd), tau = vector_of(c.state.tau);
    for (Eigen::Index k = 0; k < layout.n; ++k) forces(k) = r(k) * qdd(k);
    BOOST_TEST_CONTEXT(c.id.name()) {
      const oracle::Matrix<Real> more = with.H - bare.H;
      check_vector(more.diagonal(), r, all, "diagonal");
      BOOST_TEST((more - oracle::Matrix<Real>(more.diagonal().asDiagonal())).isZero(0));
      check_vector(with.C, bare.C, all, "C");
      check_vector(with.of(Problem::inverse_dynamics).col(0) - bare.of(Problem::inverse_dynamics).col(0),
                   forces, all, "tau");
      BOOST_TEST((with.of(Problem::coriolis_matrix) == bare.of(Problem::coriolis_matrix)));
      for (const std::size_t by : {0U, 1U})
        BOOST_TEST((with.of(Problem::inverse_dynamics_derivatives, by) ==
                    bare.of(Problem::inverse_dynamics_derivatives, by)));
      if (with.singular_at != 0) continue;
      check_vector(with.H * with.of(Problem::forward_dynamics) + with.C, tau, half, "H qdd + C");
    }
  }
}

/// A link carries an arm and the rotor of its motor. All turn about z, and the rotor is 64 times as fast as the arm.
Case geared_arm(bool link_moves) {
  Case c;
  c.model.gravity = {};
  const auto add = [&](const std::string& name, int parent, Triple axis, double moment) {
    Body& body = c.model.bodies.emplace_back();
    body.name = body.joint.name = name;
    body.parent = parent;
    body.joint.kind = JointKind::revolute;
    body.joint.axis = axis;
    body.inertial = {.origin = {}, .mass = 0, .ixx = moment, .iyy = moment, .izz = moment};
  };
  add("link", 0, {0, 0, 1}, 1);
  if (!link_moves) c.model.bodies[1].joint.kind = JointKind::fixed;
  add("arm", 1, {0, 0, 1}, 0.25);
  add("rotor", 1, {0, 0, 1}, 0x1p-13);
  c.model.constraints = {{.name = "gear", .frame = {3, {}}, .relative_to = 2, .coupling = Coupling{64, 0}}};
  c.state = neutral_state(c.model);
  c.state.tau.back() = 0.125;
  return c;
}

/// The same with armature in the place of the rotor: its inertia as it is felt at the arm, and its torque.
Case with_armature(const Case& of) {
  Case c = of;
  c.model.bodies.pop_back();
  c.model.constraints.clear();
  c.model.bodies[2].joint.armature[0] = 64 * 64 * 0x1p-13;
  c.state = neutral_state(c.model);
  c.state.tau.back() = 64 * 0.125;
  return c;
}

// q'' = 64 * 0.125 / (0.25 + 64^2 2^-13) = 8 / 0.75.
BOOST_AUTO_TEST_CASE(armature_stands_for_a_rotor_on_a_link_at_rest) {
  const Digits scope(100);
  const Case geared = geared_arm(false), simple = with_armature(geared);
  const Real exact = Real(32) / 3;
  const auto rotor =
      oracle::evaluate<Real>(geared.model, geared.state, {Problem::constrained_forward_dynamics});
  const auto diagonal = oracle::evaluate<Real>(simple.model, simple.state, {Problem::forward_dynamics});
  check_close(rotor.of(Problem::constrained_forward_dynamics)(0, 0), exact, exact, all, "rotor");
  check_close(diagonal.of(Problem::forward_dynamics)(0, 0), exact, exact, all, "armature");
}

// Where the link turns about the same axis, the rotor couples it with the arm by 64 times its inertia, which armature leaves out.
BOOST_AUTO_TEST_CASE(armature_lacks_what_a_rotor_does_to_its_link) {
  const Digits scope(100);
  const Case geared = geared_arm(true), simple = with_armature(geared);
  const auto H = [](const Case& c) {
    return oracle::evaluate<Real>(c.model, c.state, {Problem::mass_matrix}).H;
  };
  oracle::Matrix<Real> G = oracle::Matrix<Real>::Identity(3, 2);
  G(2, 1) = 64;
  const oracle::Matrix<Real> more = G.transpose() * H(geared) * G - H(simple);
  const Real rotor(0x1p-13);
  check_vector(more.col(0), (Vector<Real>(2) << rotor, 64 * rotor).finished(), all, "of the link");
  check_close(more(1, 1), Real(0), Real(1), all, "of the arm");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
