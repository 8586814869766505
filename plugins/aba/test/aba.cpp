#define BOOST_TEST_MODULE aba
#include "aba/aba.hpp"

#include "calls.hpp"
#include "rnea/rnea.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// q-ddot to tau by the recursive Newton-Euler algorithm and back.
void check_round_trip(const Case& drawn) {
  const Widened<Multiprecision> state(drawn.state);
  Rnea<Multiprecision> rnea(drawn.model);
  Aba<Multiprecision> aba(drawn.model);
  const std::vector<Multiprecision> tau = inverse_dynamics(rnea, state, state.qdd);
  BOOST_TEST(relative_error(forward_dynamics(aba, state, tau), state.qdd) <= 1e-50);
}

}  // namespace

BOOST_AUTO_TEST_CASE(undoes_inverse_dynamics) {
  const PrecisionScope precision(60);
  for_cases(16, 4, {}, check_round_trip);
}

BOOST_AUTO_TEST_CASE(undoes_inverse_dynamics_with_free_joints_within_the_tree) {
  const PrecisionScope precision(60);
  CaseOptions options;
  options.joints = {JointKind::free, JointKind::universal, JointKind::planar, JointKind::fixed};
  options.state.velocity = 20;
  int within = 0;
  for_cases(12, 3, options, [&within](const Case& drawn) {
    check_round_trip(drawn);
    const std::vector<Body>& bodies = drawn.model.bodies;
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      const Body& parent = bodies[static_cast<std::size_t>(bodies[i].parent)];
      within += parent.parent != 0 && parent.joint.kind == JointKind::free ? 1 : 0;
    }
  });
  BOOST_TEST(within > 10);
}

BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_first_coordinate) {
  check_breakdown_without_inertia<Aba>(Coordinate::first);
}
