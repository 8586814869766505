#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct InverseOsim {
  static constexpr ProblemInfo info{
      .name = "inverse_osim",
      .title = "Inverse operational-space inertia matrix",
      .definition = "Lambda^-1 = J H^-1 J^T, J the Jacobian of the end-effectors",
      .place = 6,
      .reads = {quantity::q, quantity::end_effectors},
      .returns = {quantity::Lambda_inverse},
      .solves_with = SolvesWith::H};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.Lambda_inverse()};
  }
};

}  // namespace kintree::problems
