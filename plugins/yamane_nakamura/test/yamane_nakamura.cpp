#define BOOST_TEST_MODULE yamane_nakamura
#include "yamane_nakamura/yamane_nakamura.hpp"

#include <boost/test/unit_test.hpp>

#include "fijany_featherstone/test/dense_constraint_force.hpp"
#include "rnea/rnea.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

/// A mistake in the system for the constraint forces: the part that is left out.
enum class Slip {
  none,
  siblings,           ///< the blocks of A between siblings
  parent_as_printed,  ///< of the right side, in a joint's row, what the parent does: (28) and (31) as printed
};

/// W lambda of all joints by dense algebra.
Dense constraint_forces(const Case& drawn, Slip slip) {
  using S = Multiprecision;
  const Widened<S> state(drawn.state);
  Tree<S> tree = tree_with_shared_inertia<S>(drawn.model);
  tree.set_positions(view(state.q));
  ConstraintSpaces<S> space(tree);
  space.update(tree);
  BodyMotions<S> of(tree.N);
  of.update(tree, state.with_tau(state.tau));
  DenseConstraintForce o(tree, space);
  Dense t(6 * tree.N, 1), p(6 * tree.N, 1), c(6 * tree.N, 1);
  for (int i = 1; i <= tree.N; ++i) {
    t.block(o.at[i], 0, 6, 1) = dense(space[i].drive(view(state.tau).from(tree.first[i])));
    p.block(o.at[i], 0, 6, 1) = dense(of.p[i]);
    Motion<S> given = of.c[i];
    if (tree.parent[i] == 0) given += tree.X[i] * tree.minus_gravity;
    c.block(o.at[i], 0, 6, 1) = dense(given);
  }
  const Dense r = slip == Slip::parent_as_printed
                      ? Dense(-o.W.transpose() * (o.I_inverse * (t - p) - c))
                      : Dense(-o.W.transpose() * (o.P.transpose() * (o.I_inverse * (o.P * t - p)) - c));
  if (slip == Slip::siblings)
    for (int i = 1; i <= tree.N; ++i)
      for (int j = 1; j <= tree.N; ++j)
        if (i != j && tree.parent[i] == tree.parent[j])
          o.A.block(o.row[i], o.row[j], space[i].count, space[j].count).setZero();
  return o.W * (o.A.rows() > 0 ? Dense(o.A.lu().solve(r)) : r);
}

Dense constraint_forces(const YamaneNakamura<Multiprecision>& solver, int N) {
  Dense forces(6 * Eigen::Index{N}, 1);
  for (int i = 1; i <= N; ++i)
    forces.middleRows<6>(6 * Eigen::Index{i - 1}) = dense(solver.constraint_force(i));
  return forces;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(traps, *boost::unit_test::label("trap"))

BOOST_AUTO_TEST_CASE(siblings_are_coupled_through_their_parent) {
  const PrecisionScope precision(60);
  int branched = 0;
  for_cases(10, 2, {}, [&branched](const Case& drawn) {
    YamaneNakamura<Multiprecision> solver(drawn.model);
    const Widened<Multiprecision> state(drawn.state);
    forward_dynamics(solver, state, state.tau);
    const Dense forces = constraint_forces(solver, drawn.model.body_count());
    BOOST_TEST(error_of(forces, constraint_forces(drawn, Slip::none)) <= 1e-45);
    branched += error_of(forces, constraint_forces(drawn, Slip::siblings)) > 1e-3 ? 1 : 0;
  });
  BOOST_TEST(branched > 5);
}

/// (31) prints a_i+1 = h_i+1 - H_i+1,i+1 A_i+1^-1 t_i+1: it lacks + H_i+1,i A_i^-1 T_i, and in T_i the
/// reaction of joint i + 1's drive.
BOOST_AUTO_TEST_CASE(the_printed_right_side_forgets_the_parent) {
  const PrecisionScope precision(60);
  int wrong = 0;
  for_cases(10, 2, {}, [&wrong](const Case& drawn) {
    wrong += error_of(constraint_forces(drawn, Slip::parent_as_printed),
                      constraint_forces(drawn, Slip::none)) > 1e-3
                 ? 1
                 : 0;
  });
  BOOST_TEST(wrong > 10);
}

/// A unit drive at one joint is a unit force there and nothing elsewhere.
BOOST_AUTO_TEST_CASE(every_drive_acts_on_both_its_bodies) {
  const PrecisionScope precision(60);
  for_cases(8, 2, {}, [](const Case& drawn) {
    Model weightless = drawn.model;
    weightless.gravity = {0, 0, 0};
    State rest = neutral_state(drawn.model);
    rest.q = drawn.state.q;
    const Widened<Multiprecision> state(rest);
    YamaneNakamura<Multiprecision> solver(weightless);
    Rnea<Multiprecision> rnea(weightless);
    for (std::size_t k = 0; k < rest.tau.size(); ++k) {
      std::vector<Multiprecision> tau(rest.tau.size());
      tau[k] = 1;
      const std::vector<Multiprecision> qdd = forward_dynamics(solver, state, tau);
      BOOST_TEST(relative_error(inverse_dynamics(rnea, state, qdd), tau) <= 1e-45);
    }
  });
}

BOOST_AUTO_TEST_CASE(gravity_strains_no_joint_of_what_floats) {
  const PrecisionScope precision(60);
  for_cases(12, 2, {}, [](const Case& drawn) {
    const Case floating = afloat(drawn);
    Model weightless = floating.model;
    weightless.gravity = {0, 0, 0};
    YamaneNakamura<Multiprecision> solver(floating.model), without(weightless);
    const Widened<Multiprecision> state(floating.state);
    forward_dynamics(solver, state, state.tau);
    forward_dynamics(without, state, state.tau);
    const int N = floating.model.body_count();
    BOOST_TEST(error_of(constraint_forces(solver, N), constraint_forces(without, N)) <= 1e-45);
  });
}

BOOST_AUTO_TEST_SUITE_END()
