// Random models with numbers of all sizes.
#pragma once

#include <bit>
#include <cmath>
#include <random>

#include "kintree/model/model.hpp"

namespace kintree::test {

/// A random tree of `count` bodies with joints of every kind and numbers of all sizes. It is numbered depth
/// first, or in any regular numbering.
inline Model random_model(std::mt19937_64& random, bool floating_base, int count, bool depth_first = true) {
  const auto draw = [&random] {
    while (true)
      if (const auto x = std::bit_cast<double>(random()); std::isfinite(x)) return x;
  };
  const auto placement = [&] {
    if (random() % 4 == 0) return Placement{};
    const Triple xyz{draw(), -0.0, draw()};
    if (random() % 4 != 0) return Placement{.xyz = xyz, .rpy = {draw(), draw(), draw()}};
    // Within the lengths that a quaternion may have.
    const Quadruple quaternion{std::remainder(draw(), 1.0) + 2, std::remainder(draw(), 1.0), -0.0, 1.0 / 3};
    return Placement{.xyz = xyz, .rpy = {}, .quaternion = quaternion};
  };
  Model model;
  model.name = "a<b>&\"'\n\xc3\xa9";
  model.bodies[0].name = floating_base ? "world" : "root \"&<\t";
  if (!floating_base) model.bodies[0].inertial.mass = 3;
  for (int i = 1; i <= count; ++i) {
    Body body{.name = "l " + std::to_string(i) + "\r'", .parent = i - 1, .joint = {}, .inertial = {}};
    // The parent is the last body or one above it: that is a depth-first numbering.
    if (i > 2 && !depth_first)
      body.parent = 1 + static_cast<int>(random() % static_cast<unsigned>(i - 1));
    else if (i > 1)
      for (auto steps = random() % 4; steps > 0 && body.parent > (floating_base ? 1 : 0); --steps)
        body.parent = model.bodies[static_cast<std::size_t>(body.parent)].parent;
    body.joint.name = "j<" + std::to_string(i);
    body.joint.kind = joint_kinds[random() % joint_kinds.size()].kind;
    body.joint.placement = placement();
    if (body.joint.kind == JointKind::helical) body.joint.pitch = draw();
    if (body.joint.kind == JointKind::universal)
      body.joint.second_axis = {std::remainder(draw(), 1.0), std::remainder(draw(), 1.0), 1.5};
    if (body.joint.kind != JointKind::fixed && body.joint.kind != JointKind::spherical &&
        body.joint.kind != JointKind::free)
      // Within the lengths that an axis may have.
      body.joint.axis = {std::remainder(draw(), 1.0) + 2, std::remainder(draw(), 1.0), -0.0};
    if (i == 1 && floating_base) {
      body.joint = {};
      body.joint.name = "floating_base";
      body.joint.kind = JointKind::free;
    }
    if (random() % 3 != 0) {
      const double scale = std::abs(draw());
      body.inertial = {.origin = placement(),
                       .mass = std::abs(draw()),
                       .ixx = scale,
                       .ixy = -0.0,
                       .ixz = scale / 3,
                       .iyy = scale,
                       .iyz = scale / 7,
                       .izz = scale};
    }
    model.bodies.push_back(body);
  }
  return model;
}

}  // namespace kintree::test
