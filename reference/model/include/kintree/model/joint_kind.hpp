// The kinds of joint as plain data: names and sizes. Their geometry is defined in reference/notation.md; the
// plugins realize it in kintree/spatial/joint.hpp, and the oracles do so independently.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kintree {

enum class JointKind : std::uint8_t {
  fixed,
  revolute,
  prismatic,
  helical,
  cylindrical,
  universal,
  planar,
  spherical,
  free,
};

struct JointKindInfo {
  JointKind kind;
  std::string_view name;
  int positions;   ///< the length of the joint's part of q, where a quaternion counts as four
  int velocities;  ///< n_i, the joint's degrees of freedom
};

/// In the order of the enumerators.
inline constexpr std::array<JointKindInfo, 9> joint_kinds{{
    {JointKind::fixed, "fixed", 0, 0},
    {JointKind::revolute, "revolute", 1, 1},
    {JointKind::prismatic, "prismatic", 1, 1},
    {JointKind::helical, "helical", 1, 1},
    {JointKind::cylindrical, "cylindrical", 2, 2},
    {JointKind::universal, "universal", 2, 2},
    {JointKind::planar, "planar", 3, 3},
    {JointKind::spherical, "spherical", 4, 3},
    {JointKind::free, "free", 7, 6},
}};

constexpr const JointKindInfo& info(JointKind kind) {
  return joint_kinds[static_cast<std::size_t>(kind)];
}

/// True if joints of this kind have an axis or, if planar, a normal.
constexpr bool has_axis(JointKind kind) {
  return kind != JointKind::fixed && kind != JointKind::spherical && kind != JointKind::free;
}

/// True if the last four positions of joints of this kind are a quaternion w, x, y, z.
constexpr bool has_quaternion(JointKind kind) {
  return kind == JointKind::spherical || kind == JointKind::free;
}

/// The kind of this name, or nothing.
constexpr std::optional<JointKind> joint_kind(std::string_view name) {
  for (const JointKindInfo& entry : joint_kinds)
    if (entry.name == name) return entry.kind;
  return std::nullopt;
}

}  // namespace kintree
