// Algorithms in a finite field, where there is no order, no angle and no rounding: equal, or wrong.
#pragma once

#include "calls.hpp"
#include "kintree/data/field.hpp"

namespace kintree::test {

/// The answers of two algorithms are equal, entry by entry, on random trees.
template <class Problem, template <class> class Algorithm, template <class> class Other>
void check_equals(int max_bodies, std::uint64_t seeds, const CaseOptions& options = {}) {
  std::size_t compared = 0;
  for_cases(max_bodies, seeds, options, [&compared](const Case& drawn) {
    const Widened<Field> state(drawn.state);
    Algorithm<Field> solver(drawn.model);
    Other<Field> other(drawn.model);
    const std::vector<Field> actual = answer<Problem>(solver, state),
                             expected = answer<Problem>(other, state);
    std::size_t different = 0;
    for (std::size_t k = 0; k < expected.size(); ++k) different += actual[k] == expected[k] ? 0 : 1;
    BOOST_TEST(different == 0u, different << " of " << expected.size() << " entries are not equal");
    compared += expected.size();
  });
  BOOST_TEST(compared > 0u);
}

}  // namespace kintree::test
