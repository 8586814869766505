// The cost of inverse dynamics in modified Denavit-Hartenberg frames, link by link. A revolute joint between
// such frames costs 93m + 81a, which is the slope of (93n - 69)m + (81n - 66)a of Balafoutis, Patel & Misra
// 1988. The other costs are derived here.
//
//   "dynamics"          w 8m + 5a, w-dot 10m + 7a, a 17m + 13a, Omega 6m + 9a, Omega u 9m + 6a, the moment
//                       15m + 15a, u x a and its sum 6m + 6a, the force to the parent 22m + 20a
//   "gravity"           its rotation into a floating base
//   "external forces"   their transforms to F_i, for each body of the model that moves
//   "conversion"        velocity, acceleration and force of a floating base, to or from the caller's frame
#pragma once

#include "kernels/carried_bodies.hpp"
#include "kernels/screw_plan.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

inline std::vector<PhaseCost> rnea_screw_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const ScrewPlan tree(model);
  const Operations own{36, 36}, mass{3, 3};
  Operations dynamics, gravity, conversion;
  for (int i = 1; i <= tree.N; ++i) {
    const std::int64_t n_i = tree.dof[i];
    switch (tree.plan[i].kind) {
      case Link::floating:
        dynamics += own + mass + Operations{6, 6};  // w x v
        gravity += {9, 9};
        conversion += {72, 54};
        break;
      case Link::root:
        dynamics += {8, 4};
        break;
      case Link::dh:
        dynamics += {93, 81};
        break;
      case Link::privileged:
        dynamics += {58, 56};  // r = 0 and alpha = 0
        break;
      case Link::non_dh:
        dynamics += {98, 91};  // five vectors by E instead of by two turns
        break;
      case Link::general:
        dynamics +=
            own + mass + Operations{48, 57} + 2 * Operations{6 * n_i, 6 * (n_i - 1)} + n_i * Operations{6, 5};
        if (tree.kind[i] == JointKind::universal) dynamics += {30, 12};
        if (tree.parent[i] != 0) dynamics += {24, 24};
        break;
    }
  }
  return {{"dynamics", dynamics},
          {"gravity", gravity},
          {"external forces", carried_forces_cost(model)},
          {"conversion", conversion}};
}

}  // namespace kintree
