// Symmetries of mechanics (the mirror image, reversed axes, reversed time), and directions of other lengths.
#include <cmath>

#include "change.hpp"
#include "kintree/trees/index_maps.hpp"
#include "transformations.hpp"

namespace kintree::metamorphic {
namespace {

// The mirror image in the plane x = 0: M = diag(-1, 1, 1) takes a polar vector x to M x and an axial one (a
// rotation, a couple) to -M x.
void mirror_polar(double* x) {
  x[0] = -x[0];
}
void mirror_axial(double* x) {
  x[1] = -x[1];
  x[2] = -x[2];
}
void mirror(Placement& placement) {
  mirror_polar(placement.xyz.data());
  mirror_axial(placement.rpy.data());
  mirror_axial(placement.quaternion.data() + 1);
}

}  // namespace

std::optional<CaseImage> mirrored(const Case& c, std::uint64_t seed) {
  Change change(c, "mirrored", seed);
  Parts& parts = change.parts;
  mirror_polar(parts.gravity.data());
  AnswerMap rows = identity_map(6 * static_cast<int>(parts.end_effectors.size()));
  for (std::size_t k = 0; k < rows.entries.size(); ++k)
    if (k % 6 >= 1 && k % 6 <= 3) rows.entries[k].factor = -1;
  change.end_effectors = rows;
  for (const std::size_t k : {1U, 2U, 3U}) change.momenta.entries[k].factor = -1;
  change.parameters = {1, -1, 1, 1, 1, -1, 1, -1, 1, 1};
  AnswerMap constraint_rows = identity_map(Layout(c.model).constraint_rows);
  std::size_t row = 0;
  for (ConstraintPart& part : parts.constraints) {
    std::size_t own_row = 0;
    if (part.constraint.coupling) {  // no sign of its joints changes
      ++row;
      continue;
    }
    for (std::size_t k = 0; k < 6; ++k)
      if (part.constraint.rows[k]) {
        const double sign = k >= 1 && k <= 3 ? -1 : 1;
        constraint_rows.entries[row++].factor = sign;
        part.gamma[own_row++] *= sign;
      }
  }
  change.constraints = constraint_rows;
  parts.change_frames([](EndEffector& e) { mirror(e.pose); });
  for (int i = 0; i <= parts.body_count(); ++i) {
    Part& part = parts[i];
    Joint& joint = part.body.joint;
    Inertial& I = part.body.inertial;
    mirror(joint.placement);
    mirror(I.origin);
    I.ixy = -I.ixy;
    I.ixz = -I.ixz;
    mirror_axial(part.f_ext.data());
    mirror_polar(part.f_ext.data() + 3);
    if (i == 0) continue;
    std::vector<double> signs = ones(info(joint.kind).velocities);
    switch (joint.kind) {
      case JointKind::fixed:
        break;
      case JointKind::prismatic:
        mirror_polar(joint.axis.data());
        break;
      case JointKind::revolute:
      case JointKind::universal:
        mirror_axial(joint.axis.data());
        mirror_axial(joint.second_axis.data());
        break;
      case JointKind::helical:
        mirror_axial(joint.axis.data());
        joint.pitch = -joint.pitch;
        break;
      case JointKind::cylindrical:
        mirror_axial(joint.axis.data());
        signs = {1, -1};
        part.q[1] = -part.q[1];
        break;
      case JointKind::
          planar:  // with Q the shortest rotation to n, M Q M is that to M n: e_x' = -M e_x, e_y' = M e_y
        mirror_polar(joint.axis.data());
        signs = {-1, 1, -1};
        part.q[0] = -part.q[0];
        part.q[2] = -part.q[2];
        break;
      case JointKind::spherical:
        mirror_axial(part.q.data() + 1);
        signs = {1, -1, -1};
        break;
      case JointKind::free:
        mirror_polar(part.q.data());
        mirror_axial(part.q.data() + 4);
        signs = {1, -1, -1, -1, 1, 1};
        break;
    }
    scale_rates(part, signs);
    change.rate_maps[part.body.name] = {part.body.name, diagonal(signs), diagonal(signs)};
  }
  return change.finish();
}

std::optional<CaseImage> axes_reversed(const Case& c, std::uint64_t seed) {
  Change change(c, "axes_reversed", seed);
  Generator& generator = change.generator;
  const std::vector<int> candidates = bodies_where(change.parts, [](const Part& part) {
    const JointKind kind = part.body.joint.kind;
    return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical ||
           kind == JointKind::cylindrical || kind == JointKind::universal;
  });
  if (candidates.empty()) return {};
  const int always = pick(generator, candidates);
  std::vector<double> sign(change.parts.list.size(), 1.0);
  for (const int i : candidates) {
    if (i != always && one_in(generator, 2)) continue;
    sign[static_cast<std::size_t>(i)] = -1;
    Part& part = change.parts[i];
    scale(part.body.joint.axis, -1);
    scale(part.body.joint.second_axis, -1);
    part.q = scaled(part.q, -1);
    const std::vector<double> signs = scaled(ones(info(part.body.joint.kind).velocities), -1);
    scale_rates(part, signs);
    change.rate_maps[part.body.name] = {part.body.name, diagonal(signs), diagonal(signs)};
  }
  AnswerMap rows = identity_map(Layout(c.model).constraint_rows);
  std::size_t row = 0;
  for (auto& [constraint, gamma] : change.parts.constraints) {
    if (std::optional<Coupling>& coupling = constraint.coupling) {
      const double own = sign[static_cast<std::size_t>(constraint.frame.body)];
      coupling->multiplier *= own * sign[static_cast<std::size_t>(constraint.relative_to)];
      coupling->offset *= own;
      gamma[0] *= own;
      rows.entries[row].factor = own;
    }
    row += gamma.size();
  }
  change.constraints = rows;
  return change.finish();
}

std::optional<CaseImage> directions_rescaled(const Case& c, std::uint64_t seed) {
  Change change(c, "directions_rescaled", seed);
  Generator& generator = change.generator;
  for (int i = 1; i <= change.parts.body_count(); ++i) {
    Part& part = change.parts[i];
    const auto power = [&] { return std::ldexp(1.0, uniform_integer(generator, -20, 20)); };
    scale(part.body.joint.axis, power());
    scale(part.body.joint.second_axis, power());
    const double factor = one_in(generator, 2) ? power() : -power();
    const std::size_t first = part.body.joint.kind == JointKind::free ? 3 : 0;
    if (part.body.joint.kind == JointKind::free || part.body.joint.kind == JointKind::spherical)
      for (std::size_t k = first; k < part.q.size(); ++k) part.q[k] *= factor;
  }
  return change.finish();
}

std::optional<CaseImage> time_reversed(const Case& c, std::uint64_t seed) {
  Change change(c, "time_reversed", seed);
  for (int i = 1; i <= change.parts.body_count(); ++i) change.parts[i].v = scaled(change.parts[i].v, -1);
  CaseImage result = change.finish();
  result.maps.time_runs_backwards = true;
  result.problems = result.problems.that_read(quantity::v);
  return result;
}

}  // namespace kintree::metamorphic
