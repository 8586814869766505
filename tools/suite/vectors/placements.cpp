// Slips in the frames and axes of joints, the order of joints, and other contents of files.
#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {
namespace {

const char* moving(JointKind kind) {
  return kind == revolute ? "hinge" : "slider";
}

void add_frames(std::vector<Spec>& specs) {
  const std::array<Triple, 4> turns{
      {{0.5, -0.8, 1.2}, {right_angle, 0, right_angle}, {0.9, 0.4, 0}, {0, 0.7, -0.6}}};
  for (const JointKind kind : {revolute, prismatic}) {
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) {
        if (kind == prismatic && (a + 1) % 3 != b) continue;
        Robot robot = chain({{kind, XYZ[a]}});
        robot.joints.back().joint.placement = {{0.1, 0, 0.3}, about(b, 0.6)};
        specs.push_back({fmt::format("the frame of a {} turned about {}; axis {}", moving(kind), xyz_names[b],
                                     xyz_names[a]),
                         Flags{"joint_rotation"}, robot});
      }
    for (std::size_t k = 0; k < turns.size(); ++k) {
      Robot robot = chain({{kind, XYZ[k % 3]}});
      robot.joints.back().joint.placement.rpy = turns[k];
      specs.push_back({fmt::format("the frame of a {} turned by several angles", moving(kind)),
                       Flags{"joint_rotation", "several_angles"}, robot});
      Robot two = chain({{revolute, XYZ[(k + 1) % 3]}, {kind, XYZ[k % 3]}});
      two.joints.back().joint.placement = {{0.3, -0.2, 0.1}, turns[k]};
      specs.push_back(
          {fmt::format("the frame of a second joint, a {}, turned by several angles", moving(kind)),
           Flags{"joint_rotation", "joint_offset", "several_angles"}, two});
    }
    for (const Triple& offset : {Triple{0, 0, 0.5}, Triple{0.2, -0.4, 0.1}}) {
      Robot robot = chain({{revolute, Y}, {kind, Z}});
      robot.joints.back().joint.placement.xyz = offset;
      specs.push_back(
          {fmt::format("a {} with an offset from a hinge", moving(kind)), Flags{"joint_offset"}, robot});
    }
  }
}

void add_axes(std::vector<Spec>& specs) {
  for (const JointKind kind : {revolute, prismatic}) {
    for (const Triple& axis :
         {Triple{0, 0, 2}, Triple{0, 0.5, 0}, Triple{1, 1, 1}, Triple{3, 4, 12}, Triple{1e-3, 0, 0}}) {
      specs.push_back(
          {fmt::format("the axis of a {} is ({}, {}, {})", moving(kind), axis[0], axis[1], axis[2]),
           Flags{"axis_length"}, chain({{kind, axis}})});
    }
    specs.push_back({fmt::format("a long axis of a {} in a chain", moving(kind)), Flags{"axis_length"},
                     chain({{revolute, {0, -2, 0}}, {kind, {0, 3, 4}}})});
    Robot unnamed = chain({{kind, X}});
    unnamed.joints.back().axis_given = false;
    specs.push_back(
        {fmt::format("the axis of a {} is left out", moving(kind)), Flags{"axis_default"}, unnamed});
    unnamed.joints.back().joint.placement.rpy = {0, 0, 0.8};
    specs.push_back({fmt::format("the axis of a turned {} is left out", moving(kind)),
                     Flags{"axis_default", "joint_rotation"}, unnamed});
  }
  for (const Triple& axis : {Triple{-1, 0, 0}, Triple{0, -1, 0}, Triple{0, 0, -1}, Triple{0.6, 0, 0.8}})
    specs.push_back({fmt::format("a hinge about ({}, {}, {})", axis[0], axis[1], axis[2]), Flags{"angles"},
                     chain({{revolute, axis}, {revolute, Y}})});
}

/// Two limbs of one joint each, one of which carries another.
Robot branched(const std::array<const char*, 4>& names, int carrier) {
  Robot robot = based();
  add(robot, revolute, Z, "base", names[0]);
  add(robot, revolute, Y, names[0], names[1]);
  if (carrier == 1) add(robot, prismatic, X, names[1], names[2]);
  add(robot, revolute, X, names[0], names[3]).joint.placement.xyz = {0, 0.4, 0.1};
  if (carrier == 2) add(robot, prismatic, Z, names[3], names[2]);
  for (std::size_t k = 1; k < robot.links.size(); ++k)
    robot.links[k].inertial->mass += 0.5 * static_cast<double>(k);
  return robot;
}

}  // namespace

Group placements() {
  Group group{"placement", "Frames and axes of joints", {}};
  add_frames(group.specs);
  add_axes(group.specs);
  return group;
}

Group orders() {
  Group group{"order", "The order of coordinates", {}};
  auto& specs = group.specs;
  const std::array<std::array<const char*, 4>, 3> names{
      {{"a", "b", "c", "d"}, {"torso", "left", "hand", "right"}, {"d", "c", "b", "a"}}};
  for (const auto& four : names)
    for (const int carrier : {0, 1, 2})
      for (const bool moves : {false, true})
        specs.push_back({carrier == 0   ? "two limbs on one link"
                         : carrier == 1 ? "two limbs; the first has a second joint"
                                        : "two limbs; the second has a second joint",
                         moves ? Flags{"branches", "velocity_terms"} : Flags{"branches", "rest"},
                         branched(four, carrier), moves});
  for (const int carrier : {1, 2}) {
    Robot links = branched(names[1], carrier);
    std::reverse(links.links.begin(), links.links.end());
    specs.push_back({"the links are in reverse order in the file", Flags{"branches", "file_order"}, links});
    Robot joints = branched(names[1], carrier);
    std::reverse(joints.joints.begin(), joints.joints.end());
    specs.push_back({"the joints are in reverse order in the file", Flags{"branches", "file_order"}, joints});
  }
  for (const bool moves : {false, true}) {
    Robot numbered = branched(names[1], 1);
    std::swap(numbered.links[3], numbered.links[4]);
    numbered.numbered_by_file = true;
    specs.push_back({"the limbs' first joints come before the second", Flags{"branches", "kintree_numbering"},
                     numbered, moves});
  }
  Robot roots = based();
  for (const Triple& axis : XYZ) add(roots, revolute, axis, "base");
  specs.push_back({"three joints on the base", Flags{"branches"}, roots});
  return group;
}

Group files() {
  Group group{"file", "Other contents of files", {}};
  auto& specs = group.specs;
  for (const double damping : {0.04, 0.7})
    for (const JointKind kind : {revolute, prismatic}) {
      Robot robot = chain({{revolute, Y}, {kind, Z}});
      for (JointElement& element : robot.joints) element.damping = damping;
      specs.push_back({"damping at both joints", Flags{"damping"}, robot});
    }
  for (const std::size_t at : {0U, 1U}) {
    Robot robot = chain({{revolute, Y}, {revolute, Z}});
    robot.joints[at].friction = 0.3;
    specs.push_back({"friction at one joint", Flags{"damping"}, robot});
  }
  for (const JointKind kind : {revolute, prismatic})
    for (const bool above : {false, true}) {
      Robot robot = chain({{kind, Y}, {revolute, Z}});
      robot.joints[0].limits = above ? std::array{-0.5, 0.1} : std::array{0.2, 0.9};
      Spec spec{"a position beyond its limits", Flags{"limits"}, robot};
      spec.q["joint1"] = {above ? 0.8 : -0.6};
      specs.push_back(std::move(spec));
    }
  for (const Triple& axis : XYZ) {
    Robot robot = pendulum(axis);
    robot.links.back().visual = Triple{-0.1, 0.2, 0.4};
    specs.push_back({"a visual beside the inertial", Flags{"visual"}, robot});
  }
  // Dyadic numbers, so that the positions that follow are exact.
  for (const double first : {0.5, -2.0})
    for (const bool is_chained : {false, true}) {
      Robot robot = chain({{revolute, Y}, {revolute, Z}, {revolute, Y}});
      robot.joints[1].mimic = Mimic{"joint1", first, 0.25};
      robot.joints[2].mimic = Mimic{is_chained ? "joint2" : "joint1", -1.5, 0.125};
      Spec spec{is_chained ? "a joint follows a joint that follows another" : "two joints follow a third",
                Flags{"dependent"}, robot};
      spec.q["joint1"] = {0.75};
      specs.push_back(std::move(spec));
    }
  for (const JointKind kind : {revolute, prismatic}) {
    Robot robot = chain({{revolute, Z}, {revolute, Y}, {kind, X}});
    robot.joints[2].mimic = Mimic{"joint1", 1.25, -0.5};
    Spec spec{"a joint follows another, beyond one that does not", Flags{"dependent"}, robot};
    spec.q["joint1"] = {-0.5};
    specs.push_back(std::move(spec));
    Robot ahead = chain({{kind, Z}, {revolute, Y}});
    ahead.joints[0].mimic = Mimic{"joint2", 0.75, 0.5};
    Spec before{"a joint follows one that comes after it", Flags{"dependent"}, ahead};
    before.q["joint2"] = {1.25};
    specs.push_back(std::move(before));
  }
  return group;
}

}  // namespace kintree::suite::vectors
