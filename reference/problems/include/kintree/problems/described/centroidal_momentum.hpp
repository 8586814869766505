#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct CentroidalMomentum {
  static constexpr ProblemInfo info{.name = "centroidal_momentum",
                                    .title = "Centroidal momentum matrix",
                                    .definition =
                                        "A_G with A_G v = the momentum of all bodies about their centre of "
                                        "mass, angular first; A_G_dot_v: its rate at qdd = 0",
                                    .place = 11,
                                    .reads = {quantity::q, quantity::v},
                                    .returns = {quantity::A_G, quantity::A_G_dot_v},
                                    .solves_with = SolvesWith::nothing};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.A_G(), m.A_G_dot_v()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_A_G(), m.sizes_of_A_G_dot_v()};
  }
};

}  // namespace kintree::problems
