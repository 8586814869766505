// Other units: a change of the units of mass, length and time by powers of two, exact in binary.
#include <cmath>

#include "change.hpp"
#include "kintree/trees/index_maps.hpp"
#include "transformations.hpp"

namespace kintree::metamorphic {
namespace {

/// The powers of length in the joint's coordinates: 1 for a length, 0 for an angle or an entry of a
/// quaternion.
struct Dimensions {
  std::vector<int> q, v;  ///< by position; by velocity
};

Dimensions dimensions(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return {{}, {}};
    case JointKind::revolute:
    case JointKind::helical:
      return {{0}, {0}};
    case JointKind::prismatic:
      return {{1}, {1}};
    case JointKind::cylindrical:
      return {{0, 1}, {0, 1}};
    case JointKind::universal:
      return {{0, 0}, {0, 0}};
    case JointKind::planar:
      return {{1, 1, 0}, {1, 1, 0}};
    case JointKind::spherical:
      return {{0, 0, 0, 0}, {0, 0, 0}};
    case JointKind::free:
      return {{1, 1, 1, 0, 0, 0, 0}, {0, 0, 0, 1, 1, 1}};
  }
  return {};
}

}  // namespace

std::optional<CaseImage> units(const Case& c, std::uint64_t seed) {
  Change change(c, "units", seed);
  Generator& generator = change.generator;
  const auto power = [&] { return std::ldexp(1.0, uniform_integer(generator, -6, 6)); };
  const double root_mass = power(), length = power(), time = power();
  const double mass = root_mass * root_mass, per_square = 1 / (time * time);
  Parts& parts = change.parts;
  scale(parts.gravity, length * per_square);
  parts.change_frames([length](EndEffector& e) { scale(e.pose.xyz, length); });
  std::vector<double> units_of_constraints;
  const auto unit_of_joint = [&](int body) {
    return body != 0 && dimensions(parts[body].body.joint.kind).v[0] == 1 ? length : 1;
  };
  for (ConstraintPart& part : parts.constraints) {
    if (std::optional<Coupling>& coupling = part.constraint.coupling) {
      units_of_constraints.push_back(unit_of_joint(part.constraint.frame.body));
      coupling->multiplier *= units_of_constraints.back() / unit_of_joint(part.constraint.relative_to);
      coupling->offset *= units_of_constraints.back();
      part.gamma[0] *= units_of_constraints.back() * per_square;
      continue;
    }
    std::size_t row = 0;
    for (std::size_t k = 0; k < 6; ++k)
      if (part.constraint.rows[k]) {
        units_of_constraints.push_back(k >= 3 ? length : 1);
        part.gamma[row++] *= units_of_constraints.back() * per_square;
      }
  }
  for (int i = 0; i <= parts.body_count(); ++i) {
    Part& part = parts[i];
    Joint& joint = part.body.joint;
    Inertial& I = part.body.inertial;
    scale(joint.placement.xyz, length);
    joint.pitch *= length;
    scale(I.origin.xyz, length);
    I.mass *= mass;
    for (double* const entry : {&I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz})
      *entry *= mass * length * length;
    scale(part.f_ext, mass * length * per_square);
    for (std::size_t k = 0; k < 3; ++k) part.f_ext[k] *= length;
    const Dimensions of = dimensions(joint.kind);
    for (std::size_t k = 0; k < of.q.size(); ++k) part.q[k] *= of.q[k] == 1 ? length : 1;
    for (std::size_t k = 0; k < of.v.size(); ++k) {
      const double unit = of.v[k] == 1 ? length : 1;
      part.v[k] *= unit / time;
      part.qdd[k] *= unit * per_square;
      part.tau[k] *= mass * length * length * per_square / unit;
      joint.armature[k] *= mass * length * length / (unit * unit);
    }
  }
  CaseImage result = change.finish();
  const AnswerMap same = identity_map(Layout(c.model).n),
                  rows = identity_map(6 * static_cast<int>(c.state.end_effectors.size()));
  IndexMaps units{.velocities = same,
                  .forces = same,
                  .twists = rows,
                  .wrenches = rows,
                  .constraints = result.maps.constraints,
                  .constraint_forces = result.maps.constraints,
                  .momenta = identity_map(6),
                  .parameters = result.maps.parameters,
                  .mass = mass,
                  .length = length,
                  .time = time};
  for (std::size_t i = 1, k = 0; i < c.model.bodies.size(); ++i)
    for (const int power_of_length : dimensions(c.model.bodies[i].joint.kind).v) {
      const double unit = power_of_length == 1 ? length : 1;
      units.velocities.entries[k].factor = unit;
      units.forces.entries[k++].factor = 1 / unit;
    }
  for (std::size_t r = 0; r < units.twists.entries.size(); ++r) {
    const double unit = r % 6 >= 3 ? length : 1;
    units.twists.entries[r].factor = unit;
    units.wrenches.entries[r].factor = 1 / unit;
  }
  for (std::size_t r = 0; r < units_of_constraints.size(); ++r) {
    units.constraints.entries[r].factor = units_of_constraints[r];
    units.constraint_forces.entries[r].factor = 1 / units_of_constraints[r];
  }
  for (const std::size_t k : {3U, 4U, 5U}) units.momenta.entries[k].factor = 1 / length;
  for (std::size_t k = 0; k < units.parameters.entries.size(); ++k)
    units.parameters.entries[k].factor = k % 10 == 0 ? 1 : k % 10 < 4 ? 1 / length : 1 / (length * length);
  result.maps = units;
  result.problems = problems_related_by(units);
  return result;
}

}  // namespace kintree::metamorphic
