// The second derivatives of inverse dynamics by forward mode, nested once: rnea_points in dual numbers of dual numbers (numbers/dual.hpp), one run
// for each pair of coordinates. Griewank & Walther, Evaluating Derivatives, 2008, ch. 3 and 10.
//
//   epsilon_1   along coordinate j, the outer derivative: the tree moves first along it
//   epsilon_2   along coordinate k, from there
#pragma once

#include "kernels/moved_state.hpp"
#include "kintree/numbers/dual.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class NestedForwardMode final : public Solves<S, problems::InverseDynamicsSecondDerivatives> {
  using Problem = problems::InverseDynamicsSecondDerivatives;

 public:
  explicit NestedForwardMode(const Model& model)
      : rnea_(model), state_(model), n_(Layout(model).n), tau_(static_cast<std::size_t>(n_)) {}

  Status inverse_dynamics_second_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    const auto column = [&](int j, auto first, int k, auto second, MatrixView<S> derivatives) {
      state_.set(in.q, in.v, in.qdd, in.f_ext);
      (state_.*first)(j, epsilon_1());
      (state_.*second)(k, epsilon_2());
      rnea_.inverse_dynamics({state_.q(), state_.v(), state_.x(), state_.f_ext()}, {tau_.data(), n_});
      for (int i = 1; i <= n_; ++i)
        derivatives(i, (j - 1) * n_ + k) = tau_[static_cast<std::size_t>(i) - 1].e.e;
    };
    for (int j = 1; j <= n_; ++j)
      for (int k = 1; k <= n_; ++k) {
        column(j, &State::move_q, k, &State::move_q, out.d2tau_dqdq);
        column(j, &State::move_v, k, &State::move_v, out.d2tau_dvdv);
        column(j, &State::move_q, k, &State::move_v, out.d2tau_dqdv);
        column(j, &State::move_q, k, &State::move_x, out.dH_dq);  // H = d tau / d qdd
      }
    return {};
  }

 private:
  using T = Dual<Dual<S>>;
  using State = MovedState<S, T>;

  static T epsilon_1() { return {Dual<S>(S{}, S(1)), Dual<S>{}}; }
  static T epsilon_2() { return {Dual<S>{}, Dual<S>(S(1), S{})}; }

  RneaPoints<T> rnea_;
  State state_;
  int n_;
  std::vector<T> tau_;
};

}  // namespace kintree
