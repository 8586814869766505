#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct DynamicallyConsistentInverseRate {
  static constexpr ProblemInfo info{
      .name = "dynamically_consistent_inverse_rate",
      .title = "Rate of the dynamically consistent inverse",
      .definition = "d(J_bar)/dt, as q moves along v, where the rows of J do not depend on each other",
      .place = 22,
      .reads = {quantity::q, quantity::v, quantity::end_effectors},
      .returns = {quantity::J_bar_dot},
      .solves_with = SolvesWith::Lambda,
      .derivatives = 1};
  /// The derivative of H J_bar = J^T Lambda, where J J_bar = 1 gives that of Lambda.
  template <class M>
  static Answer<M> answer(const M& m) {
    const typename M::Matrix J_bar = m.times_Lambda(m.solve_H(m.J().transpose())),
                             free = at_constant_Lambda(m, J_bar);
    return {free - J_bar * (m.J() * free + m.J_dot() * J_bar)};
  }
  /// Of forces: H d(J_bar)/dt.
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const typename M::Matrix J_bar = m.times_Lambda(m.solve_H(m.J().transpose())), force = m.H() * J_bar;
    const typename M::Sizes J_bar_size = M::sizes_of(J_bar), J_dot = m.sizes_of_J_dot(),
                            Lambda = M::sizes_of(J_bar.transpose() * force);
    return {J_dot.transpose() * Lambda + m.sizes_of_H_dot() * J_bar_size +
            M::sizes_of(force) *
                (m.sizes_of_J() * M::sizes_of(at_constant_Lambda(m, J_bar)) + J_dot * J_bar_size)};
  }

 private:
  template <class M>
  static typename M::Matrix at_constant_Lambda(const M& m, const typename M::Matrix& J_bar) {
    return m.solve_H(m.times_Lambda(m.J_dot().transpose()) - m.H_dot() * J_bar);
  }
};

}  // namespace kintree::problems
