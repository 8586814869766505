// Tiny robots as files, each made for one thing that an importer or an algorithm may get wrong.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/model/problem_set.hpp"

namespace kintree::suite::vectors {

struct Link {
  std::string name;
  std::optional<Inertial> inertial;
  std::optional<Triple> visual = {};  ///< the origin of a <visual>, which dynamics does not depend on
};

/// q = multiplier * q of the other joint + offset.
struct Mimic {
  std::string joint;
  double multiplier = 1, offset = 0;
};

struct JointElement {
  Joint joint;
  std::string parent, child;
  bool axis_given = true;            ///< if not, <axis> is left out, and joint.axis is (1, 0, 0)
  double damping = 0, friction = 0;  ///< of <dynamics>, no part of the equation of motion
  std::optional<std::array<double, 2>> limits = {};  ///< of <limit>, no part of it either
  std::optional<Mimic> mimic = {};
};

/// Links and joints in the order of the file.
struct Robot {
  std::vector<Link> links;
  std::vector<JointElement> joints;
  bool floating_base = false;
  bool numbered_by_file = false;  ///< bodies are numbered in the order of the links, which is Kintree's own
};

/// 2 kg, 0.3 m along x from the joint, on principal axes.
Inertial plain();
/// With a centre of mass, rotation and products of inertia in general position.
Inertial general();

/// A robot that has only the base link `base`.
Robot based();
/// Adds a link and the joint that carries it, 0.5 m along x from the parent, the last link if none is named.
/// They are called link<k> and joint<k> unless they are named.
JointElement& add(Robot& robot, JointKind kind, const Triple& axis, const std::string& parent = "",
                  const std::string& name = "");
/// A chain of joints about or along these axes, each with a plain link.
Robot chain(const std::vector<std::pair<JointKind, Triple>>& joints);
Robot pendulum(const Triple& axis);

std::string urdf(const Robot& robot);

struct PosedLink {
  std::string link;
  Placement pose = {};
};

/// A vector before its numbers are drawn.
struct Spec {
  std::string what;
  std::vector<std::string> flags;
  Robot robot;
  bool moves = true;    ///< if not, velocities are zero
  bool is_bent = true;  ///< if not, it is in the zero position
  Triple gravity{0, 0, -9.81};
  std::map<std::string, Wrench> f_ext = {};  ///< by link
  std::vector<PosedLink> end_effectors = {};
  std::map<std::string, std::vector<double>> q = {};  ///< used instead of those drawn
  /// Requested; if empty, H, tau and q-ddot and, for end-effectors, J H^-1 J^T and J-bar.
  ProblemSet problems = {};
};

struct Group {
  std::string name, title;
  std::vector<Spec> specs;
};

Group inertias();
Group placements();
Group fixed_joints();
Group joint_kinds();
Group free_bases();
Group forces();
Group orders();
Group end_effectors();
Group files();
Group derivatives();
std::vector<Group> groups();

struct Flag {
  std::string_view name, what;
  std::vector<std::string_view> seen_in;  ///< public threads of projects that had it wrong
};
const std::vector<Flag>& flags();

// Names that the lists of specs share.
using Flags = std::vector<std::string>;
inline constexpr JointKind revolute = JointKind::revolute, prismatic = JointKind::prismatic,
                           fixed = JointKind::fixed, free_joint = JointKind::free;
inline constexpr Triple X{1, 0, 0}, Y{0, 1, 0}, Z{0, 0, 1};
inline constexpr std::array<Triple, 3> XYZ{X, Y, Z};
inline constexpr std::array<const char*, 3> xyz_names{"x", "y", "z"};
inline constexpr double right_angle = 1.5707963267948966;
/// The angle about one of the axes of roll, pitch, yaw.
inline Triple about(std::size_t axis, double angle) {
  Triple rpy{};
  rpy[axis] = angle;
  return rpy;
}

}  // namespace kintree::suite::vectors
