// The derivatives of forward dynamics with constraints by forward mode: delassus in dual numbers (numbers/dual.hpp), one run for each column.
// Griewank & Walther, Evaluating Derivatives, 2008, ch. 3.
//
//   q + epsilon N(q) e_k    q moved along the unit velocity of coordinate k: reference/notation.md
#pragma once

#include <vector>

#include "delassus/delassus.hpp"
#include "kernels/moved_state.hpp"
#include "kintree/numbers/dual.hpp"

namespace kintree {

template <class S>
class ForwardModeConstrained final : public Solves<S, problems::ConstrainedForwardDynamicsDerivatives> {
  using Problem = problems::ConstrainedForwardDynamicsDerivatives;

 public:
  explicit ForwardModeConstrained(const Model& model)
      : delassus_(model),
        state_(model),
        n_(Layout(model).n),
        rows_(Layout(model).constraint_rows),
        gamma_(static_cast<std::size_t>(rows_)),
        qdd_(static_cast<std::size_t>(n_)),
        lambda_(gamma_.size()) {}

  Status constrained_forward_dynamics_derivatives(const Input<S, Problem>& in,
                                                  Output<S, Problem> out) override {
    for (int r = 1; r <= rows_; ++r) gamma_[static_cast<std::size_t>(r) - 1] = T(in.gamma(r));
    Status status;
    const auto column = [&](int k, auto move, MatrixView<S> dqdd, MatrixView<S> dlambda) {
      state_.set(in.q, in.v, in.tau, in.f_ext);
      (state_.*move)(k, {S{}, S(1)});
      const VectorView<T> qdd{qdd_.data(), n_}, lambda{lambda_.data(), rows_};
      status = delassus_.constrained_forward_dynamics(
          {state_.q(), state_.v(), state_.x(), state_.f_ext(), {gamma_.data(), rows_}}, {qdd, lambda});
      for (int i = 1; i <= n_; ++i) dqdd(i, k) = qdd(i).e;
      for (int r = 1; r <= rows_; ++r) dlambda(r, k) = lambda(r).e;
    };
    for (int k = 1; k <= n_; ++k) {
      column(k, &State::move_q, out.constrained_dqdd_dq, out.dlambda_dq);
      column(k, &State::move_v, out.constrained_dqdd_dv, out.dlambda_dv);
      column(k, &State::move_x, out.constrained_dqdd_dtau, out.dlambda_dtau);
    }
    return status;
  }

 private:
  using T = Dual<S>;
  using State = MovedState<S, T>;

  Delassus<T> delassus_;
  State state_;
  int n_, rows_;
  std::vector<T> gamma_, qdd_, lambda_;
};

}  // namespace kintree
