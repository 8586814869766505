// Fixed joints, and the frames of end-effectors.
#include "../metamorphic/change.hpp"
#include "catalogue.hpp"
#include "kintree/trees/index_maps.hpp"
#include "reading.hpp"

namespace kintree::misreadings {
namespace {

using namespace metamorphic;

bool is_fixed(const Part& part) {
  return part.body.joint.kind == JointKind::fixed;
}

/// By body: from coordinates in its axes to coordinates in the axes of the moving body that carries it, or of
/// the base.
std::vector<Matrix> rotations_to_carriers(const Parts& parts) {
  std::vector<Matrix> result{Frame{}.R};
  for (int i = 1; i <= parts.body_count(); ++i)
    result.push_back(is_fixed(parts[i]) ? result[static_cast<std::size_t>(parts[i].body.parent)] *
                                              frame(parts[i].body.joint.placement).R
                                        : Frame{}.R);
  return result;
}

bool has_moments(const Inertial& I) {
  return I.ixx != 0 || I.iyy != 0 || I.izz != 0;
}

/// The inertias of bodies on fixed joints, seen in their carriers' axes, lack the rotation there `times`
/// times.
std::optional<Misreading> fixed_turned_back(const Case& c, int times) {
  Reading reading(c);
  const std::vector<Matrix> to_carrier = rotations_to_carriers(reading.parts);
  bool any = false;
  for (const int i : bodies_where(reading.parts, is_fixed)) {
    Inertial& I = reading.parts[i].body.inertial;
    const Matrix& R = to_carrier[static_cast<std::size_t>(i)];
    if (!has_moments(I) || R == Frame{}.R) continue;
    Matrix turned = frame(I.origin).R;
    for (int k = 0; k < times; ++k) turned = transposed(R) * turned;
    I.origin = {I.origin.xyz, placement(Frame{turned, {}}).rpy};
    any = true;
  }
  if (!any) return {};
  return reading.finish();
}

/// Restricts the misreading to problems that read end-effectors.
Misreading of_end_effectors(Misreading m) {
  m.problems = m.problems.that_read(quantity::end_effectors);
  return m;
}

/// The rows of each end-effector in other coordinates, by an orthogonal map.
Misreading rows_seen(const Case& c, const AnswerMap& E) {
  Reading reading(c);
  reading.end_effectors = E;
  return of_end_effectors(reading.finish());
}

/// Changes the poses of all end-effectors by `read`, which returns true if it changed one.
std::optional<Misreading> poses(const Case& c, bool (*read)(Placement&)) {
  Reading reading(c);
  bool any = false;
  for (EndEffector& end : reading.parts.end_effectors) any |= read(end.pose);
  if (!any) return {};
  return of_end_effectors(reading.finish());
}

}  // namespace

std::optional<Misreading> fixed_inertia_not_turned(const Case& c) {
  return fixed_turned_back(c, 1);
}
std::optional<Misreading> fixed_inertia_turned_back(const Case& c) {
  return fixed_turned_back(c, 2);
}

std::optional<Misreading> fixed_placement_ignored(const Case& c) {
  Reading reading(c);
  bool any = false;
  for (const int i : bodies_where(reading.parts, is_fixed)) {
    Placement& p = reading.parts[i].body.joint.placement;
    any = any || p.xyz != Triple{} || is_turned(p);
    p = {};
  }
  if (!any) return {};
  return reading.finish();
}

std::optional<Misreading> children_of_fixed_on_base(const Case& c) {
  Reading reading(c);
  bool any = false;
  const Parts given(c);
  for (int i = 1; i <= given.body_count(); ++i) {
    const int above = given[i].body.parent;
    if (above == 0 || !is_fixed(given[above])) continue;
    reading.parts[i].body.parent = 0;
    any = true;
  }
  if (!any) return {};
  return reading.finish();
}

std::optional<Misreading> end_effector_linear_first(const Case& c) {
  const auto count = c.state.end_effectors.size();
  if (count == 0) return {};
  AnswerMap swap{6 * static_cast<int>(count), 6 * static_cast<int>(count), {}, {}};
  for (int k = 0; k < swap.rows; ++k) swap.entries.push_back({k + 1, k / 6 * 6 + (k + 3) % 6 + 1, 1.0});
  return rows_seen(c, swap);
}

std::optional<Misreading> end_effector_at_link_origin(const Case& c) {
  return poses(c, [](Placement& pose) {
    if (pose.xyz == Triple{}) return false;
    pose.xyz = {};
    return true;
  });
}

std::optional<Misreading> end_effector_in_link_axes(const Case& c) {
  return poses(c, [](Placement& pose) {
    if (!is_turned(pose)) return false;
    pose = {pose.xyz, {}};
    return true;
  });
}

std::optional<Misreading> end_effector_in_base_axes(const Case& c) {
  const std::vector<EndEffector>& ends = c.state.end_effectors;
  const std::vector<Matrix> to_base = rotations_to_base(Parts(c));
  AnswerMap E{6 * static_cast<int>(ends.size()), 6 * static_cast<int>(ends.size()), {}, {}};
  bool any = false;
  for (std::size_t e = 0; e < ends.size(); ++e) {
    const Matrix R = to_base[static_cast<std::size_t>(ends[e].body)] * frame(ends[e].pose).R;
    any = any || R != Frame{}.R;
    for (const int half : {1, 4}) {
      const int first = 6 * static_cast<int>(e) + half;
      place(E, rounded(R), first, first);
    }
  }
  if (!any) return {};
  return rows_seen(c, E);
}

}  // namespace kintree::misreadings
