#define BOOST_TEST_MODULE aba_bias_free
#include "aba_bias_free/aba_bias_free.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "allocations.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    AbaBiasFree<Multiprecision> aba_bias_free(drawn.model);
    Aba<Multiprecision> aba(drawn.model);
    const std::vector<Multiprecision> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(aba_bias_free, state, state.tau), expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_first_coordinate) {
  for_cases(12, 2, {}, [](const Case& drawn) {
    // The last body that moves, and all numbered after it, without inertia.
    Model model = drawn.model;
    std::size_t last = model.bodies.size() - 1;
    while (model.bodies[last].joint.kind == JointKind::fixed) --last;
    for (std::size_t i = last; i < model.bodies.size(); ++i) model.bodies[i].inertial = {};
    AbaBiasFree<double> solver(model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    const Status status = solver.forward_dynamics(state.given(state.tau), view(qdd));
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == Layout(model).first_velocity[last]));
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    AbaBiasFree<double> aba_bias_free(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = forward_dynamics(aba_bias_free, state, state.tau);
    forward_dynamics(aba_bias_free, neutral, neutral.tau);
    BOOST_TEST((forward_dynamics(aba_bias_free, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    AbaBiasFree<double> aba_bias_free(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    check_allocates_nothing([&] { aba_bias_free.forward_dynamics(state.given(state.tau), view(qdd)); });
  });
}
