// The extended-force-propagator algorithm for the inverse of the operational-space inertia matrix of several
// end-effectors.  Wensing, Featherstone & Orin 2012, Table I.  Domain: any tree or forest, all joints.
//
//   chi(k, i)       k_X_i, extended propagator: a motion of body i, to end-effector k over all joints between
//   Lambda(k, i)    Lambda^-1_ik: the motion of body i that a force at end-effector k causes
//   psi_star        a -> L_i i_X_p(i) a, articulated transform of a motion over joint i
//   through_joint   k_X_i -> k_X_i L_i i_X_p(i)
//   give_way        f -> K_i f, where K_i = Phi_i (Phi_i^T I^A_i Phi_i)^-1 Phi_i^T
//   [a, b]          a pair k_1 < k_2 of GCA(i)
//
// chi and Lambda are kept only for the bodies that support k, by their depth. Lambda is stored by columns, chi
// by rows. Row c of chi is column c of chi^T.
#pragma once

#include "kernels/end_effectors.hpp"

namespace kintree {

template <class S>
class Efpa final : public Solves<S, problems::InverseOsim> {
 public:
  Efpa(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies_(model),
        tree_(bodies_.tree),
        ends_(model, end_effectors),
        depth_(tree_.N),
        chi_(ends_.m),
        Lambda_(ends_.m) {
    for (int i = 1; i <= tree_.N; ++i) depth_[i] = depth_[tree_.parent[i]] + 1;
    for (int k = 1; k <= ends_.m; ++k)
      chi_[k] = ByBody<Propagator<S>>(depth_[ends_.p[k]]),
      Lambda_[k] = ByBody<Mobility<S>>(depth_[ends_.p[k]]);
  }

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Status status = bodies_.update(q);  // I^A of (10)
    ends_.clear(Lambda_inverse);
    inward();
    outward(Lambda_inverse);
    return status;
  }

 private:
  void inward() {
    const Phase<S> phase("inward");
    for (int k = 1; k <= ends_.m; ++k) chi(k, ends_.p[k]) = ends_.rows[k];  // k_X_p(k)
    for (int i = tree_.N; i >= 1; --i) {
      const int p = tree_.parent[i];
      if (p == 0) continue;
      for (const int k : ends_.ES[i]) chi(k, p) = through_joint(bodies_, i, chi(k, i));  // (11)
    }
  }

  void outward(MatrixView<S> Lambda_inverse) {
    const Phase<S> phase("outward");
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      for (const int k : ends_.ES[i])
        for (int c = 0; c < 6; ++c) {
          Motion<S> a = give_way(bodies_, i, chi(k, i).row[c]);          // K_i k_X_i^T
          if (p != 0) a += bodies_.psi_star(i, Lambda(k, p).column[c]);  // Lambda^-1_0k = 0
          Lambda(k, i).column[c] = a;                                    // (13)
        }
      for (const auto& [a, b] : ends_.GCA[i])
        ends_.put(a, b, chi(a, i) * Lambda(b, i), Lambda_inverse);  // (14), i for its p(i)
    }
    for (int k = 1; k <= ends_.m; ++k) {
      const int i = ends_.p[k];
      if (i == 0) continue;
      Mobility<S> Lambda_kk;
      for (int c = 0; c < 6; ++c) Lambda_kk.column[c] = ends_.X[k] * Lambda(k, i).column[c];
      ends_.put(k, k, Lambda_kk, Lambda_inverse);  // k_X_p(k) Lambda^-1_p(k)k, last loop of Table I
    }
  }

  Propagator<S>& chi(int k, int i) { return chi_[k][depth_[i]]; }
  Mobility<S>& Lambda(int k, int i) { return Lambda_[k][depth_[i]]; }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  EndEffectors<S> ends_;
  ByBody<int> depth_;
  ByBody<ByBody<Propagator<S>>> chi_;
  ByBody<ByBody<Mobility<S>>> Lambda_;
};

}  // namespace kintree
