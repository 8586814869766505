#include "kintree/trees/random_model.hpp"

#include <cmath>
#include <numbers>

namespace kintree {

namespace {

Triple scaled(const Triple& x, double factor) {
  return {x[0] * factor, x[1] * factor, x[2] * factor};
}

Triple random_offset(Generator& generator, double shortest, double longest) {
  const Triple direction = random_direction(generator);
  return scaled(direction, uniform(generator, shortest, longest));
}

double random_angle(Generator& generator) {
  return uniform(generator, -std::numbers::pi, std::numbers::pi);
}

Placement random_placement(Generator& generator, double nearest, double farthest) {
  Placement placement;
  placement.xyz = random_offset(generator, nearest, farthest);
  const bool turned = !one_in(generator, 8);
  for (double& angle : placement.rpy) angle = turned ? random_angle(generator) : 0.0;
  return placement;
}

Triple random_axis(Generator& generator) {
  const int choice = uniform_integer(generator, 1, 4);
  if (choice <= 2) return random_offset(generator, 0.5, 2);
  if (choice == 3) return random_direction(generator);
  Triple axis{};
  axis[static_cast<std::size_t>(uniform_integer(generator, 0, 2))] = one_in(generator, 2) ? 1 : -1;
  return axis;
}

Triple random_normal(Generator& generator) {
  const int choice = uniform_integer(generator, 1, 8);
  if (choice == 1) return {0, 0, -1};
  if (choice > 2) return random_axis(generator);
  const Triple aside = random_direction(generator);
  const double tilt = std::ldexp(1.0, uniform_integer(generator, -10, -3));
  return {tilt * aside[0], tilt * aside[1], -1};
}

double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Triple random_second_axis(const Triple& first, Generator& generator) {
  for (;;) {
    const Triple second = random_axis(generator);
    const double cosine_part = dot(first, second);
    if (cosine_part * cosine_part <= 0.75 * dot(first, first) * dot(second, second)) return second;
  }
}

Joint random_joint(JointKind kind, Generator& generator) {
  Joint joint;
  joint.kind = kind;
  joint.placement = random_placement(generator, 0.1, 0.5);
  joint.axis = kind == JointKind::planar ? random_normal(generator) : random_axis(generator);
  if (kind == JointKind::universal) joint.second_axis = random_second_axis(joint.axis, generator);
  if (kind == JointKind::helical) {
    joint.pitch = uniform(generator, 0.01, 0.2);
    if (one_in(generator, 2)) joint.pitch = -joint.pitch;
  }
  return joint;
}

// With the second moments of mass s > 0 the tensor is R diag(s_y + s_z, s_z + s_x, s_x + s_y) R^T =
// (s_x + s_y + s_z) 1 - R diag(s) R^T, so that the triangle inequality holds strictly.
Inertial random_inertial(Generator& generator) {
  Inertial inertial;
  inertial.origin = random_placement(generator, 0, 0.15);
  inertial.mass = log_uniform(generator, -2, 2);
  Triple s{};
  for (double& moment : s) {
    const double radius = uniform(generator, 0.05, 0.2);
    moment = inertial.mass * radius * radius;
  }
  const auto [w, x, y, z] = random_quaternion(generator);
  const std::array<Triple, 3> R{{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                                 {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                                 {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
  const auto second_moment = [&](std::size_t i, std::size_t j) {
    return R[i][0] * s[0] * R[j][0] + R[i][1] * s[1] * R[j][1] + R[i][2] * s[2] * R[j][2];
  };
  inertial.ixx = second_moment(1, 1) + second_moment(2, 2);
  inertial.iyy = second_moment(2, 2) + second_moment(0, 0);
  inertial.izz = second_moment(0, 0) + second_moment(1, 1);
  inertial.ixy = -second_moment(0, 1);
  inertial.ixz = -second_moment(0, 2);
  inertial.iyz = -second_moment(1, 2);
  return inertial;
}

Triple random_gravity(Generator& generator) {
  const int choice = uniform_integer(generator, 1, 8);
  if (choice == 1) return {0, 0, 0};
  if (choice == 2) return random_offset(generator, 1, 10);
  return {0, 0, -9.81};
}

void append_quaternion(std::vector<double>& q, Generator& generator, const StateOptions& options) {
  const double length = options.scale_quaternions ? uniform(generator, 0.5, 2) : 1.0;
  for (const double component : random_quaternion(generator)) q.push_back(length * component);
}

void append_position(std::vector<double>& q, JointKind kind, Generator& generator,
                     const StateOptions& options) {
  const auto angle = [&] { q.push_back(random_angle(generator)); };
  const auto length = [&] { q.push_back(uniform(generator, -1, 1)); };
  switch (kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::helical:
      angle();
      break;
    case JointKind::prismatic:
      length();
      break;
    case JointKind::cylindrical:
      angle();
      length();
      break;
    case JointKind::universal:
      angle();
      angle();
      break;
    case JointKind::planar:
      length();
      length();
      angle();
      break;
    case JointKind::spherical:
      append_quaternion(q, generator, options);
      break;
    case JointKind::free:
      for (int k = 0; k < 3; ++k) length();
      append_quaternion(q, generator, options);
      break;
  }
}

// A body on the path from the given body, inclusive, to the base, exclusive.
int random_support(const Model& model, int body, Generator& generator) {
  std::vector<int> path;
  for (; body != 0; body = model.bodies[static_cast<std::size_t>(body)].parent) path.push_back(body);
  return pick(generator, path);
}

}  // namespace

Model random_model(std::string name, const Topology& topology, Generator& generator) {
  Model model;
  model.name = std::move(name);
  model.gravity = random_gravity(generator);
  for (std::size_t i = 1; i < topology.parent.size(); ++i) {
    Body body;
    body.name = "body" + std::to_string(i);
    body.parent = topology.parent[i];
    body.joint = random_joint(topology.joints[i], generator);
    body.joint.name = "joint" + std::to_string(i);
    body.inertial = random_inertial(generator);
    model.bodies.push_back(std::move(body));
  }
  return model;
}

void add_armature(Model& model, Generator& generator) {
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    Joint& joint = model.bodies[i].joint;
    if (one_in(generator, 4)) continue;
    for (int k = 0; k < info(joint.kind).velocities; ++k)
      joint.armature[static_cast<std::size_t>(k)] = uniform(generator, 0.01, 1);
  }
}

State random_state(const Model& model, Generator& generator, const StateOptions& options) {
  const auto n = static_cast<std::size_t>(Layout(model).n);
  const auto draw = [&](double bound) { return bound * uniform(generator, -1, 1); };
  State state;
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    append_position(state.q, model.bodies[i].joint.kind, generator, options);
  for (std::size_t k = 0; k < n; ++k) state.v.push_back(draw(options.velocity));
  for (std::size_t k = 0; k < n; ++k) state.qdd.push_back(draw(options.acceleration));
  for (std::size_t k = 0; k < n; ++k) state.tau.push_back(draw(options.force));

  state.f_ext.assign(model.bodies.size(), Wrench{});
  if (!one_in(generator, 8))
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      for (double& component : state.f_ext[i]) component = draw(options.force);

  const int count =
      options.max_end_effectors < 1 ? 0 : uniform_integer(generator, 1, options.max_end_effectors);
  for (int k = 0; k < count; ++k) {
    EndEffector end_effector;
    const bool supporting = k > 0 && one_in(generator, 4);
    end_effector.body = supporting ? random_support(model, state.end_effectors.back().body, generator)
                                   : uniform_integer(generator, 1, model.body_count());
    end_effector.pose = random_placement(generator, 0, 0.3);
    state.end_effectors.push_back(end_effector);
  }
  state.gamma.resize(static_cast<std::size_t>(Layout(model).constraint_rows));
  for (double& x : state.gamma) x = draw(options.acceleration);
  return state;
}

}  // namespace kintree
