// The links of a tree in Denavit-Hartenberg frames in one state, and the transforms of forces over them.
// Featherstone 2005, sec. 5.
//
//   theta   q + theta_0
//   E       axes of F_i in F_lambda(i)
//   vx      transform of a force: DH 20m + 12a, non-DH 24m + 18a, privileged 8m + 4a
#pragma once

#include "kernels/conversion.hpp"
#include "kernels/screw.hpp"
#include "kernels/screw_frames.hpp"

namespace kintree {

template <class S>
class ScrewLinks {
 public:
  explicit ScrewLinks(const ScrewFrames<S>& tree) : tree_(tree), state_(tree.N) {
    for (int i = 1; i <= tree.N; ++i) state_[i].S_i = tree.joint[i].subspace();
  }

  void set_up(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= tree_.N; ++i) {
      const ScrewLink<S>& l = tree_.link[i];
      State& at = state_[i];
      const S* q_i = q.from(tree_.first_position[i]);
      if (tree_.unit[i] < 0 || (l.kind == Link::general && tree_.parent[i] != 0))
        tree_.joint[i].place(q_i, at.X, at.S_i);
      if (l.kind == Link::general || tree_.parent[i] == 0) continue;
      at.theta = turn_by(q_i[0]);
      if (l.offset) at.theta = sum(at.theta, l.theta_0);
      if (l.kind == Link::non_dh) at.E = times_turn(l.E_0, at.theta);
    }
  }

  const Turn<S>& theta(int i) const { return state_[i].theta; }
  const Mat3<S>& E(int i) const { return state_[i].E; }         ///< of a non-DH node
  const Transform<S>& X_i(int i) const { return state_[i].X; }  ///< of joints other than revolute
  const Motion<S>& S_i(int i, int a) const { return state_[i].S_i[a]; }

  Force<S> vx(int i, Force<S> f) const {
    const ScrewLink<S>& l = tree_.link[i];
    if (l.kind == Link::general) return transpose_times(X_i(i), f);
    if (l.kind == Link::non_dh) return to_parent(E(i), l.r, f);
    turn<Z>(f, theta(i));
    if (l.kind == Link::privileged) return f;
    slide<Z>(f, l.d);
    turn<X>(f, Turn<S>{l.sin_alpha, l.cos_alpha});
    slide<X>(f, l.a);
    return f;
  }

  /// Number b of S_j^T f.
  S along(int j, int b, const Force<S>& f) const {
    return tree_.unit[j] < 0 ? dot(S_i(j, b), f) : component(f, tree_.unit[j] + b);
  }

  /// Column a of I S_i.
  Force<S> times(const RigidInertia<S>& A, int i, int a) const {
    return tree_.unit[i] < 0 ? A * S_i(i, a) : column(A, tree_.unit[i] + a);
  }

  /// S_j^T f for j and all bodies between j and the base: numbers of a row and a column of H.  Eq. (5).
  void carry(int row, int j, Force<S> f, MatrixView<S> H) const {
    for (;; j = tree_.parent[j]) {
      if (tree_.moved[j]) f = to_callers(j, f);
      for (int b = 0; b < tree_.dof[j]; ++b) put(H, row, tree_.first[j] + b, along(j, b, f));
      if (tree_.parent[j] == 0) return;
      f = vx(j, f);
    }
  }

  static void put(MatrixView<S> H, int i, int j, const S& value) {
    H(i, j) = value;
    H(j, i) = value;
  }

  /// Force or inertia of a base whose frame was moved, in the caller's frame.
  Force<S> to_callers(int i, const Force<S>& f) const { return converted(tree_.pose[i], f); }
  RigidInertia<S> to_callers(int i, const RigidInertia<S>& A) const {
    const Phase<S> phase("conversion");
    return to_parent(tree_.pose[i], A);
  }

 private:
  struct State {
    Turn<S> theta;
    Mat3<S> E;
    Transform<S> X;
    Subspace<S> S_i;
  };

  const ScrewFrames<S>& tree_;
  ByBody<State> state_;
};

}  // namespace kintree
