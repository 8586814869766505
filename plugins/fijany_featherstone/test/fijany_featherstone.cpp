#define BOOST_TEST_MODULE fijany_featherstone
#include "fijany_featherstone/fijany_featherstone.hpp"

#include <boost/test/unit_test.hpp>

#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

/// Floating trees fall as one: gravity enters through joints on the base alone, and a free joint has no rows.
BOOST_AUTO_TEST_CASE(gravity_moves_free_roots_alone, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  for_cases(14, 3, {}, [](const Case& drawn) {
    const Case floating = afloat(drawn);
    Model weightless = floating.model;
    weightless.gravity = {0, 0, 0};
    FijanyFeatherstone<Multiprecision> solver(floating.model), without(weightless);
    const Widened<Multiprecision> state(floating.state);
    std::vector<Multiprecision> qdd = forward_dynamics(solver, state, state.tau);
    const std::vector<Multiprecision> expected = forward_dynamics(without, state, state.tau);
    const Layout layout(floating.model);
    for (std::size_t k = 0; k < qdd.size(); ++k) {
      const int i = layout.body_of_velocity[k + 1];
      if (floating.model.bodies[static_cast<std::size_t>(i)].parent == 0) qdd[k] = expected[k];
    }
    BOOST_TEST(relative_error(qdd, expected) <= 1e-50);
  });
}
