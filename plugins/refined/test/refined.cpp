#define BOOST_TEST_MODULE refined
#include "refined/refined.hpp"

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
    Refined<Multiprecision> solver(drawn.model);
    Aba<Multiprecision> aba(drawn.model);
    const std::vector<Multiprecision> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(solver, state, state.tau), expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Refined<double> solver(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = forward_dynamics(solver, state, state.tau);
    forward_dynamics(solver, neutral, neutral.tau);
    BOOST_TEST((forward_dynamics(solver, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Refined<double> solver(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    check_allocates_nothing([&] { solver.forward_dynamics(state.given(state.tau), view(qdd)); });
  });
}
