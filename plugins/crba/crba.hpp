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
  explicit Crba(const Model& model)
      : bodies_(model),
        layout_(Layout(model).expanded_parent),
        numbers_(static_cast<std::size_t>(layout_.size())) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const PathRows<S> rows{numbers_.data(), &layout_};
    mass_matrix_in_path_rows(q, rows);
    expand_symmetric<S>(rows, H);  // branch-induced zeros, eq. (6)
    return {};
  }

  Status mass_matrix_in_path_rows(VectorView<const S> q, PathRows<S> H) override {
    bodies_.update(q);  // I^c, Jain (25)
    const Phase<S> phase("columns");
    for (int i = tree_.N; i >= 1; --i) rows_of(i, H);
    return {};
  }

  /// At the positions last asked about.
  const Tree<S>& tree() const { return tree_; }

 private:
  /// (5): H_ii and, towards the base, H_ij for every body j that supports i; other blocks are zero.
  void rows_of(int i, PathRows<S> H) {
    const Subspace<S>& S_i = tree_.subspace[i];
    for (int a = 0; a < S_i.count; ++a) {
      Force<S> F = bodies_.R[i] * S_i[a];
      S* H_ij = H.row(tree_.first[i] + a) + layout_.depth(tree_.first[i]) - 1;
      for (int b = 0; b <= a; ++b) H_ij[b] = dot(S_i[b], F);
      for (int j = i; tree_.parent[j] != 0;) {
        F = transpose_times(tree_.X[j], F);
        j = tree_.parent[j];
        const Subspace<S>& S_j = tree_.subspace[j];
        H_ij -= S_j.count;
        for (int b = 0; b < S_j.count; ++b) H_ij[b] = dot(S_j[b], F);
      }
    }
  }

  CompositeBodies<S> bodies_;
  const Tree<S>& tree_ = bodies_.tree;
  PathRowLayout layout_;
  std::vector<S> numbers_;  ///< of the rows of a dense H
};

}  // namespace kintree
