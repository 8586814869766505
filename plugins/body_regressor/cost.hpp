// The operations of the regressor, body by body.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// Ten columns for each body, carried along its path to the base.
inline std::vector<PhaseCost> body_regressor_cost(const Model& model,
                                                  const std::vector<EndEffector>& /*none*/) {
  const Operations X_v{24, 18}, v_x_v{18, 12}, universal{30, 12}, sum{0, 6}, S_f{6, 5};
  const Operations cross{6, 3}, sum3{0, 3}, I_w{9, 6};
  const auto joint = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  const auto dof = [&](int i) { return std::int64_t{info(joint(i).joint.kind).velocities}; };
  Operations velocities, columns;
  for (int b = 1; b <= model.body_count(); ++b) {
    const Operations S_rate{6 * dof(b), 6 * std::max<std::int64_t>(dof(b) - 1, 0)};
    velocities += 2 * X_v + 2 * S_rate + v_x_v + 4 * sum;
    if (joint(b).joint.kind == JointKind::universal) velocities += universal;
    columns += cross + sum3;                  // the acceleration of the origin
    columns += 3 * (4 * cross + sum3);        // m c
    columns += 6 * (2 * I_w + cross + sum3);  // I
    for (int i = b; i != 0; i = joint(i).parent) columns += 10 * (dof(i) * S_f + X_v);
  }
  return {{"velocities", velocities}, {"columns", columns}};
}

}  // namespace kintree
