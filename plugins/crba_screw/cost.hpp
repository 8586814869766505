// The cost of the composite-rigid-body algorithm in modified Denavit-Hartenberg frames: Featherstone 2005,
// eq. (21), node by node. Costs of joints of other kinds are derived here.
#pragma once

#include "kernels/screw_plan.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// "composites": rx and ra of every node that is not a child of the base. "columns": vx of every column of H
/// carried over it. Where all joints are revolute, but for a floating base, the sum is eq. (21) with
///   pi_a the nodes `dh` and `privileged`, pi_b `non_dh`, pi_c `privileged`.
inline std::vector<PhaseCost> crba_screw_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const ScrewPlan tree(model);
  const Operations rx_ra_a{32, 43}, rx_ra_b{47, 58}, rx_saved_c{18, 21}, rx_ra_general{69, 64};
  const Operations vx_a{20, 12}, vx_b{24, 18}, vx_saved_c{12, 8};
  const Operations dot{6, 5}, times_inertia{24, 18};
  Operations composites, columns;
  for (int i = 1; i <= tree.N; ++i) {
    const std::int64_t nu = tree.subtree[i], n_i = tree.dof[i];
    switch (tree.plan[i].kind) {
      case Link::floating:
      case Link::root:
        break;
      case Link::dh:
        composites += rx_ra_a;
        columns += nu * vx_a;
        break;
      case Link::privileged:
        composites += rx_ra_a + (-1) * rx_saved_c;
        columns += nu * (vx_a + (-1) * vx_saved_c);
        break;
      case Link::non_dh:
        composites += rx_ra_b;
        columns += nu * vx_b;
        break;
      case Link::general:
        if (tree.parent[i] != 0) composites += rx_ra_general, columns += nu * vx_b;
        if (tree.unit[i] < 0) columns += n_i * times_inertia + (n_i * (n_i + 1) / 2 + n_i * (nu - n_i)) * dot;
        break;
    }
  }
  return {{"composites", composites}, {"columns", columns}};
}

}  // namespace kintree
