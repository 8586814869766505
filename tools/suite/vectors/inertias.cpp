// Inertias of links, and links that are fixed to others.
#include <spdlog/fmt/fmt.h>

#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {
namespace {

void add_rotations(std::vector<Spec>& specs) {
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) {
      Robot robot = pendulum(XYZ[a]);
      robot.links.back().inertial->origin.rpy = about(b, 0.7);
      specs.push_back(
          {fmt::format("the inertial frame turned about {}; hinge about {}", xyz_names[b], xyz_names[a]),
           Flags{"inertial_rotation"}, robot});
    }
  const std::array<Triple, 3> turns{{{0.5, -0.8, 1.2}, {right_angle, 0, right_angle}, {0.9, 0.4, 0}}};
  for (std::size_t a = 0; a < 3; ++a)
    for (const Triple& rpy : turns) {
      Robot robot = pendulum(XYZ[a]);
      robot.links.back().inertial->origin.rpy = rpy;
      specs.push_back(
          {fmt::format("the inertial frame turned by several angles; hinge about {}", xyz_names[a]),
           Flags{"inertial_rotation", "several_angles"}, robot});
    }
  for (std::size_t a = 0; a < 3; ++a)
    for (const std::vector<std::size_t>& turned : {std::vector<std::size_t>{1}, {2}, {1, 2}}) {
      Robot robot = chain({{revolute, XYZ[a]}, {revolute, XYZ[(a + 1) % 3]}});
      for (const std::size_t link : turned) robot.links[link].inertial->origin.rpy = {0.3, -0.5, 0.9};
      specs.push_back({fmt::format("two hinges, {} turned", turned.size() == 2 ? "both inertial frames"
                                                            : turned[0] == 1   ? "the first inertial frame"
                                                                               : "the second inertial frame"),
                       Flags{"inertial_rotation", "several_angles"}, robot});
    }
}

void add_products(std::vector<Spec>& specs) {
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t k = 0; k < 4; ++k) {
      Robot robot = chain({{revolute, XYZ[a]}, {revolute, XYZ[(a + 1) % 3]}});
      Inertial& I = *robot.links.back().inertial;
      const std::array<double*, 3> products{&I.ixy, &I.ixz, &I.iyz};
      for (std::size_t p = 0; p < 3; ++p)
        if (p == k || k == 3) *products[p] = 0.012 + 0.003 * static_cast<double>(p);
      specs.push_back({k == 3 ? "all products of inertia" : "one product of inertia",
                       Flags{"products_of_inertia"}, robot});
    }
  for (const Triple& axis : XYZ) {
    Robot robot = pendulum(axis);
    *robot.links.back().inertial = general();
    specs.push_back({"products of inertia in a turned inertial frame",
                     Flags{"products_of_inertia", "inertial_rotation", "centre_of_mass"}, robot});
  }
}

void add_centres(std::vector<Spec>& specs) {
  for (std::size_t a = 0; a < 3; ++a)
    for (const Triple& centre :
         {Triple{0.25, 0, 0}, Triple{0, 0.25, 0}, Triple{0, 0, 0.25}, Triple{0.2, -0.1, 0.3}}) {
      Robot robot = pendulum(XYZ[a]);
      robot.links.back().inertial->origin.xyz = centre;
      specs.push_back({fmt::format("a centre of mass at ({}, {}, {}); hinge about {}", centre[0], centre[1],
                                   centre[2], xyz_names[a]),
                       Flags{"centre_of_mass"}, robot});
    }
  for (const Triple& axis : XYZ) {
    Robot robot = pendulum(axis);
    robot.links.back().inertial->origin = {{0.2, -0.1, 0.3}, {0.4, 0.6, -1.1}};
    specs.push_back({"a centre of mass, and a turned inertial frame",
                     Flags{"centre_of_mass", "inertial_rotation"}, robot});
  }
}

void add_special_masses(std::vector<Spec>& specs) {
  for (const Triple& axis : XYZ) {
    Robot robot = chain({{revolute, axis}, {revolute, Y}, {revolute, Z}});
    robot.links[2].inertial.reset();
    specs.push_back({"a link without inertial in mid-chain", Flags{"inertial_missing"}, robot});
  }
  for (const Triple& axis : {Y, Z}) {
    Robot robot = chain({{revolute, axis}, {prismatic, X}});
    robot.links[1].inertial.reset();
    specs.push_back({"a massless arm that carries a slider", Flags{"inertial_missing"}, robot});
    Robot point = pendulum(axis);
    *point.links.back().inertial = {.origin = {{0.4, 0.1, 0}, {}}, .mass = 3};
    specs.push_back({"a point mass", Flags{"point_mass"}, point});
    for (const double mass : {1e-3, 1e3}) {
      Robot ratio = chain({{revolute, axis}, {revolute, axis}});
      Inertial& I = *ratio.links.back().inertial;
      I.mass *= mass;
      for (double* moment : {&I.ixx, &I.iyy, &I.izz}) *moment *= mass;
      specs.push_back({"two links, one a thousand times as heavy as the other", Flags{"mass_ratio"}, ratio});
    }
  }
}

/// A hinge whose link carries another, fixed to it with this placement and inertia.
Robot with_fixed(const Triple& axis, const Placement& placement, const Inertial& inertial) {
  Robot robot = pendulum(axis);
  add(robot, fixed, X).joint.placement = placement;
  *robot.links.back().inertial = inertial;
  return robot;
}

void add_fixed_inertias(std::vector<Spec>& specs) {
  Inertial turned = plain();
  turned.origin.rpy = {0.6, 0, 0.8};
  for (std::size_t a = 0; a < 3; ++a) {
    const Triple& axis = XYZ[a];
    specs.push_back({"a link fixed to a moving one, with an offset", Flags{"fixed_inertia"},
                     with_fixed(axis, {{0.2, 0.1, -0.3}, {}}, plain())});
    for (std::size_t b = 0; b < 3; ++b)
      if (a != b)
        specs.push_back({fmt::format("a link fixed to a moving one, turned about {}; hinge about {}",
                                     xyz_names[b], xyz_names[a]),
                         Flags{"fixed_inertia"}, with_fixed(axis, {{0.2, 0, 0}, about(b, 0.6)}, plain())});
    specs.push_back({"a link fixed to a moving one, turned by several angles",
                     Flags{"fixed_inertia", "several_angles"},
                     with_fixed(axis, {{0.1, 0, 0.2}, {0.5, -0.7, 1.1}}, plain())});
    specs.push_back({"a link fixed to a moving one, its inertial frame turned",
                     Flags{"fixed_inertia", "inertial_rotation"},
                     with_fixed(axis, {{0.1, 0, 0.2}, {}}, turned)});
    specs.push_back({"a link fixed to a moving one, joint and inertial frame turned",
                     Flags{"fixed_inertia", "inertial_rotation", "several_angles"},
                     with_fixed(axis, {{0.1, 0.2, 0}, {0.4, 0.9, -0.5}}, general())});
    Robot two = with_fixed(axis, {{0.2, 0, 0}, {0, 0, 0.9}}, plain());
    add(two, fixed, X).joint.placement = {{0, 0.2, 0}, {0.7, 0, 0}};
    specs.push_back({"two links fixed to each other and to a moving one", Flags{"fixed_inertia"}, two});
  }
}

void add_fixed_placements(std::vector<Spec>& specs) {
  const std::array<Placement, 4> placements{{{{0.2, -0.1, 0.4}, {}},
                                             {{0, 0, 0}, {0, 0, 0.8}},
                                             {{0.3, 0, 0.1}, {0.9, 0, 0}},
                                             {{0.1, 0.2, 0.3}, {0.4, -0.6, 1}}}};
  for (const bool has_mass : {false, true})
    for (const Placement& placement : placements) {
      Robot robot = pendulum(Y);
      add(robot, fixed, X).joint.placement = placement;
      if (!has_mass) robot.links.back().inertial.reset();
      add(robot, revolute, Z);
      specs.push_back(
          {fmt::format("a fixed joint between two hinges; its link is {}", has_mass ? "heavy" : "massless"),
           Flags{"fixed_placement", "child_of_fixed"}, robot});
    }
  for (const Placement& placement : placements) {
    Robot robot = based();
    add(robot, fixed, X, "", "mount").joint.placement = placement;
    add(robot, revolute, Y);
    specs.push_back(
        {"a robot on a mount that is fixed to the base", Flags{"fixed_placement", "child_of_fixed"}, robot});
  }
  for (const JointKind kind : {revolute, prismatic}) {
    Robot hips = pendulum(Z);
    add(hips, fixed, X, "", "pelvis").joint.placement = {{0, 0, 0.4}, {0, 0.3, 0}};
    add(hips, kind, X, "pelvis", "left").joint.placement = {{0, 0.2, 0}, {}};
    add(hips, kind, Y, "pelvis", "right").joint.placement = {{0, -0.2, 0}, {}};
    specs.push_back({"two limbs on a pelvis that is fixed to a moving link",
                     Flags{"fixed_placement", "child_of_fixed", "branches"}, hips});
  }
  Robot frame = pendulum(Y);
  add(frame, fixed, X).joint.placement = {{0.2, 0.3, 0}, {0.5, 0, 0}};
  frame.links.back().inertial.reset();
  specs.push_back({"a frame without mass, which changes nothing", Flags{"fixed_inertia"}, frame});
}

}  // namespace

Group inertias() {
  Group group{"inertia", "Inertias of links", {}};
  add_rotations(group.specs);
  add_products(group.specs);
  add_centres(group.specs);
  add_special_masses(group.specs);
  return group;
}

Group fixed_joints() {
  Group group{"fixed", "Links that are fixed to others", {}};
  add_fixed_inertias(group.specs);
  add_fixed_placements(group.specs);
  return group;
}

}  // namespace kintree::suite::vectors
