#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct ConstrainedForwardDynamics {
  static constexpr ProblemInfo info{
      .name = "constrained_forward_dynamics",
      .title = "Constrained forward dynamics",
      .definition = "qdd and lambda with H qdd + C = tau + K^T lambda and K qdd + K_dot v = gamma",
      .place = 17,
      .reads = {quantity::q, quantity::v, quantity::tau, quantity::f_ext, quantity::gamma},
      .returns = {quantity::constrained_qdd, quantity::lambda},
      .solves_with = SolvesWith::constraints};
  template <class M>
  static Answer<M> answer(const M& m) {
    return solution(m, m.tau() - m.C(), m.gamma() - m.K_dot_v());
  }
  /// x and y with H x = f + K^T y and K x = a: y = (K H^-1 K^T)^-1 (a - K H^-1 f).
  template <class M>
  static Answer<M> solution(const M& m, const typename M::Matrix& f, const typename M::Matrix& a) {
    const typename M::Matrix free = m.solve_H(m.force_with_rows(f, a)),
                             y = m.solve_constraints(a - m.K() * free);
    return {free + m.solve_H(m.K().transpose() * y), y};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const Answer<M> x = answer(m);
    const typename M::Matrix free = m.solve_H(m.force_with_rows(m.tau() - m.C(), m.gamma() - m.K_dot_v()));
    const typename M::Sizes K = m.sizes_of_K();
    return {m.sizes_of_tau_minus_C() + K.transpose() * M::sizes_of(x[1]),
            M::sizes_of(m.gamma()) + m.sizes_of_K_dot_v() + K * M::sizes_of(free)};
  }
};

}  // namespace kintree::problems
