// The composite-rigid-body algorithm in modified Denavit-Hartenberg frames, at the cost of Featherstone 2005,
// eq. (21): a DH node is two axial screws, a non-DH node three turns and slides, a floating base's privileged
// child one turn.
//
//   I^c_i   inertia of the subtree at i as one rigid body, in F_i
//   f       I^c_i s_i, carried from body to body towards the base
//   E_i     axes of F_i in F_lambda(i)
//   rx, ra  transform and sum of inertias; vx: transform of a force
#pragma once

#include "crba_screw/screw.hpp"
#include "crba_screw/screw_frames.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class CrbaScrew final : public Solver<S> {
 public:
  explicit CrbaScrew(const Model& model) : tree_(model), node_(tree_.N) {
    ByBody<S> m(tree_.N);  // of the composites
    for (int i = tree_.N; i >= 1; --i) {
      m[i] = m[i] + tree_.I[i].m;
      const ScrewLink<S>& l = tree_.link[i];
      if (const int p = tree_.parent[i]; p != 0) m[p] = m[p] + m[i];
      node_[i].alpha = DoubleTurn<S>({l.sin_alpha, l.cos_alpha});
      node_[i].gamma = DoubleTurn<S>({l.sin_gamma, l.cos_gamma});
      node_[i].dm = l.d * m[i];
      node_[i].am = l.a * m[i];
      node_[i].tm = l.t * m[i];
      node_[i].S_i = tree_.joint[i].subspace();
    }
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    set_up(q);
    composites();
    for (int i = 1; i <= tree_.n; ++i)
      for (int j = 1; j <= tree_.n; ++j) H(i, j) = S{};  // branch-induced zeros, eq. (6)
    for (int i = tree_.N; i >= 1; --i) columns(i, H);
    return {};
  }

 private:
  struct Node {
    DoubleTurn<S> alpha, gamma;
    S dm, am;
    Vec3<S> tm;
    Turn<S> theta;
    Mat3<S> E;       // non-DH
    Transform<S> X;  // other joints
    Subspace<S> S_i;
    RigidInertia<S> I;  // I^c_i
  };

  void set_up(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= tree_.N; ++i) {
      const ScrewLink<S>& l = tree_.link[i];
      Node& node = node_[i];
      const S* q_i = q.from(tree_.first_position[i]);
      if (tree_.unit[i] < 0 || (l.kind == Link::general && tree_.parent[i] != 0))
        tree_.joint[i].place(q_i, node.X, node.S_i);
      if (l.kind == Link::general || tree_.parent[i] == 0) continue;
      sincos(l.offset ? q_i[0] + l.theta_0 : q_i[0], node.theta.s, node.theta.c);
      if (l.kind == Link::non_dh) node.E = times_turn(l.E_0, node.theta);
    }
  }

  /// I^c_i = I_i + the sum over children j of E_j I^c_j E_j^T.  Featherstone 2005, sec. 5.
  void composites() {
    const Phase<S> phase("composites");
    for (int i = 1; i <= tree_.N; ++i) node_[i].I = tree_.I[i];
    for (int i = tree_.N; i >= 1; --i)
      if (const int p = tree_.parent[i]; p != 0) node_[p].I += rx(i, node_[i].I);  // ra, 10a
  }

  /// DH 32m + 33a, non-DH 47m + 48a, privileged 14m + 12a.
  RigidInertia<S> rx(int i, RigidInertia<S> A) const {
    const ScrewLink<S>& l = tree_.link[i];
    const Node& node = node_[i];
    if (l.kind == Link::general) return to_parent(node.X, A);
    turn<Z>(A, DoubleTurn<S>(node.theta));
    if (l.kind == Link::privileged) return A;
    slide<Z>(A, l.d, node.dm);
    turn<X>(A, node.alpha);
    if (l.kind == Link::dh) {
      slide<X>(A, l.a, node.am);
    } else {
      turn<Z>(A, node.gamma);
      slide_across(A, l.k, l.t, node.tm);
    }
    return A;
  }

  /// DH 20m + 12a, non-DH 24m + 18a, privileged 8m + 4a.
  Force<S> vx(int i, Force<S> f) const {
    const ScrewLink<S>& l = tree_.link[i];
    const Node& node = node_[i];
    if (l.kind == Link::general) return transpose_times(node.X, f);
    if (l.kind == Link::non_dh) return to_parent(node.E, l.r, f);
    turn<Z>(f, node.theta);
    if (l.kind == Link::privileged) return f;
    slide<Z>(f, l.d);
    turn<X>(f, node.alpha);
    slide<X>(f, l.a);
    return f;
  }

  /// H_ii = S_i^T f_i with f_i = I^c_i S_i, and, towards the base, H_ij = S_j^T f_i.  Eq. (5).
  void columns(int i, MatrixView<S> H) {
    const Phase<S> phase("columns");
    const int u = tree_.unit[i];
    const RigidInertia<S> A = tree_.moved[i] ? to_callers(i, node_[i].I) : node_[i].I;
    for (int a = 0; a < tree_.dof[i]; ++a) {
      Force<S> f = u < 0 ? A * node_[i].S_i[a] : column(A, u + a);
      const int row = tree_.first[i] + a;
      for (int b = 0; b <= a; ++b) put(H, row, tree_.first[i] + b, along(i, b, f));
      for (int j = i; tree_.parent[j] != 0;) {
        f = vx(j, f);
        j = tree_.parent[j];
        if (tree_.moved[j]) f = to_callers(j, f);
        for (int b = 0; b < tree_.dof[j]; ++b) put(H, row, tree_.first[j] + b, along(j, b, f));
      }
    }
  }

  /// Column b of S_j^T f.
  S along(int j, int b, const Force<S>& f) const {
    return tree_.unit[j] < 0 ? dot(node_[j].S_i[b], f) : component(f, tree_.unit[j] + b);
  }

  RigidInertia<S> to_callers(int i, const RigidInertia<S>& A) const {
    const Phase<S> phase("conversion");
    return to_parent(tree_.pose[i], A);
  }
  Force<S> to_callers(int i, const Force<S>& f) const {
    const Phase<S> phase("conversion");
    return transpose_times(tree_.pose[i], f);
  }

  static void put(MatrixView<S> H, int i, int j, const S& value) {
    H(i, j) = value;
    H(j, i) = value;
  }

  ScrewFrames<S> tree_;
  ByBody<Node> node_;
};

}  // namespace kintree
