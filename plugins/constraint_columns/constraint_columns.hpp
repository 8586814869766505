// The Jacobian K of constraints, row by row: a unit force on the frame and its reaction, carried towards the base; and K-dot q-dot.
// Featherstone, RBDA 2008, ch. 8.
#pragma once

#include "kernels/constraints.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class ConstraintColumns final : public Solves<S, problems::ConstraintJacobian> {
 public:
  explicit ConstraintColumns(const Model& model) : tree_(model), constraints_(model) {}

  Status constraint_jacobian(const Input<S, problems::ConstraintJacobian>& in,
                             Output<S, problems::ConstraintJacobian> out) override {
    tree_.set_positions(in.q);
    constraints_.compute(tree_, in.v, out.K, out.K_dot_v);
    return {};
  }

 private:
  Tree<S> tree_;
  Constraints<S> constraints_;
};

}  // namespace kintree
