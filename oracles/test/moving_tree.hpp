// A tree in motion, by other means than the oracle's. Orientations are products of quaternions (half angles),
// and the coordinates move along a path of their own. Every velocity, acceleration and momentum is a central
// difference of poses. With a step of 10^-(digits/4) velocities and accelerations are right to half of the
// digits.
#pragma once

#include "check.hpp"

namespace kintree::test {

struct Quaternion {
  Real w{1};
  Vector3 v{Real(0), Real(0), Real(0)};
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.v.dot(b.v), a.w * b.v + b.w * a.v + a.v.cross(b.v)};
}
inline Quaternion conjugate(const Quaternion& a) {
  return {a.w, -a.v};
}
inline Real squared_length(const Quaternion& a) {
  return a.w * a.w + a.v.dot(a.v);
}

inline Vector3 rotate(const Quaternion& r, const Vector3& x) {
  return (r * Quaternion{Real(0), x} * conjugate(r)).v / squared_length(r);
}

/// By the angle, in units of the axis's direction; no axis, no turn.
inline Quaternion turn(const Vector3& axis, const Real& angle) {
  const Real length = sqrt(axis.dot(axis));
  if (length == 0) return {};
  const Real half = angle / 2;
  return {cos(half), axis * (sin(half) / length)};
}

struct Pose {
  Quaternion r;
  Vector3 p{Real(0), Real(0), Real(0)};
};
inline Pose operator*(const Pose& a, const Pose& b) {
  return {a.r * b.r, a.p + rotate(a.r, b.p)};
}
inline Vector3 operator*(const Pose& a, const Vector3& x) {
  return a.p + rotate(a.r, x);
}

inline Pose pose(const Placement& at) {
  const Vector3 x = widened({1, 0, 0}), y = widened({0, 1, 0}), z = widened({0, 0, 1});
  return {turn(z, Real(at.rpy[2])) * turn(y, Real(at.rpy[1])) * turn(x, Real(at.rpy[0])), widened(at.xyz)};
}

/// Takes z to n by the shortest way: the quaternion n z^-1 has twice the angle, 1 + n z^-1 is its root
/// (unnormalized).
inline Quaternion shortest_from_z(const Vector3& n) {
  const Vector3 z = widened({0, 0, 1});
  if (n(0) == 0 && n(1) == 0 && n(2) < 0) return {Real(0), widened({1, 0, 0})};
  return {Real(1) + n.dot(z), z.cross(n)};
}

/// notation.md, table of the joints.
inline Pose joint_pose(const Joint& joint, const Real* q) {
  const Vector3 a = widened(joint.axis);
  const Vector3 n = a / sqrt(a.dot(a));
  switch (joint.kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
      return {turn(n, q[0])};
    case JointKind::prismatic:
      return {{}, n * q[0]};
    case JointKind::helical:
      return {turn(n, q[0]), n * (Real(joint.pitch) * q[0])};
    case JointKind::cylindrical:
      return {turn(n, q[0]), n * q[1]};
    case JointKind::universal:
      return {turn(n, q[0]) * turn(widened(joint.second_axis), q[1])};
    case JointKind::planar:
      return {turn(n, q[2]), rotate(shortest_from_z(n), Vector3(q[0], q[1], Real(0)))};
    case JointKind::spherical:
      return {{q[0], Vector3(q[1], q[2], q[3])}};
    case JointKind::free:
      return {{q[3], Vector3(q[4], q[5], q[6])}, Vector3(q[0], q[1], q[2])};
  }
  return {};
}

/// A joint's coordinates a time t after q, to second order, at generalized velocity v + a t.
inline void move(JointKind kind, Real* q, const Real* v, const Real* a, const Real& t) {
  const Real half = t * t / 2;
  const auto vector = [](const Real* x) { return Vector3(x[0], x[1], x[2]); };
  const auto spin = [&](Real* r) {
    const Vector3 angle = vector(v) * t + vector(a) * half;
    const Quaternion turned = Quaternion{r[0], vector(r + 1)} * turn(angle, sqrt(angle.dot(angle)));
    r[0] = turned.w;
    for (int k = 0; k < 3; ++k) r[k + 1] = turned.v(k);
  };
  switch (kind) {
    case JointKind::planar: {
      // In axes that turn with the child the velocity changes by its derivative and by omega x v.
      const Real right = v[0] * t + (a[0] - v[2] * v[1]) * half, up = v[1] * t + (a[1] + v[2] * v[0]) * half;
      const Real c = cos(q[2]), s = sin(q[2]);
      q[0] += c * right - s * up;
      q[1] += s * right + c * up;
      q[2] += v[2] * t + a[2] * half;
      return;
    }
    case JointKind::spherical:
      spin(q);
      return;
    case JointKind::free: {
      const Vector3 omega = vector(v), u = vector(v + 3);
      const Vector3 moved = rotate({q[3], vector(q + 4)}, u * t + (vector(a + 3) + omega.cross(u)) * half);
      for (int k = 0; k < 3; ++k) q[k] += moved(k);
      spin(q + 3);
      return;
    }
    default:
      for (int k = 0; k < info(kind).velocities; ++k) q[k] += v[k] * t + a[k] * half;
  }
}

/// A tree whose state at time 0 is q, v, with constant generalized acceleration a.
class MovingTree {
 public:
  MovingTree(const Model& model, const std::vector<double>& q, Vector<Real> v, Vector<Real> a)
      : model_(model),
        layout_(model),
        q_(q),
        v_(std::move(v)),
        a_(std::move(a)),
        step_(pow(Real(10), -static_cast<int>(Real::default_precision() / 4))) {}

  const Real& step() const { return step_; }
  const Vector<Real>& velocity() const { return v_; }
  const Vector<Real>& acceleration() const { return a_; }

  /// World poses of all bodies, the base included.
  std::vector<Pose> poses(const Real& time) const {
    std::vector<Pose> world(1);
    const Real none(0);
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) {
      const Body& body = model_.bodies[i];
      const auto first_q = static_cast<std::size_t>(layout_.first_position[i] - 1);
      std::vector<Real> q(7);
      for (int k = 0; k < info(body.joint.kind).positions; ++k)
        q[static_cast<std::size_t>(k)] = Real(q_[first_q + static_cast<std::size_t>(k)]);
      const auto first_v = layout_.first_velocity[i] - 1;
      const bool moves = first_v < v_.size();
      move(body.joint.kind, q.data(), moves ? &v_(first_v) : &none, moves ? &a_(first_v) : &none, time);
      world.push_back(world[static_cast<std::size_t>(body.parent)] * pose(body.joint.placement) *
                      joint_pose(body.joint, q.data()));
    }
    return world;
  }

  /// Derivative by time, at `time`, of a function of it.
  template <class F>
  auto rate(F&& f, const Real& time = Real(0)) const {
    const auto after = f(Real(time + step_)), before = f(Real(time - step_));
    return Vector<Real>((after - before) / (2 * step_));
  }

  /// Velocity of a point of a body, world axes.
  std::vector<Vector3> velocities(const std::vector<Vector3>& points, const Real& time = Real(0)) const {
    const auto after = poses(time + step_), before = poses(time - step_);
    std::vector<Vector3> result;
    for (std::size_t i = 0; i < after.size(); ++i)
      result.push_back((after[i] * points[i] - before[i] * points[i]) / (2 * step_));
    return result;
  }

  /// Angular velocities, world axes: r(t + h) r(t - h)^-1 turns by 2 h omega.
  std::vector<Vector3> angular_velocities(const Real& time = Real(0)) const {
    const auto after = poses(time + step_), before = poses(time - step_);
    std::vector<Vector3> result;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const Quaternion turned = after[i].r * conjugate(before[i].r);
      result.push_back(turned.v / (turned.w * step_));
    }
    return result;
  }

  std::vector<Vector3> centres() const {
    std::vector<Vector3> result;
    for (const Body& body : model_.bodies) result.push_back(widened(body.inertial.origin.xyz));
    return result;
  }

  /// Linear momentum, then angular momentum about the world's origin, of all bodies in one vector of 6 (N +
  /// 1).
  Vector<Real> momenta(const Real& time, bool about_centre = false) const {
    const auto world = poses(time);
    const auto c = centres();
    const auto v = velocities(c, time);
    const auto omega = angular_velocities(time);
    Vector<Real> result = Vector<Real>::Constant(6 * static_cast<Eigen::Index>(world.size()), Real(0));
    for (std::size_t i = 1; i < world.size(); ++i) {
      const Inertial& I = model_.bodies[i].inertial;
      const Quaternion axes = world[i].r * pose(I.origin).r;
      Matrix3 tensor;
      tensor << Real(I.ixx), Real(I.ixy), Real(I.ixz), Real(I.ixy), Real(I.iyy), Real(I.iyz), Real(I.ixz),
          Real(I.iyz), Real(I.izz);
      const Vector3 p = v[i] * Real(I.mass);
      Vector3 l = rotate(axes, Vector3(tensor * rotate(conjugate(axes), omega[i])));
      if (!about_centre) l += (world[i] * c[i]).cross(p);
      result.segment(6 * static_cast<Eigen::Index>(i), 3) = p;
      result.segment(6 * static_cast<Eigen::Index>(i) + 3, 3) = l;
    }
    return result;
  }

  Real kinetic_energy(const Real& time = Real(0)) const {
    const auto momentum = momenta(time, true);
    const auto v = velocities(centres(), time);
    const auto omega = angular_velocities(time);
    Real twice(0);
    for (std::size_t i = 1; i < v.size(); ++i) {
      const auto at = 6 * static_cast<Eigen::Index>(i);
      twice +=
          v[i].dot(Vector3(momentum.segment(at, 3))) + omega[i].dot(Vector3(momentum.segment(at + 3, 3)));
    }
    return twice / 2;
  }

  Real potential_energy(const Real& time = Real(0)) const {
    const auto world = poses(time);
    const auto c = centres();
    const Vector3 g = widened(model_.gravity);
    Real sum(0);
    for (std::size_t i = 1; i < world.size(); ++i)
      sum -= Real(model_.bodies[i].inertial.mass) * g.dot(world[i] * c[i]);
    return sum;
  }

 private:
  const Model& model_;
  Layout layout_;
  std::vector<double> q_;
  Vector<Real> v_, a_;
  Real step_;
};

/// A force and a couple on every body, about its origin, in world axes.
struct Loads {
  std::vector<Vector3> force, couple;
};

inline Loads external_loads(const State& state, const std::vector<Pose>& world) {
  Loads loads;
  for (std::size_t i = 0; i < world.size(); ++i) {
    const Wrench& w = state.f_ext[i];
    loads.couple.push_back(rotate(world[i].r, widened({w[0], w[1], w[2]})));
    loads.force.push_back(rotate(world[i].r, widened({w[3], w[4], w[5]})));
  }
  return loads;
}

}  // namespace kintree::test
