// Support for the tests of the iterative algorithms for forward dynamics.
#pragma once

#include "calls.hpp"
#include "kintree/model/field.hpp"

namespace kintree::test {

/// A chain of `bodies` bodies on revolute joints.
inline Case revolute_chain(int bodies, std::uint64_t seed) {
  Topology topology;
  for (int i = 1; i <= bodies; ++i) topology.parent.push_back(i - 1);
  topology.joints.resize(topology.parent.size(), JointKind::revolute);
  Generator generator = make_generator({word("revolute chain"), seed});
  Case drawn;
  drawn.model = random_model("chain", topology, generator);
  drawn.state = random_state(drawn.model, generator);
  return drawn;
}

/// In exact arithmetic: with a cap of n, and when left to itself, the answer is that of the other algorithm.
template <template <class> class Algorithm, template <class> class Other>
void check_n_steps_are_enough() {
  for_cases(12, 3, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    Algorithm<Field> capped(drawn.model, n), solver(drawn.model);
    Other<Field> other(drawn.model);
    const Widened<Field> state(drawn.state);
    const std::vector<Field> expected = answer<ForwardDynamics>(other, state);
    BOOST_TEST((answer<ForwardDynamics>(capped, state) == expected));
    BOOST_TEST((answer<ForwardDynamics>(solver, state) == expected));
    BOOST_TEST((solver.iterations() > 0 && solver.iterations() <= n));
  });
}

/// Nothing acts: no step is taken, and nothing is divided by zero.
template <template <class> class Algorithm, class S>
void check_no_residual_no_step() {
  for_cases(8, 1, {}, [](const Case& drawn) {
    Model model = drawn.model;
    model.gravity = {};
    Algorithm<S> solver(model);
    const std::vector<S> qdd = answer<ForwardDynamics>(solver, Widened<S>(neutral_state(model)));
    BOOST_TEST((qdd == std::vector<S>(qdd.size())));
    BOOST_TEST(solver.iterations() == 0);
  });
}

/// In floating point: a cap of n leaves errors of 1e-3 and more, the algorithm's own cap lets it go on and
/// get there.
template <template <class> class Algorithm, template <class> class Other>
void check_n_steps_are_too_few_for_long_chains() {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Case drawn = revolute_chain(80, seed);
    const int n = Layout(drawn.model).n;
    const Widened<double> state(drawn.state);
    Algorithm<double> n_steps(drawn.model, n), solver(drawn.model);
    Other<double> other(drawn.model);
    const std::vector<double> expected = answer<ForwardDynamics>(other, state);
    BOOST_TEST(relative_error(answer<ForwardDynamics>(n_steps, state), expected) >= 1e-3);
    BOOST_TEST(n_steps.iterations() == n);
    BOOST_TEST(relative_error(answer<ForwardDynamics>(solver, state), expected) <= 1e-9);
    BOOST_TEST(solver.iterations() > n);
  }
}

template <template <class> class Algorithm>
void check_stops_at_the_cap() {
  for_cases(12, 1, {}, [](const Case& drawn) {
    Algorithm<double> solver(drawn.model, 1);
    answer<ForwardDynamics>(solver, Widened<double>(drawn.state));
    BOOST_TEST(solver.iterations() == 1);
  });
}

}  // namespace kintree::test
