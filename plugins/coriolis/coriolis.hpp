// The Coriolis matrix in two sweeps, of trees and forests with all joints. Echeandia & Wensing 2021, Algorithm 1; here in the frames of the
// bodies, and with columns for joints of several degrees of freedom. The rate of the mass matrix is C + C^T, since dH/dt - 2 C is skew.
// Each frame is an inertial one that moves with the origin of its body at this instant (kernels/README.md).
//
//   w       angular velocity of a body
//   u       velocity of its origin relative to that of its parent
//   S_dot   rate of the columns of S_i in the inertial frame
//   B^C     sum of B of a subtree: kernels/velocity_products.hpp
//   I^C     composite inertia, R in kernels/composite.hpp
#pragma once

#include "kernels/composite.hpp"
#include "kernels/velocity_products.hpp"

namespace kintree {

template <class S>
class Coriolis final : public Solves<S, problems::CoriolisMatrix, problems::MassMatrixRate> {
 public:
  explicit Coriolis(const Model& model)
      : composites_(model), tree_(composites_.tree), w_(tree_.N), u_(tree_.N), S_dot_(tree_.N), B_(tree_.N) {}

  StatusOf<S> coriolis_matrix(const Input<S, problems::CoriolisMatrix>& in, MatrixView<S> C) override {
    set_coriolis(in.q, in.v, C);
    return {};
  }

  StatusOf<S> mass_matrix_rate(const Input<S, problems::MassMatrixRate>& in, MatrixView<S> H_dot) override {
    set_coriolis(in.q, in.v, H_dot);
    const Phase<S> phase("sums");
    for (int j = 1; j <= tree_.N; ++j)
      for (int jk = tree_.first[j]; jk < tree_.first[j] + tree_.dof[j]; ++jk)
        for (int i = j; i != 0; i = tree_.parent[i])
          for (int ia = tree_.first[i]; ia < tree_.first[i] + tree_.dof[i] && (i != j || ia <= jk); ++ia)
            H_dot(ia, jk) = H_dot(jk, ia) = H_dot(ia, jk) + H_dot(jk, ia);  // C + C^T
    return {};
  }

 private:
  void set_coriolis(VectorView<const S> q, VectorView<const S> v, MatrixView<S> C) {
    composites_.update(q);
    base_to_tips(v);
    tips_to_base();
    clear(C);  // between coordinates of which neither supports the other
    const Phase<S> phase("columns");
    for (int j = 1; j <= tree_.N; ++j)
      for (int k = 0; k < tree_.dof[j]; ++k) column(j, k, C);
  }

  void base_to_tips(VectorView<const S> rate) {
    const Phase<S> phase("velocities");
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const S* rate_i = rate.from(tree_.first[i]);
      const Motion<S> v = tree_.X[i] * Motion<S>{w_[tree_.parent[i]], {}} + S_i.times(rate_i);
      w_[i] = v.w, u_[i] = v.v;
      Motion<S> of_axes{v.w, {}};  // velocity of the frame in which column k is constant
      for (int k = S_i.count - 1; k >= 0; --k) {
        S_dot_[i][k] = cross(of_axes, S_i[k]);  // Algorithm 1
        if (tree_.subspace_moves(i)) of_axes = of_axes - S_i[k] * rate_i[k];
      }
    }
  }

  void tips_to_base() {
    const Phase<S> phase("composites");
    for (int i = 1; i <= tree_.N; ++i) B_[i] = velocity_products(tree_.inertia(i), w_[i]);  // Algorithm 1
    for (int i = tree_.N; i >= 1; --i)
      if (const int p = tree_.parent[i]; p != 0)
        B_[p] += to_parent(tree_.X[i], B_[i], composites_.R[i], u_[i]);  // Algorithm 1
  }

  /// Column k of joint j, and the row of the same coordinate, for all joints i that support body j. I^C and B^C are
  /// those of the subtree at j.
  void column(int j, int k, MatrixView<S> C) {
    const Motion<S>&S_jk = tree_.subspace[j][k], &S_dot_jk = S_dot_[j][k];
    const int jk = tree_.first[j] + k;
    Force<S> F1 = composites_.R[j] * S_dot_jk + B_[j] * S_jk;  // I^C S_dot + B^C S
    Force<S> F2 = composites_.R[j] * S_jk;                     // I^C S
    Vec3<S> F3 = transpose_times(B_[j], S_jk);                 // B^C^T S, a couple
    for (int i = j; i != 0; i = tree_.parent[i]) {
      for (int a = 0; a < tree_.dof[i]; ++a) {
        const int ia = tree_.first[i] + a;
        const Motion<S>& S_ia = tree_.subspace[i][a];
        C(ia, jk) = dot(S_ia, F1);                                        // S_i^T (I^C S_dot_j + B^C S_j)
        if (i != j) C(jk, ia) = dot(S_dot_[i][a], F2) + dot(S_ia.w, F3);  // S_j^T (I^C S_dot_i + B^C S_i)
      }
      const Transform<S>& X = tree_.X[i];
      F3 = X.R * (F3 + cross(u_[i], F2.f));  // B^C changes by -I^C u x
      F1 = transpose_times(X, F1), F2 = transpose_times(X, F2);
    }
  }

  CompositeBodies<S> composites_;
  const Tree<S>& tree_;
  ByBody<Vec3<S>> w_, u_;
  ByBody<ByColumn<Motion<S>>> S_dot_;
  ByBody<VelocityProducts<S>> B_;
};

}  // namespace kintree
