// The operations of the sparse factorizations.  Featherstone 2005, sec. 4.1 and Table 1.
#pragma once

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// Counts of the connectivity graph that an expanded parent array describes (entries 1..n).
struct Sparsity {
  std::int64_t n = 0;   ///< rows
  std::int64_t D1 = 0;  ///< sum of d_i - 1: the non-zeros below the diagonal  (8)
  std::int64_t D2 = 0;  ///< sum of d_i (d_i - 1)/2                            (9)

  explicit Sparsity(const std::vector<int>& lambda) {
    std::vector<std::int64_t> d(lambda.size());
    for (std::size_t i = 1; i < lambda.size(); ++i) {
      d[i] = d[static_cast<std::size_t>(lambda[i])] + 1;
      ++n;
      D1 += d[i] - 1;
      D2 += d[i] * (d[i] - 1) / 2;
    }
  }
};

/// D1 div + D2 (m + a), and n div + 2 D1 (m + a).  Table 1
inline std::vector<PhaseCost> ltdl_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const Sparsity s(Layout(model).expanded_parent);
  return {{"factorization", {.multiplications = s.D2, .additions = s.D2, .divisions = s.D1}},
          {"solution", {.multiplications = 2 * s.D1, .additions = 2 * s.D1, .divisions = s.n}}};
}

/// n sqrt + D1 div + D2 (m + a), and 2n div + 2 D1 (m + a).  Table 1
inline std::vector<PhaseCost> ltl_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const Sparsity s(Layout(model).expanded_parent);
  return {
      {"factorization", {.multiplications = s.D2, .additions = s.D2, .divisions = s.D1, .square_roots = s.n}},
      {"solution", {.multiplications = 2 * s.D1, .additions = 2 * s.D1, .divisions = 2 * s.n}}};
}

}  // namespace kintree
