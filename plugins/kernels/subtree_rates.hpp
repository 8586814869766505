// The quantities from which derivatives of inverse dynamics are computed: two sweeps in the frames of the
// bodies. Singh, Russell & Wensing 2022.
//
//   Psi_dot    v_p x S_j, the rate of the columns of S_j by the velocity of the parent
//   Psi_ddot   a_p x S_j + v_p x Psi_dot_j, the same for its acceleration
//   S_dot      v_j x S_j, the rate of the columns of S_j in an inertial frame
//   R, B, f    I^C, B^C and f^C: composite inertia, velocity_products.hpp and force of a subtree
//
// Columns of S that move with their joint (a universal joint) are those of two joints.
#pragma once

#include "kernels/composite.hpp"
#include "kernels/velocity_products.hpp"

namespace kintree {

template <class S>
class SubtreeRates : public CompositeBodies<S> {
 public:
  using CompositeBodies<S>::tree, CompositeBodies<S>::R;

  explicit SubtreeRates(const Model& model)
      : CompositeBodies<S>(model),
        Psi_dot(tree.N),
        Psi_ddot(tree.N),
        S_dot(tree.N),
        B(tree.N),
        f(tree.N),
        v_(tree.N),
        a_(tree.N) {}

  ByBody<ByColumn<Motion<S>>> Psi_dot, Psi_ddot, S_dot;
  ByBody<Block<S>> B;
  ByBody<Force<S>> f;

  /// The twist of body i, and its acceleration less that of gravity.
  const Motion<S>& velocity(int i) const { return v_[i]; }
  const Motion<S>& acceleration(int i) const { return a_[i]; }

  void update(VectorView<const S> q, VectorView<const S> v, VectorView<const S> qdd, const Force<S>* f_ext) {
    CompositeBodies<S>::update(q);
    base_to_tips(v, qdd, f_ext);
    tips_to_base();
  }

 private:
  void base_to_tips(VectorView<const S> rate, VectorView<const S> qdd, const Force<S>* f_ext) {
    const Phase<S> phase("velocities");
    a_[0] = tree.minus_gravity;
    for (int j = 1; j <= tree.N; ++j) {
      const Subspace<S>& S_j = tree.subspace[j];
      const S *rate_j = rate.from(tree.first[j]), *qdd_j = qdd.from(tree.first[j]);
      const bool as_two_joints = tree.subspace_moves(j);
      Motion<S> v_p = tree.X[j] * v_[tree.parent[j]], a_p = tree.X[j] * a_[tree.parent[j]];
      const Motion<S> S_rate = S_j.times(rate_j);
      v_[j] = v_p + S_rate;
      for (int k = 0; k < S_j.count; ++k) {
        Psi_dot[j][k] = cross(v_p, S_j[k]);
        Psi_ddot[j][k] = cross(a_p, S_j[k]) + cross(v_p, Psi_dot[j][k]);
        if (as_two_joints) {
          v_p = v_p + S_j[k] * rate_j[k];
          a_p = a_p + S_j[k] * qdd_j[k] + cross(v_p, S_j[k] * rate_j[k]);
        }
        S_dot[j][k] = cross(as_two_joints ? v_p : v_[j], S_j[k]);
      }
      a_[j] = as_two_joints ? a_p : a_p + S_j.times(qdd_j) + cross(v_[j], S_rate);
      const RigidInertia<S>& I = tree.inertia(j);
      B[j] = velocity_products(I, v_[j]);
      f[j] = I * a_[j] + gyroscopic_force(I, v_[j]) - f_ext[j];
    }
  }

  void tips_to_base() {
    const Phase<S> phase("composites");
    for (int j = tree.N; j >= 1; --j) {
      const int p = tree.parent[j];
      if (p == 0) continue;
      const Transform<S>& X = tree.X[j];
      B[p] = B[p] + to_parent(X, B[j]);
      f[p] += transpose_times(X, f[j]);
    }
  }

  ByBody<Motion<S>> v_, a_;
};

}  // namespace kintree
