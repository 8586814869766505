#include "kintree/trees/hard.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace kintree {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Calls use(body) for bodies 1..N.
template <class Use>
void for_bodies(Model& model, Use use) {
  for (std::size_t i = 1; i < model.bodies.size(); ++i) use(model.bodies[i]);
}

Triple scaled(const Triple& x, double factor) {
  return {x[0] * factor, x[1] * factor, x[2] * factor};
}

Triple sum(const Triple& a, const Triple& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

Triple unit(const Triple& x) {
  return scaled(x, 1 / std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
}

Triple coordinate_axis(int k) {
  Triple axis{};
  axis[at(k)] = 1;
  return axis;
}

/// Exactly perpendicular to x, with at least (2/3)^1/2 of its length.
Triple perpendicular(const Triple& x) {
  const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
  switch (std::min_element(x.begin(), x.end(), smaller) - x.begin()) {
    case 0:
      return {0, x[2], -x[1]};
    case 1:
      return {-x[2], 0, x[0]};
    default:
      return {x[1], -x[0], 0};
  }
}

double either_sign(Generator& generator, double x) {
  return one_in(generator, 2) ? x : -x;
}

/// The range of the coordinates of one joint in q that are lengths. The others are angles or a quaternion at
/// the end.
struct Lengths {
  int first, count;
};

Lengths lengths(JointKind kind) {
  switch (kind) {
    case JointKind::prismatic:
      return {0, 1};
    case JointKind::cylindrical:
      return {1, 1};
    case JointKind::planar:
      return {0, 2};
    case JointKind::free:
      return {0, 3};
    default:
      return {0, 0};
  }
}

/// Calls use(body, the joint's part of q) for bodies 1..N.
template <class Use>
void for_positions(const Model& model, State& state, Use use) {
  const Layout layout(model);
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    use(model.bodies[i], state.q.data() + (layout.first_position[i] - 1));
}

void multiply(Inertial& inertial, double mass, double tensor) {
  inertial.mass *= mass;
  for (double* entry :
       {&inertial.ixx, &inertial.ixy, &inertial.ixz, &inertial.iyy, &inertial.iyz, &inertial.izz})
    *entry *= tensor;
}

/// Sets the inertia of a body with the second moment of mass `along` the direction n, and `across` in the
/// directions perpendicular to it: the tensor (along + across) 1 - (along - across) n n^T.
void set_slender(Inertial& inertial, const Triple& direction, double along, double across) {
  const Triple n = unit(direction);
  const double trace = along + across, excess = along - across;
  inertial.origin.rpy = {};
  inertial.ixx = trace - excess * n[0] * n[0];
  inertial.iyy = trace - excess * n[1] * n[1];
  inertial.izz = trace - excess * n[2] * n[2];
  inertial.ixy = -excess * n[0] * n[1];
  inertial.ixz = -excess * n[0] * n[2];
  inertial.iyz = -excess * n[1] * n[2];
}

void spread_masses(Model& model, Generator& generator) {
  enum Pattern { alternating, any, growing, falling };
  const auto pattern = static_cast<Pattern>(uniform_integer(generator, alternating, falling));
  const int most = one_in(generator, 4) ? 33 : 20;
  const bool tensors_apart = one_in(generator, 2);
  const std::vector<int> depth = Layout(model).depth;
  const int deepest = std::max(2, *std::max_element(depth.begin(), depth.end()));
  const int heavy_parity = uniform_integer(generator, 0, 1);
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    int exponent = 0;
    const auto outward = static_cast<int>(2LL * most * (depth[i] - 1) / (deepest - 1)) - most;
    switch (pattern) {
      case alternating:
        exponent = uniform_integer(generator, most / 2, most) * (depth[i] % 2 == heavy_parity ? 1 : -1);
        break;
      case any:
        exponent = uniform_integer(generator, -most, most);
        break;
      case growing:
        exponent = outward;
        break;
      case falling:
        exponent = -outward;
        break;
    }
    const double factor = std::ldexp(1.0, exponent);
    const double more = tensors_apart ? std::ldexp(1.0, uniform_integer(generator, -10, 10)) : 1;
    multiply(model.bodies[i].inertial, factor, factor * more);
  }
}

/// The joints on the path from a body to the body with inertia that its path leads to.
struct Path {
  int joints;  ///< the number of moving joints
  int velocities, translations;

  bool is_regular() const { return joints <= 1 || (velocities <= 5 && translations <= 3); }
};

Path operator+(const Path& a, const Path& b) {
  return {a.joints + b.joints, a.velocities + b.velocities, a.translations + b.translations};
}

Path path_over(JointKind kind) {
  const int n = info(kind).velocities;
  return {n > 0, n, lengths(kind).count};
}

void turn(Joint& joint, Generator& generator) {
  for (double& angle : joint.placement.rpy) angle = uniform(generator, -std::numbers::pi, std::numbers::pi);
}

void remove_masses(Model& model, Generator& generator) {
  const bool frames_alone = one_in(generator, 4);
  const int spared = uniform_integer(generator, 2, 4);  // 1 in `spared` bodies keeps its inertia in any case
  std::vector<std::optional<Path>> path(model.bodies.size());
  std::vector<std::vector<std::size_t>> children(model.bodies.size());
  for (std::size_t i = 1; i < model.bodies.size(); ++i) children[at(model.bodies[i].parent)].push_back(i);
  for (std::size_t i = model.bodies.size(); i-- > 1;) {
    Body& body = model.bodies[i];
    const Path own = path_over(body.joint.kind);
    const bool fixed = body.joint.kind == JointKind::fixed;
    const bool spare = one_in(generator, spared);
    std::size_t onward = 0;
    for (const std::size_t child : children[i])
      if (path[child] && (onward == 0 || path[child]->velocities < path[onward]->velocities)) onward = child;
    const bool possible = onward != 0 && (own + *path[onward]).is_regular();
    if (spare || !(possible || fixed) || (frames_alone && !fixed)) {
      path[i] = own;
      continue;
    }
    multiply(body.inertial, 0, 0);
    if (possible) path[i] = own + *path[onward];
    for (const std::size_t child : children[i]) turn(model.bodies[child].joint, generator);
  }
}

void make_thin(Model& model, Generator& generator) {
  for_bodies(model, [&](Body& body) {
    const int choice = uniform_integer(generator, 1, 4);
    const double length = uniform(generator, 0.1, 0.5);
    const double radius = length * log_uniform(generator, -16, -3);
    const bool on_axis = one_in(generator, 2);
    const Triple aside = random_direction(generator);
    if (choice == 4) return;
    const Triple& axis = body.joint.kind == JointKind::universal ? body.joint.second_axis : body.joint.axis;
    Inertial& inertial = body.inertial;
    inertial.origin.xyz = scaled(unit(axis), either_sign(generator, length / 2));
    if (!on_axis) inertial.origin.xyz = sum(inertial.origin.xyz, scaled(aside, radius));
    const double across = inertial.mass * radius * radius;
    const double along = choice == 3 ? across : inertial.mass * length * length / 12;
    set_slender(inertial, axis, along, across);
  });
}

void straighten(Model& model, State& state, Generator& generator) {
  const double length = uniform(generator, 0.1, 1);
  const bool slender = one_in(generator, 2), alternating = one_in(generator, 2);
  const double bend = log_uniform(generator, -20, -3);
  const Triple axis = one_in(generator, 2) ? coordinate_axis(2) : random_direction(generator);
  const Triple link = scaled(coordinate_axis(0), length);
  Inertial inertial = model.bodies[1].inertial;
  inertial.origin.xyz = scaled(link, 0.5);
  if (slender)
    set_slender(inertial, link, inertial.mass * length * length / 12, inertial.mass * length * length / 1000);
  const Triple first_offset = model.bodies[1].joint.placement.xyz;
  int number = 0;
  for_bodies(model, [&](Body& body) {
    Joint& joint = body.joint;
    joint.placement = {++number == 1 ? first_offset : link, {}};
    joint.axis = alternating && number % 2 == 0 ? coordinate_axis(1) : axis;
    joint.second_axis = perpendicular(joint.axis);
    if (joint.kind == JointKind::helical) joint.pitch = 0.05;
    body.inertial = inertial;
  });
  for_positions(model, state, [&](const Body& body, double* q) {
    const JointKind kind = body.joint.kind;
    const bool quaternion = kind == JointKind::spherical || kind == JointKind::free;
    const int plain = info(kind).positions - (quaternion ? 4 : 0);
    for (int k = 0; k < plain; ++k) q[k] *= bend / std::numbers::pi;
    if (!quaternion) return;
    double square = 0, of_vector = 0;
    for (int k = plain; k < plain + 4; ++k) square += q[k] * q[k];
    for (int k = plain + 1; k < plain + 4; ++k) {
      q[k] *= bend / 2;
      of_vector += q[k] * q[k];
    }
    q[plain] = std::sqrt(square - of_vector);
  });
}

void speed_up(State& state, Generator& generator) {
  const int slowest = one_in(generator, 2) ? -2 : -24;
  for (double& v : state.v) v = either_sign(generator, 1e6 * log_uniform(generator, slowest, 0));
}

void move_far(Model& model, State& state, Generator& generator) {
  enum What { base, joint_frames, centres, positions, end_effectors, count };
  std::array<bool, count> moved{};
  for (bool& flag : moved) flag = one_in(generator, 3);
  moved[at(uniform_integer(generator, base, centres))] = true;
  const bool all = one_in(generator, 2);
  const auto push = [&](Triple& xyz) {
    if (!all && one_in(generator, 2)) return;
    const Triple direction = random_direction(generator);
    xyz = sum(xyz, scaled(direction, log_uniform(generator, 10, 20)));
  };
  for_bodies(model, [&](Body& body) {
    if (moved[body.parent == 0 ? base : joint_frames]) push(body.joint.placement.xyz);
    if (moved[centres]) push(body.inertial.origin.xyz);
  });
  if (moved[positions])
    for_positions(model, state, [&](const Body& body, double* q) {
      const auto [first, number] = lengths(body.joint.kind);
      for (int k = first; k < first + number; ++k)
        if (all || one_in(generator, 2)) q[k] = either_sign(generator, log_uniform(generator, 10, 20));
    });
  if (moved[end_effectors])
    for (EndEffector& end_effector : state.end_effectors) push(end_effector.pose.xyz);
}

/// A body with radii of gyration between powers of two, about its origin, in its axes.
Inertial tiny(double mass, int least_radius, int largest_radius, Generator& generator) {
  Triple s{};  // second moments of mass
  for (double& moment : s) {
    const double radius = log_uniform(generator, least_radius, largest_radius);
    moment = mass * radius * radius;
  }
  Inertial inertial;
  inertial.mass = mass;
  inertial.ixx = s[1] + s[2];
  inertial.iyy = s[2] + s[0];
  inertial.izz = s[0] + s[1];
  return inertial;
}

void make_tiny(Model& model, Generator& generator) {
  for_bodies(model, [&](Body& body) {
    const bool frame = !one_in(generator, 4), hollow = one_in(generator, 8), dummy = one_in(generator, 4);
    if (body.joint.kind != JointKind::fixed) {
      if (dummy) body.inertial = tiny(log_uniform(generator, -20, -10), -10, -3, generator);
    } else if (frame) {
      body.inertial = tiny(log_uniform(generator, -53, -30), -23, -7, generator);
      if (hollow && body.parent != 0) multiply(model.bodies[at(body.parent)].inertial, 0, 0);
    }
  });
}

void align(Model& model, State& state, Generator& generator) {
  const int k = uniform_integer(generator, 0, 2);
  const Triple axis = one_in(generator, 2) ? coordinate_axis(k) : random_direction(generator);
  const bool at_zero = one_in(generator, 2), along = one_in(generator, 2);
  for_bodies(model, [&](Body& body) {
    Joint& joint = body.joint;
    const double offset = along && one_in(generator, 2) ? uniform(generator, -0.5, 0.5) : 0;
    joint.placement = {scaled(axis, offset), {}};
    joint.axis = scaled(axis, either_sign(generator, std::ldexp(1.0, uniform_integer(generator, -1, 1))));
    joint.second_axis = perpendicular(axis);
  });
  if (at_zero) state.q = neutral_state(model).q;
}

}  // namespace

std::vector<JointKind> hard_joints(Family family, std::uint64_t seed, const std::vector<JointKind>& requested,
                                   Generator& generator) {
  if (family != Family::one_kind && family != Family::long_chain && family != Family::massless &&
      family != Family::tiny_bodies)
    return requested;
  std::vector<JointKind> kinds = requested, moving;
  if (kinds.empty())
    for (const JointKindInfo& entry : joint_kinds) kinds.push_back(entry.kind);
  std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(moving),
               [](JointKind kind) { return kind != JointKind::fixed; });
  const bool fixed = moving.size() < kinds.size();
  if (moving.empty()) return kinds;
  switch (family) {
    case Family::one_kind: {
      // Each round starts with the next kind, so that seeds at nearly any stride meet all kinds.
      const std::uint64_t count = moving.size(), turn = seed - 1;
      std::fill(kinds.begin(), kinds.end(), moving[static_cast<std::size_t>((turn + turn / count) % count)]);
      if (fixed) kinds.back() = JointKind::fixed;
      break;
    }
    case Family::long_chain:
      if (one_in(generator, 2)) kinds = {pick(generator, moving)};
      break;
    default:
      if (fixed) kinds.insert(kinds.end(), 2, JointKind::fixed);
      break;
  }
  return kinds;
}

void make_hard(Family family, Model& model, State& state, Generator& generator) {
  switch (family) {
    case Family::mass_ratio:
      return spread_masses(model, generator);
    case Family::massless:
      return remove_masses(model, generator);
    case Family::thin:
      return make_thin(model, generator);
    case Family::long_chain:
      return straighten(model, state, generator);
    case Family::fast:
      return speed_up(state, generator);
    case Family::far_origin:
      return move_far(model, state, generator);
    case Family::coincident_axes:
      return align(model, state, generator);
    case Family::tiny_bodies:
      return make_tiny(model, generator);
    default:
      return;  // hard by its shape or its joints alone
  }
}

}  // namespace kintree
