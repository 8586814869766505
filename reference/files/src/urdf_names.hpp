// The names that the reader and the writer of URDF files share.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "kintree/model/joint_kind.hpp"

namespace kintree::urdf {

// The base and the joint that the option `floating_base` adds.
inline constexpr const char* world_name = "world";
inline constexpr const char* floating_base_name = "floating_base";

struct JointType {
  const char* name;
  JointKind kind;
};

/// The values of the attribute `type` of a joint. The first of two names of one kind is written. The last
/// four are Kintree's own.
inline constexpr std::array<JointType, 10> joint_types{{{"fixed", JointKind::fixed},
                                                        {"continuous", JointKind::revolute},
                                                        {"revolute", JointKind::revolute},
                                                        {"prismatic", JointKind::prismatic},
                                                        {"planar", JointKind::planar},
                                                        {"floating", JointKind::free},
                                                        {"helical", JointKind::helical},
                                                        {"cylindrical", JointKind::cylindrical},
                                                        {"universal", JointKind::universal},
                                                        {"spherical", JointKind::spherical}}};

/// The names of the six rows of a constraint, angular first, about and along the axes of its frame.
inline constexpr std::array<const char*, 6> row_names{"rx", "ry", "rz", "x", "y", "z"};

}  // namespace kintree::urdf
