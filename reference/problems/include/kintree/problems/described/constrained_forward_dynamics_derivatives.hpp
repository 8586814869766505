#pragma once

#include "kintree/problems/described/constrained_forward_dynamics.hpp"

namespace kintree::problems {

struct ConstrainedForwardDynamicsDerivatives {
  static constexpr ProblemInfo info{
      .name = "constrained_forward_dynamics_derivatives",
      .title = "Derivatives of constrained forward dynamics",
      .definition =
          "the derivatives of qdd and of lambda by q (column k: q moves along unit velocity k), by "
          "v and by tau; all other numbers stay",
      .place = 23,
      .reads = {quantity::q, quantity::v, quantity::tau, quantity::f_ext, quantity::gamma},
      .returns = {quantity::constrained_dqdd_dq, quantity::constrained_dqdd_dv,
                  quantity::constrained_dqdd_dtau, quantity::dlambda_dq, quantity::dlambda_dv,
                  quantity::dlambda_dtau},
      .solves_with = SolvesWith::constraints,
      .derivatives = 1};
  template <class M>
  static Answer<M> answer(const M& m) {
    return answer(m, RightSides<M>(m));
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const RightSides<M> of(m);
    const Answer<M> d = answer(m, of);
    const typename M::Sizes K = m.sizes_of_K();
    const auto of_forces = [&](const typename M::Sizes& f, const typename M::Matrix& dlambda) {
      return typename M::Sizes(f + K.transpose() * M::sizes_of(dlambda));
    };
    const auto of_rows = [&](const typename M::Sizes& sizes, const typename M::Matrix& f,
                             const typename M::Matrix& a) {
      return typename M::Sizes(sizes + K * M::sizes_of(m.solve_H(m.force_with_rows(f, a))));
    };
    return {of_forces(m.sizes_of_dtau_dq(of.qdd) + m.sizes_of_dK_forces_dq(of.lambda), d[3]),
            of_forces(m.sizes_of_dtau_dv(of.qdd), d[4]),
            of_forces(M::sizes_of(of.f_tau), d[5]),
            of_rows(m.sizes_of_dK_accelerations_dq(of.qdd), of.f_q, of.a_q),
            of_rows(m.sizes_of_dK_accelerations_dv(), of.f_v, of.a_v),
            of_rows(M::sizes_of(of.a_tau), of.f_tau, of.a_tau)};
  }

 private:
  /// The derivatives of H qdd + C = tau + K^T lambda and K qdd + K_dot v = gamma at constant qdd and lambda, on the right.
  template <class M>
  struct RightSides {
    using Matrix = typename M::Matrix;

    explicit RightSides(const M& m) {
      const Answer<M> x = ConstrainedForwardDynamics::answer(m);
      qdd = x[0], lambda = x[1];
      f_q = m.dK_forces_dq(lambda) - m.dtau_dq(qdd), a_q = -m.dK_accelerations_dq(qdd);
      f_v = -m.dtau_dv(qdd), a_v = -m.dK_accelerations_dv();
      f_tau = m.identity(), a_tau = Matrix::Constant(m.K().rows(), m.K().cols(), typename M::Scalar(0));
    }

    Matrix qdd, lambda, f_q, f_v, f_tau, a_q, a_v, a_tau;
  };
  template <class M>
  static Answer<M> answer(const M& m, const RightSides<M>& of) {
    constexpr auto solution = &ConstrainedForwardDynamics::solution<M>;
    const Answer<M> by_q = solution(m, of.f_q, of.a_q), by_v = solution(m, of.f_v, of.a_v),
                    by_tau = solution(m, of.f_tau, of.a_tau);
    return {by_q[0], by_v[0], by_tau[0], by_q[1], by_v[1], by_tau[1]};
  }
};

}  // namespace kintree::problems
