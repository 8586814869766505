// Composite inertias, regrouped, and the columns I^c_i s_i that their screws make on the way.
//
//   I^c_i   composite inertia of the subtree at i, regrouped, in F_i
//   f_i     I^c_i s_i;  s_i is the same before and after its own z-screw, and so f_i after it is column z of
//   I^c_i
//           after it
#pragma once

#include "crba_minimal/regrouped.hpp"

namespace kintree {

template <class S>
class MinimalComposites {
 public:
  explicit MinimalComposites(const Model& model) : tree(model), node(tree.N) {
    for (int i = 1; i <= tree.N; ++i) node[i].S_i = tree.joint[i].subspace();
  }

  struct Node {
    Turn<S> theta;
    Mat3<S> E;       // non-DH
    Transform<S> X;  // other joints
    Subspace<S> S_i;
    RigidInertia<S> I;  // I^c_i
    Force<S> f;         // f_i after the z-screw
  };

  RegroupedTree<S> tree;
  ByBody<Node> node;

  void update(VectorView<const S> q) {
    set_up(q);
    composites();
  }

 private:
  void set_up(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= tree.N; ++i) {
      const ScrewLink<S>& l = tree.link[i];
      Node& at_i = node[i];
      const S* q_i = q.from(tree.first_position[i]);
      if (tree.unit[i] < 0 || (l.kind == Link::general && tree.parent[i] != 0))
        tree.joint[i].place(q_i, at_i.X, at_i.S_i);
      if (l.kind == Link::general || tree.parent[i] == 0) continue;
      sincos(l.offset ? q_i[0] + l.theta_0 : q_i[0], at_i.theta.s, at_i.theta.c);
      if (l.kind == Link::non_dh) at_i.E = times_turn(l.E_0, at_i.theta);
    }
  }

  void composites() {
    const Phase<S> phase("composites");
    for (int i = 1; i <= tree.N; ++i) node[i].I = tree.I[i], node[i].I.m = tree.m[i];
    for (int i = tree.N; i >= 1; --i)
      if (const int p = tree.parent[i]; p != 0) ra(node[p].I, rx(i), tree.constants[i].first_of_light);
  }

  /// Sum with constant mass, 9a; where h_z = I_yy = 0 still, 7a.
  static void ra(RigidInertia<S>& A, const RigidInertia<S>& B, bool first_of_light) {
    A.h = {A.h.x + B.h.x, A.h.y + B.h.y, first_of_light ? B.h.z : A.h.z + B.h.z};
    A.I = {A.I.xx + B.I.xx, A.I.xy + B.I.xy, A.I.xz + B.I.xz, first_of_light ? B.I.yy : A.I.yy + B.I.yy,
           A.I.yz + B.I.yz, A.I.zz + B.I.zz};
  }

  RigidInertia<S> rx(int i) {
    Node& at_i = node[i];
    const ScrewLink<S>& l = tree.link[i];
    const LinkConstants<S>& k = tree.constants[i];
    RigidInertia<S> A = at_i.I;
    if (l.kind == Link::general) return to_parent(at_i.X, A);
    const VariableTurn<S> theta(at_i.theta);
    if (k.leaf) {
      turn_leaf(A, theta);
    } else {
      turn<Z>(A, theta);
      if (l.kind != Link::privileged) slide<Z>(k, A, l.d, k.d2, k.dm);
    }
    at_i.f = column(A, 2);
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
