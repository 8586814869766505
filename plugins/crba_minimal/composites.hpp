// Composite inertias, regrouped, and the columns I^c_i s_i that their screws make on the way.
//
//   R[i]   I^c_i, composite inertia of the subtree at i, regrouped, in F_i
//   f[i]   I^c_i s_i after the first z-screw. That leaves s_i as it is, so f[i] is column z of I^c_i after
//          the screw; F_z = 0
#pragma once

#include "crba_minimal/regrouped.hpp"
#include "kernels/links.hpp"

namespace kintree {

template <class S>
class MinimalComposites {
 public:
  explicit MinimalComposites(const Model& model) : tree(model), links(tree), R(tree.N), f(tree.N) {}

  RegroupedTree<S> tree;
  ScrewLinks<S> links;
  ByBody<RigidInertia<S>> R;
  ByBody<Force<S>> f;

  void update(VectorView<const S> q) {
    links.set_up(q);
    const Phase<S> phase("composites");
    for (int i = 1; i <= tree.N; ++i) R[i] = tree.I[i], R[i].m = tree.m[i];
    for (int i = tree.N; i >= 1; --i) {
      const int p = tree.parent[i];
      if (tree.moved[i]) {  // its own inertia has stayed in the caller's frame
        R[i] = links.to_callers(i, R[i]);
        ra(R[i], tree.I_given[i], false);
        R[i].m = tree.m_moved[i];
      }
      if (p == 0) continue;
      const RigidInertia<S> A = rx(i);
      if (tree.moved[p] && i == tree.last_child[p])
        R[p].h = A.h, R[p].I = A.I;
      else
        ra(R[p], A, tree.constants[i].first_of_light);
    }
  }

 private:
  /// Sum, the mass being constant, 9a; where h_z = I_yy = 0 still, 7a.
  static void ra(RigidInertia<S>& A, const RigidInertia<S>& B, bool first_of_light) {
    A.h = {A.h.x + B.h.x, A.h.y + B.h.y, first_of_light ? B.h.z : A.h.z + B.h.z};
    A.I = {A.I.xx + B.I.xx, A.I.xy + B.I.xy, A.I.xz + B.I.xz, first_of_light ? B.I.yy : A.I.yy + B.I.yy,
           A.I.yz + B.I.yz, A.I.zz + B.I.zz};
  }

  /// Light ones: leaf DH 24m + 19a, non-DH 38m + 32a, privileged 12m + 8a; inner DH 29m + 27a, non-DH 43m +
  /// 40a, privileged 12m + 10a. With mass, each slide 2a more.
  RigidInertia<S> rx(int i) {
    const ScrewLink<S>& l = tree.link[i];
    const LinkConstants<S>& k = tree.constants[i];
    RigidInertia<S> A = R[i];
    if (l.kind == Link::general) return to_parent(links.X_i(i), A);
    const VariableTurn<S> theta(links.theta(i));
    if (k.leaf) {
      turn_leaf(A, theta);
    } else {
      turn<Z>(A, theta);
      if (l.kind != Link::privileged) slide<Z>(k, A, l.d, k.d2, k.dm);
    }
    f[i] = column(A, 2);
    if (l.kind == Link::privileged) return A;
    k.leaf ? turn_leaf(A, k.alpha) : turn<X>(A, k.alpha);
    if (l.kind == Link::dh) {
      slide<X>(k, A, l.a, k.a2, k.am);
    } else {
      turn<Z>(A, k.gamma);
      k.light ? slide_massless_across(A, l.k, l.t, k.t2) : slide_across(A, l.k, l.t, k.tm);
    }
    return A;
  }

  template <Axis k>
  static void slide(const LinkConstants<S>& constants, RigidInertia<S>& A, const S& d, const S& d2,
                    const S& dm) {
    if (constants.light)
      slide_massless<k>(A, d, d2);
    else
      kintree::slide<k>(A, d, dm);
  }
};

}  // namespace kintree
