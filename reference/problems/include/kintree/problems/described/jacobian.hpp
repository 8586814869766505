#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct Jacobian {
  static constexpr ProblemInfo info{
      .name = "jacobian",
      .title = "Jacobian of the end-effectors",
      .definition = "J with J v = the twists of the end-effectors, in their frames, angular first",
      .place = 10,
      .reads = {quantity::q, quantity::end_effectors},
      .returns = {quantity::J},
      .solves_with = SolvesWith::nothing};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.J()};
  }
  template <class M>
  static auto sizes(const M& m) {
    return m.sizes_of_J();
  }
};

}  // namespace kintree::problems
