#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct ConstraintJacobian {
  static constexpr ProblemInfo info{
      .name = "constraint_jacobian",
      .title = "Constraint Jacobian",
      .definition = "K with the relative velocities K v that the constraints forbid, and K_dot v",
      .place = 16,
      .reads = {quantity::q, quantity::v},
      .returns = {quantity::K, quantity::K_dot_v}};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.K(), m.K_dot_v()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_K(), m.sizes_of_K_dot_v()};
  }
};

}  // namespace kintree::problems
