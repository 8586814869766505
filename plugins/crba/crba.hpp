// The composite-rigid-body algorithm for the joint-space inertia matrix, of trees and forests with joints of
// any freedom. Featherstone 2005, sec. 5 (listing) and eq. (5); Jain 1991, eq. (28).
//
//   I^c_i   inertia of the subtree at i as one rigid body, kernels/composite.hpp    R(k) in Jain
//   F       I^c_i S_i, carried from body to body towards the base    X(k)
//   H_ij    n_i x n_j block of the inertia matrix             M(k, j)
#pragma once

#include "kernels/composite.hpp"

namespace kintree {

template <class S>
class Crba final : public Solver<S> {
 public:
  explicit Crba(const Model& model) : bodies_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    bodies_.update(q);  // I^c, Jain (25)
    for (int i = 1; i <= tree_.n; ++i)
      for (int j = 1; j <= tree_.n; ++j) H(i, j) = S{};  // branch-induced zeros, eq. (6)
    const Phase<S> phase("columns");
    for (int i = tree_.N; i >= 1; --i) rows_of(i, H);
    return {};
  }

  /// At the positions last asked about.
  const Tree<S>& tree() const { return tree_; }

 private:
  /// (5): H_ii and, towards the base, H_ij and H_ji for every body j that supports i; other blocks are zero.
  void rows_of(int i, MatrixView<S> H) {
    const Subspace<S>& S_i = tree_.subspace[i];
    for (int a = 0; a < S_i.count; ++a) {
      Force<S> F = bodies_.R[i] * S_i[a];
      const int row = tree_.first[i] + a;
      for (int b = 0; b <= a; ++b) put(H, row, tree_.first[i] + b, dot(S_i[b], F));
      for (int j = i; tree_.parent[j] != 0;) {
        F = transpose_times(tree_.X[j], F);
        j = tree_.parent[j];
        const Subspace<S>& S_j = tree_.subspace[j];
        for (int b = 0; b < S_j.count; ++b) put(H, row, tree_.first[j] + b, dot(S_j[b], F));
      }
    }
  }

  static void put(MatrixView<S> H, int i, int j, const S& value) {
    H(i, j) = value;
    H(j, i) = value;
  }

  CompositeBodies<S> bodies_;
  const Tree<S>& tree_ = bodies_.tree;
};

}  // namespace kintree
