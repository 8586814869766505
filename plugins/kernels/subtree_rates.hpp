// The quantities from which derivatives of inverse dynamics are computed: two sweeps in the frames of the
// bodies. Singh, Russell & Wensing 2022. Each frame is an inertial one that moves with the origin of its body at this instant (README).
//
//   w, a       angular velocity of a body, and its acceleration less that of gravity
//   u          velocity of its origin relative to that of its parent
//   Psi_dot    v_p x S_j, the rate of the columns of S_j by the velocity of the parent
//   Psi_ddot   a_p x S_j + v_p x Psi_dot_j, the same for its acceleration
//   S_dot      v_j x S_j, the rate of the columns of S_j in the inertial frame
//   R, B, f    I^C, B^C and f^C: composite inertia, velocity_products.hpp and force of a subtree
//
// Columns of S that move with their joint (a universal joint) are those of two joints.
#pragma once

#include "kernels/composite.hpp"
#include "kernels/velocity_products.hpp"

namespace kintree {

/// m + u x n, where u is a velocity without rotation.
template <class S>
Motion<S> plus_cross(const Motion<S>& m, const Vec3<S>& u, const Motion<S>& n) {
  return {m.w, m.v + cross(u, n.w)};
}

template <class S>
class SubtreeRates : public CompositeBodies<S> {
 public:
  using CompositeBodies<S>::tree, CompositeBodies<S>::R;

  explicit SubtreeRates(const Model& model)
      : CompositeBodies<S>(model),
        w(tree.N),
        u(tree.N),
        a(tree.N),
        Psi_dot(tree.N),
        Psi_ddot(tree.N),
        S_dot(tree.N),
        B(tree.N),
        f(tree.N) {}

  ByBody<Vec3<S>> w, u;
  ByBody<Motion<S>> a;
  ByBody<ByColumn<Motion<S>>> Psi_dot, Psi_ddot, S_dot;
  ByBody<VelocityProducts<S>> B;
  ByBody<Force<S>> f;

  void update(VectorView<const S> q, VectorView<const S> v, VectorView<const S> qdd, const Force<S>* f_ext) {
    CompositeBodies<S>::update(q);
    base_to_tips(v, qdd, f_ext);
    tips_to_base();
  }

 private:
  void base_to_tips(VectorView<const S> rate, VectorView<const S> qdd, const Force<S>* f_ext) {
    const Phase<S> phase("velocities");
    a[0] = tree.minus_gravity;
    for (int j = 1; j <= tree.N; ++j) {
      const Subspace<S>& S_j = tree.subspace[j];
      const S *rate_j = rate.from(tree.first[j]), *qdd_j = qdd.from(tree.first[j]);
      const bool as_two_joints = tree.subspace_moves(j);
      const Motion<S> turn = tree.X[j] * Motion<S>{w[tree.parent[j]], {}}, S_rate = S_j.times(rate_j);
      u[j] = turn.v + S_rate.v;
      w[j] = turn.w + S_rate.w;
      const Motion<S> v_j{w[j], {}};
      Motion<S> v_p{turn.w, -S_rate.v};  // turn - u
      Motion<S> a_p = plus_cross(tree.X[j] * a[tree.parent[j]], -u[j], turn);
      for (int k = 0; k < S_j.count; ++k) {
        Psi_dot[j][k] = cross(v_p, S_j[k]);
        Psi_ddot[j][k] = cross(a_p, S_j[k]) + cross(v_p, Psi_dot[j][k]);
        if (as_two_joints) {
          v_p = v_p + S_j[k] * rate_j[k];
          a_p = a_p + S_j[k] * qdd_j[k] + cross(v_p, S_j[k] * rate_j[k]);
        }
        S_dot[j][k] = cross(as_two_joints ? v_p : v_j, S_j[k]);
      }
      a[j] = as_two_joints ? a_p : a_p + S_j.times(qdd_j) + cross(v_j, S_rate);
      const RigidInertia<S>& I = tree.inertia(j);
      B[j] = velocity_products(I, w[j]);
      f[j] = I * a[j] + gyroscopic_force(I, v_j) - f_ext[j];
    }
  }

  void tips_to_base() {
    const Phase<S> phase("composites");
    for (int j = tree.N; j >= 1; --j) {
      const int p = tree.parent[j];
      if (p == 0) continue;
      const Transform<S>& X = tree.X[j];
      B[p] += to_parent(X, B[j], R[j], u[j]);
      f[p] += transpose_times(X, f[j]);
    }
  }
};

}  // namespace kintree
