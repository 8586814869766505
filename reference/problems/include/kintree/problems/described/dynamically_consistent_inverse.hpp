#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct DynamicallyConsistentInverse {
  static constexpr ProblemInfo info{
      .name = "dynamically_consistent_inverse",
      .title = "Dynamically consistent inverse",
      .definition = "J_bar = H^-1 J^T Lambda, where the rows of J do not depend on each other",
      .place = 7,
      .reads = {quantity::q, quantity::end_effectors},
      .returns = {quantity::J_bar},
      .solves_with = SolvesWith::Lambda};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.times_Lambda(m.solve_H(m.J().transpose()))};
  }
};

}  // namespace kintree::problems
