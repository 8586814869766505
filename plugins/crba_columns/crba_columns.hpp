// The composite-rigid-body algorithm with the columns of a subtree side by side.  Featherstone 2005, sec. 5 and eq. (5); Jain 1991,
// eq. (28). The README derives it from the listing, plugin crba.
//
//   I^c_i   inertia of the subtree at i as one rigid body, kernels/composite.hpp    R(k) in Jain
//   F       I^c_j S_j of all j in the subtree at i, carried from body to body towards the base    X(k)
//   H_ji    n_j x n_i block of the inertia matrix             M(j, k)
#pragma once

#include "kernels/axis_tree.hpp"
#include "kernels/composite.hpp"
#include "kernels/force_columns.hpp"

namespace kintree {

/// In the frames of TreeOfS: Tree<S>, those of the model, or AxisTree<S>.
template <class S, class TreeOfS>
class CrbaColumnsIn : public Solves<S, problems::MassMatrix> {
 public:
  explicit CrbaColumnsIn(const Model& model)
      : bodies_(model),
        layout_(Layout(model).expanded_parent),
        numbers_(static_cast<std::size_t>(layout_.size())),
        F_(tree_.n),
        column_(tree_.N),
        supported_(tree_.N) {
    std::vector<int> parents(1);
    for (int i = 1; i <= tree_.N; ++i) parents.push_back(tree_.parent[i]);
    depth_first_ = PathRowLayout(parents).depth_first();
    for (const int i : depth_first_) {
      column_[i] = static_cast<int>(row_.size());
      for (int b = 0; b < tree_.dof[i]; ++b) row_.push_back(layout_.begin(tree_.first[i] + b));
    }
    for (int i = tree_.N; i >= 1; --i) {
      supported_[i] += tree_.dof[i];
      supported_[tree_.parent[i]] += supported_[i];
    }
  }

  StatusOf<S> mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    const PathRows<S> rows{numbers_.data(), &layout_};
    mass_matrix_in_path_rows(q, rows);
    expand_symmetric<S>(rows, H);  // branch-induced zeros, eq. (6)
    return {};
  }

  StatusOf<S> mass_matrix_in_path_rows(VectorView<const S> q, PathRows<S> H) override {
    bodies_.update(q);  // I^c, Jain (25)
    const Phase<S> phase("columns");
    for (auto i = depth_first_.rbegin(); i != depth_first_.rend(); ++i)
      at_joint(tree_, *i, [&](const auto& S_i) { columns_of(*i, S_i, H); });
    tree_.armature.add_to([&](int k) -> S& { return H.diagonal(k); });
    return {};
  }

  /// The tree at the positions of the last call.
  const TreeOfS& tree() const { return tree_; }

 private:
  /// (5): H_ii, and H_ji for every body j that i supports; other blocks are zero.
  void columns_of(int i, const auto& S_i, PathRows<S> H) {
    const int first = column_[i], end = first + supported_[i];
    for (int a = 0; a < S_i.count; ++a) F_.set(first + a, bodies_.R[i] * S_i[a]);
    for (int b = 0; b < S_i.count; ++b) {
      S* H_ji = H.data + layout_.depth(tree_.first[i] + b) - 1;  // in every row j
      const S* S_F = F_.along(S_i[b], first + b, end);
      for (int c = first + b; c < end; ++c) H_ji[row_[static_cast<std::size_t>(c)]] = S_F[c];
    }
    if (tree_.parent[i] != 0) F_.carry(tree_.X[i], first, end);
  }

  CompositeBodies<S, TreeOfS> bodies_;
  const TreeOfS& tree_ = bodies_.tree;
  PathRowLayout layout_;
  std::vector<S> numbers_;  ///< of the rows of a dense H
  ForceColumns<S> F_;       ///< by coordinates, in depth-first order: those of a subtree are together
  std::vector<int> depth_first_;
  std::vector<std::ptrdiff_t> row_;  ///< where it begins, by those coordinates
  ByBody<int> column_;               ///< the first of them of joint i
  ByBody<int> supported_;            ///< how many there are from joint i to the tips
};

template <class S>
class CrbaColumns final : public CrbaColumnsIn<S, AxisTree<S>> {
 public:
  using CrbaColumnsIn<S, AxisTree<S>>::CrbaColumnsIn;
};

}  // namespace kintree
