// The operations of the sparse solutions of the derivatives of forward dynamics. Featherstone 2005, Appendix.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/sparse_cost.hpp"

namespace kintree {

/// Of eight columns at a time, and of 4, 2 and 1 that remain: two updates for each ancestor of row i, but one if no column of them is of a
/// coordinate that supports i or that i supports.
inline std::vector<PhaseCost> idsva_ltdl_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const std::vector<int> lambda = Layout(model).expanded_parent;
  const int n = static_cast<int>(lambda.size()) - 1;
  const auto above = [&](int k) { return lambda[static_cast<std::size_t>(k)]; };
  const auto is_above = [&](int i, int k) {
    while (k > i) k = above(k);
    return i == k;
  };
  const Operations update{1, 1}, scaled{1, 0}, divided{.divisions = 1};
  Operations solutions = 3 * n * divided;
  for (int k = 1, count = 8; k <= n; k += count) {
    while (k + count - 1 > n) count /= 2;
    for (int i = 1; i <= n; ++i) {
      int updates = 0, related = 0;
      for (int j = above(i); j != 0; j = above(j)) ++updates;
      for (int c = k; c < k + count; ++c) related += is_above(i, c) || is_above(c, i) ? 1 : 0;
      const int sides = i < k + count ? 3 : 2;  // H^-1 on and above its diagonal
      solutions += std::int64_t{sides * count} * (scaled + (related > 0 ? 2 : 1) * updates * update);
    }
  }
  return {{"solutions", solutions}};
}

}  // namespace kintree
