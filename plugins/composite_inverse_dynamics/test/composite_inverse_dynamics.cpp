#define BOOST_TEST_MODULE composite_inverse_dynamics
#include "composite_inverse_dynamics/composite_inverse_dynamics.hpp"

#include "calls.hpp"
#include "rnea/rnea.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

enum class Slip { none, last_sibling_wins, rigid_body_for_composite };

/// Eq. (29) at rest.
std::vector<Multiprecision> eq_29(const Model& model, const Widened<Multiprecision>& state, Slip slip) {
  CompositeBodies<Multiprecision> composites(model);
  composites.update(view(state.q));
  const Tree<Multiprecision>& tree = composites.tree;
  ByBody<Motion<Multiprecision>> alpha(tree.N), alpha_J(tree.N);
  ByBody<Force<Multiprecision>> y(tree.N);
  alpha[0] = tree.minus_gravity;
  for (int i = 1; i <= tree.N; ++i) {
    alpha_J[i] = tree.subspace[i].times(view(state.qdd).from(tree.first[i]));
    alpha[i] = tree.X[i] * alpha[tree.parent[i]] + alpha_J[i];
  }
  std::vector<Multiprecision> T(state.qdd.size());
  for (int i = tree.N; i >= 1; --i) {
    const Force<Multiprecision> f = composites.R[i] * alpha[i] + y[i];
    tree.subspace[i].transpose_times(f, view(T).from(tree.first[i]));
    const RigidInertia<Multiprecision>& R =
        slip == Slip::rigid_body_for_composite ? tree.I[i] : composites.R[i];
    const Force<Multiprecision> passed = transpose_times(tree.X[i], y[i] + R * alpha_J[i]);
    if (slip == Slip::last_sibling_wins) y[tree.parent[i]] = {};
    y[tree.parent[i]] += passed;
  }
  return T;
}

}  // namespace

BOOST_AUTO_TEST_CASE(siblings_add_up_and_composites_are_complete, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int slips = 0;
  for_cases(8, 3, {}, [&slips](const Case& drawn) {
    Widened<Multiprecision> state(drawn.state);
    std::fill(state.v.begin(), state.v.end(), Multiprecision(0));
    std::fill(state.f_ext.begin(), state.f_ext.end(), Force<Multiprecision>{});
    CompositeInverseDynamics<Multiprecision> solver(drawn.model);
    const std::vector<Multiprecision> T = answer<InverseDynamics>(solver, state);
    BOOST_TEST(relative_error(eq_29(drawn.model, state, Slip::none), T) <= 1e-50);
    for (const Slip slip : {Slip::last_sibling_wins, Slip::rigid_body_for_composite})
      slips += relative_error(eq_29(drawn.model, state, slip), T) >= 1e-3 ? 1 : 0;
  });
  BOOST_TEST(slips > 20);
}
