// The operations of the sparse factorization algorithm once H and J are there, derived from its loops. The
// papers print orders alone.
#pragma once

#include "kernels/sparse_cost.hpp"
#include "kintree/data/operations.hpp"

namespace kintree {

/// The factor of H by Featherstone 2005, Table 1. Rows of Y reach along the l coordinates that support their
/// end-effector: l div + l (l-1)/2 (m + a) each. An entry of Y Y^T is a sum over the c coordinates that both
/// support: c m + (c-1) a.
inline std::vector<PhaseCost> sfa_cost(const Model& model, const std::vector<EndEffector>& end_effectors) {
  const Layout layout(model);
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<std::int64_t> supports(model.bodies.size());  // coordinates on the path to the base
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    supports[i] = supports[at(model.bodies[i].parent)] + info(model.bodies[i].joint.kind).velocities;
  Operations Y, product;
  const auto block = [&](std::int64_t entries, std::int64_t c) {
    if (c > 0) product += {.multiplications = entries * c, .additions = entries * (c - 1)};
  };
  for (std::size_t k = 0; k < end_effectors.size(); ++k) {
    const std::int64_t l = supports[at(end_effectors[k].body)], updates = 6 * l * (l - 1) / 2;
    Y += {.multiplications = updates, .additions = updates, .divisions = 6 * l};
    block(21, l);
    for (std::size_t other = 0; other < k; ++other) {
      int i = end_effectors[k].body, j = end_effectors[other].body;
      while (i != j) (i > j ? i : j) = model.bodies[at(i > j ? i : j)].parent;
      block(36, supports[at(i)]);
    }
  }
  return {ltl_cost(model, {}).front(), {"Y", Y}, {"Y Y^T", product}};
}

}  // namespace kintree
