// A model and a state in the oracle's scalar. `Widen` turns each input double into a T: exactly, or perturbed
// by a rounding.
#pragma once

#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/oracle/real.hpp"

namespace kintree::oracle {

template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Matrix3 = Eigen::Matrix<T, 3, 3>;

template <class T>
struct PlacementIn {
  Vector3<T> xyz, rpy;
  std::vector<T> quaternion;  // w, x, y, z; if empty, rpy gives the rotation
};

template <class T>
struct BodyIn {
  int parent;
  JointKind kind;
  PlacementIn<T> placement;
  Vector3<T> axis, second_axis;
  bool points_down;  // the axis: its z is negative
  T pitch;
  bool massless;    // without mass and tensor
  bool weightless;  // without mass
  PlacementIn<T> centre;
  T mass;
  Matrix3<T> inertia;  // about the centre of mass, in the axes of `centre`
  Vector<T> q;         // the joint's coordinates
  int first;           // of the joint's velocities, from 0
  int dof;
  std::vector<T> armature;   // by coordinate of the joint; empty if it has none
  Vector3<T> couple, force;  // external, in body coordinates about the body's origin
};

template <class T>
struct ConstraintIn {
  int relative_to, body;
  PlacementIn<T> pose;    ///< of the frame in the body
  std::vector<int> rows;  ///< the components, 0 to 5; none of a coupling
  bool is_coupling;       ///< of the joint of the body with that of the other; it is one row
  T multiplier;

  int row_count() const { return is_coupling ? 1 : static_cast<int>(rows.size()); }
};

template <class T>
struct Input {
  Vector3<T> gravity;
  std::vector<BodyIn<T>> bodies;  // 0 is the base
  int n;
  Vector<T> v, qdd, tau;
  std::vector<int> end_effector_body;
  std::vector<PlacementIn<T>> end_effector_pose;
  std::vector<ConstraintIn<T>> constraints;
  Vector<T> gamma;
  T restitution;
};

/// In this order: the perturbation of an input must not depend on the order in which a compiler evaluates arguments.
template <class T, class Widen>
Vector3<T> read(const Triple& t, Widen&& widen) {
  const T x = widen(t[0]);
  const T y = widen(t[1]);
  const T z = widen(t[2]);
  return Vector3<T>(x, y, z);
}

template <class T, class Widen>
PlacementIn<T> read(const Placement& p, Widen&& widen) {
  PlacementIn<T> result;
  result.xyz = read<T>(p.xyz, widen);
  result.rpy = read<T>(p.rpy, widen);
  if (has_quaternion(p))
    for (const double x : p.quaternion) result.quaternion.push_back(widen(x));
  return result;
}

template <class T, class Widen>
Input<T> read(const Model& model, const State& state, Widen&& widen) {
  const auto triple = [&](const Triple& t) { return read<T>(t, widen); };
  const auto placement = [&](const Placement& p) { return read<T>(p, widen); };
  const auto vector = [&](const std::vector<double>& values) {
    Vector<T> result(static_cast<Eigen::Index>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) result(static_cast<Eigen::Index>(i)) = widen(values[i]);
    return result;
  };

  const Layout layout(model);
  Input<T> in;
  in.n = layout.n;
  in.gravity = triple(model.gravity);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const Inertial& I = body.inertial;
    BodyIn<T> b;
    b.parent = body.parent;
    b.kind = i == 0 ? JointKind::fixed : body.joint.kind;
    b.placement = placement(body.joint.placement);
    b.axis = triple(body.joint.axis);
    b.second_axis = triple(body.joint.second_axis);
    b.points_down = body.joint.axis[2] < 0;
    b.pitch = widen(body.joint.pitch);
    b.massless =
        I.mass == 0 && I.ixx == 0 && I.ixy == 0 && I.ixz == 0 && I.iyy == 0 && I.iyz == 0 && I.izz == 0;
    b.weightless = I.mass == 0;
    b.centre = placement(I.origin);
    b.mass = widen(I.mass);
    const T xx = widen(I.ixx), xy = widen(I.ixy), xz = widen(I.ixz), yy = widen(I.iyy), yz = widen(I.iyz),
            zz = widen(I.izz);
    b.inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    const JointKindInfo& kind = info(b.kind);
    b.first = layout.first_velocity[i] - 1;
    b.dof = kind.velocities;
    if (i > 0 && has_armature(body.joint))
      for (int k = 0; k < kind.velocities; ++k)
        b.armature.push_back(widen(body.joint.armature[static_cast<std::size_t>(k)]));
    b.q.resize(kind.positions);
    for (int k = 0; k < kind.positions; ++k)
      b.q(k) = widen(state.q[static_cast<std::size_t>(layout.first_position[i] - 1 + k)]);
    const Wrench& w = state.f_ext[i];
    b.couple = triple({w[0], w[1], w[2]});
    b.force = triple({w[3], w[4], w[5]});
    in.bodies.push_back(std::move(b));
  }
  in.v = vector(state.v);
  in.qdd = vector(state.qdd);
  in.tau = vector(state.tau);
  for (const EndEffector& e : state.end_effectors) {
    in.end_effector_body.push_back(e.body);
    in.end_effector_pose.push_back(placement(e.pose));
  }
  for (const Constraint& c : model.constraints) {
    in.constraints.push_back({c.relative_to,
                              c.frame.body,
                              placement(c.frame.pose),
                              {},
                              c.coupling.has_value(),
                              c.coupling ? widen(c.coupling->multiplier) : T(0)});
    if (c.coupling) continue;
    for (int k = 0; k < 6; ++k)
      if (c.rows[static_cast<std::size_t>(k)]) in.constraints.back().rows.push_back(k);
  }
  in.gamma = vector(state.gamma);
  in.restitution = widen(state.restitution);
  return in;
}

}  // namespace kintree::oracle
