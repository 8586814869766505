#pragma once

#include "kintree/problems/description.hpp"

namespace kintree::problems {

struct BiasForce {
  static constexpr ProblemInfo info{
      .name = "bias_force",
      .title = "Bias force",
      .definition = "C: the force that lets the joints move without acceleration",
      .place = 8,
      .reads = {quantity::q, quantity::v, quantity::f_ext},
      .returns = {quantity::C},
      .solves_with = SolvesWith::nothing};
  template <class M>
  static Answer<M> answer(const M& m) {
    return {m.C()};
  }
  template <class M>
  static typename M::Vector residual(const M& m, const typename M::Vector& C) {
    return m.C() - C;
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    return {m.sizes_of_C()};
  }
};

}  // namespace kintree::problems
