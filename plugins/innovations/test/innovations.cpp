#define BOOST_TEST_MODULE innovations
#include "innovations/innovations.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"
#include "factored.hpp"
#include "ltdl/ltdl.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

Factored<Multiprecision> factored(const Case& drawn) {
  Factored<Multiprecision> f(drawn);
  Innovations<Multiprecision> innovations(drawn.model);
  BOOST_TEST(innovations.factorization(f.in(), f.result()).code == Status::ok);
  return f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(are_the_factors_of_ltdl_for_joints_of_one_freedom) {
  const PrecisionScope precision(60);
  CaseOptions options;
  options.joints = {JointKind::fixed, JointKind::revolute, JointKind::prismatic, JointKind::helical};
  for_cases(16, 4, options, [](const Case& drawn) {
    const Factored<Multiprecision> f = factored(drawn);
    Factored<Multiprecision> ltdl(drawn);
    Ltdl<Multiprecision>(drawn.model).factorization(ltdl.in(), ltdl.result());
    BOOST_TEST(relative_error(f.L.numbers, ltdl.L.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.D.numbers, ltdl.D.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.x, ltdl.x) <= 1e-40);
  });
}

/// H = L^T D L by blocks, a joint's n_i rows at a time, from the last: D_i = H_ii, L_ij = D_i^-1 H_ij, and
/// H_jk less L_ij^T D_i L_ik above.
BOOST_AUTO_TEST_CASE(are_the_factors_of_block_ltdl_transposed) {
  const PrecisionScope precision(60);
  int blocks = 0;
  for_cases(10, 3, {}, [&blocks](const Case& drawn) {
    const Factored<Multiprecision> f = factored(drawn);
    const Layout layout(drawn.model);
    SquareMatrix<Multiprecision> H = f.H, L(f.n), D(f.n);
    for (int i = drawn.model.body_count(); i >= 1; --i) {
      const int n_i = info(drawn.model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities;
      const int before = layout.first_velocity[static_cast<std::size_t>(i)] - 1;
      SmallSpd<Multiprecision> D_i;
      for (int k = 0; k < n_i; ++k)
        for (int l = 0; l < n_i; ++l) {
          D(before + k + 1, before + l + 1) = H(before + k + 1, before + l + 1);
          L(before + k + 1, before + l + 1) = k == l ? 1 : 0;
          if (l <= k) D_i(k, l) = H(before + k + 1, before + l + 1);
        }
      BOOST_TEST(D_i.factor(n_i));
      for (int j = 1; j <= before; ++j) {
        ByColumn<Multiprecision> L_ij;
        for (int k = 0; k < n_i; ++k) L_ij[k] = H(before + k + 1, j);
        D_i.solve(L_ij.data());
        for (int k = 0; k < n_i; ++k) L(before + k + 1, j) = L_ij[k];
        for (int l = 1; l <= before; ++l)
          for (int k = 0; k < n_i; ++k) H(j, l) -= L_ij[k] * H(before + k + 1, l);
      }
      blocks += n_i > 1 ? 1 : 0;
    }
    BOOST_TEST(relative_error(f.L.numbers, L.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.D.numbers, D.numbers) <= 1e-40);
  });
  BOOST_TEST(blocks > 50);
}

/// A block-L^T D L has no other factors: L unit lower block-triangular, D block-diagonal, by joints.
BOOST_AUTO_TEST_CASE(are_block_factors_of_the_mass_matrix) {
  const PrecisionScope precision(60);
  for_cases(12, 4, {}, [](const Case& drawn) {
    const Factored<Multiprecision> f = factored(drawn);
    const std::vector<int> body = Layout(drawn.model).body_of_velocity;
    const auto same_joint = [&](int i, int j) {
      return body[static_cast<std::size_t>(i)] == body[static_cast<std::size_t>(j)];
    };
    std::vector<Multiprecision> DL(f.H.numbers.size()), product(DL.size());
    const MatrixView<Multiprecision> DL_view{DL.data(), f.n, f.n}, product_view{product.data(), f.n, f.n};
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j) {
        if (same_joint(i, j))
          BOOST_TEST(f.L(i, j) == (i == j ? 1 : 0));
        else
          BOOST_TEST(f.D(i, j) == 0);
        if (!f.above(j, i)) BOOST_TEST(f.L(i, j) == 0);
        for (int k = 1; k <= f.n; ++k) DL_view(i, j) += f.D(i, k) * f.L(k, j);
      }
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j)
        for (int k = 1; k <= f.n; ++k) product_view(i, j) += f.L(k, i) * DL_view(k, j);
    BOOST_TEST(relative_error(product, f.H.numbers) <= 1e-50);
    BOOST_TEST(relative_error(f.Hx(), f.state.tau) <= 1e-45);
  });
}

/// B = A^-1, A = L^T, entry by entry: going up, g less G_j w with w = S_j^T g, where the entry is -w.
BOOST_AUTO_TEST_CASE(the_projection_takes_w_without_the_sign_of_the_entry, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int differ = 0;
  for_cases(10, 3, {}, [&differ](const Case& drawn) {
    const Factored<Multiprecision> f = factored(drawn);
    ArticulatedBodies<Multiprecision> bodies(drawn.model);
    bodies.update(view(f.state.q));
    const Tree<Multiprecision>& tree = bodies.tree;
    const auto inverse_factor = [&](int sign) {
      SquareMatrix<Multiprecision> B(f.n);
      for (int i = 1; i <= tree.N; ++i)
        for (int k = 0; k < tree.dof[i]; ++k) {
          B(tree.first[i] + k, tree.first[i] + k) = 1;
          Force<Multiprecision> g = bodies.G[i][k];
          for (int b = i, j = tree.parent[i]; j != 0; b = j, j = tree.parent[j]) {
            g = transpose_times(tree.X[b], g);
            ByColumn<Multiprecision> w;
            tree.subspace[j].transpose_times(g, w.data());
            for (int l = 0; l < tree.dof[j]; ++l) {
              B(tree.first[j] + l, tree.first[i] + k) = -w[l];
              g -= bodies.G[j][l] * (w[l] * Multiprecision(sign));
            }
          }
        }
      return B;
    };
    const auto times_A = [&](const SquareMatrix<Multiprecision>& B) {
      SquareMatrix<Multiprecision> AB(f.n);
      for (int i = 1; i <= f.n; ++i)
        for (int j = 1; j <= f.n; ++j)
          for (int k = 1; k <= f.n; ++k) AB(i, j) += f.L(k, i) * B(k, j);
      return AB.numbers;
    };
    SquareMatrix<Multiprecision> one(f.n);
    for (int i = 1; i <= f.n; ++i) one(i, i) = 1;
    BOOST_TEST(relative_error(times_A(inverse_factor(1)), one.numbers) <= 1e-45);
    differ += relative_error(times_A(inverse_factor(-1)), one.numbers) >= 1e-3 ? 1 : 0;

    // H^-1 = B^T D^-1 B, lemma 6.4, as the plugin has it: H^-1 A D = B^T.
    SquareMatrix<Multiprecision> inverse(f.n), product(f.n), B = inverse_factor(1), transposed(f.n);
    Innovations<Multiprecision> innovations(drawn.model);
    innovations.mass_matrix_inverse(view(f.state.q), inverse.view());
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j) {
        transposed(i, j) = B(j, i);
        for (int k = 1; k <= f.n; ++k)
          for (int l = 1; l <= f.n; ++l) product(i, j) += inverse(i, k) * f.L(l, k) * f.D(l, j);
      }
    BOOST_TEST(relative_error(product.numbers, transposed.numbers) <= 1e-40);
  });
  BOOST_TEST(differ > 10);
}

BOOST_AUTO_TEST_CASE(the_inverse_times_the_mass_matrix_is_one) {
  const PrecisionScope precision(60);
  for_cases(12, 4, {}, [](const Case& drawn) {
    const Factored<Multiprecision> f(drawn);
    SquareMatrix<Multiprecision> inverse(f.n, poison<Multiprecision>()), product(f.n), one(f.n);
    Innovations<Multiprecision> innovations(drawn.model);
    BOOST_TEST(innovations.mass_matrix_inverse(view(f.state.q), inverse.view()).code == Status::ok);
    for (int i = 1; i <= f.n; ++i) {
      one(i, i) = 1;
      for (int j = 1; j <= f.n; ++j)
        for (int k = 1; k <= f.n; ++k) product(i, j) += f.H(i, k) * inverse(k, j);
    }
    BOOST_TEST(relative_error(product.numbers, one.numbers) <= 1e-45);
  });
}
