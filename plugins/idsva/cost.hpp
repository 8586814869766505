// The operations of the derivatives of inverse dynamics in two sweeps.
#pragma once

#include <cstdint>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

inline std::vector<PhaseCost> idsva_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const Operations X_v{24, 18}, sum{0, 6}, scaled{6, 0}, cross{18, 12}, dot{6, 5}, dot3{3, 2};
  const Operations rx_ra{69, 64}, B{30, 18}, B_to_parent{96, 84}, I_S{24, 18}, B_S{18, 14}, Bt_S{18, 17},
      v_I_v{42, 27};
  const Operations u_v{6, 6}, couple{18, 12};
  Operations velocities, composites, columns;
  for (int i = 1; i <= model.body_count(); ++i) {
    const auto joint = [&](int j) -> const Body& { return model.bodies[static_cast<std::size_t>(j)]; };
    const auto dof = [&](int j) { return std::int64_t{info(joint(j).joint.kind).velocities}; };
    const Operations S_times = dof(i) == 0 ? Operations{} : Operations{6 * dof(i), 6 * (dof(i) - 1)};
    velocities += 2 * X_v + S_times + sum + u_v;      // w, u
    velocities += dof(i) * (4 * cross + sum);         // Psi_dot, Psi_ddot, S_dot
    if (joint(i).joint.kind == JointKind::universal)  // a
      velocities += 2 * (3 * scaled + cross + 3 * sum);
    else
      velocities += S_times + cross + 2 * sum;
    velocities += B + I_S + v_I_v + 2 * sum;  // B, f
    if (joint(i).parent != 0) composites += rx_ra + B_to_parent + X_v + sum;
    columns += dof(i) * (3 * I_S + 2 * B_S + Bt_S + 2 * scaled + Operations{3, 0} + 3 * sum + cross);
    columns += dof(i) * sum;  // S x* f
    columns += dof(i) * dof(i) * (2 * dot);
    if (joint(i).joint.kind == JointKind::universal) columns += sum;
    for (int j = joint(i).parent; j != 0; j = joint(j).parent) {
      columns += dof(i) * (3 * X_v + couple);
      columns += dof(i) * dof(j) * (4 * dot + 2 * dot3 + sum + Operations{0, 2});
    }
  }
  return {{"velocities", velocities}, {"composites", composites}, {"columns", columns}};
}

}  // namespace kintree
