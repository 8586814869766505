#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct InverseOsimRate {
  static constexpr ProblemInfo info{
      .name = "inverse_osim_rate",
      .title = "Rate of the inverse operational-space inertia matrix",
      .definition = "d(J H^-1 J^T)/dt, as q moves along v, J the Jacobian of the end-effectors",
      .place = 21,
      .reads = {quantity::q, quantity::v, quantity::end_effectors},
      .returns = {quantity::Lambda_inverse_dot},
      .solves_with = SolvesWith::H,
      .derivatives = 1};
  template <class M>
  static Answer<M> answer(const M& m) {
    const typename M::Matrix Y = m.solve_H(m.J().transpose()), half = m.J_dot() * Y;
    return {half + half.transpose() - Y.transpose() * m.H_dot() * Y};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const typename M::Sizes Y = M::sizes_of(m.solve_H(m.J().transpose())), half = m.sizes_of_J_dot() * Y;
    return {half + half.transpose() + Y.transpose() * m.sizes_of_H_dot() * Y};
  }
};

}  // namespace kintree::problems
