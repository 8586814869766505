// The matrix B of a body with velocity v, by which the Coriolis terms of its motions m are formed:
//   B m = (v x* (I m) - I (v x m) + m x* (I v)) / 2.
// It is in the Coriolis matrix [Echeandia & Wensing 2021, Algorithm 1] and in the derivatives of inverse dynamics [Singh, Russell & Wensing
// 2022]. Singh et al. write (I v) x-bar* m for m x* (I v). Matrices of bodies add up once they refer to one frame.
#pragma once

#include "kernels/block.hpp"

namespace kintree {

template <class S>
Block<S> velocity_products(const RigidInertia<S>& I, const Motion<S>& v) {
  const S half(0.5);
  return matrix<Motion, S>(
      [&](const Motion<S>& m) { return (cross(v, I * m) - I * cross(v, m) + cross(m, I * v)) * half; });
}

/// X^T B X: the matrix of the child's frame in the parent's.
template <class S>
Block<S> to_parent(const Transform<S>& X, const Block<S>& B) {
  return matrix<Motion, S>([&](const Motion<S>& m) { return transpose_times(X, times<Force>(B, X * m)); });
}

}  // namespace kintree
