#define BOOST_TEST_MODULE carpentier_inverse
#include "carpentier_inverse/carpentier_inverse.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"
#include "factored.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

using Real = Multiprecision;

/// Algorithm 1 with whole matrices F_i and P_i. `transmitted`: whether line 14 adds F_i, which it does not in print.
SquareMatrix<Real> algorithm_1(const ArticulatedBodies<Real>& bodies, bool transmitted) {
  const Tree<Real>& tree = bodies.tree;
  const auto n = static_cast<std::size_t>(tree.n);
  SquareMatrix<Real> M_inv(tree.n);
  ByBody<std::vector<Force<Real>>> F(tree.N);
  ByBody<std::vector<Motion<Real>>> P(tree.N);
  for (int i = 0; i <= tree.N; ++i) F[i].resize(n), P[i].resize(n);
  for (int i = tree.N; i >= 1; --i)
    for (std::size_t c = 0; c < n; ++c) {
      const int column = static_cast<int>(c) + 1;
      ByColumn<Real> rows;
      for (int k = 0; k < tree.dof[i]; ++k)
        rows[k] = (column == tree.first[i] + k ? 1 : 0) - dot(tree.subspace[i][k], F[i][c]);
      bodies.D[i].solve(rows.data());
      Force<Real> F_a = transmitted ? F[i][c] : Force<Real>{};
      for (int k = 0; k < tree.dof[i]; ++k) {
        M_inv(tree.first[i] + k, column) = rows[k];
        F_a += bodies.U[i][k] * rows[k];
      }
      F[tree.parent[i]][c] += transpose_times(tree.X[i], F_a);
    }
  for (int i = 1; i <= tree.N; ++i)
    for (std::size_t c = 0; c < n; ++c) {
      const Motion<Real> P_plus = tree.X[i] * P[tree.parent[i]][c];
      P[i][c] = P_plus;
      for (int k = 0; k < tree.dof[i]; ++k) {
        Real& entry = M_inv(tree.first[i] + k, static_cast<int>(c) + 1);
        entry -= dot(P_plus, bodies.G[i][k]);
        P[i][c] += tree.subspace[i][k] * entry;
      }
    }
  return M_inv;
}

SquareMatrix<Real> answer(const Case& drawn, const Factored<Real>& f) {
  SquareMatrix<Real> M_inv(f.n, poison<Real>());
  CarpentierInverse<Real> solver(drawn.model);
  BOOST_TEST(solver.mass_matrix_inverse(view(f.state.q), M_inv.view()).code == Status::ok);
  return M_inv;
}

}  // namespace

BOOST_AUTO_TEST_CASE(line_14_transmits_the_forces_of_the_subtree, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int differ = 0;
  for_cases(10, 3, {}, [&differ](const Case& drawn) {
    const Factored<Real> f(drawn);
    ArticulatedBodies<Real> bodies(drawn.model);
    bodies.update(view(f.state.q));
    const SquareMatrix<Real> M_inv = answer(drawn, f);
    BOOST_TEST(relative_error(algorithm_1(bodies, true).numbers, M_inv.numbers) <= 1e-45);
    differ += relative_error(algorithm_1(bodies, false).numbers, M_inv.numbers) >= 1e-3 ? 1 : 0;
  });
  BOOST_TEST(differ > 5);
}

BOOST_AUTO_TEST_CASE(columns_are_accelerations_at_rest_by_unit_forces) {
  const PrecisionScope precision(60);
  for_cases(10, 3, {}, [](const Case& drawn) {
    const Factored<Real> f(drawn);
    SquareMatrix<Real> by_aba(f.n);
    Aba<Real> aba(drawn.model);
    aba.factor(view(f.state.q));
    for (int c = 1; c <= f.n; ++c) {
      std::vector<Real> tau(static_cast<std::size_t>(f.n)), qdd(tau.size());
      tau[static_cast<std::size_t>(c - 1)] = 1;
      aba.solve_at_rest({tau.data(), f.n}, {qdd.data(), f.n});
      for (int i = 1; i <= f.n; ++i) by_aba(i, c) = qdd[static_cast<std::size_t>(i - 1)];
    }
    BOOST_TEST(relative_error(by_aba.numbers, answer(drawn, f).numbers) <= 1e-45);
  });
}
