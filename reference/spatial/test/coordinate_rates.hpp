// The time derivative of a joint's coordinates, from notation.md's table and not from the algebra under test.
#pragma once

#include <vector>

#include "kintree/spatial/linear3.hpp"

namespace kintree::test {

/// The rotation of a quaternion w, x, y, z of any length, applied to v.
template <class S>
Vec3<S> turned_by_quaternion(const S* q, const Vec3<S>& v) {
  const Vec3<S> u{q[1], q[2], q[3]};
  const Vec3<S> uv = cross(u, v);
  const S scale = S(2) / (q[0] * q[0] + dot(u, u));
  return v + (uv * q[0] + cross(u, uv)) * scale;
}

/// Half of q times the pure quaternion of w, which is in the child's axes.
template <class S>
void append_quaternion_rate(const S* q, const S* w, std::vector<S>& rates) {
  const S half = S(1) / S(2);
  rates.push_back(-(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) * half);
  rates.push_back((q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) * half);
  rates.push_back((q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) * half);
  rates.push_back((q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) * half);
}

/// dq/dt of a joint at q, whose generalized velocity is v.
template <class S>
std::vector<S> coordinate_rates(JointKind kind, const S* q, const S* v) {
  std::vector<S> rates;
  switch (kind) {
    case JointKind::planar: {
      S sine, cosine;
      sincos(q[2], sine, cosine);
      rates = {cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1], v[2]};
      break;
    }
    case JointKind::spherical:
      append_quaternion_rate(q, v, rates);
      break;
    case JointKind::free: {
      const Vec3<S> p = turned_by_quaternion(q + 3, Vec3<S>{v[3], v[4], v[5]});
      rates = {p.x, p.y, p.z};
      append_quaternion_rate(q + 3, v, rates);
      break;
    }
    default:
      rates.assign(v, v + info(kind).velocities);
  }
  return rates;
}

/// The same for all joints of a model.
template <class S>
std::vector<S> coordinate_rates(const Model& model, const std::vector<S>& q, const std::vector<S>& v) {
  std::vector<S> rates;
  const S* velocity = v.data();
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const JointKind kind = model.bodies[i].joint.kind;
    for (S& rate : coordinate_rates(kind, q.data() + rates.size(), velocity)) rates.push_back(rate);
    velocity += info(kind).velocities;
  }
  return rates;
}

}  // namespace kintree::test
