#define BOOST_TEST_MODULE crba_ltdl
#include "crba_ltdl/crba_ltdl.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "allocations.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  const PrecisionScope precision(60);
  for_cases(16, 4, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    CrbaLtdl<Multiprecision> crba_ltdl(drawn.model);
    Aba<Multiprecision> aba(drawn.model);
    const std::vector<Multiprecision> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(crba_ltdl, state, state.tau), expected) <= 1e-50);
  });
}

BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_last_coordinate) {
  for_cases(12, 2, {}, [](const Case& drawn) {
    // The last body that moves, and all numbered after it, without inertia: the coordinates are eliminated
    // from n down.
    Model model = drawn.model;
    std::size_t last = model.bodies.size() - 1;
    while (model.bodies[last].joint.kind == JointKind::fixed) --last;
    for (std::size_t i = last; i < model.bodies.size(); ++i) model.bodies[i].inertial = {};
    CrbaLtdl<double> crba_ltdl(model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    const Status status = crba_ltdl.forward_dynamics(state.given(state.tau), view(qdd));
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == Layout(model).n));
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    CrbaLtdl<double> crba_ltdl(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = forward_dynamics(crba_ltdl, state, state.tau);
    forward_dynamics(crba_ltdl, neutral, neutral.tau);
    BOOST_TEST((forward_dynamics(crba_ltdl, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    CrbaLtdl<double> crba_ltdl(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    check_allocates_nothing([&] { crba_ltdl.forward_dynamics(state.given(state.tau), view(qdd)); });
  });
}
