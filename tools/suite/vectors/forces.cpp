// Gravity, external forces, and end-effectors.
#include <spdlog/fmt/fmt.h>

#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {
namespace {

void add_gravity(std::vector<Spec>& specs) {
  for (const Triple& gravity : {Triple{0, 0, -9.81}, Triple{0, -9.81, 0}, Triple{9.81, 0, 0},
                                Triple{2, -3, -8}, Triple{0, 0, -1.62}, Triple{0, 0, 0}})
    for (const bool moves : {false, true}) {
      Spec spec{fmt::format("gravity ({}, {}, {})", gravity[0], gravity[1], gravity[2]),
                Flags{"gravity", moves ? "velocity_terms" : "rest"}, chain({{revolute, Y}, {revolute, X}}),
                moves};
      spec.gravity = gravity;
      specs.push_back(std::move(spec));
    }
  Spec straight{"gravity alone, in the zero position", Flags{"gravity", "rest"},
                chain({{revolute, Y}, {prismatic, Z}}), false, false};
  specs.push_back(std::move(straight));
}

void add_external_forces(std::vector<Spec>& specs) {
  const Wrench couple{0.4, -0.7, 0.9, 0, 0, 0}, force{0, 0, 0, 3, -5, 2}, both{0.5, 0.2, -0.6, -4, 2, 6};
  const std::array<std::pair<const char*, Wrench>, 3> wrenches{
      {{"couple", couple}, {"force", force}, {"couple and a force", both}}};
  for (const auto& [name, wrench] : wrenches)
    for (std::size_t a = 0; a < 3; ++a) {
      Spec spec{fmt::format("a {} on a link; hinge about {}", name, xyz_names[a]), Flags{"external_force"},
                pendulum(XYZ[a])};
      spec.f_ext["link1"] = wrench;
      specs.push_back(std::move(spec));
    }
  for (const auto& [name, wrench] : wrenches)
    for (const char* link : {"link1", "link2"}) {
      Robot robot = chain({{revolute, Z}, {revolute, Y}});
      robot.links[2].inertial->origin.xyz = {0.1, 0.3, -0.2};
      Spec spec{fmt::format("a {} on {} of two links", name, link), Flags{"external_force"}, robot};
      spec.f_ext[link] = wrench;
      specs.push_back(std::move(spec));
    }
  Robot turned = chain({{revolute, Z}, {prismatic, Y}});
  turned.joints[1].joint.placement.rpy = {0.7, 0, -0.4};
  Spec two{"forces on two links, one of which is turned", Flags{"external_force", "joint_rotation"}, turned};
  two.f_ext["link1"] = both;
  two.f_ext["link2"] = force;
  specs.push_back(std::move(two));
  Robot limbs = pendulum(Y);
  add(limbs, revolute, X, "link1", "left").joint.placement.xyz = {0, 0.3, 0};
  add(limbs, revolute, Z, "link1", "right").joint.placement.xyz = {0, -0.3, 0};
  Spec sides{"forces on two limbs", Flags{"external_force", "branches"}, limbs};
  sides.f_ext["left"] = both;
  sides.f_ext["right"] = couple;
  specs.push_back(std::move(sides));
}

}  // namespace

Group forces() {
  Group group{"force", "Gravity and external forces", {}};
  add_gravity(group.specs);
  add_external_forces(group.specs);
  return group;
}

Group end_effectors() {
  Group group{"end_effector", "Frames of end-effectors", {}};
  auto& specs = group.specs;
  const std::array<std::pair<const char*, Placement>, 4> poses{
      {{"at the link's origin", {}},
       {"off the link's origin", {{0.3, -0.1, 0.2}, {}}},
       {"turned", {{}, {0.5, 0, 0.8}}},
       {"in general", {{0.2, 0.1, -0.3}, {0.4, -0.9, 0.7}}}}};
  const std::vector<std::pair<const char*, Robot>> robots{
      {"a hinge", pendulum(Y)},
      {"a slider", chain({{prismatic, {0.6, 0, 0.8}}})},
      {"two hinges", chain({{revolute, Z}, {revolute, Y}})}};
  for (const auto& [carrier, robot] : robots)
    for (const auto& [where, pose] : poses) {
      Spec spec{fmt::format("an end-effector {} on {}", where, carrier), Flags{"end_effector"}, robot};
      spec.end_effectors = {{robot.links.back().name, pose}};
      specs.push_back(std::move(spec));
    }
  for (const auto& [where, pose] : poses) {
    Robot robot;
    robot.links.push_back({"body", general()});
    robot.floating_base = true;
    Spec spec{fmt::format("an end-effector {} on a free body", where), Flags{"end_effector", "free_base"},
              robot};
    spec.end_effectors = {{"body", pose}};
    spec.q["floating_base"] = {0.2, 0.5, -0.4, 0.9, 0.3, -0.3, 0.1};
    specs.push_back(std::move(spec));
  }
  Robot hand;
  hand.links.push_back({"body", general()});
  hand.floating_base = true;
  add(hand, revolute, Y, "body", "arm").joint.placement.rpy = {0.3, 0, 0.6};
  Spec arm{"an end-effector on the arm of a free body", Flags{"end_effector", "free_base"}, hand};
  arm.end_effectors = {{"arm", poses[3].second}};
  arm.q["floating_base"] = {0.2, 0.5, -0.4, 0.5, -0.5, 0.1, 0.7};
  specs.push_back(std::move(arm));
  Robot limbs = pendulum(Y);
  add(limbs, revolute, X, "link1", "left").joint.placement.xyz = {0, 0.3, 0};
  add(limbs, prismatic, Z, "link1", "right").joint.placement.xyz = {0, -0.3, 0};
  Spec two{"end-effectors on two limbs", Flags{"end_effector", "branches"}, limbs};
  two.end_effectors = {{"left", poses[1].second}, {"right", poses[2].second}};
  specs.push_back(std::move(two));
  return group;
}

}  // namespace kintree::suite::vectors
