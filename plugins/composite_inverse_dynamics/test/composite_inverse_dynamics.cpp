#define BOOST_TEST_MODULE composite_inverse_dynamics
#include "composite_inverse_dynamics/composite_inverse_dynamics.hpp"

#include <boost/test/unit_test.hpp>

#include "allocations.hpp"
#include "rnea/rnea.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_recursive_newton_euler_algorithm) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    CompositeInverseDynamics<Multiprecision> composite_inverse_dynamics(drawn.model);
    Rnea<Multiprecision> rnea(drawn.model);
    const std::vector<Multiprecision> expected = inverse_dynamics(rnea, state, state.qdd);
    BOOST_TEST(relative_error(inverse_dynamics(composite_inverse_dynamics, state, state.qdd), expected) <=
               1e-45);
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    CompositeInverseDynamics<double> composite_inverse_dynamics(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = inverse_dynamics(composite_inverse_dynamics, state, state.qdd);
    inverse_dynamics(composite_inverse_dynamics, neutral, neutral.qdd);
    BOOST_TEST((inverse_dynamics(composite_inverse_dynamics, state, state.qdd) == first));
    BOOST_TEST((inverse_dynamics(fresh, state, state.qdd) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    CompositeInverseDynamics<double> composite_inverse_dynamics(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> tau(state.qdd.size());
    check_allocates_nothing(
        [&] { composite_inverse_dynamics.inverse_dynamics(state.given(state.qdd), view(tau)); });
  });
}
