// The operations of the recursive Newton-Euler algorithm in the caller's frames.  Derived here from the lines of its two sweeps.
#pragma once

#include <algorithm>

#include "kintree/model/model.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

inline std::vector<PhaseCost> rnea_cost(const Model& model, const std::vector<EndEffector>& /*none*/) {
  const Operations X_v{24, 18}, I_a{24, 18}, gyroscopic{42, 27}, v_x_v{18, 12}, universal{30, 12}, sum{0, 6};
  Operations out, in;
  for (int i = 1; i <= model.body_count(); ++i) {
    const Body& body = model.bodies[static_cast<std::size_t>(i)];
    const std::int64_t n_i = info(body.joint.kind).velocities;
    const Operations S_rate{6 * n_i, 6 * std::max<std::int64_t>(n_i - 1, 0)};
    out += X_v + S_rate + sum;                                      // v
    out += v_x_v + sum;                                             // c
    if (body.joint.kind == JointKind::universal) out += universal;  // S-ring q-dot
    out += X_v + S_rate + 2 * sum;                                  // a
    out += I_a + gyroscopic + 2 * sum;                              // f
    in += Operations{6 * n_i, 5 * n_i};                             // S^T f
    if (body.parent != 0) in += X_v + sum;                          // X^T f, as many as X v
  }
  return {{"base to tips", out}, {"tips to base", in}};
}

}  // namespace kintree
