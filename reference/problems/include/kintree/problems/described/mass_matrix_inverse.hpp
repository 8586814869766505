#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct MassMatrixInverse {
  static constexpr ProblemInfo info{.name = "mass_matrix_inverse",
                                    .title = "Inverse of the mass matrix",
                                    .definition = "H^-1",
                                    .place = 3,
                                    .reads = {quantity::q},
                                    .returns = {quantity::H_inverse},
                                    .solves_with = SolvesWith::H,
                                    .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.inverse_H_between(m.identity())};
  }
};

}  // namespace kintree::problems
