#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct MassMatrix {
  static constexpr ProblemInfo info{.name = "mass_matrix",
                                    .title = "Mass matrix",
                                    .definition = "H: the kinetic energy is v^T H v / 2",
                                    .place = 1,
                                    .reads = {quantity::q},
                                    .returns = {quantity::H},
                                    .solves_with = SolvesWith::nothing,
                                    .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.H()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_H()};
  }
};

}  // namespace kintree::problems
