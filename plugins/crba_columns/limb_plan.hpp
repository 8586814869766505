// The parts of a tree: its limbs, which are computed in lanes, and its trunk. A limb is a subtree that has
// only revolute joints and up to 16 coordinates, after fixed joints are collapsed. Bodies of limbs are
// computed side by side (kernels/lane_schedule.hpp). The bodies of the trunk are computed one after another,
// with their columns side by side.
#pragma once

#include "kernels/lane_schedule.hpp"
#include "kintree/spatial/collapsed.hpp"

namespace kintree {

struct TrunkAndLimbs {
  TrunkAndLimbs(const Model& model, bool limbs) : TrunkAndLimbs(model, collapsed<double>(model), limbs) {}

  TrunkAndLimbs(const Model& model, const std::vector<MovingBody<double>>& bodies, bool limbs)
      : N(static_cast<int>(bodies.size()) - 1), parent(N), first(N), supported(N), in_trunk(N) {
    const Layout layout(model);
    for (int i = N; i >= 1; --i) {
      const MovingBody<double>& body = bodies[static_cast<std::size_t>(i)];
      const auto k = static_cast<std::size_t>(body.body);
      const JointKind kind = model.bodies[k].joint.kind;
      const int p = parent[i] = body.parent;
      first[i] = layout.first_velocity[k];
      supported[i] += info(kind).velocities;
      supported[p] += supported[i];
      if (!limbs || supported[i] > 16 || kind != JointKind::revolute) in_trunk[i] = 1;
      if (in_trunk[i] != 0) in_trunk[p] = 1;
    }
  }

  int N;  ///< bodies that move
  ByBody<int> parent;
  ByBody<int> first;      ///< coordinate of joint i
  ByBody<int> supported;  ///< coordinates from joint i to the tips
  ByBody<int> in_trunk;   ///< 1, or in a limb: 0
};

struct LimbPlan : TrunkAndLimbs {
  /// One lane: all is trunk.
  LimbPlan(const Model& model, int lanes)
      : TrunkAndLimbs(model, lanes > 1),
        schedule(parent, in_trunk, N, lanes),
        children(N),
        columns(N),
        slots(schedule.rows.size()) {
    for (int i = 1; i <= N; ++i) {
      std::vector<int>& all = children[parent[i]];
      all.insert(schedule.stays_in_lane(i) ? all.begin() : all.end(), i);
    }
    for (std::size_t r = 0; r < schedule.rows.size(); ++r)
      for (const int i : schedule.rows[r]) {
        if (i == 0) continue;
        for (const int child : children[i])
          columns[i].insert(columns[i].end(), columns[child].begin(), columns[child].end());
        columns[i].push_back(first[i]);
        slots[r] = std::max(slots[r], columns[i].size());
      }
  }

  /// The approximate time of a call. The unit is the time in which one pack of columns is carried over a
  /// joint. Measured with g++ 12 and AVX-512. `row` is the time of a row without its columns. `lanes` is the
  /// number of lanes of a pack of columns in the trunk.
  double cost(double row, int lanes) const {
    double sum = row * static_cast<double>(schedule.rows.size());
    for (const std::size_t count : slots) sum += static_cast<double>(count);
    for (int i = 1; i <= N; ++i) {
      const int packs = (supported[i] + lanes - 1) / lanes;
      if (in_trunk[i] != 0) sum += 7 + packs;
    }
    return sum;
  }

  LaneSchedule schedule;              ///< of the limbs
  ByBody<std::vector<int>> children;  ///< that which stays in its lane first
  ByBody<std::vector<int>> columns;  ///< of a limb's body: coordinates from there to the tips, in their slots
  std::vector<std::size_t> slots;    ///< of each row, as many as the body with most of them has columns
};

}  // namespace kintree
