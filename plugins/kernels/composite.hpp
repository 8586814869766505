// Composite rigid body inertias of a tree.  Jain 1991, eqs. (24), (25).
//
//   R_i     inertia of the subtree at i as one rigid body, about the origin of body i     I^c in Featherstone
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

/// In the frames of TreeOfS: those of the model, or of an AxisTree.
template <class S, class TreeOfS = Tree<S>>
class CompositeBodies {
 public:
  explicit CompositeBodies(const Model& model) : tree(model), R(tree.N) {}

  TreeOfS tree;
  ByBody<RigidInertia<S>> R;

  /// Tips to base at the positions q.
  void update(VectorView<const S> q) {
    tree.set_positions(q);
    const Phase<S> phase("composites");
    for (int i = 1; i <= tree.N; ++i) R[i] = tree.inertia(i);  // M(k)
    for (int i = tree.N; i >= 1; --i)
      if (const int p = tree.parent[i]; p != 0) R[p] += to_parent(tree.X[i], R[i]);  // (25)
  }
};

}  // namespace kintree
