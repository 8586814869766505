#define BOOST_TEST_MODULE fijany_featherstone
#include "fijany_featherstone/fijany_featherstone.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "exact.hpp"
#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"
#include "innovations/innovations.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  check_equals<ForwardDynamics, FijanyFeatherstone, Aba>(16, 4);
}

namespace {

template <class S, class Algorithm>
std::vector<S> mass_matrix_inverse(Algorithm& solver, const std::vector<S>& q, int n) {
  SquareMatrix<S> M_inverse(n, poison<S>());
  BOOST_TEST(solver.mass_matrix_inverse(view(q), M_inverse.view()).code == Status::ok);
  return M_inverse.numbers;
}

}  // namespace

BOOST_AUTO_TEST_CASE(inverts_the_mass_matrix_like_the_innovations_factors) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    const int n = Layout(drawn.model).n;
    FijanyFeatherstone<Multiprecision> solver(drawn.model);
    FijanyFeatherstoneCyclic<Multiprecision> cyclic(drawn.model);
    Innovations<Multiprecision> innovations(drawn.model);
    const std::vector<Multiprecision> expected = mass_matrix_inverse(innovations, state.q, n);
    BOOST_TEST(relative_error(mass_matrix_inverse(solver, state.q, n), expected) <= 1e-45);
    BOOST_TEST(relative_error(mass_matrix_inverse(cyclic, state.q, n), expected) <= 1e-45);
  });
}

/// What floats falls as one: gravity enters through joints on the base alone, and a free joint has no rows.
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

BOOST_AUTO_TEST_CASE(joints_of_no_and_of_six_freedoms_within_the_chain, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  CaseOptions options;
  options.joints = {JointKind::fixed, JointKind::free, JointKind::revolute};
  for_cases(14, 3, options, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    FijanyFeatherstone<Multiprecision> solver(drawn.model);
    FijanyFeatherstoneCyclic<Multiprecision> cyclic(drawn.model);
    Aba<Multiprecision> aba(drawn.model);
    const std::vector<Multiprecision> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(solver, state, state.tau), expected) <= 1e-45);
    BOOST_TEST(relative_error(forward_dynamics(cyclic, state, state.tau), expected) <= 1e-45);
  });
}
