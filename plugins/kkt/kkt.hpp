// Forward dynamics of a tree with constraints, by L D L^T of the matrix of the optimality conditions of Gauss's principle, without use of
// its zeros: the yardstick.  Featherstone, RBDA 2008, ch. 8; Carpentier, Budhiraja & Mansard 2021.
//
//   [ H  K^T ] [ q-ddot  ]   [ tau - C           ]
//   [ K   0  ] [ -lambda ] = [ gamma - K-dot q-dot ]
//
// H is positive definite, and what its elimination leaves of the zeros, -K H^-1 K^T, is negative definite. So no pivoting is needed.
#pragma once

#include <vector>

#include "crba_columns/crba_columns.hpp"
#include "kernels/constraints.hpp"
#include "kintree/numbers/pivots.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class Kkt final : public Solves<S, problems::ConstrainedForwardDynamics, problems::ContactImpulse> {
 public:
  explicit Kkt(const Model& model)
      : crba_(model),
        rnea_(model),
        tree_(model),
        constraints_(model),
        n_(tree_.n),
        rows_(constraints_.rows),
        size_(n_ + rows_),
        H_(square(n_)),
        K_(static_cast<std::size_t>(rows_ * n_)),
        A_(square(size_)),
        x_(static_cast<std::size_t>(size_)) {}

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    form(in);
    const Status status = factor();
    solve(out.constrained_qdd, out.lambda);
    return status;
  }

  /// The same matrix, with the change of the velocities and the impulses in the place of accelerations and forces.
  Status contact_impulse(const Input<S, problems::ContactImpulse>& in,
                         Output<S, problems::ContactImpulse> out) override {
    form(in);
    const Status status = factor();
    solve(out.v_after, out.impulse);
    for (int i = 1; i <= n_; ++i) out.v_after(i) = in.v(i) + out.v_after(i);
    return status;
  }

  /// The equations of motion.
  void form(const Input<S, problems::ConstrainedForwardDynamics>& in) {
    form(in.q, in.v);
    rnea_.bias_force({in.q, in.v, in.f_ext}, {x_.data(), n_});
    for (int i = 1; i <= n_; ++i) x()(i) = in.tau(i) - x()(i);
    for (int r = 1; r <= rows_; ++r) x()(n_ + r) = in.gamma(r) - x()(n_ + r);
  }
  /// The equations of the impact.
  void form(const Input<S, problems::ContactImpulse>& in) {
    form(in.q, in.v);
    for (int i = 1; i <= n_; ++i) x()(i) = S{};
    for (int r = 1; r <= rows_; ++r) {
      S K_v{};
      for (int j = 1; j <= n_; ++j) K_v = K_v + A()(n_ + r, j) * in.v(j);
      x()(n_ + r) = -K_v - in.restitution(1) * K_v;
    }
  }
  /// The lower triangle of the matrix; after factor() its factors. The right side is in right_side().
  MatrixView<S> A() { return {A_.data(), size_, size_}; }
  /// A = L D L^T in its place. A pivot of the wrong sign is a breakdown, or names a row of K.
  Status factor() {
    Pivots<S> pivots;
    for (int k = 1; k <= size_; ++k) {
      const S& d = A()(k, k);
      pivots.check(is_positive(k <= n_ ? d : -d), k);
      for (int i = k + 1; i <= size_; ++i) {
        const S l = A()(i, k) / d;
        for (int j = k + 1; j <= i; ++j) A()(i, j) = A()(i, j) - l * A()(j, k);
      }
      for (int i = k + 1; i <= size_; ++i) A()(i, k) = A()(i, k) / d;
    }
    const Status status = pivots.status();
    if (status.code == Status::breakdown && status.coordinate > n_)
      return Status::dependent_at(status.coordinate - n_);
    return status;
  }

  /// x and y with H x - K^T y = f and K x = a, with the factors of the last call. The right side is (f, a).
  VectorView<S> right_side() { return x(); }
  void solve(VectorView<S> motion, VectorView<S> forces) {
    for (int i = 1; i <= size_; ++i)
      for (int j = 1; j < i; ++j) x()(i) = x()(i) - A()(i, j) * x()(j);
    for (int i = size_; i >= 1; --i) {
      x()(i) = x()(i) / A()(i, i);
      for (int j = i + 1; j <= size_; ++j) x()(i) = x()(i) - A()(j, i) * x()(j);
    }
    for (int i = 1; i <= n_; ++i) motion(i) = x()(i);
    for (int r = 1; r <= rows_; ++r) forces(r) = -x()(n_ + r);
  }

 private:
  /// The lower triangle, and K-dot q-dot on the right side.
  void form(VectorView<const S> q, VectorView<const S> v) {
    const MatrixView<S> H{H_.data(), n_, n_}, K{K_.data(), rows_, n_};
    tree_.set_positions(q);
    crba_.mass_matrix(q, H);
    constraints_.compute(tree_, v, K, {x_.data() + n_, rows_});
    for (int i = 1; i <= n_; ++i)
      for (int j = 1; j <= i; ++j) A()(i, j) = H(i, j);
    for (int r = 1; r <= rows_; ++r) {
      for (int j = 1; j <= n_; ++j) A()(n_ + r, j) = K(r, j);
      for (int s = 1; s <= r; ++s) A()(n_ + r, n_ + s) = S{};
    }
  }

  static std::size_t square(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }
  VectorView<S> x() { return {x_.data(), size_}; }

  CrbaColumns<S> crba_;
  RneaPoints<S> rnea_;
  Tree<S> tree_;
  Constraints<S> constraints_;
  int n_, rows_, size_;
  std::vector<S> H_, K_, A_, x_;
};

}  // namespace kintree
