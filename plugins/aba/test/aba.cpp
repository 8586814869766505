#define BOOST_TEST_MODULE aba
#include "aba/aba.hpp"

#include <boost/test/unit_test.hpp>

#include "allocations.hpp"
#include "rnea/rnea.hpp"
#include "solving.hpp"

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
  int breakdowns = 0;
  for_cases(12, 3, {}, [&breakdowns](const Case& drawn) {
    // The last body that moves, and all numbered after it, without inertia.
    Model model = drawn.model;
    std::size_t last = model.bodies.size() - 1;
    while (model.bodies[last].joint.kind == JointKind::fixed) --last;
    for (std::size_t i = last; i < model.bodies.size(); ++i) model.bodies[i].inertial = {};
    Aba<double> aba(model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    const Status status = aba.forward_dynamics(state.given(state.tau), view(qdd));
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == Layout(model).first_velocity[last]));
    ++breakdowns;
  });
  BOOST_TEST(breakdowns > 0);
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Aba<double> aba(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = forward_dynamics(aba, state, state.tau);
    forward_dynamics(aba, neutral, neutral.tau);
    BOOST_TEST((forward_dynamics(aba, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Aba<double> aba(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    check_allocates_nothing([&] { aba.forward_dynamics(state.given(state.tau), view(qdd)); });
  });
}
