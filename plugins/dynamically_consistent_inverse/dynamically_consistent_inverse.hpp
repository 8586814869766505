// The dynamically consistent inverse of the end-effectors' Jacobian, J-bar = H^-1 J^T Lambda, and
// Lambda^-1 = J H^-1 J^T. Both are computed by articulated-body propagators, which need no H.  Khatib 1987;
// Wensing, Featherstone & Orin 2012, eq. (5) and sec. VI, which leaves this way to J-bar open. It exists only
// where J has full row rank. Domain: any tree or forest, all joints.
//
//   Lambda   operational-space inertia matrix, of columns l
//   z, A     force at a body from those at the end-effectors; acceleration of a body, from rest
//   x        generalized acceleration for the forces l at the end-effectors: a column of J-bar
#pragma once

#include "kernels/articulated.hpp"
#include "kernels/end_effectors.hpp"
#include "kernels/inverse.hpp"

namespace kintree {

template <class S>
class DynamicallyConsistentInverse final
    : public Solves<S, problems::InverseOsim, problems::DynamicallyConsistentInverse> {
 public:
  DynamicallyConsistentInverse(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies_(model),
        tree_(bodies_.tree),
        ends_(model, end_effectors),
        z_(tree_.N),
        A_(tree_.N),
        x_(static_cast<std::size_t>(tree_.n)),
        l_(static_cast<std::size_t>(6 * ends_.m)),
        Lambda_(l_.size() * l_.size()) {}

  /// By the propagators: the end-effectors' accelerations for unit forces at each of them.
  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Status status = bodies_.update(q);
    for (int c = 1; c <= 6 * ends_.m; ++c) {
      unit_l(c);
      by_propagators();
      for (int k = 1; k <= ends_.m; ++k) {
        const Motion<S> a = ends_.X[k] * A_[ends_.p[k]];  // e of (5): Lambda^-1 F
        for (int r = 0; r < 6; ++r)
          if (const int row = ends_.row(k, r); row <= c)
            Lambda_inverse(row, c) = Lambda_inverse(c, row) = dot(a, unit_force<S>(r));
      }
    }
    return status;
  }

  /// Column by column: the accelerations that the forces l at the end-effectors make.
  Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
    const int rows = 6 * ends_.m;
    const MatrixView<S> Lambda{Lambda_.data(), rows, rows};
    const Status status = inverse_osim(q, Lambda);
    const Status rank = invert(Lambda);
    for (int c = 1; c <= rows; ++c) {
      for (int r = 1; r <= rows; ++r) l_[static_cast<std::size_t>(r - 1)] = Lambda(r, c);
      by_propagators();
      for (int i = 1; i <= tree_.n; ++i) J_bar(i, c) = x_[static_cast<std::size_t>(i - 1)];
    }
    if (status.code != Status::ok || rank.code == Status::ok) return status;
    return Status::dependent_at(rank.coordinate);
  }

 private:
  /// x = H^-1 J^T l: the articulated-body algorithm at rest, with forces at the end-effectors alone.
  void by_propagators() {
    for (int i = 0; i <= tree_.N; ++i) z_[i] = {};
    for (int k = 1; k <= ends_.m; ++k)
      for (int r = 0; r < 6; ++r)
        z_[ends_.p[k]] +=
            transpose_times(ends_.X[k], unit_force<S>(r) * l_[static_cast<std::size_t>(6 * k - 6 + r)]);
    for (int i = tree_.N; i >= 1; --i)
      if (!ends_.ES[i].empty()) z_[tree_.parent[i]] += bodies_.psi(i, z_[i]);  // z_p + (L_i X_i)^T z_i, (10)
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const Motion<S> A_plus = tree_.X[i] * A_[tree_.parent[i]];
      S* const x = x_.data() + (tree_.first[i] - 1);
      S_i.transpose_times(z_[i], x);
      bodies_.D[i].solve(x);
      for (int k = 0; k < S_i.count; ++k)
        x[k] = x[k] - dot(A_plus, bodies_.G[i][k]);  // D^-1 (S^T z - U^T X A)
      A_[i] = A_plus + S_i.times(x);
    }
  }

  /// l = e_c.
  void unit_l(int c) {
    for (S& number : l_) number = S{};
    l_[static_cast<std::size_t>(c - 1)] = S(1);
  }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  EndEffectors<S> ends_;
  ByBody<Force<S>> z_;
  ByBody<Motion<S>> A_;  // of the base: zero
  std::vector<S> x_, l_, Lambda_;
};

}  // namespace kintree
