// V = W (W^T Y W)^-1 W^T, which takes a relative acceleration to the constraint force that stops it.
// Featherstone 1999, part 1.
#pragma once

#include "kernels/block.hpp"
#include "kernels/constraint_space.hpp"

namespace kintree {

/// Computes V. Returns true if W^T Y W is positive definite.
template <class S>
Truth<S> constraint_mobility(const ConstraintSpace<S>& space, const Block<S>& Y, Block<S>& V) {
  SmallSpd<S> WtYW;
  ByColumn<Force<S>> Z = space.W;
  for (int k = 0; k < space.count; ++k) {
    const Motion<S> YW = times<Motion>(Y, space.W[k]);
    for (int l = 0; l <= k; ++l) WtYW(k, l) = dot(YW, space.W[l]);
  }
  const Truth<S> sound = WtYW.factor(space.count);
  WtYW.solve(Z.data());  // (W^T Y W)^-1 W^T
  V = {};
  for (int k = 0; k < space.count; ++k) {
    const std::array<S, 6> w = numbers(space.W[k]), z = numbers(Z[k]);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        V(i, j) = V(i, j) + w[static_cast<std::size_t>(i)] * z[static_cast<std::size_t>(j)];
  }
  return sound;
}

}  // namespace kintree
