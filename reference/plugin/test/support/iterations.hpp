// What the tests of the iterative algorithms for forward dynamics have in common.
#pragma once

#include "calls.hpp"

namespace kintree::test {

/// A chain of so many bodies on revolute joints.
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

/// In exact arithmetic, for which 200 digits stand.
template <template <class> class Algorithm, template <class> class Other>
void check_n_steps_are_enough() {
  const PrecisionScope precision(200);
  for_cases(8, 2, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    Algorithm<Multiprecision> solver(drawn.model, n);
    Other<Multiprecision> other(drawn.model);
    const Widened<Multiprecision> state(drawn.state);
    const std::vector<Multiprecision> expected = answer<ForwardDynamics>(other, state);
    BOOST_TEST(relative_error(answer<ForwardDynamics>(solver, state), expected) <= 1e-40);
    BOOST_TEST((solver.iterations() > 0 && solver.iterations() <= n));
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
