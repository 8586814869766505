// The composite-rigid-body algorithm in modified Denavit-Hartenberg frames, at the cost of Featherstone 2005,
// eq. (21): a DH node is two axial screws, a non-DH node three turns and slides, a floating base's privileged
// child one turn.
//
//   I^c_i   inertia of the subtree at i as one rigid body, in F_i
//   f       I^c_i s_i, carried from body to body towards the base
//   rx, ra  transform and sum of inertias; vx: transform of a force
#pragma once

#include "kernels/links.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/armature.hpp"

namespace kintree {

template <class S>
class CrbaScrew final : public Solves<S, problems::MassMatrix> {
 public:
  explicit CrbaScrew(const Model& model)
      : tree_(model), links_(tree_), armature_(model), constants_(tree_.N), R_(tree_.N) {
    ByBody<S> m(tree_.N);  // of the composites
    for (int i = tree_.N; i >= 1; --i) {
      const ScrewLink<S>& l = tree_.link[i];
      m[i] = m[i] + tree_.I[i].m;
      if (const int p = tree_.parent[i]; p != 0) m[p] = m[p] + m[i];
      constants_[i] = {DoubleTurn<S>({l.sin_alpha, l.cos_alpha}), DoubleTurn<S>({l.sin_gamma, l.cos_gamma}),
                       l.d * m[i], l.a * m[i], l.t * m[i]};
    }
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    links_.set_up(q);
    composites();
    for (int i = 1; i <= tree_.n; ++i)
      for (int j = 1; j <= tree_.n; ++j) H(i, j) = S{};  // branch-induced zeros, eq. (6)
    for (int i = tree_.N; i >= 1; --i) columns(i, H);
    armature_.add_to([&](int k) -> S& { return H(k, k); });
    return {};
  }

 private:
  struct Constants {
    DoubleTurn<S> alpha, gamma;
    S dm, am;
    Vec3<S> tm;
  };

  /// I^c_i = I_i + the sum over children j of E_j I^c_j E_j^T.  Featherstone 2005, sec. 5.
  void composites() {
    const Phase<S> phase("composites");
    for (int i = 1; i <= tree_.N; ++i) R_[i] = tree_.I[i];
    for (int i = tree_.N; i >= 1; --i) {
      const int p = tree_.parent[i];
      if (tree_.moved[i]) {  // its own inertia has stayed in the caller's frame
        R_[i] = links_.to_callers(i, R_[i]);
        R_[i] += tree_.I_given[i];
      }
      if (p == 0) continue;
      const RigidInertia<S> A = rx(i, R_[i]);
      if (tree_.moved[p] && i == tree_.last_child[p])
        R_[p] = A;
      else
        R_[p] += A;  // ra, 10a
    }
  }

  /// DH 32m + 33a, non-DH 47m + 48a, privileged 14m + 12a.
  RigidInertia<S> rx(int i, RigidInertia<S> A) const {
    const ScrewLink<S>& l = tree_.link[i];
    const Constants& k = constants_[i];
    if (l.kind == Link::general) return to_parent(links_.X_i(i), A);
    turn<Z>(A, DoubleTurn<S>(links_.theta(i)));
    if (l.kind == Link::privileged) return A;
    slide<Z>(A, l.d, k.dm);
    turn<X>(A, k.alpha);
    if (l.kind == Link::dh) {
      slide<X>(A, l.a, k.am);
    } else {
      turn<Z>(A, k.gamma);
      slide_across(A, l.k, l.t, k.tm);
    }
    return A;
  }

  /// H_ii = S_i^T f_i with f_i = I^c_i S_i, and, towards the base, H_ij = S_j^T f_i.  Eq. (5).
  void columns(int i, MatrixView<S> H) {
    const Phase<S> phase("columns");
    for (int a = 0; a < tree_.dof[i]; ++a) {
      const Force<S> f = links_.times(R_[i], i, a);
      const int row = tree_.first[i] + a;
      for (int b = 0; b <= a; ++b) links_.put(H, row, tree_.first[i] + b, links_.along(i, b, f));
      if (const int p = tree_.parent[i]; p != 0) links_.carry(row, p, links_.vx(i, f), H);
    }
  }

  ScrewFrames<S> tree_;
  ScrewLinks<S> links_;
  Armature<S> armature_;
  ByBody<Constants> constants_;
  ByBody<RigidInertia<S>> R_;  // I^c
};

}  // namespace kintree
