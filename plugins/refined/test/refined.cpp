#define BOOST_TEST_MODULE refined
#include "refined/refined.hpp"

#include <tuple>

#include "aba/aba.hpp"
#include "calls.hpp"
#include "crba_ltdl/crba_ltdl.hpp"
#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

template <template <class> class Algorithm>
struct Around {
  template <class S>
  using Inner = Algorithm<S>;
  template <class S>
  using Whole = Refined<S, Algorithm<S>>;
};
using Inners = std::tuple<Around<Aba>, Around<DivideAndConquerMixed>, Around<CrbaLtdl>>;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(answers_like_the_articulated_body_algorithm, Given, Inners) {
  check_answers_like<ForwardDynamics, Given::template Whole, Aba>(16, 4, 1e-45);
}

/// The inner algorithm's answer at a state at rest without gravity, from the factors of another call at the
/// same positions.
BOOST_AUTO_TEST_CASE_TEMPLATE(solves_at_rest_with_the_factors_of_the_last_call, Given, Inners) {
  using S = Multiprecision;
  const PrecisionScope precision(60);
  for_cases(16, 2, {}, [](const Case& drawn) {
    typename Given::template Inner<S> solver(drawn.model);
    const Widened<S> state(drawn.state);
    forward_dynamics(solver, state, state.tau);
    std::vector<S> x(state.qdd.size(), poison<S>());
    solver.solve_at_rest(view(state.qdd), view(x));

    Case rest = drawn;
    rest.model.gravity = {};
    rest.state = neutral_state(drawn.model);
    rest.state.q = drawn.state.q;
    Aba<S> aba(rest.model);
    BOOST_TEST(relative_error(x, forward_dynamics(aba, Widened<S>(rest.state), state.qdd)) <= 1e-45);
  });
}
