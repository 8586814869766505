// The operations of the sparse solutions of the derivatives of forward dynamics. Featherstone 2005, Table 1, for each right side.
#pragma once

#include "kernels/sparse_cost.hpp"

namespace kintree {

/// Two solutions with n right sides: n div, n^2 m and 2 D1 n (m + a) each. The one with the identity takes row i from column i on.
inline std::vector<PhaseCost> idsva_ltdl_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const std::vector<int> lambda = Layout(model).expanded_parent;
  const Sparsity s(lambda);
  const Operations update{1, 1}, scaled{1, 0}, divided{.divisions = 1};
  Operations solutions = 2 * (s.n * divided + s.n * s.n * scaled + 2 * s.D1 * s.n * update);
  std::vector<std::int64_t> d(lambda.size());
  for (std::size_t i = 1; i < lambda.size(); ++i) {
    d[i] = d[static_cast<std::size_t>(lambda[i])] + 1;
    const std::int64_t columns = s.n - static_cast<std::int64_t>(i) + 1;
    solutions += divided + columns * scaled + 2 * (d[i] - 1) * columns * update;
  }
  return {{"solutions", solutions}};
}

}  // namespace kintree
