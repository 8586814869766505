#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct CoriolisMatrix {
  static constexpr ProblemInfo info{
      .name = "coriolis_matrix",
      .title = "Coriolis matrix",
      .definition = "C_ij = sum over bodies of tr(d_i T Sigma (d/dt d_j T)^T), so that dH/dt = C + C^T",
      .place = 9,
      .reads = {quantity::q, quantity::v},
      .returns = {quantity::coriolis},
      .solves_with = SolvesWith::nothing,
      .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.coriolis()};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_coriolis()};
  }
};

}  // namespace kintree::problems
