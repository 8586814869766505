// The operations of the centroidal momentum matrix from composite bodies.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

inline std::vector<PhaseCost> composite_momentum_cost(const Model& model,
                                                      const std::vector<EndEffector>& /*none*/) {
  const Operations rx_ra{69, 64}, X_v{24, 18}, I_S{24, 18}, v_x_v{18, 12}, gyroscopic{42, 27},
      universal{30, 12};
  const Operations sum{0, 6}, about_centre{6, 6};
  const auto joint = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  const auto dof = [&](int i) { return std::int64_t{info(joint(i).joint.kind).velocities}; };
  Operations composites, columns, rate;
  for (int i = 1; i <= model.body_count(); ++i) {
    if (joint(i).parent != 0) composites += rx_ra;
    columns += dof(i) * (I_S + about_centre);
    for (int j = i; j != 0; j = joint(j).parent) columns += dof(i) * X_v;
    rate += 2 * X_v + v_x_v + 3 * sum;  // velocity and acceleration
    rate += {6 * dof(i), 6 * std::max<std::int64_t>(dof(i) - 1, 0)};
    if (joint(i).joint.kind == JointKind::universal) rate += universal;
    rate += I_S + gyroscopic + sum + X_v + sum;  // force, carried to the parent
  }
  return {{"composites", composites}, {"columns", columns}, {"rate", rate}};
}

}  // namespace kintree
