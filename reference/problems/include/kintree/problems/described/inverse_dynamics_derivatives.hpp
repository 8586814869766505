#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct InverseDynamicsDerivatives {
  static constexpr ProblemInfo info{.name = "inverse_dynamics_derivatives",
                                    .title = "Derivatives of inverse dynamics",
                                    .definition =
                                        "the derivatives of tau by q (column k: q moves along unit velocity "
                                        "k) and by v; all other numbers stay",
                                    .place = 13,
                                    .reads = {quantity::q, quantity::v, quantity::qdd, quantity::f_ext},
                                    .returns = {quantity::dtau_dq, quantity::dtau_dv},
                                    .solves_with = SolvesWith::nothing,
                                    .derivatives = 1,
                                    .checked_by_products = true};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.dtau_dq(m.qdd()), m.dtau_dv(m.qdd())};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_dtau_dq(m.qdd()), m.sizes_of_dtau_dv(m.qdd())};
  }
};

}  // namespace kintree::problems
