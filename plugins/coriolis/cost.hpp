// The operations of the Coriolis matrix in two sweeps.
#pragma once

#include <cstdint>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

inline std::vector<PhaseCost> coriolis_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const Operations X_v{24, 18}, sum{0, 6}, column{6, 6}, cross{18, 12}, dot{6, 5}, dot3{3, 2};
  const Operations rx_ra{69, 64}, B{30, 18}, B_to_parent{96, 84}, I_S{24, 18}, B_S{18, 14}, Bt_S{18, 17},
      couple{15, 12};
  Operations velocities, composites, columns;
  for (int i = 1; i <= model.body_count(); ++i) {
    const auto joint = [&](int j) -> const Body& { return model.bodies[static_cast<std::size_t>(j)]; };
    const auto dof = [&](int j) { return std::int64_t{info(joint(j).joint.kind).velocities}; };
    velocities += X_v;
    velocities += sum;
    velocities += dof(i) * cross;
    if (dof(i) > 0) velocities += Operations{6 * dof(i), 6 * (dof(i) - 1)};
    if (joint(i).joint.kind == JointKind::universal) velocities += 2 * column;
    composites += B;
    if (joint(i).parent != 0) {
      composites += rx_ra;
      composites += B_to_parent;
    }
    columns += dof(i) * (2 * I_S + B_S + Bt_S + sum);
    for (int j = i; j != 0; j = joint(j).parent) {
      columns += dof(i) * dof(j) * (j == i ? dot : 2 * dot + dot3 + Operations{0, 1});
      columns += dof(i) * (2 * X_v + couple);
    }
  }
  return {{"velocities", velocities}, {"composites", composites}, {"columns", columns}};
}

/// C + C^T besides, once for each pair of coordinates of which one supports the other.
inline std::vector<PhaseCost> mass_matrix_rate_cost(const Model& model,
                                                    const std::vector<EndEffector>& end_effectors) {
  std::vector<PhaseCost> phases = coriolis_cost(model, end_effectors);
  Operations sums;
  for (int i = 1; i <= model.body_count(); ++i) {
    const auto joint = [&](int j) -> const Body& { return model.bodies[static_cast<std::size_t>(j)]; };
    const auto dof = [&](int j) { return std::int64_t{info(joint(j).joint.kind).velocities}; };
    sums += Operations{0, dof(i) * (dof(i) + 1) / 2};
    for (int j = joint(i).parent; j != 0; j = joint(j).parent) sums += Operations{0, dof(i) * dof(j)};
  }
  phases.push_back({"sums", sums});
  return phases;
}

}  // namespace kintree
