#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct InverseDynamicsSecondDerivatives {
  static constexpr ProblemInfo info{
      .name = "inverse_dynamics_second_derivatives",
      .title = "Second derivatives of inverse dynamics",
      .definition =
          "the second derivatives of tau: column (j, k), at place (j - 1) n + k, is the derivative "
          "along unit velocity j, or by velocity j, of column k of the first derivatives, or of H",
      .place = 15,
      .reads = {quantity::q, quantity::v, quantity::qdd, quantity::f_ext},
      .returns = {quantity::d2tau_dqdq, quantity::d2tau_dvdv, quantity::d2tau_dqdv, quantity::dH_dq},
      .solves_with = SolvesWith::nothing,
      .derivatives = 2,
      .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    return m.second_derivatives();
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return m.sizes_of_second_derivatives();
  }
};

}  // namespace kintree::problems
