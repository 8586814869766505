// Forward dynamics of a tree with constraints, by Delassus' matrix K H^-1 K^T: the free accelerations and the columns of H^-1 K^T come from
// the articulated-body algorithm, so that no H is formed.  Delassus 1917; Featherstone, RBDA 2008, ch. 8.
//
//   a        accelerations without the constraints, H a = tau - C
//   Y        H^-1 K^T, by rows
//   K Y^T lambda = gamma - K-dot q-dot - K a,   q-ddot = a + Y lambda
#pragma once

#include <vector>

#include "aba/aba.hpp"
#include "kernels/constraints.hpp"
#include "kernels/path_triangle.hpp"

namespace kintree {

/// `Free` solves forward dynamics, or factors at given positions. It then solves H x = tau at rest at the
/// same positions.
template <class S, class Free>
class DelassusBy : public Solves<S, problems::ConstrainedForwardDynamics, problems::ContactImpulse> {
 public:
  explicit DelassusBy(const Model& model)
      : free_(model),
        tree_(model),
        constraints_(model),
        rows_(constraints_.rows),
        layout_(full_triangle(rows_)),
        triangle_(rows_),
        K_(static_cast<std::size_t>(rows_ * tree_.n)),
        Y_(K_.size()),
        A_(static_cast<std::size_t>(layout_.size())) {}

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    const VectorView<S>& a = out.constrained_qdd;
    const Status status = free_.forward_dynamics({in.q, in.v, in.tau, in.f_ext}, a);
    form(in.q, in.v, out.lambda);
    for (int r = 1; r <= rows_; ++r)
      out.lambda(r) = in.gamma(r) - out.lambda(r) - product(row(K_, r), a.data);
    return solved(status, out.lambda, a);
  }

  /// The same matrix, with impulses instead of forces.
  Status contact_impulse(const Input<S, problems::ContactImpulse>& in,
                         Output<S, problems::ContactImpulse> out) override {
    const Status status = free_.factor(in.q);
    form(in.q, in.v, out.impulse);
    for (int r = 1; r <= rows_; ++r) {
      const S K_v = product(row(K_, r), in.v.data);
      out.impulse(r) = -K_v - in.restitution(1) * K_v;
    }
    for (int i = 1; i <= tree_.n; ++i) out.v_after(i) = in.v(i);
    return solved(status, out.impulse, out.v_after);
  }

 private:
  /// K, Y and K H^-1 K^T; K-dot q-dot.
  void form(VectorView<const S> q, VectorView<const S> v, VectorView<S> K_dot_v) {
    const int n = tree_.n;
    tree_.set_positions(q);
    constraints_.compute(tree_, v, {K_.data(), rows_, n}, K_dot_v);
    for (int r = 1; r <= rows_; ++r) {
      free_.solve_at_rest({row(K_, r), n}, {row(Y_, r), n});
      for (int s = 1; s <= r; ++s) A().row(r)[s - 1] = product(row(K_, s), row(Y_, r));  // K H^-1 K^T
    }
  }

  /// lambda <- (K H^-1 K^T)^-1 lambda, a <- a + Y lambda.
  Status solved(const Status& status, VectorView<S> lambda, VectorView<S> a) {
    const Status rank = triangle_.factor(A());
    triangle_.solve(A(), lambda);
    for (int r = 1; r <= rows_; ++r)
      for (int i = 1; i <= tree_.n; ++i) a(i) = a(i) + row(Y_, r)[i - 1] * lambda(r);
    if (status.code != Status::ok || rank.code == Status::ok) return status;
    return Status::dependent_at(rank.coordinate);
  }

  PathRows<S> A() { return {A_.data(), &layout_}; }
  S* row(std::vector<S>& rows, int r) { return rows.data() + static_cast<std::ptrdiff_t>(r - 1) * tree_.n; }
  S product(const S* x, const S* y) const {
    S sum{};
    for (int i = 0; i < tree_.n; ++i) sum = sum + x[i] * y[i];
    return sum;
  }

  Free free_;
  Tree<S> tree_;
  Constraints<S> constraints_;
  int rows_;
  PathRowLayout layout_;
  PathTriangle<S> triangle_;
  std::vector<S> K_, Y_, A_;
};

template <class S>
class Delassus final : public DelassusBy<S, Aba<S>> {
 public:
  using DelassusBy<S, Aba<S>>::DelassusBy;
};

}  // namespace kintree
