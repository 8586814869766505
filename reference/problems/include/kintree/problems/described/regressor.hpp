#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct Regressor {
  static constexpr ProblemInfo info{.name = "regressor",
                                    .title = "Regressor of the inertial parameters",
                                    .definition =
                                        "Y with Y pi = tau without external forces; pi has for each body m, "
                                        "m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about its origin",
                                    .place = 12,
                                    .reads = {quantity::q, quantity::v, quantity::qdd},
                                    .returns = {quantity::Y},
                                    .solves_with = SolvesWith::nothing};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.Y()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_Y()};
  }
};

}  // namespace kintree::problems
