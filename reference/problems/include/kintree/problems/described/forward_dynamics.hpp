#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct ForwardDynamics {
  static constexpr ProblemInfo info{.name = "forward_dynamics",
                                    .title = "Forward dynamics",
                                    .definition = "qdd with H qdd + C = tau",
                                    .place = 5,
                                    .reads = {quantity::q, quantity::v, quantity::tau, quantity::f_ext},
                                    .returns = {quantity::qdd},
                                    .solves_with = SolvesWith::H};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.solve_H(m.tau() - m.C())};
  }
  template <class M>
  static typename M::Vector residual(const M& m, const typename M::Vector& qdd) {
    return m.times_H(qdd) + m.C() - m.tau();
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_tau_minus_C()};
  }
};

}  // namespace kintree::problems
