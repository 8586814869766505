// Other units: a change of the units of mass, length and time by powers of two, exact in binary.
#include <cmath>

#include "change.hpp"
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
  for (EndEffector& e : parts.end_effectors) scale(e.pose.xyz, length);
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
    }
  }
  CaseImage result = change.finish();
  const Layout layout(c.model);
  const auto by_coordinate = [&](Problem problem, const std::function<double(double unit)>& factor) {
    AnswerMap& map = result.answers[problem] = identity(layout.n);
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
      const Dimensions of = dimensions(c.model.bodies[i].joint.kind);
      for (std::size_t k = 0; k < of.v.size(); ++k)
        map.entries[static_cast<std::size_t>(layout.first_velocity[i]) - 1 + k].factor =
            factor(of.v[k] == 1 ? length : 1);
    }
  };
  by_coordinate(Problem::mass_matrix, [&](double unit) { return root_mass * length / unit; });
  by_coordinate(Problem::mass_matrix_inverse, [&](double unit) { return unit / (root_mass * length); });
  by_coordinate(Problem::inverse_dynamics,
                [&](double unit) { return mass * length * length * per_square / unit; });
  for (const Problem problem : {Problem::forward_dynamics, Problem::factorization})
    by_coordinate(problem, [&](double unit) { return unit * per_square; });
  if (const auto J_bar = result.answers.find(Problem::dynamically_consistent_inverse);
      J_bar != result.answers.end()) {
    AnswerMap columns = J_bar->second.of_columns.front();
    by_coordinate(Problem::dynamically_consistent_inverse, [](double unit) { return unit; });
    for (AnswerMap::Entry& entry : columns.entries) entry.factor = (entry.row - 1) % 6 >= 3 ? 1 / length : 1;
    result.answers[Problem::dynamically_consistent_inverse].of_columns = {columns};
  }
  if (const auto osim = result.answers.find(Problem::inverse_osim); osim != result.answers.end())
    for (AnswerMap::Entry& entry : osim->second.entries)
      entry.factor = ((entry.row - 1) % 6 >= 3 ? length : 1) / (root_mass * length);
  return result;
}

}  // namespace kintree::metamorphic
