// What the articulated-body algorithm of least count costs, node by node, multiplications before additions.
// Derived here, and compared with the count on every tree.
//
//   "dynamics"          the algorithm: velocities, inertias, forces, accelerations; coefficients 2 sin(theta)
//   "gravity"           its rotation into a floating base, or into the frames of root joints
//   "external forces"   their transforms to F_i, for each body of the model that moves
//   "conversion"        twist, force and acceleration of a floating base, between the caller's frame and F_i
#pragma once

#include "kernels/carried_bodies.hpp"
#include "kernels/screw_plan.hpp"
#include "kintree/data/operations.hpp"

namespace kintree {

/// A joint of n_i degrees of freedom that is not revolute, in the caller's frames, and its body.
inline Operations other_joint_cost(std::int64_t n_i, bool universal, bool on_base) {
  const Operations times_rates{6 * n_i, 6 * (n_i - 1)}, velocity{42, 39}, bias{27, 15}, inertia{36, 30};
  Operations sum = times_rates + velocity + bias;
  if (universal) sum += {30, 12};  // S-ring q-dot
  // U, D = S^T U, its L D L^T, G = U D^-1
  sum += n_i * inertia + n_i * (n_i + 1) / 2 * Operations{6, 5};
  sum += Operations{n_i * (n_i + 1) / 2 + (n_i * n_i * n_i - n_i) / 6, (n_i * n_i * n_i - n_i) / 6};
  sum += n_i * (n_i - 1) * Operations{6, 6} + n_i * Operations{6, 0};
  // z = p + A eta, nu, z + G eps, to the parent
  sum += inertia + Operations{0, 6} + n_i * Operations{12, 12} + Operations{24, 18};
  sum += Operations{n_i * (n_i - 1) + n_i, n_i * (n_i - 1)};
  // A - G U^T, to the parent
  if (!on_base) sum += n_i * Operations{21, 21} + Operations{198, 150} + Operations{0, 6};
  // X alpha, q-ddot, alpha
  return sum + Operations{24, 18} + n_i * Operations{6, 6} + times_rates + Operations{0, 12};
}

/// A revolute joint below another body, and its body, but for the addition to the parent's inertia.
inline Operations revolute_cost(const LinkPlan& link, bool leaf) {
  Operations sum = leaf ? Operations{70, 55} : Operations{107, 90};
  if (link.kind == Link::privileged) return sum;
  sum += leaf ? Operations{10, 12} : Operations{15, 18};  // eta.v
  if (link.kind == Link::dh) {
    sum += leaf ? Operations{55, 35} : Operations{60, 42};
    if (link.offset) sum += {16, 19};
  } else {
    sum += leaf ? Operations{120, 93} : Operations{125, 100};
    if (link.offset) sum += {12, 16};
  }
  return sum;
}

/// Of n revolutes on a floating base, a chain: (198n - 35)m + (178n - 53)a.
inline std::vector<PhaseCost> aba_minimal_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const ScrewPlan tree(model);
  Operations dynamics, gravity, conversion;
  for (int i = tree.N; i >= 1; --i) {
    const LinkPlan& link = tree.plan[i];
    const int p = tree.parent[i];
    const bool opens = tree.last_child[p] == i,
               revolute_parent = p != 0 && tree.kind[p] == JointKind::revolute;
    if (p != 0) {
      const std::int64_t first = link.kind == Link::privileged ? 10 : revolute_parent ? 9 : 15;
      dynamics += {0, opens ? first : link.kind == Link::privileged ? 15 : 21};
    }
    switch (link.kind) {
      case Link::floating:
        dynamics += {119, 92};  // bias 27m+15a, f - p 6a, A = L D L^T 50m+35a, alpha 36m+30a, w x v 6m+6a
        gravity += {9, 9};
        conversion += {72, 54};
        break;
      case Link::root:
        dynamics += {1, 1};
        gravity += {8, 5};
        break;
      case Link::general:
        dynamics += other_joint_cost(tree.dof[i], tree.kind[i] == JointKind::universal, p == 0);
        break;
      default:
        dynamics += revolute_cost(link, tree.children[i] == 0);
    }
  }
  return {{"dynamics", dynamics},
          {"gravity", gravity},
          {"external forces", carried_forces_cost(model)},
          {"conversion", conversion}};
}

}  // namespace kintree
