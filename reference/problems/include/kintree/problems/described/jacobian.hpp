#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct Jacobian {
  static constexpr ProblemInfo info{.name = "jacobian",
                                    .title = "Jacobian of the end-effectors",
                                    .definition =
                                        "J with J v = the twists of the end-effectors, in their frames, "
                                        "angular first; J_dot_v: the rates of the twists at qdd = 0",
                                    .place = 10,
                                    .reads = {quantity::q, quantity::v, quantity::end_effectors},
                                    .returns = {quantity::J, quantity::J_dot_v},
                                    .solves_with = SolvesWith::nothing};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.J(), m.J_dot_v()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_J(), m.sizes_of_J_dot_v()};
  }
};

}  // namespace kintree::problems
