#define BOOST_TEST_MODULE conjugate_gradient
#include "conjugate_gradient/conjugate_gradient.hpp"

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
    ConjugateGradient<Multiprecision> conjugate_gradient(drawn.model);
    Aba<Multiprecision> aba(drawn.model);
    const std::vector<Multiprecision> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(conjugate_gradient, state, state.tau), expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(n_steps_are_enough_but_for_rounding) {
  const PrecisionScope precision(200);
  for_cases(8, 2, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    ConjugateGradient<Multiprecision> conjugate_gradient(drawn.model, n);
    Aba<Multiprecision> aba(drawn.model);
    const Widened<Multiprecision> state(drawn.state);
    const std::vector<Multiprecision> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(conjugate_gradient, state, state.tau), expected) <= 1e-40);
    BOOST_TEST((conjugate_gradient.iterations() > 0 && conjugate_gradient.iterations() <= n));
  });
}

BOOST_AUTO_TEST_CASE(stops_at_the_cap) {
  for_cases(12, 1, {}, [](const Case& drawn) {
    ConjugateGradient<double> solver(drawn.model, 1);
    const Widened<double> state(drawn.state);
    forward_dynamics(solver, state, state.tau);
    BOOST_TEST(solver.iterations() == 1);
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    ConjugateGradient<double> conjugate_gradient(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = forward_dynamics(conjugate_gradient, state, state.tau);
    forward_dynamics(conjugate_gradient, neutral, neutral.tau);
    BOOST_TEST((forward_dynamics(conjugate_gradient, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    ConjugateGradient<double> conjugate_gradient(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    check_allocates_nothing([&] { conjugate_gradient.forward_dynamics(state.given(state.tau), view(qdd)); });
  });
}
