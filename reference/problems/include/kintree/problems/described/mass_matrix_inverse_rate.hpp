#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct MassMatrixInverseRate {
  static constexpr ProblemInfo info{.name = "mass_matrix_inverse_rate",
                                    .title = "Rate of the inverse of the mass matrix",
                                    .definition = "d(H^-1)/dt = -H^-1 dH/dt H^-1, as q moves along v",
                                    .place = 20,
                                    .reads = {quantity::q, quantity::v},
                                    .returns = {quantity::H_inverse_dot},
                                    .solves_with = SolvesWith::H,
                                    .derivatives = 1};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {-m.solve_H(m.solve_H(m.H_dot()).transpose())};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const typename M::Sizes H_inverse = M::sizes_of(m.inverse_H_between(m.identity()));
    return {H_inverse * m.sizes_of_H_dot() * H_inverse};
  }
};

}  // namespace kintree::problems
