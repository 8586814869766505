// Counts of operations as tests state them.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>

#include "kintree/arithmetic/counted.hpp"
#include "kintree/plugin/plugin.hpp"
#include "solving.hpp"

namespace kintree::test {

template <class Part>
void check_cost(const std::string& what, const Operations& expected, Part part) {
  const Counting counting;
  part();
  BOOST_TEST(m_and_a(counting.total()) == m_and_a(expected), what << ": " << m_and_a(counting.total()));
}

inline Operations sum_of(const std::vector<PhaseCost>& phases, const std::vector<std::string>& names) {
  Operations sum;
  for (const PhaseCost& p : phases)
    for (const std::string& name : names)
      if (p.phase == name) sum += p.operations;
  return sum;
}

/// The operations of a solver for mass_matrix, by phase.
template <template <class> class Algorithm>
std::vector<PhaseCost> count_mass_matrix(const Case& drawn) {
  Algorithm<Counted> solver(drawn.model);
  const Widened<Counted> state(drawn.state);
  SquareMatrix<Counted> H(Layout(drawn.model).n);
  const Counting counting;
  solver.mass_matrix(view(state.q), H.view());
  return counting.phases();
}

/// Checks that each phase of the formula has its cost, and that no operation is outside a phase.
template <template <class> class Algorithm, class Formula>
void check_formula(const Case& drawn, Formula formula) {
  const std::vector<PhaseCost> counted = count_mass_matrix<Algorithm>(drawn);
  for (const PhaseCost& expected : formula(drawn.model, {})) {
    const Operations actual = sum_of(counted, {expected.phase});
    BOOST_TEST(actual.divisions + actual.square_roots + actual.transcendental == 0);
    BOOST_TEST(m_and_a(actual) == m_and_a(expected.operations),
               drawn.id.name() << ": " << expected.phase << " " << m_and_a(actual) << ", not "
                               << m_and_a(expected.operations));
  }
  BOOST_TEST(sum_of(counted, {""}).total() == 0);
}

}  // namespace kintree::test
