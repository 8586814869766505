#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct ForwardDynamicsDerivatives {
  static constexpr ProblemInfo info{.name = "forward_dynamics_derivatives",
                                    .title = "Derivatives of forward dynamics",
                                    .definition =
                                        "the derivatives of qdd by q (column k: q moves along unit velocity "
                                        "k), by v and by tau; all other numbers stay",
                                    .place = 14,
                                    .reads = {quantity::q, quantity::v, quantity::tau, quantity::f_ext},
                                    .returns = {quantity::dqdd_dq, quantity::dqdd_dv, quantity::dqdd_dtau},
                                    .solves_with = SolvesWith::H,
                                    .derivatives = 1,
                                    .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    const typename M::Matrix qdd = m.solve_H(m.tau() - m.C());
    return {-m.solve_H(m.dtau_dq(qdd)), -m.solve_H(m.dtau_dv(qdd)), m.inverse_H_between(m.identity())};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const typename M::Matrix qdd = m.solve_H(m.tau() - m.C());
    return {m.sizes_of_dtau_dq(qdd), m.sizes_of_dtau_dv(qdd), {}};
  }
};

}  // namespace kintree::problems
