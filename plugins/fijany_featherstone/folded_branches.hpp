// The main chains of a tree, through bodies of regular inertia, and the branches beside them, folded into the
// bodies that carry them and unfolded again: the articulated-body algorithm on the side bodies alone, joint
// by joint as in kernels/articulated_joint.hpp, with its symbols.  Featherstone & Fijany 1999.
#pragma once

#include "kernels/articulated_joint.hpp"
#include "kernels/bodies.hpp"

namespace kintree {

template <class S>
class FoldedBranches {
 public:
  explicit FoldedBranches(const Tree<S>& tree) : I(tree.N), z(tree.N), on_chain_(tree.N), side_(tree.N) {
    ByBody<int> height(tree.N), next(tree.N), regular(tree.N);  // of paths of bodies with regular inertia
    for (int i = tree.N; i >= 1; --i) {
      InverseInertia<S> inverse;
      if (!inverse.factor(articulated(tree.I[i]))) continue;
      regular[i] = 1;
      height[i] += 1;
      if (const int p = tree.parent[i]; height[i] >= height[p]) height[p] = height[i], next[p] = i;
    }
    for (int root = 1; root <= tree.N; ++root) {
      if (tree.parent[root] != 0 || regular[root] == 0) continue;
      chains.emplace_back();
      for (int i = root; i != 0; i = next[i]) chains.back().push_back(i), on_chain_[i] = 1;
    }
  }

  std::vector<std::vector<int>> chains;  ///< a longest path from each root
  ByBody<ArticulatedInertia<S>> I;       ///< inertia, with the branches below
  ByBody<Force<S>> z;                    ///< bias force, likewise

  /// The inertias. Returns the first side body whose joint has none, or 0.
  int fold(const Tree<S>& tree) {
    int broken = 0;
    for (int i = 1; i <= tree.N; ++i) I[i] = articulated(tree.I[i]);
    for (int i = tree.N; i >= 1; --i) {
      if (on_chain_[i] != 0) continue;
      Side& B = side_[i];
      if (!articulate(tree.subspace[i], I[i], B.U, B.D, B.G) && broken == 0) broken = i;
      if (const int p = tree.parent[i]; p != 0)
        I[p] += to_parent(tree.X[i], pass_inertia(tree.dof[i], I[i], B.U, B.G));  // Jain (40)
    }
    return broken;
  }

  /// The forces: the bodies' bias forces, and the drives tau of the side bodies.
  void fold(const Tree<S>& tree, const BodyMotions<S>& of, VectorView<const S> tau) {
    for (int i = 1; i <= tree.N; ++i) z[i] = of.p[i];
    for (int i = tree.N; i >= 1; --i) {
      if (on_chain_[i] != 0) continue;
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
      if (on_chain_[i] == 0)
        a[i] = pass_acceleration(tree.subspace[i], tree.X[i] * a[tree.parent[i]], of.c[i], side_[i].G,
                                 side_[i].nu, qdd.from(tree.first[i]));  // Jain (46), (60)
  }

 private:
  struct Side {
    ByColumn<Force<S>> U, G;
    SmallSpd<S> D;
    ByColumn<S> nu;
  };
  ByBody<int> on_chain_;
  ByBody<Side> side_;
};

}  // namespace kintree
