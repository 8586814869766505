// The main chains of a tree, through bodies of regular inertia, and the branches beside them, folded into the
// bodies that carry them and unfolded again: the articulated-body algorithm on the side bodies alone, joint
// by joint as in kernels/articulated_joint.hpp, with its symbols.  Featherstone & Fijany 1999.
#pragma once

#include "kernels/articulated_joint.hpp"
#include "kernels/bodies.hpp"

namespace kintree {

/// A longest path from each root through bodies of regular inertia.
struct MainChains {
  explicit MainChains(const Model& model) : on_chain(model.body_count()) {
    const Tree<double> tree = tree_with_shared_inertia<double>(model);
    const ByBody<int> regular = regular_bodies(tree);
    ByBody<int> height(tree.N), next(tree.N);  // of paths of bodies with regular inertia
    for (int i = tree.N; i >= 1; --i) {
      if (regular[i] == 0) continue;
      height[i] += 1;
      if (const int p = tree.parent[i]; height[i] >= height[p]) height[p] = height[i], next[p] = i;
    }
    for (int root = 1; root <= tree.N; ++root) {
      if (tree.parent[root] != 0 || regular[root] == 0) continue;
      chains.emplace_back();
      for (int i = root; i != 0; i = next[i]) chains.back().push_back(i), on_chain[i] = 1;
    }
  }

  std::vector<std::vector<int>> chains;
  ByBody<int> on_chain;
};

template <class S>
class FoldedBranches : public MainChains {
 public:
  explicit FoldedBranches(const Model& model)
      : MainChains(model), I(model.body_count()), z(model.body_count()), side_(model.body_count()) {}

  ByBody<ArticulatedInertia<S>> I;  ///< inertia, with the branches below
  ByBody<Force<S>> z;               ///< bias force, with that of the branches

  /// The inertias.
  void fold(const Tree<S>& tree, Pivots<S>& pivots) {
    for (int i = 1; i <= tree.N; ++i) I[i] = articulated(tree.I[i]);
    for (int i = tree.N; i >= 1; --i) {
      if (on_chain[i] != 0) continue;
      Side& B = side_[i];
      pivots.check(articulate(tree.subspace[i], I[i], B.U, B.D, B.G), coordinate_near(tree, i));
      if (const int p = tree.parent[i]; p != 0)
        I[p] += to_parent(tree.X[i], pass_inertia(tree.dof[i], I[i], B.U, B.G));  // Jain (40)
    }
  }

  /// The forces: the bodies' bias forces, and the drives tau of the side bodies.
  void fold(const Tree<S>& tree, const BodyMotions<S>& of, VectorView<const S> tau) {
    for (int i = 1; i <= tree.N; ++i) z[i] = of.p[i];
    for (int i = tree.N; i >= 1; --i) {
      if (on_chain[i] != 0) continue;
      Side& B = side_[i];
      z[i] += I[i] * of.c[i];  // Jain (60)
      const Force<S> z_plus =
          pass_force(tree.subspace[i], z[i], B.D, B.G, tau.from(tree.first[i]), B.nu);       // Jain (46)
      if (const int p = tree.parent[i]; p != 0) z[p] += transpose_times(tree.X[i], z_plus);  // Jain (46)
    }
  }

  /// The side bodies' accelerations, from those of the base and of the chains, which `a` holds.
  void unfold(const Tree<S>& tree, const BodyMotions<S>& of, ByBody<Motion<S>>& a, VectorView<S> qdd) {
    for (int i = 1; i <= tree.N; ++i)
      if (on_chain[i] == 0)
        a[i] = pass_acceleration(tree.subspace[i], tree.X[i] * a[tree.parent[i]], of.c[i], side_[i].G,
                                 side_[i].nu, qdd.from(tree.first[i]));  // Jain (46), (60)
  }

 private:
  struct Side {
    ByColumn<Force<S>> U, G;
    SmallSpd<S> D;
    ByColumn<S> nu;
  };
  ByBody<Side> side_;
};

}  // namespace kintree
