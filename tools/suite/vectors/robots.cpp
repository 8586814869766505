#include "suite/vectors/robots.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>

namespace kintree::suite::vectors {
namespace {

std::string text(const Triple& x) {
  return fmt::format("{} {} {}", x[0], x[1], x[2]);
}

std::string origin(const Placement& p) {
  if (p.xyz == Triple{} && p.rpy == Triple{}) return {};
  std::string result = "<origin";
  if (p.xyz != Triple{}) result += fmt::format(" xyz=\"{}\"", text(p.xyz));
  if (p.rpy != Triple{}) result += fmt::format(" rpy=\"{}\"", text(p.rpy));
  return result + "/>";
}

const char* type(const JointElement& element) {
  switch (element.joint.kind) {
    case JointKind::revolute:
      return element.limits ? "revolute" : "continuous";
    case JointKind::free:
      return "floating";
    default:
      return info(element.joint.kind).name.data();
  }
}

std::string text(const Link& link) {
  std::string result;
  if (link.inertial) {
    const Inertial& I = *link.inertial;
    result = fmt::format(
        "<inertial>{}<mass value=\"{}\"/><inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" "
        "izz=\"{}\"/></inertial>",
        origin(I.origin), I.mass, I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz);
  }
  if (link.visual)
    result +=
        fmt::format("<visual><origin xyz=\"{}\"/><geometry><sphere radius=\"0.1\"/></geometry></visual>",
                    text(*link.visual));
  if (result.empty()) return fmt::format("<link name=\"{}\"/>", link.name);
  return fmt::format("<link name=\"{}\">{}</link>", link.name, result);
}

std::string text(const JointElement& element) {
  const Joint& joint = element.joint;
  std::string result =
      fmt::format("<joint name=\"{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/>{}", joint.name,
                  type(element), element.parent, element.child, origin(joint.placement));
  if (has_axis(joint.kind) && element.axis_given)
    result += fmt::format("<axis xyz=\"{}\"/>", text(joint.axis));
  if (joint.kind == JointKind::universal)
    result += fmt::format("<axis2 xyz=\"{}\"/>", text(joint.second_axis));
  if (joint.kind == JointKind::helical) result += fmt::format("<pitch value=\"{}\"/>", joint.pitch);
  if (element.damping != 0 || element.friction != 0)
    result += fmt::format("<dynamics damping=\"{}\" friction=\"{}\"/>", element.damping, element.friction);
  if (element.limits || joint.kind == JointKind::prismatic) {
    const auto [lower, upper] = element.limits.value_or(std::array<double, 2>{-10, 10});
    result +=
        fmt::format("<limit lower=\"{}\" upper=\"{}\" effort=\"1000\" velocity=\"100\"/>", lower, upper);
  }
  if (element.mimic)
    result += fmt::format("<mimic joint=\"{}\" multiplier=\"{}\" offset=\"{}\"/>", element.mimic->joint,
                          element.mimic->multiplier, element.mimic->offset);
  return result + "</joint>";
}

}  // namespace

Inertial plain() {
  return {.origin = {{0.3, 0, 0}, {}}, .mass = 2, .ixx = 0.04, .iyy = 0.06, .izz = 0.09};
}

Inertial general() {
  return {.origin = {{0.2, -0.1, 0.3}, {0.5, -0.8, 1.2}},
          .mass = 1.5,
          .ixx = 0.05,
          .ixy = 0.01,
          .ixz = -0.008,
          .iyy = 0.07,
          .iyz = 0.012,
          .izz = 0.06};
}

Robot based() {
  Robot robot;
  robot.links.push_back({"base", {}});
  return robot;
}

JointElement& add(Robot& robot, JointKind kind, const Triple& axis, const std::string& parent,
                  const std::string& name) {
  const std::string number = std::to_string(robot.links.size());
  const std::string above = parent.empty() ? robot.links.back().name : parent;
  robot.links.push_back({name.empty() ? "link" + number : name, plain()});
  JointElement& element = robot.joints.emplace_back();
  element.joint.name = name.empty() ? "joint" + number : name + "_joint";
  element.joint.kind = kind;
  if (has_axis(kind)) element.joint.axis = axis;
  if (robot.links.size() > 2) element.joint.placement.xyz = {0.5, 0, 0};
  element.parent = above;
  element.child = robot.links.back().name;
  return element;
}

Robot chain(const std::vector<std::pair<JointKind, Triple>>& joints) {
  Robot robot = based();
  for (const auto& [kind, axis] : joints) add(robot, kind, axis);
  return robot;
}

Robot pendulum(const Triple& axis) {
  return chain({{JointKind::revolute, axis}});
}

std::string urdf(const Robot& robot) {
  std::string result =
      fmt::format("<robot name=\"robot\"{}>", robot.numbered_by_file ? " numbering=\"file\"" : "");
  for (const Link& link : robot.links) result += text(link);
  for (const JointElement& joint : robot.joints) result += text(joint);
  return result + "</robot>";
}

std::vector<Group> groups() {
  return {inertias(), placements(), fixed_joints(),  joint_kinds(), free_bases(),
          forces(),   orders(),     end_effectors(), files(),       derivatives()};
}

const std::vector<Flag>& flags() {
  static const std::vector<Flag> list{
      {"angles", "joints' angles in radians, far from small", {}},
      {"axis_default", "<axis> is left out: (1, 0, 0)", {}},
      {"axis_length", "an axis that is not of unit length", {}},
      {"branches", "several joints on one link: the order of coordinates", {}},
      {"centre_of_mass", "a centre of mass away from the joint", {"RigidBodyDynamics.jl#626", "newton#1366"}},
      {"child_of_fixed", "a moving link on a link that is fixed to another", {"pinocchio#2460"}},
      {"damping",
       "<dynamics> with damping or friction, which is no part of the equation of motion",
       {"dart#1450"}},
      {"dependent",
       "joints that follow others: H of the free coordinates is G^T H G",
       {"pinocchio#2710", "pinocchio#2761"}},
      {"derivative",
       "derivatives along the velocities of the joints: n columns, also where there are more coordinates",
       {"pinocchio PR 770"}},
      {"end_effector", "the frame of an end-effector", {}},
      {"external_force", "a couple and a force on a link, in its axes, about its origin", {}},
      {"file_order", "links and joints in another order in the file than in the tree", {}},
      {"fixed_inertia",
       "a link with inertia that is fixed to another, turned",
       {"mujoco#2982", "newton#537", "newton PR 2245", "drake#13953"}},
      {"fixed_placement",
       "a fixed joint in mid-chain or at the root",
       {"robotics-toolbox-python#483", "bullet3#1379"}},
      {"free_base",
       "a free base: axes and order of its rates",
       {"pinocchio#45", "jaxsim#13", "pinocchio#1721", "newton PR 2753"}},
      {"gravity", "gravity of another direction or size", {}},
      {"inertial_missing", "a link without <inertial> in mid-chain is massless", {}},
      {"inertial_rotation",
       "the frame of the inertia is turned: I = R I' R^T",
       {"mujoco#3559", "dart#47", "ros/robot_model PR 66", "metapod PR 73", "isaac-sim urdf importer #2",
        "newton PR 2245"}},
      {"joint_kind",
       "one kind of joint, alone and in a chain",
       {"openrave#1481", "idyntree#1249", "idyntree#1276", "idyntree#1279"}},
      {"joint_offset", "the origin of a joint in its parent", {"openrave#1481"}},
      {"joint_rotation", "the frame of a joint is turned: R = Rz(yaw) Ry(pitch) Rx(roll)", {"kdl_parser#31"}},
      {"kintree_joint", "a type of joint that URDF itself does not have", {}},
      {"kintree_numbering",
       "coordinates in the order of the links in the file, which URDF itself does not have",
       {}},
      {"limits", "a position beyond <limit>, which is no part of the equation of motion", {}},
      {"mass_ratio", "neighbours of very different mass", {}},
      {"momentum", "the momentum of all links about their centre of mass", {}},
      {"point_mass", "no moment of inertia about the centre of mass", {}},
      {"products_of_inertia", "ixy, ixz, iyz: the entries of the matrix, without a minus sign", {}},
      {"quaternion", "a quaternion is w, x, y, z", {}},
      {"regressor",
       "the matrix of inertial parameters: mass, mass times centre, inertia about the link's origin",
       {}},
      {"rest", "at rest", {}},
      {"second_derivative",
       "second derivatives of the forces: column (j, k) of n^2 is the derivative along j of the derivative "
       "along k",
       {}},
      {"several_freedoms", "a joint of several degrees of freedom, whose own motion turns its axes", {}},
      {"several_angles", "more than one of roll, pitch and yaw", {}},
      {"velocity_terms", "centrifugal and Coriolis forces", {"pinocchio#2053"}},
      {"visual", "a <visual> with an origin, which dynamics does not depend on", {}},
  };
  return list;
}

}  // namespace kintree::suite::vectors
