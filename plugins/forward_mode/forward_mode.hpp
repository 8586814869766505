// The derivatives of inverse and forward dynamics by forward mode: rnea_points and aba in dual numbers (numbers/dual.hpp), one run for each
// column. Griewank & Walther, Evaluating Derivatives, 2008, ch. 3.
//
//   q + epsilon N(q) e_k    q moved along the unit velocity of coordinate k: reference/notation.md
#pragma once

#include "aba/aba.hpp"
#include "kernels/moved_state.hpp"
#include "kintree/numbers/dual.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

/// Adds a step of epsilon to an input, and reads the derivative from a result.
template <class S>
struct InfinitesimalStep {
  using T = Dual<S>;

  static T step() { return {S{}, S(1)}; }
  static S derivative(const T& result) { return result.e; }
};

/// Other steps in other numbers are allowed: complex_step.
template <class S, class Step>
class DerivativesByColumns final
    : public Solves<S, problems::InverseDynamicsDerivatives, problems::ForwardDynamicsDerivatives> {
 public:
  explicit DerivativesByColumns(const Model& model)
      : rnea_(model),
        aba_(model),
        state_(model),
        n_(Layout(model).n),
        result_(static_cast<std::size_t>(n_)) {}

  Status inverse_dynamics_derivatives(const Input<S, problems::InverseDynamicsDerivatives>& in,
                                      Output<S, problems::InverseDynamicsDerivatives> out) override {
    const auto column = [&](int k, auto move, MatrixView<S> derivatives) {
      state_.set(in.q, in.v, in.qdd, in.f_ext);
      (state_.*move)(k, Step::step());
      rnea_.inverse_dynamics({state_.q(), state_.v(), state_.x(), state_.f_ext()}, result());
      write(k, derivatives);
    };
    for (int k = 1; k <= n_; ++k) {
      column(k, &State::move_q, out.dtau_dq);
      column(k, &State::move_v, out.dtau_dv);
    }
    return {};
  }

  Status forward_dynamics_derivatives(const Input<S, problems::ForwardDynamicsDerivatives>& in,
                                      Output<S, problems::ForwardDynamicsDerivatives> out) override {
    Status status;
    const auto column = [&](int k, auto move, MatrixView<S> derivatives) {
      state_.set(in.q, in.v, in.tau, in.f_ext);
      (state_.*move)(k, Step::step());
      status = aba_.forward_dynamics({state_.q(), state_.v(), state_.x(), state_.f_ext()}, result());
      write(k, derivatives);
    };
    for (int k = 1; k <= n_; ++k) {
      column(k, &State::move_q, out.dqdd_dq);
      column(k, &State::move_v, out.dqdd_dv);
      column(k, &State::move_x, out.dqdd_dtau);
    }
    return status;
  }

 private:
  using T = typename Step::T;
  using State = MovedState<S, T>;

  VectorView<T> result() { return {result_.data(), n_}; }
  void write(int k, MatrixView<S> derivatives) {
    for (int i = 1; i <= n_; ++i) derivatives(i, k) = Step::derivative(result()(i));
  }

  RneaPoints<T> rnea_;
  Aba<T> aba_;
  State state_;
  int n_;
  std::vector<T> result_;
};

template <class S>
using ForwardMode = DerivativesByColumns<S, InfinitesimalStep<S>>;

}  // namespace kintree
