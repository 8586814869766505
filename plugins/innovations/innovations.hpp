// The innovations factorization of the mass matrix, H = [1 + S^T phi K] D [1 + S^T phi K]^T, and what follows
// from it: its inverse, entry by entry, and O(n^2) forward dynamics.  Jain 1991, sec. 4 and lemmas 6.2 to 6.4,
// here for trees. Numbering and the symbols D, G, phi, psi: kernels/articulated.hpp. H is Jain's mass matrix,
// and S^T his joint map H.
//
//   K            K(p(i), i) = phi(p(i), i) G_i, (33)
//   L            [1 + S^T phi K]^T: block i, j is zero unless j is i or an ancestor of i; blocks i, i are 1
//   D            block-diagonal by joints
//   B            1 - S^T psi K = [1 + S^T phi K]^-1: column by column, upper triangular
//   T, C         generalized force, and that at q-ddot = 0
//   lambda       expanded parent array: the coordinate before i on the path to the base
#pragma once

#include "kernels/articulated.hpp"
#include "kernels/sparse_triangle.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class Innovations final
    : public Solves<S, problems::Factorization, problems::MassMatrixInverse, problems::ForwardDynamics> {
 public:
  explicit Innovations(const Model& model)
      : bodies_(model),
        tree_(bodies_.tree),
        rnea_(model),
        lambda_(Layout(model).expanded_parent),
        matrix_(static_cast<std::size_t>(tree_.n * tree_.n)),
        vector_(static_cast<std::size_t>(tree_.n)) {}

  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    const Status status = bodies_.update(in.q);
    factors(result.L);
    diagonal(result.D);
    for (int i = 1; i <= tree_.n; ++i) result.x(i) = in.tau(i);
    solve(result.L, result.x);
    return status;
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const Status status = bodies_.update(in.q);
    for (S& component : vector_) component = S{};
    rnea_.inverse_dynamics({in.q, in.v, vector(), in.f_ext}, qdd);   // C, (21)
    for (int i = 1; i <= tree_.n; ++i) qdd(i) = in.tau(i) - qdd(i);  // T - C, (22)
    factors(matrix());
    solve(matrix(), qdd);
    return status;
  }

  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> H_inverse) override {
    const Status status = bodies_.update(q);
    inverse_factors(matrix());
    const MatrixView<const S> B = matrix();
    const VectorView<S> z = vector();  // D^-1 B, one column
    for (int i = 1; i <= tree_.N; ++i)
      for (int b = tree_.first[i]; b < tree_.first[i] + tree_.dof[i]; ++b) {
        for (S& component : vector_) component = S{};
        for (int j = i; j != 0; j = tree_.parent[j]) {
          for (int k = tree_.first[j]; k < tree_.first[j] + tree_.dof[j]; ++k) z(k) = B(k, b);
          bodies_.D[j].solve(z.from(tree_.first[j]));
        }
        for (int a = 1; a <= b; ++a) {
          S sum{};
          for (int k = a; k != 0; k = lambda()(k)) sum = sum + B(k, a) * z(k);
          H_inverse(a, b) = H_inverse(b, a) = sum;  // [1 - S^T psi K]^T D^-1 [1 - S^T psi K], lemma 6.4
        }
      }
    return status;
  }

 private:
  /// Up the tree from every joint.
  void factors(MatrixView<S> L) const {
    unit(L);
    for (int i = 1; i <= tree_.N; ++i)
      for (int k = 0; k < tree_.dof[i]; ++k) {
        Force<S> f = bodies_.G[i][k];
        for (int b = i, j = tree_.parent[i]; j != 0; b = j, j = tree_.parent[j]) {
          f = transpose_times(tree_.X[b], f);  // phi(j, i) G_i, column k of block j, i of phi K
          for (int l = 0; l < tree_.dof[j]; ++l)
            L(tree_.first[i] + k, tree_.first[j] + l) = dot(tree_.subspace[j][l], f);  // S^T phi K, lemma 6.2
        }
      }
  }

  void inverse_factors(MatrixView<S> B) const {
    unit(B);
    for (int i = 1; i <= tree_.N; ++i)
      for (int k = 0; k < tree_.dof[i]; ++k) {
        Force<S> f = transpose_times(tree_.X[i], bodies_.G[i][k]);  // K(p(i), i), (33)
        for (int j = tree_.parent[i]; j != 0; j = tree_.parent[j]) {
          for (int l = 0; l < tree_.dof[j]; ++l)
            B(tree_.first[j] + l, tree_.first[i] + k) =
                -dot(tree_.subspace[j][l], f);  // - S^T psi K, lemma 6.3
          f = bodies_.psi(j, f);
        }
      }
  }

  void diagonal(MatrixView<S> D) const {
    for (int i = 1; i <= tree_.n; ++i)
      for (int j = 1; j <= tree_.n; ++j) D(i, j) = S{};
    for (int i = 1; i <= tree_.N; ++i)
      for (int k = 0, first = tree_.first[i]; k < tree_.dof[i]; ++k)
        for (int l = 0; l <= k; ++l)
          D(first + k, first + l) = D(first + l, first + k) =
              dot(tree_.subspace[i][l], bodies_.U[i][k]);  // (32)
    tree_.armature.add_to([&](int k) -> S& { return D(k, k); });
  }

  /// x <- H^-1 x in two triangular solutions: the steps (a) and (b) of sec. 4, with their T-bar in x.
  void solve(MatrixView<const S> L, VectorView<S> x) const {
    solve_transposed(L, lambda(), x);
    for (int i = 1; i <= tree_.N; ++i) bodies_.D[i].solve(x.from(tree_.first[i]));  // (a)
    solve_lower(L, lambda(), x);                                                    // (b)
  }

  static void unit(MatrixView<S> A) {
    for (int i = 1; i <= A.rows; ++i)
      for (int j = 1; j <= A.rows; ++j) A(i, j) = S(i == j ? 1 : 0);
  }

  VectorView<const int> lambda() const { return {lambda_.data() + 1, tree_.n}; }
  MatrixView<S> matrix() { return {matrix_.data(), tree_.n, tree_.n}; }
  VectorView<S> vector() { return {vector_.data(), tree_.n}; }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  RneaPoints<S> rnea_;
  std::vector<int> lambda_;
  std::vector<S> matrix_, vector_;
};

}  // namespace kintree
