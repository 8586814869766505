#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct MassMatrixRate {
  static constexpr ProblemInfo info{.name = "mass_matrix_rate",
                                    .title = "Rate of the mass matrix",
                                    .definition = "dH/dt, as q moves along v",
                                    .place = 19,
                                    .reads = {quantity::q, quantity::v},
                                    .returns = {quantity::H_dot},
                                    .solves_with = SolvesWith::nothing,
                                    .derivatives = 1,
                                    .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.H_dot()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_H_dot()};
  }
};

}  // namespace kintree::problems
