// The derivatives of inverse dynamics by q and by v in two sweeps, of trees and forests with all joints. Singh, Russell & Wensing 2022
// (IDSVA), here in the frames of the bodies. The README derives it; kernels/subtree_rates.hpp has the sweeps and the symbols.
#pragma once

#include "kernels/subtree_rates.hpp"

namespace kintree {

template <class S>
class Idsva final : public Solves<S, problems::InverseDynamicsDerivatives> {
  using Problem = problems::InverseDynamicsDerivatives;

 public:
  explicit Idsva(const Model& model) : rates_(model), tree_(rates_.tree) {}

  StatusOf<S> inverse_dynamics_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    rates_.update(in.q, in.v, in.qdd, in.f_ext);
    clear(out.dtau_dq);  // between coordinates of which neither supports the other
    clear(out.dtau_dv);
    const Phase<S> phase("columns");
    for (int j = 1; j <= tree_.N; ++j)
      for (int k = 0; k < tree_.dof[j]; ++k) column(j, k, out);
    return {};
  }
  /// The rates of the last call.
  const SubtreeRates<S>& rates() const { return rates_; }

 private:
  /// Column k of joint j, and the row of the same coordinate, for all joints i that support body j.
  void column(int j, int k, const Output<S, Problem>& out) {
    const Motion<S>&S_j = tree_.subspace[j][k], &Psi_dot = rates_.Psi_dot[j][k],
          &Psi_ddot = rates_.Psi_ddot[j][k];
    const S two = S(2);
    // I^C Psi_ddot + 2 B^C Psi_dot, I^C (Psi_dot + S_dot) + 2 B^C S, I^C S and 2 B^C^T S of column j
    Force<S> by_q = rates_.R[j] * Psi_ddot + rates_.B[j] * Psi_dot * two;
    Force<S> by_v = rates_.R[j] * (Psi_dot + rates_.S_dot[j][k]) + rates_.B[j] * S_j * two;
    Force<S> I_S = rates_.R[j] * S_j;
    Vec3<S> Bt_S = transpose_times(rates_.B[j], S_j) * two;
    const Force<S> turned = cross(S_j, rates_.f[j]);  // S x* f^C
    const int jk = tree_.first[j] + k;
    // The joint itself, without S x* f^C. A universal joint is two joints: row a is above column k if a < k.
    for (int a = 0; a < tree_.dof[j]; ++a) {
      const int ja = tree_.first[j] + a;
      const Motion<S>& S_ja = tree_.subspace[j][a];
      const bool is_above = tree_.subspace_moves(j) && a < k;
      out.dtau_dq(ja, jk) = dot(S_ja, is_above ? by_q + turned : by_q);
      out.dtau_dv(ja, jk) = dot(S_ja, by_v);
    }
    by_q += turned;  // row i is above column j
    for (int i = j; tree_.parent[i] != 0;) {
      const Transform<S>& X = tree_.X[i];
      Bt_S = X.R * (Bt_S + cross(rates_.u[i], I_S.f) * two);  // B^C changes by -I^C u x
      by_q = transpose_times(X, by_q), by_v = transpose_times(X, by_v), I_S = transpose_times(X, I_S);
      i = tree_.parent[i];
      for (int a = 0; a < tree_.dof[i]; ++a) {
        const int ia = tree_.first[i] + a;
        const Motion<S>& S_ia = tree_.subspace[i][a];
        out.dtau_dq(ia, jk) = dot(S_ia, by_q);
        out.dtau_dv(ia, jk) = dot(S_ia, by_v);
        // (I^C S_j)^T Psi_ddot_i + 2 (B^C^T S_j)^T Psi_dot_i; (I^C S_j)^T (Psi_dot_i + S_dot_i) + 2 (B^C^T S_j)^T S_i
        out.dtau_dq(jk, ia) = dot(rates_.Psi_ddot[i][a], I_S) + dot(rates_.Psi_dot[i][a].w, Bt_S);
        out.dtau_dv(jk, ia) = dot(rates_.Psi_dot[i][a] + rates_.S_dot[i][a], I_S) + dot(S_ia.w, Bt_S);
      }
    }
  }

  SubtreeRates<S> rates_;
  const Tree<S>& tree_;
};

}  // namespace kintree
