#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "suite/worst_cases/search_space.hpp"

namespace kintree::suite {
namespace {

constexpr double pi = std::numbers::pi;

double length(const Triple& x) {
  return std::hypot(x[0], x[1], x[2]);
}

/// The vector of this length, with this azimuth and this cosine of the angle to z.
Triple spherical(double size, double azimuth, double cosine) {
  const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
  return {size * sine * std::cos(azimuth), size * sine * std::sin(azimuth), size * cosine};
}
double azimuth(const Triple& x) {
  return std::atan2(x[1], x[0]);
}
double cosine(const Triple& x) {
  const double size = length(x);
  return size == 0 ? 1 : x[2] / size;
}

/// The axes of a universal joint are at least 30 degrees apart.
bool apart(const Joint& joint) {
  if (joint.kind != JointKind::universal) return true;
  const Triple &a = joint.axis, &b = joint.second_axis;
  const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return dot * dot <= 0.75 * length(a) * length(a) * length(b) * length(b);
}

struct Principal {
  Eigen::Matrix3d axes;
  Eigen::Array3d second_moments;
};

Principal principal(const Inertial& inertial) {
  Eigen::Matrix3d I;
  I << inertial.ixx, inertial.ixy, inertial.ixz, inertial.ixy, inertial.iyy, inertial.iyz, inertial.ixz,
      inertial.iyz, inertial.izz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(I);
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
  return {axes, I.trace() / 2 - solver.eigenvalues().array()};
}

void set_tensor(Inertial& inertial, const Eigen::Matrix3d& axes, const Eigen::Array3d& second_moments) {
  const Eigen::Matrix3d S = axes * second_moments.matrix().asDiagonal() * axes.transpose();
  inertial.ixx = S(1, 1) + S(2, 2);
  inertial.iyy = S(2, 2) + S(0, 0);
  inertial.izz = S(0, 0) + S(1, 1);
  inertial.ixy = -S(0, 1);
  inertial.ixz = -S(0, 2);
  inertial.iyz = -S(1, 2);
}

Eigen::Matrix3d rotation(double roll, double pitch, double yaw) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(yaw, Vector3d::UnitZ()) * AngleAxisd(pitch, Vector3d::UnitY()) *
          AngleAxisd(roll, Vector3d::UnitX()))
      .toRotationMatrix();
}

}  // namespace

SearchSpace::SearchSpace(const Case& c, Problem problem, bool fixed_model) : drawn_(c) {
  const Layout layout(c.model);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    if (!fixed_model) {
      add_joint(i);
      add_inertial(i);
    }
    add_positions(i);
  }
  const auto add_rates = [&](const char* what, double bound, std::vector<double> State::*rates) {
    for (std::size_t k = 0; k < (c.state.*rates).size(); ++k)
      add_number(what, {-bound, bound, (c.state.*rates)[k]},
                 [=](Case& changed) -> double& { return (changed.state.*rates)[k]; });
  };
  const StateOptions bounds;
  if (reads(problem, quantity::v)) add_rates("a velocity", bounds.velocity, &State::v);
  if (reads(problem, quantity::qdd)) add_rates("an acceleration", bounds.acceleration, &State::qdd);
  if (reads(problem, quantity::tau)) add_rates("a force", bounds.force, &State::tau);
  if (reads(problem, quantity::f_ext))
    for (std::size_t i = 1; i < c.state.f_ext.size(); ++i)
      for (std::size_t k = 0; k < 6; ++k)
        add_number("an external force", {-bounds.force, bounds.force, c.state.f_ext[i][k]},
                   [=](Case& changed) -> double& { return changed.state.f_ext[i][k]; });
  if (reads(problem, quantity::end_effectors))
    for (std::size_t e = 0; e < c.state.end_effectors.size(); ++e) {
      add_offset("the distance of an end-effector", 0, 0.3,
                 [=](Case& changed) -> Triple& { return changed.state.end_effectors[e].pose.xyz; });
      add_rotation("the rotation of an end-effector",
                   [=](Case& changed) -> Triple& { return changed.state.end_effectors[e].pose.rpy; });
    }
}

void SearchSpace::add(const std::string& what, const std::vector<Range>& ranges, Setter set) {
  groups_.push_back({knobs_.size(), ranges.size(), std::move(set)});
  for (const Range& r : ranges) {
    note(what, r.low, r.high, r.start);
    knobs_.push_back({std::min(r.low, r.start), std::max(r.high, r.start), r.start, r.logarithmic});
  }
}

void SearchSpace::note(const std::string& what, double low, double high, double start) {
  constexpr double rounding = 1e-9;  // of numbers that are derived from those of the case
  if (!beyond_ && !(start >= low - rounding && start <= high + rounding)) beyond_ = what;
}

void SearchSpace::add_number(const std::string& what, Range range, std::function<double&(Case&)> number) {
  add(what, {range}, [number = std::move(number)](Case& c, const double* values) {
    number(c) = values[0];
    return true;
  });
}

void SearchSpace::add_offset(const std::string& what, double nearest, double farthest,
                             std::function<Triple&(Case&)> of) {
  const Triple& drawn = of(drawn_);
  add(what, {{nearest, farthest, length(drawn)}, {-pi, pi, azimuth(drawn)}, {-1, 1, cosine(drawn)}},
      [of = std::move(of)](Case& c, const double* values) {
        of(c) = spherical(values[0], values[1], values[2]);
        return true;
      });
}

void SearchSpace::add_direction(const std::string& what, std::function<Triple&(Case&)> of,
                                std::function<bool(const Case&)> valid) {
  const Triple& drawn = of(drawn_);
  note("the length of " + what, 0.5, 2, length(drawn));
  add(what, {{-pi, pi, azimuth(drawn)}, {-1, 1, cosine(drawn)}},
      [of = std::move(of), valid = std::move(valid), size = length(drawn)](Case& c, const double* values) {
        of(c) = spherical(size, values[0], values[1]);
        return valid(c);
      });
}

void SearchSpace::add_rotation(const std::string& what, std::function<Triple&(Case&)> of) {
  for (std::size_t k = 0; k < 3; ++k)
    add_number(what, {-pi, pi, of(drawn_)[k]}, [of, k](Case& c) -> double& { return of(c)[k]; });
}

void SearchSpace::add_joint(std::size_t i) {
  const auto joint = [i](Case& c) -> Joint& { return c.model.bodies[i].joint; };
  const auto valid = [i](const Case& c) { return apart(c.model.bodies[i].joint); };
  add_offset("the distance between two joints", 0.1, 0.5,
             [joint](Case& c) -> Triple& { return joint(c).placement.xyz; });
  add_rotation("the rotation of a placement", [joint](Case& c) -> Triple& { return joint(c).placement.rpy; });
  const JointKind kind = drawn_.model.bodies[i].joint.kind;
  if (has_axis(kind))
    add_direction(
        "an axis", [joint](Case& c) -> Triple& { return joint(c).axis; }, valid);
  if (kind == JointKind::universal)
    add_direction(
        "a second axis", [joint](Case& c) -> Triple& { return joint(c).second_axis; }, valid);
  const double pitch = joint(drawn_).pitch;
  if (kind != JointKind::helical) return;
  if (pitch == 0) return note("a pitch", 0.01, 0.2, pitch);
  add("a pitch", {{0.01, 0.2, std::abs(pitch), true}},
      [joint, sign = std::copysign(1.0, pitch)](Case& c, const double* values) {
        joint(c).pitch = sign * values[0];
        return true;
      });
}

void SearchSpace::add_inertial(std::size_t i) {
  const auto inertial = [i](Case& c) -> Inertial& { return c.model.bodies[i].inertial; };
  const Inertial& drawn = inertial(drawn_);
  add_offset("the distance of a centre of mass", 0, 0.15,
             [inertial](Case& c) -> Triple& { return inertial(c).origin.xyz; });
  if (drawn.mass == 0) {
    note("a mass", 0.25, 4, drawn.mass);
    return;
  }
  std::vector<Range> ranges{{0.25, 4, drawn.mass, true}};
  const Principal of = principal(drawn);
  for (Eigen::Index k = 0; k < 3; ++k)
    ranges.push_back({0.05, 0.2, std::sqrt(std::max(0.0, of.second_moments(k)) / drawn.mass)});
  for (int k = 0; k < 3; ++k) ranges.push_back({-pi, pi, 0});
  const bool point = drawn.ixx == 0 && drawn.iyy == 0 && drawn.izz == 0;
  add("an inertia", ranges, [inertial, point, axes = of.axes](Case& c, const double* values) {
    Inertial& changed = inertial(c);
    changed.mass = values[0];
    if (!point)
      set_tensor(changed, axes * rotation(values[4], values[5], values[6]),
                 values[0] * Eigen::Array3d(values[1], values[2], values[3]).square());
    return true;
  });
}

void SearchSpace::add_positions(std::size_t i) {
  const Layout layout(drawn_.model);
  const JointKind kind = drawn_.model.bodies[i].joint.kind;
  const auto first = static_cast<std::size_t>(layout.first_position[i] - 1);
  const auto number = [](std::size_t at) { return [at](Case& c) -> double& { return c.state.q[at]; }; };
  const auto angle = [&](std::size_t k) {
    add_number("an angle", {-pi, pi, drawn_.state.q[first + k]}, number(first + k));
  };
  const auto slide = [&](std::size_t k) {
    add_number("a length", {-1, 1, drawn_.state.q[first + k]}, number(first + k));
  };
  switch (kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::helical:
      angle(0);
      break;
    case JointKind::prismatic:
      slide(0);
      break;
    case JointKind::cylindrical:
      angle(0);
      slide(1);
      break;
    case JointKind::universal:
      angle(0);
      angle(1);
      break;
    case JointKind::planar:
      slide(0);
      slide(1);
      angle(2);
      break;
    case JointKind::free:
      for (std::size_t k = 0; k < 3; ++k) slide(k);
      [[fallthrough]];
    case JointKind::spherical: {
      const std::size_t at = first + (kind == JointKind::free ? 3 : 0);
      const double* const drawn = drawn_.state.q.data() + at;
      const double size = std::hypot(std::hypot(drawn[0], drawn[1]), std::hypot(drawn[2], drawn[3]));
      note("the length of a quaternion", 0.5, 2, size);
      std::vector<Range> components;
      for (std::size_t k = 0; k < 4; ++k) components.push_back({-1, 1, drawn[k] / size});
      add("a quaternion", components, [at, size](Case& c, const double* values) {
        const double given = std::hypot(std::hypot(values[0], values[1]), std::hypot(values[2], values[3]));
        if (given < 0x1p-10) return false;
        for (std::size_t k = 0; k < 4; ++k) c.state.q[at + k] = values[k] * (size / given);
        return true;
      });
    }
  }
}

double SearchSpace::value(const Knob& knob, double coordinate) const {
  const double t = std::clamp(coordinate, 0.0, 1.0);
  const double value =
      knob.logarithmic ? knob.low * std::pow(knob.high / knob.low, t) : knob.low + t * (knob.high - knob.low);
  return std::clamp(value, knob.low, knob.high);
}

std::vector<double> SearchSpace::start() const {
  std::vector<double> point;
  point.reserve(knobs_.size());
  for (const Knob& k : knobs_) {
    const double span = k.logarithmic ? std::log(k.high / k.low) : k.high - k.low;
    const double above = k.logarithmic ? std::log(k.start / k.low) : k.start - k.low;
    point.push_back(std::clamp(above / span, 0.0, 1.0));
  }
  return point;
}

std::optional<Case> SearchSpace::at(const std::vector<double>& point) const {
  Case c = drawn_;
  const std::vector<double> unchanged = start();
  for (const Group& group : groups_) {
    std::vector<double> values;
    bool changed = false;
    for (std::size_t k = group.first; k < group.first + group.count; ++k) {
      const bool moved = point[k] != unchanged[k];
      changed |= moved;
      values.push_back(moved ? value(knobs_[k], point[k]) : knobs_[k].start);
    }
    if (changed && !group.set(c, values.data())) return {};
  }
  return c;
}

}  // namespace kintree::suite
