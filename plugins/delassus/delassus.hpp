// Forward dynamics of a tree with constraints, by Delassus' matrix K H^-1 K^T: the free accelerations and the columns of H^-1 K^T come from
// the articulated-body algorithm, so that no H is formed.  Delassus 1917; Featherstone, RBDA 2008, sec. 8.5.
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

/// `Free`: solves forward dynamics, and then at rest H x = tau at the same positions.
template <class S, class Free>
class DelassusBy : public Solves<S, problems::ConstrainedForwardDynamics> {
 public:
  explicit DelassusBy(const Model& model)
      : free_(model),
        tree_(model),
        constraints_(model),
        layout_(full_triangle(constraints_.rows)),
        triangle_(constraints_.rows),
        K_(static_cast<std::size_t>(constraints_.rows * tree_.n)),
        Y_(K_.size()),
        A_(static_cast<std::size_t>(layout_.size())) {}

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    const int n = tree_.n, rows = constraints_.rows;
    const MatrixView<S> K{K_.data(), rows, n}, Y{Y_.data(), rows, n};
    const PathRows<S> A{A_.data(), &layout_};
    const VectorView<S>& a = out.constrained_qdd;
    const VectorView<S>& lambda = out.lambda;
    tree_.set_positions(in.q);
    const Status status = free_.forward_dynamics({in.q, in.v, in.tau, in.f_ext}, a);
    constraints_.compute(tree_, in.v, K, lambda);
    for (int r = 1; r <= rows; ++r) {
      free_.solve_at_rest({&K(r, 1), n}, {&Y(r, 1), n});
      for (int s = 1; s <= r; ++s) A.row(r)[s - 1] = product(&K(s, 1), &Y(r, 1));  // K H^-1 K^T
      lambda(r) = in.gamma(r) - lambda(r) - product(&K(r, 1), a.data);
    }
    const Status rank = triangle_.factor(A);
    triangle_.solve(A, lambda);
    for (int r = 1; r <= rows; ++r)
      for (int i = 1; i <= n; ++i) a(i) = a(i) + Y(r, i) * lambda(r);
    if (status.code != Status::ok || rank.code == Status::ok) return status;
    return Status::dependent_at(rank.coordinate);
  }

 private:
  S product(const S* x, const S* y) const {
    S sum{};
    for (int i = 0; i < tree_.n; ++i) sum = sum + x[i] * y[i];
    return sum;
  }

  Free free_;
  Tree<S> tree_;
  Constraints<S> constraints_;
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
