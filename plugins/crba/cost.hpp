// The operations of the composite-rigid-body algorithm in the caller's frames.  Featherstone 2005, sec. 5.
#pragma once

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// D0 (rx + ra) + D1 vx, eq. (14), for joints of any freedom. The axes are not along coordinate axes, so that a column costs I S
/// as well, and each of its numbers S^T F.
inline std::vector<PhaseCost> crba_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const Operations rx_ra{69, 64}, I_S{24, 18}, vx{24, 18}, S_F{6, 5};
  Operations composites, columns;
  for (int i = 1; i <= model.body_count(); ++i) {
    const auto joint = [&](int j) -> const Body& { return model.bodies[static_cast<std::size_t>(j)]; };
    const auto dof = [&](int j) { return info(joint(j).joint.kind).velocities; };
    if (joint(i).parent != 0) composites += rx_ra;
    columns += dof(i) * I_S;
    for (int j = i; j != 0; j = joint(j).parent) {
      columns += dof(i) * dof(j) * S_F;
      if (joint(j).parent != 0) columns += dof(i) * vx;
    }
  }
  return {{"composites", composites}, {"columns", columns}};
}

}  // namespace kintree
