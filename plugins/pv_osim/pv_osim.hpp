// PV-OSIM: the inverse of the operational-space inertia matrix from the constraints' rows and their coupling,
// collected from the tips to the base, after Popov & Vereshchagin.  Sathya, Decre & Swevers 2024 (PV-OSIM).
// Domain: any tree or forest, all joints.
//
//   K^A_k   rows of end-effector k (unit forces), felt at the body that the sweep has reached
//   L^A     coupling of the rows gathered so far; at the base, Lambda^-1
//   FS      K^A_i S_i
//   D, U    S^T I^A S and I^A S
#pragma once

#include "kernels/end_effectors.hpp"

namespace kintree {

template <class S>
class PvOsim final : public Solves<S, problems::InverseOsim> {
 public:
  PvOsim(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies_(model), tree_(bodies_.tree), ends_(model, end_effectors), K_A_(ends_.m), FS_(6 * ends_.m) {}

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Status status = bodies_.update(q);
    ends_.clear(Lambda_inverse);                                 // L^A = 0
    for (int k = 1; k <= ends_.m; ++k) K_A_[k] = ends_.rows[k];  // K^A = X_k
    for (int i = tree_.N; i >= 1; --i) {
      couple(i, Lambda_inverse);
      for (const int k : ends_.ES[i])
        K_A_[k] = through_joint(bodies_, i, K_A_[k]);  // K^A <- (K^A - FS D^-1 U^T) X_i
    }
    return status;
  }

 private:
  /// L^A <- L^A + FS D^-1 FS^T, for all rows that joint i supports: from here on the rows of siblings couple.
  void couple(int i, MatrixView<S> L_A) {
    const Subspace<S>& S_i = tree_.subspace[i];
    for (const int b : ends_.ES[i])
      for (int c = 0; c < 6; ++c) {
        const int column = ends_.row(b, c);
        S_i.transpose_times(K_A_[b].row[c], FS_[column].data());
        ByColumn<S> solved = FS_[column];
        bodies_.D[i].solve(solved.data());
        for (const int a : ends_.ES[i])
          for (int r = 0; r < 6 && ends_.row(a, r) <= column; ++r)
            add(ends_.row(a, r), column, solved, S_i.count, L_A);
      }
  }

  void add(int row, int column, const ByColumn<S>& solved, int n_i, MatrixView<S> L_A) const {
    S sum = L_A(row, column);
    for (int l = 0; l < n_i; ++l) sum = sum + FS_[row][l] * solved[l];
    L_A(row, column) = L_A(column, row) = sum;
  }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  EndEffectors<S> ends_;
  ByBody<Propagator<S>> K_A_;  // by end-effector
  ByBody<ByColumn<S>> FS_;     // by row of Lambda^-1
};

}  // namespace kintree
