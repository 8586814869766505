// The factorization itself, dense and at 60 digits on random trees, and the matrix that the algorithm forms.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "crba/crba.hpp"
#include "dense_constraint_force.hpp"
#include "fijany_featherstone/fijany_featherstone.hpp"
#include "solving.hpp"
#include "yamane_nakamura/clique_plan.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using S = Multiprecision;

/// A tree at the positions of a state, with its constraint-force spaces.
struct Posed {
  explicit Posed(const Case& drawn) : tree(tree_with_shared_inertia<S>(drawn.model)), space(tree) {
    const std::vector<S> q(drawn.state.q.begin(), drawn.state.q.end());
    tree.set_positions(view(q));
    space.update(tree);
  }
  Tree<S> tree;
  ConstraintSpaces<S> space;
};

Dense mass_matrix(const Case& drawn, int n) {
  Crba<S> crba(drawn.model);
  const Widened<S> state(drawn.state);
  SquareMatrix<S> H(n, poison<S>());
  BOOST_TEST(crba.mass_matrix(view(state.q), H.view()).code == Status::ok);
  Dense D(n, n);
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) D(i - 1, j - 1) = H(i, j);
  return D;
}

/// Wa^T [Z - Z W (W^T Z W)^-1 W^T Z] Wa.
Dense product_form(const DenseConstraintForce& o) {
  const Dense ZWa = o.Z * o.Wa;
  const Dense WtZWa = o.W.transpose() * ZWa;
  return o.Wa.transpose() * ZWa - WtZWa.transpose() * o.solve(WtZWa);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(factorization, *boost::unit_test::label("trap"))

BOOST_AUTO_TEST_CASE(product_form_inverts_the_mass_matrix_for_any_drives) {
  const PrecisionScope precision(60);
  for_cases(8, 2, {}, [](const Case& drawn) {
    Posed at(drawn);
    const Dense M = mass_matrix(drawn, at.tree.n), one = Dense::Identity(at.tree.n, at.tree.n);
    BOOST_TEST(error_of(product_form({at.tree, at.space}) * M, one) <= 1e-45);
    Generator generator = make_generator({drawn.id.seed});
    turn_drives(at.space, at.tree.N, generator);
    BOOST_TEST(error_of(product_form({at.tree, at.space}) * M, one) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(joints_couple_with_their_parents_and_siblings_alone) {
  const PrecisionScope precision(60);
  int parents = 0, siblings = 0, uncoupled = 0;
  for_cases(12, 3, {}, [&](const Case& drawn) {
    const Posed at(drawn);
    const DenseConstraintForce o(at.tree, at.space);
    const CliquePlan plan(at.tree);
    for (int i = 1; i <= at.tree.N; ++i)
      for (int j = 1; j < i; ++j) {
        const Dense A_ij = o.block(at.space, i, j);
        if (A_ij.size() == 0) continue;
        const std::vector<int>& clique = plan.neighbours(i);
        const bool coupled = std::find(clique.begin(), clique.end(), j) != clique.end();
        BOOST_TEST((A_ij.cwiseAbs().maxCoeff() > 0) == coupled);  // exactly: joints on the base are not
        ++(!coupled ? uncoupled : at.tree.parent[i] == j ? parents : siblings);
      }
  });
  BOOST_TEST((parents > 100 && siblings > 100 && uncoupled > 100));
}

/// Also that a fixed joint has six rows, and a free one none, across which the matrix falls apart.
BOOST_AUTO_TEST_CASE(the_folded_matrix_is_block_tridiagonal_on_the_main_chain) {
  const PrecisionScope precision(60);
  CaseOptions options;
  options.joints = {JointKind::fixed, JointKind::free, JointKind::revolute, JointKind::universal};
  int beyond = 0, fixed = 0, free = 0;
  for_cases(14, 2, options, [&](const Case& drawn) {
    const Posed at(drawn);
    InterbodyForces<S, BlockElimination<S>> forces(drawn.model);
    Pivots<S> pivots;
    forces.branches.fold(at.tree, pivots);
    for (std::size_t c = 0; c < forces.A.size(); ++c) {
      const std::vector<int>& chain = forces.branches.chains[c];
      Tridiagonal<S>& A = forces.A[c];
      forces.assemble(at.tree, at.space, chain, A, pivots);
      BOOST_TEST(pivots.status().code == Status::ok);
      const DenseConstraintForce o(at.tree, at.space, chain,
                                   [&forces](int i) { return forces.branches.I[i]; });
      for (std::size_t k = 0; k < chain.size(); ++k) {
        const int i = chain[k];
        BOOST_TEST(A.D[k].rows == 6 - at.tree.dof[i]);
        (at.tree.dof[i] == 0 ? fixed : free) += at.tree.dof[i] % 6 == 0 ? 1 : 0;
        BOOST_TEST(error_of(dense(A.D[k]), o.block(at.space, i, i)) <= 1e-50);
        if (k + 1 < chain.size())
          BOOST_TEST(error_of(dense(A.U[k]), o.block(at.space, i, chain[k + 1])) <= 1e-50);
        for (std::size_t l = k + 2; l < chain.size(); ++l, ++beyond)
          BOOST_TEST(o.block(at.space, i, chain[l]).cwiseAbs().sum() == 0);
      }
    }
  });
  BOOST_TEST((beyond > 100 && fixed > 10 && free > 10));
}

BOOST_AUTO_TEST_CASE(any_drives_give_the_same_accelerations) {
  const PrecisionScope precision(60);
  for_cases(14, 3, {}, [](const Case& drawn) {
    Posed at(drawn);
    const Widened<S> state(drawn.state);
    InterbodyForces<S, BlockElimination<S>> forces(drawn.model);
    BodyMotions<S> of(at.tree.N);
    of.update(at.tree, state.with_tau(state.tau));
    ByBody<Motion<S>> a(at.tree.N);
    a[0] = at.tree.minus_gravity;
    const auto solve = [&] {
      std::vector<S> qdd(state.tau.size(), poison<S>());
      BOOST_TEST(forces.factor(at.tree, at.space).code == Status::ok);
      forces.solve(at.tree, at.space, of, view(state.tau), a, view(qdd));
      return qdd;
    };
    const std::vector<S> expected = solve();
    Generator generator = make_generator({drawn.id.seed});
    turn_drives(at.space, at.tree.N, generator);
    BOOST_TEST(relative_error(solve(), expected) <= 1e-45);
  });
}

/// beta^T [I^-1 - I^-1 P W (W^T Z W)^-1 W^T P^T I^-1] beta, with end-effectors on side branches as well.
BOOST_AUTO_TEST_CASE(lambda_inverse_is_its_product_form) {
  const PrecisionScope precision(60);
  for_cases(8, 2, {}, [](const Case& drawn) {
    const Posed at(drawn);
    std::vector<EndEffector> ends;
    for (int i = 1; i <= at.tree.N; ++i) ends.push_back({i, {{0.1, -0.2, 0.3 * i}, {0.4, 0.5, -0.6}}});
    const int size = 6 * at.tree.N;
    const DenseConstraintForce o(at.tree, at.space);
    Dense beta = Dense::Zero(size, size);
    for (Eigen::Index i = 1; i <= at.tree.N; ++i) {
      const Transform<S> X = transform<S>(ends[static_cast<std::size_t>(i - 1)].pose);
      beta.block(6 * (i - 1), 6 * (i - 1), 6, 6) =
          dense(matrix<Force, S>([&X](const Force<S>& f) { return transpose_times(X, f); }));
    }
    const Dense Ib = o.I_inverse * beta, r = o.W.transpose() * o.P.transpose() * Ib;
    const Dense expected = beta.transpose() * Ib - r.transpose() * o.solve(r);

    FijanyFeatherstone<S> solver(drawn.model, ends);
    const Widened<S> state(drawn.state);
    SquareMatrix<S> Lambda_inverse(size, poison<S>());
    BOOST_TEST(solver.inverse_osim(view(state.q), Lambda_inverse.view()).code == Status::ok);
    Dense result(size, size);
    for (int i = 1; i <= size; ++i)
      for (int j = 1; j <= size; ++j) result(i - 1, j - 1) = Lambda_inverse(i, j);
    BOOST_TEST(error_of(result, expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_SUITE_END()
