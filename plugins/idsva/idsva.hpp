// The derivatives of inverse dynamics by q and by v in two sweeps, of trees and forests with all joints. Singh, Russell & Wensing 2022
// (IDSVA), here in the frames of the bodies. The README derives it. Columns of S that move with their joint (a universal joint) are
// those of two joints.
//
//   Psi_dot    v_p x S_j, the rate of the columns of S_j by the velocity of the parent
//   Psi_ddot   a_p x S_j + v_p x Psi_dot_j, the same for its acceleration
//   S_dot      v_j x S_j, the rate of the columns of S_j in an inertial frame
//   B          kernels/velocity_products.hpp
//   I^c, B, f  composite inertia, B and force of a subtree, in the frame of its root
#pragma once

#include "kernels/composite.hpp"
#include "kernels/velocity_products.hpp"

namespace kintree {

template <class S>
class Idsva final : public Solves<S, problems::InverseDynamicsDerivatives> {
  using Problem = problems::InverseDynamicsDerivatives;

 public:
  explicit Idsva(const Model& model)
      : composites_(model),
        tree_(composites_.tree),
        v_(tree_.N),
        a_(tree_.N),
        Psi_dot_(tree_.N),
        Psi_ddot_(tree_.N),
        S_dot_(tree_.N),
        B_(tree_.N),
        f_(tree_.N) {}

  Status inverse_dynamics_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    composites_.update(in.q);
    base_to_tips(in.v, in.qdd, in.f_ext);
    tips_to_base();
    clear(out.dtau_dq);  // between coordinates of which neither supports the other
    clear(out.dtau_dv);
    const Phase<S> phase("columns");
    for (int j = 1; j <= tree_.N; ++j)
      for (int k = 0; k < tree_.dof[j]; ++k) column(j, k, out);
    return {};
  }

 private:
  void base_to_tips(VectorView<const S> rate, VectorView<const S> qdd, const Force<S>* f_ext) {
    const Phase<S> phase("velocities");
    a_[0] = tree_.minus_gravity;
    for (int j = 1; j <= tree_.N; ++j) {
      const Subspace<S>& S_j = tree_.subspace[j];
      const S *rate_j = rate.from(tree_.first[j]), *qdd_j = qdd.from(tree_.first[j]);
      const bool as_two_joints = tree_.subspace_moves(j);
      Motion<S> v_p = tree_.X[j] * v_[tree_.parent[j]], a_p = tree_.X[j] * a_[tree_.parent[j]];
      const Motion<S> S_rate = S_j.times(rate_j);
      v_[j] = v_p + S_rate;
      for (int k = 0; k < S_j.count; ++k) {
        Psi_dot_[j][k] = cross(v_p, S_j[k]);
        Psi_ddot_[j][k] = cross(a_p, S_j[k]) + cross(v_p, Psi_dot_[j][k]);
        if (as_two_joints) {
          v_p = v_p + S_j[k] * rate_j[k];
          a_p = a_p + S_j[k] * qdd_j[k] + cross(v_p, S_j[k] * rate_j[k]);
        }
        S_dot_[j][k] = cross(as_two_joints ? v_p : v_[j], S_j[k]);
      }
      a_[j] = as_two_joints ? a_p : a_p + S_j.times(qdd_j) + cross(v_[j], S_rate);
      const RigidInertia<S>& I = tree_.inertia(j);
      B_[j] = velocity_products(I, v_[j]);
      f_[j] = I * a_[j] + gyroscopic_force(I, v_[j]) - f_ext[j];
    }
  }

  void tips_to_base() {
    const Phase<S> phase("composites");
    for (int j = tree_.N; j >= 1; --j) {
      const int p = tree_.parent[j];
      if (p == 0) continue;
      const Transform<S>& X = tree_.X[j];
      B_[p] = B_[p] + to_parent(X, B_[j]);
      f_[p] += transpose_times(X, f_[j]);
    }
  }

  /// Column k of joint j, and the row of the same coordinate, for all joints i that support body j.
  void column(int j, int k, const Output<S, Problem>& out) {
    const Motion<S>&S_j = tree_.subspace[j][k], &Psi_dot = Psi_dot_[j][k], &Psi_ddot = Psi_ddot_[j][k];
    const S two = S(2);
    Force<S> by_q = composites_.R[j] * Psi_ddot + times<Force>(B_[j], Psi_dot) * two;
    Force<S> by_v = composites_.R[j] * (Psi_dot + S_dot_[j][k]) + times<Force>(B_[j], S_j) * two;
    Force<S> I_S = composites_.R[j] * S_j;
    Force<S> Bt_S = times<Force>(transpose(B_[j]), S_j) * two;
    const Force<S> turned = cross(S_j, f_[j]);
    const int jk = tree_.first[j] + k;
    for (int a = 0; a < tree_.dof[j]; ++a) {  // the joint itself
      const int ja = tree_.first[j] + a;
      const Motion<S>& S_ja = tree_.subspace[j][a];
      const bool is_above = tree_.subspace_moves(j) && a < k;
      out.dtau_dq(ja, jk) = dot(S_ja, is_above ? by_q + turned : by_q);  // S_a^T (I^c Psi_ddot + 2 B Psi_dot)
      out.dtau_dv(ja, jk) = dot(S_ja, by_v);  // S_a^T (I^c (Psi_dot + S_dot) + 2 B S)
    }
    by_q += turned;  // S x* f, where row i is above column j
    for (int i = j; tree_.parent[i] != 0;) {
      const Transform<S>& X = tree_.X[i];
      by_q = transpose_times(X, by_q), by_v = transpose_times(X, by_v);
      I_S = transpose_times(X, I_S), Bt_S = transpose_times(X, Bt_S);
      i = tree_.parent[i];
      for (int a = 0; a < tree_.dof[i]; ++a) {
        const int ia = tree_.first[i] + a;
        const Motion<S>& S_ia = tree_.subspace[i][a];
        out.dtau_dq(ia, jk) = dot(S_ia, by_q);
        out.dtau_dv(ia, jk) = dot(S_ia, by_v);
        // (I^c S_j)^T Psi_ddot_i + 2 (B^T S_j)^T Psi_dot_i, and with v
        out.dtau_dq(jk, ia) = dot(Psi_ddot_[i][a], I_S) + dot(Psi_dot_[i][a], Bt_S);
        out.dtau_dv(jk, ia) = dot(Psi_dot_[i][a] + S_dot_[i][a], I_S) + dot(S_ia, Bt_S);
      }
    }
  }

  CompositeBodies<S> composites_;
  const Tree<S>& tree_;
  ByBody<Motion<S>> v_, a_;
  ByBody<ByColumn<Motion<S>>> Psi_dot_, Psi_ddot_, S_dot_;
  ByBody<Block<S>> B_;
  ByBody<Force<S>> f_;
};

}  // namespace kintree
