// A kinematic tree and a state of it, as plain data. Every number is the exact input: what is derived from it
// (a rotation, a normalized axis or quaternion, a spatial inertia) each consumer derives in its own scalar.
// Conventions: reference/notation.md.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kintree/data/joint_kind.hpp"

namespace kintree {

using Triple = std::array<double, 3>;

/// Pose of a frame in another: position xyz [m] and fixed-axis roll, pitch, yaw [rad], R = Rz(yaw) Ry(pitch)
/// Rx(roll).
struct Placement {
  Triple xyz{};
  Triple rpy{};
};

/// Inertia of a body as a URDF states it: about the centre of mass, in the axes of `origin`.
struct Inertial {
  Placement origin;  ///< pose of the centre-of-mass frame in the body frame
  double mass = 0;   ///< [kg]
  double ixx = 0, ixy = 0, ixz = 0, iyy = 0, iyz = 0, izz = 0;  ///< [kg m^2]
};

/// The joint that connects a body to its parent.
struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  Placement placement;   ///< pose of the joint frame (the child's frame at zero) in the parent body's frame
  Triple axis{1, 0, 0};  ///< axis or plane normal, in the joint frame; any length from 2^-500 to 2^500
  Triple second_axis{0, 1, 0};  ///< universal only: the axis fixed in the child
  double pitch = 0;             ///< helical only: translation per angle [m/rad]
};

/// Body i together with joint i, which connects it to body `parent` = lambda(i) < i.
struct Body {
  std::string name;
  int parent = 0;
  Joint joint;
  Inertial inertial;
};

/// A tree of bodies. bodies[0] is the fixed base: its joint and inertial mean nothing. Bodies 1..N are
/// regularly numbered.
struct Model {
  std::string name;
  std::vector<Body> bodies{Body{.name = "base", .parent = 0, .joint = {}, .inertial = {}}};
  Triple gravity{0, 0, -9.81};  ///< [m/s^2], in base coordinates

  int body_count() const { return static_cast<int>(bodies.size()) - 1; }  ///< N
};

/// Where the joints' coordinates stand in q and in the velocity-like vectors. Bodies and coordinates count
/// from 1, 0 is the base, as in the papers.
struct Layout {
  explicit Layout(const Model& model);

  int nq = 0;                       ///< length of q
  int n = 0;                        ///< degrees of freedom
  std::vector<int> first_position;  ///< by body: index (from 1) of the joint's first entry in q
  std::vector<int> first_velocity;  ///< by body: index (from 1) of the joint's first entry in q-dot, tau, ...
  std::vector<int> expanded_parent;   ///< lambda^e, entries 1..n (entry 0 unused) [Featherstone 2005, sec. 2]
  std::vector<int> body_of_velocity;  ///< by coordinate 1..n: the body
  std::vector<int> depth;             ///< by body: number of joints on the path to the base, the base has 0
};

/// An end-effector frame, posed in a body.
struct EndEffector {
  int body = 0;
  Placement pose;
};

/// Couple about the body's origin, then force, in body coordinates [N m, N].
using Wrench = std::array<double, 6>;

/// One question about a model: a state and what is prescribed in it.
struct State {
  std::vector<double> q;      ///< nq positions
  std::vector<double> v;      ///< n generalized velocities
  std::vector<double> qdd;    ///< n generalized accelerations (for inverse dynamics)
  std::vector<double> tau;    ///< n generalized forces (for forward dynamics)
  std::vector<Wrench> f_ext;  ///< by body 0..N, external forces
  std::vector<EndEffector> end_effectors;
};

/// Everything zero, quaternions at the identity.
State neutral_state(const Model& model);

/// The coordinates of a joint at zero, or at the identity.
std::vector<double> neutral_position(JointKind kind);

}  // namespace kintree
