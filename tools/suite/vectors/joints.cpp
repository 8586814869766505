// Kinds of joints, and free bases.
#include <spdlog/fmt/fmt.h>

#include <functional>

#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {
namespace {

/// Four numbers whose squares sum to 1.
constexpr std::array<std::array<double, 4>, 5> quaternions{{{0.1, 0.7, -0.1, 0.7},
                                                            {0.9, 0.3, -0.3, 0.1},
                                                            {0.5, -0.5, 0.1, 0.7},
                                                            {0.3, -0.9, 0.1, 0.3},
                                                            {0.5, 0.5, 0.5, 0.5}}};

std::vector<double> turned(std::size_t k, const std::vector<double>& position) {
  std::vector<double> q = position;
  const auto& quaternion = quaternions[k % quaternions.size()];
  q.insert(q.end(), quaternion.begin(), quaternion.end());
  return q;
}

/// Unit quaternions for the joints that have one, because readers treat others differently.
Spec with_quaternions(Spec spec, std::size_t k) {
  for (const JointElement& element : spec.robot.joints)
    if (has_quaternion(element.joint.kind))
      spec.q[element.joint.name] = turned(
          k++, element.joint.kind == JointKind::free ? std::vector{0.4, -0.3, 0.9} : std::vector<double>());
  if (spec.robot.floating_base) spec.q["floating_base"] = turned(k, {0.4, -0.3, 0.9});
  return spec;
}

bool is_in_urdf(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::planar ||
         kind == JointKind::free || kind == JointKind::fixed;
}

Flags of(JointKind kind, const std::string& other) {
  Flags flags{"joint_kind", other};
  if (!is_in_urdf(kind)) flags.emplace_back("kintree_joint");
  if (has_quaternion(kind)) flags.emplace_back("quaternion");
  return flags;
}

/// A joint of the kind with this axis, and its other data.
void add_joint(Robot& robot, JointKind kind, const Triple& axis) {
  Joint& joint = add(robot, kind, axis).joint;
  if (kind == JointKind::universal) joint.second_axis = axis == Y ? Z : Y;
  if (kind == JointKind::helical) joint.pitch = 0.3;
}

}  // namespace

Group joint_kinds() {
  Group group{"joint", "Kinds of joints", {}};
  std::size_t k = 0;
  for (const JointKindInfo& entry : kintree::joint_kinds) {
    if (entry.kind == JointKind::fixed) continue;
    for (const bool moves : {false, true}) {
      Robot alone = based();
      add_joint(alone, entry.kind, k % 2 == 0 ? Z : Y);
      group.specs.push_back(
          with_quaternions({fmt::format("a {} joint, {}", entry.name, moves ? "moving" : "at rest"),
                            of(entry.kind, moves ? "velocity_terms" : "rest"), alone, moves},
                           k++));
    }
    for (const bool is_first : {true, false}) {
      Robot robot = based();
      if (!is_first) add(robot, JointKind::revolute, Y);
      add_joint(robot, entry.kind, X);
      if (is_first) add(robot, JointKind::revolute, Y);
      group.specs.push_back(with_quaternions(
          {fmt::format("a {} joint {} a hinge", entry.name, is_first ? "that carries" : "on"),
           of(entry.kind, "velocity_terms"), robot},
          k++));
    }
  }
  for (const JointKind first : {JointKind::revolute, JointKind::prismatic})
    for (const JointKind second : {JointKind::revolute, JointKind::prismatic})
      for (const Triple& axis : {Y, Z})
        group.specs.push_back({fmt::format("a {} and a {} joint, {} axes", info(first).name,
                                           info(second).name, axis == Y ? "parallel" : "orthogonal"),
                               Flags{"velocity_terms", "joint_offset"}, chain({{first, Y}, {second, axis}})});
  return group;
}

Group free_bases() {
  Group group{"free_base", "Free bases", {}};
  auto& specs = group.specs;
  std::size_t k = 0;
  const auto body = [&](const std::string& what, Flags flags, const Inertial& inertial, auto&& change) {
    Robot robot;
    robot.links.push_back({"body", inertial});
    robot.floating_base = true;
    flags.emplace_back("free_base");
    Spec spec{what, std::move(flags), std::move(robot)};
    change(spec);
    specs.push_back(with_quaternions(std::move(spec), k++));
  };
  const auto as_it_is = [](Spec&) {};
  const auto rests = [](Spec& spec) { spec.moves = false; };
  Inertial centred = plain();
  centred.origin = {};
  Inertial turned = plain();
  turned.origin.rpy = {0.6, -0.4, 0.9};
  for (const auto& change : std::vector<std::function<void(Spec&)>>{as_it_is, rests}) {
    body("a free body, its centre of mass at its origin", {"quaternion"}, centred, change);
    body("a free body, its centre of mass off its origin", {"centre_of_mass"}, plain(), change);
    body("a free body with a turned inertial frame", {"inertial_rotation"}, turned, change);
    body("a free body in general", {"inertial_rotation", "products_of_inertia", "centre_of_mass"}, general(),
         change);
  }
  body("a free body without gravity", {"gravity"}, plain(), [](Spec& spec) { spec.gravity = {}; });
  body("a free body that is pushed", {"external_force"}, plain(),
       [](Spec& spec) { spec.f_ext["body"] = {0.3, -0.2, 0.5, 4, -3, 2}; });
  body("a free body in the zero position", {"velocity_terms"}, general(),
       [](Spec& spec) { spec.is_bent = false; });

  const auto carries = [&](const std::string& what, const Flags& flags, const std::vector<JointKind>& kinds,
                           bool moves) {
    Robot robot;
    robot.links.push_back({"body", general()});
    robot.floating_base = true;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      JointElement& element = add(robot, kinds[i], XYZ[(i + 1) % 3], "body", i == 0 ? "leg" : "arm");
      element.joint.placement.xyz = {i == 0 ? 0.3 : -0.2, 0.1, 0};
    }
    specs.push_back(with_quaternions({what, flags, robot, moves}, k++));
  };
  for (const bool moves : {true, false})
    for (const JointKind kind : {revolute, prismatic, fixed})
      carries(fmt::format("a free base that carries a {} joint", info(kind).name),
              Flags{"free_base", kind == fixed ? "fixed_inertia" : "velocity_terms"}, {kind}, moves);
  carries("a free base with two limbs", {"free_base", "branches"}, {revolute, revolute}, true);
  for (const bool moves : {true, false}) {
    Robot robot = based();
    add(robot, free_joint, X);
    specs.push_back(with_quaternions(
        {"a joint of type floating in the file", {"free_base", "quaternion"}, std::move(robot), moves}, k++));
  }
  return group;
}

}  // namespace kintree::suite::vectors
