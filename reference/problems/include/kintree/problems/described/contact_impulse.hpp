#pragma once

#include "kintree/problems/described/constrained_forward_dynamics.hpp"

namespace kintree::problems {

struct ContactImpulse {
  static constexpr ProblemInfo info{
      .name = "contact_impulse",
      .title = "Contact impulse",
      .definition = "v_after and impulse with H (v_after - v) = K^T impulse and K v_after = -restitution K v",
      .place = 18,
      .reads = {quantity::q, quantity::v, quantity::restitution},
      .returns = {quantity::v_after, quantity::impulse},
      .solves_with = SolvesWith::constraints};
  template <class M>
  static Answer<M> answer(const M& m) {
    using Matrix = typename M::Matrix;
    const Matrix none = Matrix::Constant(m.v().size(), 1, typename M::Scalar(0)),
                 change = m.K() * m.v() * (typename M::Scalar(-1) - m.restitution());
    const Answer<M> x = ConstrainedForwardDynamics::solution(m, none, change);
    return {m.v() + x[0], x[1]};
  }
  template <class M>
  static TermSizes<M> sizes(const M& m) {
    const typename M::Sizes K = m.sizes_of_K(), v = M::sizes_of(m.v());
    return {m.sizes_of_H() * v + K.transpose() * M::sizes_of(answer(m)[1]), K * v * m.size_of_restitution()};
  }
};

}  // namespace kintree::problems
