// The inverse of the joint-space inertia matrix by the sweeps of the articulated-body algorithm, a column for each
// joint force.  Carpentier 2018, algorithm 1, whose lines are cited. The algorithm is aba without its affine terms:
// M_inv tau are the accelerations at rest, without gravity.
//
//   M_inv     H^-1 in the interface. After the backward pass its rows times tau are D^-1 u of aba
//   U, D      I^A S and S^T U, by kernels/articulated.hpp, as I^A and G = U D^-1
//   F(c)      column c of F_i: bias force of body i by a unit force at coordinate c of its subtree
//   P(i, c)   column c of P_i: acceleration of body i by a unit force at coordinate c
//   K         X* G with X* = X^T, so that the transpose of K is D^-1 U^T X of line 22
#pragma once

#include <vector>

#include "kernels/articulated.hpp"

namespace kintree {

template <class S>
class CarpentierInverse final : public Solves<S, problems::MassMatrixInverse> {
 public:
  explicit CarpentierInverse(const Model& model)
      : bodies_(model),
        tree_(bodies_.tree),
        subtree_(tree_.N),
        from_i_(tree_.N),
        first_read_(tree_.N),
        F_(static_cast<std::size_t>(tree_.n) + 1),
        K_(tree_.N),
        P_(tree_.N) {
    ByBody<int> root(tree_.N);
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      root[i] = p == 0 ? i : root[p];
      first_read_[i] = tree_.n + 1;
      if (first_read_[p] > tree_.first[i]) first_read_[p] = tree_.first[i];
    }
    for (int j = 1; j <= tree_.N; ++j)
      for (int c = tree_.first[j]; c < tree_.first[j] + tree_.dof[j]; ++c) {
        for (int i = tree_.parent[j]; i != 0; i = tree_.parent[i]) subtree_[i].push_back(c);
        for (int i = 1; i <= j; ++i)
          if (root[i] == root[j]) from_i_[i].push_back(c);
      }
    for (int i = 1; i <= tree_.N; ++i)
      if (first_read_[i] <= tree_.n) P_[i].resize(static_cast<std::size_t>(tree_.n) + 1);
  }

  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> M_inv) override {
    const Status status = bodies_.update(q);  // lines 2 to 10, 15 and 16
    for (int i = 1; i <= tree_.n; ++i)
      for (int c = 1; c <= tree_.n; ++c) M_inv(i, c) = S{};
    backward(M_inv);
    forward(M_inv);
    return status;
  }

 private:
  /// The rows of M_inv, as far as the subtree determines them.
  void backward(MatrixView<S> M_inv) {
    const Phase<S> phase("backward pass");
    for (int i = tree_.N; i >= 1; --i) {
      for (int l = 0; l < tree_.dof[i]; ++l) {
        const int c = tree_.first[i] + l;
        ByColumn<S> unit;
        unit[l] = S(1);
        put(i, c, solved(i, unit), M_inv);  // D^-1, line 11
        F(c) = bodies_.G[i][l];             // U D^-1, line 14
      }
      for (const int c : subtree_[i]) {
        ByColumn<S> along;
        for (int k = 0; k < tree_.dof[i]; ++k) along[k] = -dot(tree_.subspace[i][k], F(c));
        const ByColumn<S> rows = solved(i, along);
        put(i, c, rows, M_inv);                                                    // - D^-1 S^T F, line 12
        for (int k = 0; k < tree_.dof[i]; ++k) F(c) += bodies_.U[i][k] * rows[k];  // line 14, corrected
      }
      if (tree_.parent[i] == 0) continue;
      for (int l = 0; l < tree_.dof[i]; ++l) K_[i][l] = carry(i, tree_.first[i] + l);
      for (const int c : subtree_[i]) carry(i, c);
    }
  }

  /// Adds the effect of the parents' accelerations, and fills the other triangle.
  void forward(MatrixView<S> M_inv) {
    const Phase<S> phase("forward pass");
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      for (const int c : from_i_[i]) {
        ByColumn<S> rows;
        for (int k = 0; k < tree_.dof[i]; ++k) {
          rows[k] = M_inv(tree_.first[i] + k, c);
          if (p != 0) rows[k] = rows[k] - dot(P(p, c), K_[i][k]);  // line 22
        }
        for (int k = 0; k < tree_.dof[i] && tree_.first[i] + k <= c; ++k)
          M_inv(tree_.first[i] + k, c) = M_inv(c, tree_.first[i] + k) = rows[k];
        if (c < first_read_[i]) continue;
        P(i, c) = tree_.subspace[i].times(rows.data());  // line 24
        if (p != 0) P(i, c) += tree_.X[i] * P(p, c);     // line 26
      }
    }
  }

  ByColumn<S> solved(int i, ByColumn<S> x) const {
    bodies_.D[i].solve(x.data());
    return x;
  }
  void put(int i, int c, const ByColumn<S>& rows, MatrixView<S> M_inv) const {
    for (int k = 0; k < tree_.dof[i]; ++k) M_inv(tree_.first[i] + k, c) = rows[k];
  }
  const Force<S>& carry(int i, int c) { return F(c) = transpose_times(tree_.X[i], F(c)); }  // X* F, line 14

  Force<S>& F(int c) { return F_[static_cast<std::size_t>(c)]; }
  Motion<S>& P(int i, int c) { return P_[i][static_cast<std::size_t>(c)]; }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  ByBody<std::vector<int>> subtree_;  ///< coordinates beyond body i
  ByBody<std::vector<int>> from_i_;   ///< coordinates of body i and of those with larger numbers in its tree
  ByBody<int> first_read_;            ///< the first column of P_i that a child reads
  std::vector<Force<S>> F_;
  ByBody<ByColumn<Force<S>>> K_;
  ByBody<std::vector<Motion<S>>> P_;
};

}  // namespace kintree
