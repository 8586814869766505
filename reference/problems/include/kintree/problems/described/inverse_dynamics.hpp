#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct InverseDynamics {
  static constexpr ProblemInfo info{
      .name = "inverse_dynamics",
      .title = "Inverse dynamics",
      .definition = "tau = H qdd + C, where C holds velocity terms, gravity and external forces",
      .place = 4,
      .reads = {quantity::q, quantity::v, quantity::qdd, quantity::f_ext},
      .returns = {quantity::tau},
      .solves_with = SolvesWith::nothing};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.H_qdd_plus_C()};
  }
  template <class M>
  static typename M::Vector residual(const M& m, const typename M::Vector& tau) {
    return m.times_H(m.qdd()) + m.C() - tau;
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_H_qdd_plus_C()};
  }
};

}  // namespace kintree::problems
