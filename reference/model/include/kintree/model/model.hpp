// A kinematic tree and a state of it as plain data. Every number is exact input: whatever is derived from it
// (a rotation, a normalized axis or quaternion, a spatial inertia), each consumer derives in its own scalar.
// Conventions: reference/notation.md.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kintree/model/joint_kind.hpp"
#include "kintree/problems/quantity.hpp"

namespace kintree {

using Triple = std::array<double, 3>;
using Quadruple = std::array<double, 4>;

/// The pose of a frame in another: the position of its origin [m], and its rotation in one of two forms.
struct Placement {
  Triple xyz{};
  /// Roll, pitch, yaw about the other frame's fixed axes [rad], R = Rz(yaw) Ry(pitch) Rx(roll).
  Triple rpy{};
  /// w, x, y, z, of any length from 2^-500 to 2^500: the rotation is that of the normalized quaternion, and rpy
  /// is zero. All zero: rpy gives the rotation.
  Quadruple quaternion{};
};

inline bool has_quaternion(const Placement& placement) {
  return placement.quaternion != Quadruple{};
}

/// True if a rotation is given, even if it is the identity.
inline bool is_turned(const Placement& placement) {
  return placement.rpy != Triple{} || has_quaternion(placement);
}

/// The inertia of a body as a URDF states it: about the centre of mass, in the axes of `origin`.
struct Inertial {
  Placement origin;  ///< pose of the centre-of-mass frame in the body frame
  double mass = 0;   ///< [kg]
  /// [kg m^2]; the matrix has the entries ixy, ixz, iyz themselves, with no minus sign.
  double ixx = 0, ixy = 0, ixz = 0, iyy = 0, iyz = 0, izz = 0;
};

/// The joint that connects a body to its parent.
struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  Placement placement;   ///< the pose of the joint frame (the child's frame at q = 0) in the parent's frame
  Triple axis{1, 0, 0};  ///< the axis or normal, in the joint frame; any length from 2^-500 to 2^500
  Triple second_axis{0, 1, 0};  ///< of a universal joint: the axis that is fixed in the child
  double pitch = 0;             ///< of a helical joint: translation per angle [m/rad]
  /// By coordinate of the joint: what is added to the diagonal of H [kg m^2, kg]. The inertia of a rotor as it is
  /// felt at the joint, without what the rotor does to other joints.
  std::array<double, 6> armature{};
};

inline bool has_armature(const Joint& joint) {
  return joint.armature != std::array<double, 6>{};
}

/// Body i and joint i, which connects it to the body `parent` = lambda(i) < i.
struct Body {
  std::string name;
  int parent = 0;
  Joint joint;
  Inertial inertial;
};

/// A frame that is fixed in a body (0: the base).
struct EndEffector {
  int body = 0;
  Placement pose;
};

/// A joint follows another, as gears and `<mimic>` do: q = multiplier q' + offset [rad, m].
struct Coupling {
  double multiplier = 1;
  double offset = 0;  ///< no velocity or acceleration depends on it
};

/// A constraint keeps a frame from moving relative to another body: a contact with the ground (body 0), or a
/// joint that closes a loop. Some of the six components of the twist of the frame relative to that body, in
/// the axes of the frame and about its origin, are forbidden.
/// With a coupling it is about joints, and pose and rows are not read: the joint of body `frame.body` follows
/// that of `relative_to`. Both have one degree of freedom. If `relative_to` is the base, the joint stands still.
/// The row is q-dot - multiplier q-dot'.
struct Constraint {
  std::string name;
  EndEffector frame;
  int relative_to = 0;                                           ///< a body
  std::array<bool, 6> rows{true, true, true, true, true, true};  ///< forbidden components, angular first
  std::optional<Coupling> coupling = {};

  int row_count() const {
    return coupling ? 1 : static_cast<int>(std::count(rows.begin(), rows.end(), true));
  }
};

/// A tree of bodies. bodies[0] is the fixed base, whose joint and inertial are ignored. Bodies 1..N are
/// regularly numbered: each follows its parent.
struct Model {
  std::string name;
  std::vector<Body> bodies{Body{.name = "base", .parent = 0, .joint = {}, .inertial = {}}};
  Triple gravity{0, 0, -9.81};  ///< [m/s^2], in base coordinates
  /// For the problems about constraints. The others are those of the open tree.
  std::vector<Constraint> constraints = {};

  int body_count() const { return static_cast<int>(bodies.size()) - 1; }  ///< N
};

/// The places of the joints' coordinates in q and in the vectors of velocities, accelerations and forces. As
/// in the papers, bodies and coordinates count from 1; 0 is the base.
struct Layout {
  explicit Layout(const Model& model);

  int nq = 0;                         ///< length of q
  int n = 0;                          ///< degrees of freedom
  std::vector<int> first_position;    ///< by body: the index (from 1) of the joint's first entry in q
  std::vector<int> first_velocity;    ///< by body: the same in q-dot, q-double-dot and tau
  std::vector<int> expanded_parent;   ///< lambda^e(1..n); entry 0 is unused [Featherstone 2005, sec. 2]
  std::vector<int> body_of_velocity;  ///< the body of coordinate 1..n; entry 0 is unused
  std::vector<int> depth;   ///< by body, the number of joints on the path to the base, which itself has 0
  int constraint_rows = 0;  ///< of all constraints
};

inline Sizes sizes_of(const Layout& layout, std::size_t end_effectors) {
  return {layout.nq, layout.n, static_cast<int>(layout.depth.size()) - 1, static_cast<int>(end_effectors),
          layout.constraint_rows};
}

/// The constraint that a row of all constraints, from 1, belongs to.
const Constraint& constraint_of_row(const Model& model, int row);

/// A couple about the body's origin [N m], then a force [N], in body coordinates.
using Wrench = std::array<double, 6>;

/// A state of a model, with the accelerations, forces and end-effectors that the problems need.
struct State {
  std::vector<double> q;      ///< nq positions [rad, m]
  std::vector<double> v;      ///< n generalized velocities [rad/s, m/s]
  std::vector<double> qdd;    ///< n generalized accelerations, for inverse dynamics [rad/s^2, m/s^2]
  std::vector<double> tau;    ///< n generalized forces, for forward dynamics [N m, N]
  std::vector<Wrench> f_ext;  ///< external forces, by body 0..N
  std::vector<EndEffector> end_effectors;
  /// The required acceleration of each row of the constraints, 0 for a constraint at rest [rad/s^2, m/s^2].
  std::vector<double> gamma = {};
  double restitution = 0;  ///< of contact_impulse: 0 for plastic, 1 for elastic contacts
};

/// The numbers of an input in a state, one after the other; none for a quantity that no state has.
std::vector<double> numbers(const State& state, const Quantity& input);

/// The state in which everything is zero, quaternions are the identity, and there is no end-effector.
State neutral_state(const Model& model);

/// The positions of a joint at zero; a quaternion is the identity.
std::vector<double> neutral_position(JointKind kind);

}  // namespace kintree
