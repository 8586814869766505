// Tests of mistakes in the basic form that are not seen at once.
#include <boost/test/unit_test.hpp>

#include "chains.hpp"
#include "divide_and_conquer/divide_and_conquer.hpp"
#include "rnea/rnea.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

/// The residual of tau, relative to the largest entry of tau.
double residual(const Case& drawn) {
  const Widened<Multiprecision> state(drawn.state);
  DivideAndConquer<Multiprecision> solver(drawn.model);
  Rnea<Multiprecision> rnea(drawn.model);
  const std::vector<Multiprecision> qdd = forward_dynamics(solver, state, state.tau);
  return static_cast<double>(relative_error(inverse_dynamics(rnea, state, qdd), state.tau));
}

}  // namespace

/// Such a mistake is clearest where both sides of a joint have at least two more handles.
BOOST_AUTO_TEST_CASE(handles_swapped, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int swappable = 0;
  for_cases(24, 3, {}, [&swappable](const Case& drawn) {
    const Tree<double> tree(drawn.model);
    const CutPlan plan(tree);
    for (const CutPlan::Part& part : plan.parts)
      if (part.body == 0) {
        const auto handles = [&plan](int side) { return plan.parts[std::size_t(side)].handles.size(); };
        swappable += handles(part.base_side) > 2 && handles(part.tip_side) > 2 ? 1 : 0;
      }
    BOOST_TEST(residual(drawn) <= 1e-45);
  });
  BOOST_TEST(swappable > 10);
}

/// A base that accelerates as -g, and nothing that pulls where no joint is.
BOOST_AUTO_TEST_CASE(at_the_top_the_base_accelerates_as_minus_g, *boost::unit_test::label("trap")) {
  Model model = draw({.bodies = 3}, 1).model;
  model.bodies[1].joint.kind = JointKind::free;
  model.gravity = {1, 2, 3};
  const Widened<double> falling(neutral_state(model));
  DivideAndConquer<double> solver(model);
  const std::vector<double> qdd = forward_dynamics(solver, falling, falling.tau);
  const std::vector<double> expected{0, 0, 0, 1, 2, 3, 0, 0};
  BOOST_TEST(relative_error(qdd, expected) <= 1e-12);
}

/// Bodies on prismatic joints. H does not depend on their small rotational inertia, but I^-1 loses digits by
/// it.
BOOST_AUTO_TEST_CASE(inverse_inertias_lose_digits_that_H_keeps, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  Case drawn = draw({.bodies = 4, .random_forces = true}, 1);
  for (Body& body : drawn.model.bodies) {
    body.joint.kind = JointKind::prismatic;
    body.inertial.ixx = body.inertial.iyy = body.inertial.izz = 1e-6;
  }
  const Widened<double> state(drawn.state);
  DivideAndConquer<double> solver(drawn.model);
  const double error =
      forward_error<DivideAndConquer<Multiprecision>>(drawn, forward_dynamics(solver, state, state.tau));
  BOOST_TEST_MESSAGE("error " << error);
  BOOST_TEST(error > 1e-10);
  BOOST_TEST(residual(drawn) <= 1e-30);
}
