// The operations of the second derivatives of inverse dynamics, from the loops of idsva_so.hpp. The rates are those of `idsva`.
#pragma once

#include "idsva/cost.hpp"

namespace kintree {

/// The coordinates on the paths to the base, and which of them are above others. Those of a universal joint count as two joints.
class PathColumns {
 public:
  struct Column {
    int joint, coordinate;
    bool as_two_joints;
  };

  explicit PathColumns(const Model& model) : of_(model.bodies.size()) {
    const Layout layout(model);
    for (std::size_t i = 1; i < of_.size(); ++i) {
      const Body& body = model.bodies[i];
      of_[i] = of_[static_cast<std::size_t>(body.parent)];
      for (int k = 0; k < info(body.joint.kind).velocities; ++k)
        of_[i].push_back(
            {static_cast<int>(i), layout.first_velocity[i] + k, body.joint.kind == JointKind::universal});
    }
  }
  const std::vector<Column>& operator[](int i) const { return of_[static_cast<std::size_t>(i)]; }
  static bool is_above(const Column& a, const Column& b) {
    return a.coordinate < b.coordinate && (a.joint != b.joint || a.as_two_joints);
  }

 private:
  std::vector<std::vector<Column>> of_;
};

inline std::vector<PhaseCost> idsva_so_cost(const Model& model,
                                            const std::vector<EndEffector>& end_effectors) {
  const Operations cross{18, 12}, dot{6, 5}, dot3{3, 2}, add{0, 1}, add6{0, 6}, R{24, 18}, sum{48, 38},
      areas{51, 33};
  const Operations carried{114, 90}, of_body{6, 6}, projected = dot + add;
  const PathColumns path(model);
  Operations pairs;
  for (int i = 1; i <= model.body_count(); ++i) {
    pairs += of_body;  // its second moments, and -2 u
    for (const auto& c : path[i]) {
      pairs += c.joint == i ? add6 : carried;
      for (const auto& a : path[i])
        if (a.joint == i || c.joint == i) pairs += 2 * areas;
      for (const auto& d : path[i]) {
        if (PathColumns::is_above(c, d)) continue;
        const bool both = PathColumns::is_above(d, c);
        pairs += 2 * cross + sum;                    // by q and q
        if (both) pairs += cross + cross + sum + R;  // by the lower q
        for (const auto& a : path[i]) {
          if (a.joint != i && c.joint != i) continue;
          pairs += dot + dot3 + add;                                         // by q and q
          pairs += both ? dot3 : 2 * dot3 + areas + add + Operations{1, 0};  // by v and v
          pairs += dot3;                                                     // by q and v
          if (both) pairs += dot + dot3 + add + dot;                         // by the lower q
          if (!PathColumns::is_above(a, c)) continue;
          pairs += 3 * projected + sum + cross;
          if (both) pairs += 2 * projected + sum + cross + R + cross;
          if (PathColumns::is_above(a, d)) pairs += 2 * cross + sum + 2 * add6 + cross + sum;
        }
      }
    }
  }
  std::vector<PhaseCost> phases = idsva_cost(model, end_effectors);
  phases.back() = {"pairs", pairs};
  return phases;
}

}  // namespace kintree
