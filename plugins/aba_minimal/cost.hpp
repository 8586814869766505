// The cost of the articulated-body algorithm with the fewest operations, node by node, multiplications first.
// Derived here, and compared with the count on every tree. Phases: README.md.
#pragma once

#include "kernels/carried_bodies.hpp"
#include "kernels/screw_plan.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// A joint of n degrees of freedom that is not revolute, in the caller's frames, and its body.
inline Operations general_joint_cost(std::int64_t n, bool universal, bool on_base) {
  const std::int64_t pairs = n * (n - 1) / 2, triples = pairs * (n + 1) / 3;
  Operations sum = Operations{42, 39} + Operations{27, 15};            // w and eta; bias
  sum += 2 * Operations{6 * n, 6 * (n - 1)};                           // S q-dot, S q-ddot
  sum += (n + 1) * Operations{36, 30};                                 // U, A eta
  sum += (pairs + n) * Operations{7, 5} + triples * Operations{1, 1};  // D = L D L^T
  sum += pairs * Operations{14, 14} + n * Operations{25, 18};          // G, nu, G eps, q-ddot
  sum += Operations{48, 54};                                           // X^T and X; sums
  if (universal) sum += {30, 12};                                      // S-ring q-dot
  if (!on_base) sum += n * Operations{21, 21} + Operations{198, 156};  // A - G U^T, to the parent
  return sum;
}

inline std::vector<PhaseCost> aba_minimal_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const ScrewPlan tree(model);
  Operations dynamics, gravity, conversion;
  for (int i = 1; i <= tree.N; ++i) {
    const Link kind = tree.plan[i].kind;
    const int p = tree.parent[i];
    const bool leaf = tree.children[i] == 0, first = tree.last_child[p] == i;
    switch (kind) {
      case Link::floating:
        dynamics += {119, 92};
        gravity += {9, 9};
        conversion += {72, 54};
        break;
      case Link::root:
        dynamics += {1, 1};
        gravity += {8, 5};
        break;
      case Link::privileged:
        dynamics += leaf ? Operations{70, first ? 64 : 67} : Operations{107, first ? 100 : 105};
        break;
      case Link::dh:
        dynamics += leaf ? Operations{135, 102} : Operations{198, 169};
        break;
      case Link::non_dh:
        dynamics += leaf ? Operations{200, 160} : Operations{259, 224};
        break;
      case Link::general:
        dynamics += general_joint_cost(tree.dof[i], tree.kind[i] == JointKind::universal, p == 0);
    }
    if (p != 0 && kind != Link::privileged)  // the sum of inertias
      dynamics += {0, !first ? 21 : tree.revolute(p) ? 9 : 15};
  }
  return {{"dynamics", dynamics},
          {"gravity", gravity},
          {"external forces", carried_forces_cost(model)},
          {"conversion", conversion}};
}

}  // namespace kintree
