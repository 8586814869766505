// Poses and inertias of a model in world axes, for comparisons with other readers of a file.
#pragma once

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "pose.hpp"

namespace kintree::test {

using Matrix = std::array<Triple, 3>;

/// The pose of the child in the joint frame, by the joint's numbers q.
inline Pose joint_pose(const Joint& joint, const double* q) {
  const DigitVector axis = digits(joint.axis);
  const Digits length = sqrt(dot(axis, axis));
  switch (joint.kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
      return Pose({}, rotation(axis, q[0]));
    case JointKind::helical:
      return Pose(q[0] * joint.pitch / length * axis, rotation(axis, q[0]));
    case JointKind::prismatic:
      return Pose(q[0] / length * axis);
    case JointKind::universal:
      return Pose({}, rotation(axis, q[0])) * Pose({}, rotation(digits(joint.second_axis), q[1]));
    case JointKind::spherical:
      return Pose({.xyz = {}, .rpy = {}, .quaternion = {q[0], q[1], q[2], q[3]}});
    case JointKind::free:
      return Pose({.xyz = {q[0], q[1], q[2]}, .rpy = {}, .quaternion = {q[3], q[4], q[5], q[6]}});
    default:
      BOOST_FAIL("no pose for this kind of joint");
      return {};
  }
}

/// By body, in the axes of the base.
inline std::vector<Pose> world_poses(const Model& model, const std::vector<double>& q) {
  const Layout layout(model);
  std::vector<Pose> result(model.bodies.size());
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const double* const of_joint = q.data() + std::max(layout.first_position[i] - 1, 0);
    result[i] = result[static_cast<std::size_t>(body.parent)] * Pose(body.joint.placement) *
                joint_pose(body.joint, of_joint);
  }
  return result;
}

/// Columns: the axes of the frame, in those of the base.
inline Matrix axes(const Pose& pose) {
  return {rounded(pose.direction(DigitVector{1, 0, 0})), rounded(pose.direction(DigitVector{0, 1, 0})),
          rounded(pose.direction(DigitVector{0, 0, 1}))};
}

/// The tensor about the centre of mass in the axes of the base. `inertial` is the pose of its frame there.
inline Matrix world_tensor(const Inertial& inertia, const Pose& inertial) {
  const Matrix stated{{{inertia.ixx, inertia.ixy, inertia.ixz},
                       {inertia.ixy, inertia.iyy, inertia.iyz},
                       {inertia.ixz, inertia.iyz, inertia.izz}}};
  const Matrix R = axes(inertial);
  Matrix result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) result[i][j] += R[k][i] * stated[k][l] * R[l][j];
  return result;
}

/// Numbers that two programs computed in double.
inline void check_close(const Triple& ours, const Triple& theirs, double scale, const std::string& what) {
  for (std::size_t k = 0; k < 3; ++k)
    BOOST_TEST(std::abs(ours[k] - theirs[k]) <= 1e-11 * scale, what << ": entry " << k << " is " << ours[k]
                                                                    << ", and theirs differs by "
                                                                    << theirs[k] - ours[k]);
}

}  // namespace kintree::test
