// The operations of the Jacobian of the end-effectors by paths.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

inline std::vector<PhaseCost> path_jacobian_cost(const Model& model,
                                                 const std::vector<EndEffector>& end_effectors) {
  const Operations X_v{24, 18}, X_X{36, 27}, v_x_v{18, 12}, universal{30, 12}, sum{0, 6};
  const auto joint = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  const auto dof = [&](int i) { return std::int64_t{info(joint(i).joint.kind).velocities}; };
  Operations accelerations, columns;
  for (int i = 1; i <= model.body_count(); ++i) {
    accelerations += 2 * X_v + v_x_v + 3 * sum;
    accelerations += {6 * dof(i), 6 * std::max<std::int64_t>(dof(i) - 1, 0)};  // S q-dot
    if (joint(i).joint.kind == JointKind::universal) accelerations += universal;
  }
  for (const EndEffector& end : end_effectors) {
    columns += X_v;  // J_dot v
    for (int i = end.body; i != 0; i = joint(i).parent) columns += dof(i) * X_v + X_X;
  }
  return {{"accelerations", accelerations}, {"columns", columns}};
}

}  // namespace kintree
