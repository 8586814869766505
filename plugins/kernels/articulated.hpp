// Articulated-body inertias of a tree, and the operators that pass forces and accelerations through its
// joints: what every algorithm of the articulated-body kind shares.
// Jain 1991, eqs. (32), (33), (38) to (42), (45).
//
// Jain numbers a chain from the tip; here bodies are numbered from the base, phi(k+1, k) is X^T and phi* is
// X, H*(k) is S_i, and loops over k - 1 become loops over all children.
//
//   P_i     articulated-body inertia at joint i; P+ is what passes it     I^A in Featherstone
//   U, D    P S and S^T P S                                              U, D
//   G       P S D^-1                                                     U D^-1
//   psi     phi (1 - G S^T): a force at body i, through its joint, in the parent's frame
//   psi*    (1 - S G^T) phi*: an acceleration of the parent, through joint i with no force on it, in the
//           body's frame; L_i i_X_p(i) in Wensing et al. 2012, T_i in plugins for Lambda^-1
#pragma once

#include "kernels/articulated_joint.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class ArticulatedBodies {
 public:
  explicit ArticulatedBodies(const Model& model) : tree(model), P(tree.N), U(tree.N), G(tree.N), D(tree.N) {}

  Tree<S> tree;
  ByBody<ArticulatedInertia<S>> P;
  ByBody<ByColumn<Force<S>>> U, G;
  ByBody<SmallSpd<S>> D;  ///< factored

  /// Tips to base at the positions q.  Eq. (45).
  StatusOf<S> update(VectorView<const S> q) {
    Pivots<S> pivots;
    tree.set_positions(q);
    const Phase<S> phase("articulated inertias");
    for (int i = 1; i <= tree.N; ++i) P[i] = articulated(tree.I[i]);  // M(k), (40)
    for (int i = tree.N; i >= 1; --i) {
      const int n_i = tree.dof[i], p = tree.parent[i];
      pivots.check(articulate(tree.subspace[i], P[i], U[i], D[i], G[i], tree.armature.from(tree.first[i])),
                   tree.first[i]);
      if (p != 0) P[p] += to_parent(tree.X[i], pass_inertia(n_i, P[i], U[i], G[i]));  // (40)
    }
    return pivots.status();
  }

  /// psi f = phi (1 - G S^T) f.  (42)
  Force<S> psi(int i, Force<S> f) const {
    const Subspace<S>& S_i = tree.subspace[i];
    ByColumn<S> along;
    for (int k = 0; k < S_i.count; ++k) along[k] = dot(S_i[k], f);
    for (int k = 0; k < S_i.count; ++k) f -= G[i][k] * along[k];
    return transpose_times(tree.X[i], f);
  }

  /// psi* a = (1 - S G^T) phi* a.  (38), (39)
  Motion<S> psi_star(int i, const Motion<S>& a) const {
    const Subspace<S>& S_i = tree.subspace[i];
    const Motion<S> a_plus = tree.X[i] * a;
    Motion<S> result = a_plus;
    for (int k = 0; k < S_i.count; ++k) result = result - S_i[k] * dot(a_plus, G[i][k]);
    return result;
  }
};

}  // namespace kintree
