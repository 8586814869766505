// The derivatives of inverse and forward dynamics by central differences of rnea_points and aba: what most programs do without analytic derivatives.
// Nocedal & Wright, Numerical Optimization, 2006, sec. 8.1.
//
//   h   2^-17, near the cube root of the unit roundoff of double
#pragma once

#include "aba/aba.hpp"
#include "kernels/moved_state.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class CentralDifferences final
    : public Solves<S, problems::InverseDynamicsDerivatives, problems::ForwardDynamicsDerivatives> {
 public:
  explicit CentralDifferences(const Model& model)
      : rnea_(model),
        aba_(model),
        state_(model),
        n_(Layout(model).n),
        plus_(static_cast<std::size_t>(n_)),
        minus_(plus_.size()) {}

  Status inverse_dynamics_derivatives(const Input<S, problems::InverseDynamicsDerivatives>& in,
                                      Output<S, problems::InverseDynamicsDerivatives> out) override {
    const auto at = [&](int k, auto move, S h, std::vector<S>& tau) {
      state_.set(in.q, in.v, in.qdd, in.f_ext);
      (state_.*move)(k, h);
      return rnea_.inverse_dynamics({state_.q(), state_.v(), state_.x(), state_.f_ext()}, {tau.data(), n_});
    };
    for (int k = 1; k <= n_; ++k) {
      column(k, at, &State::move_q, out.dtau_dq);
      column(k, at, &State::move_v, out.dtau_dv);
    }
    return {};
  }

  Status forward_dynamics_derivatives(const Input<S, problems::ForwardDynamicsDerivatives>& in,
                                      Output<S, problems::ForwardDynamicsDerivatives> out) override {
    const auto at = [&](int k, auto move, S h, std::vector<S>& qdd) {
      state_.set(in.q, in.v, in.tau, in.f_ext);
      (state_.*move)(k, h);
      return aba_.forward_dynamics({state_.q(), state_.v(), state_.x(), state_.f_ext()}, {qdd.data(), n_});
    };
    Status status;
    for (int k = 1; k <= n_; ++k) {
      status = column(k, at, &State::move_q, out.dqdd_dq);
      column(k, at, &State::move_v, out.dqdd_dv);
      column(k, at, &State::move_x, out.dqdd_dtau);
    }
    return status;
  }

 private:
  using State = MovedState<S, S>;

  /// (f(x + h e_k) - f(x - h e_k)) / 2h
  Status column(int k, const auto& at, auto move, MatrixView<S> derivatives) {
    const S h(0x1p-17), two_h(0x1p-16);
    const Status status = at(k, move, h, plus_);
    at(k, move, -h, minus_);
    for (int i = 1; i <= n_; ++i) {
      const auto row = static_cast<std::size_t>(i) - 1;
      derivatives(i, k) = (plus_[row] - minus_[row]) / two_h;
    }
    return status;
  }

  RneaPoints<S> rnea_;
  Aba<S> aba_;
  State state_;
  int n_;
  std::vector<S> plus_, minus_;
};

}  // namespace kintree
