// The operations of the sparse factorization algorithm once H and J are there, derived from its loops. The
// papers print orders alone.
#pragma once

#include "kernels/sparse_cost.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// The factor of H by Featherstone 2005, Table 1. Rows of Y reach along the l coordinates that support their
/// end-effector: l div + l (l-1)/2 (m + a) each. An entry of Y Y^T is a sum over the c coordinates that
/// support both end-effectors: c m + (c-1) a.
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

/// The same, and J-bar, 6m = r columns: Lambda by kernels/inverse.hpp; a row of Y^T Lambda over the e end-effectors that
/// its coordinate supports; a row of L^-1 of it over the d coordinates before it, where one of them supports any.
inline std::vector<PhaseCost> sfa_J_bar_cost(const Model& model,
                                             const std::vector<EndEffector>& end_effectors) {
  std::vector<PhaseCost> cost = sfa_cost(model, end_effectors);
  const auto r = 6 * static_cast<std::int64_t>(end_effectors.size());
  const std::int64_t triangle = r * (r - 1) / 2, pyramid = r * (r - 1) * (r - 2) / 6;
  const Operations Lambda{.multiplications = 3 * triangle + (r + 1) * r * (r - 1) / 6 + 2 * pyramid,
                          .additions = triangle + (r + 1) * r * (r - 1) / 6 + 2 * pyramid,
                          .divisions = r};
  Operations product, J_bar;
  std::vector<std::int64_t> e(model.bodies.size()), depth(model.bodies.size());
  std::vector<char> reached(model.bodies.size());
  for (const EndEffector& end : end_effectors)
    for (int i = end.body; i != 0; i = model.bodies[static_cast<std::size_t>(i)].parent)
      ++e[static_cast<std::size_t>(i)];
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const auto parent = static_cast<std::size_t>(model.bodies[i].parent);
    const int n_i = info(model.bodies[i].joint.kind).velocities;
    reached[i] = e[i] > 0 || reached[parent] != 0 ? 1 : 0;
    depth[i] = depth[parent] + n_i;
    for (std::int64_t d = depth[parent]; d < depth[i]; ++d) {
      if (e[i] > 0) product += {.multiplications = 6 * r * e[i], .additions = r * (6 * e[i] - 1)};
      if (reached[i] != 0) J_bar += {.multiplications = r * (d + 1), .additions = r * d, .divisions = 1};
    }
  }
  cost.insert(cost.end(), {{"Lambda", Lambda}, {"Y^T Lambda", product}, {"J-bar", J_bar}});
  return cost;
}

}  // namespace kintree
