// The transformations of kintree/trees/metamorphic.hpp, one file per group. The name of a function is the
// name of the transformation; each returns nothing where the case has nothing to transform.
#pragma once

#include <cstdint>
#include <optional>

#include "kintree/trees/metamorphic.hpp"

namespace kintree::metamorphic {

// Numbering, links and fixed joints (structure.cpp).
std::optional<CaseImage> renumbered(const Case& c, std::uint64_t seed);
std::optional<CaseImage> tree_alone(const Case& c, std::uint64_t seed);
std::optional<CaseImage> end_effector_repeated(const Case& c, std::uint64_t seed);
std::optional<CaseImage> split(const Case& c, std::uint64_t seed);
std::optional<CaseImage> split_at_centre(const Case& c, std::uint64_t seed);
std::optional<CaseImage> massless_link(const Case& c, std::uint64_t seed);
std::optional<CaseImage> root_on_fixed_link(const Case& c, std::uint64_t seed);
std::optional<CaseImage> joint_locked(const Case& c, std::uint64_t seed);

// Units (units.cpp).
std::optional<CaseImage> units(const Case& c, std::uint64_t seed);

// Signs and lengths of directions (symmetries.cpp).
std::optional<CaseImage> mirrored(const Case& c, std::uint64_t seed);
std::optional<CaseImage> axes_reversed(const Case& c, std::uint64_t seed);
std::optional<CaseImage> directions_rescaled(const Case& c, std::uint64_t seed);
std::optional<CaseImage> time_reversed(const Case& c, std::uint64_t seed);

// Joints replaced by equivalent joints (joint_kinds.cpp).
std::optional<CaseImage> universal_as_hinges(const Case& c, std::uint64_t seed);
std::optional<CaseImage> cylindrical_as_hinge_and_slider(const Case& c, std::uint64_t seed);
std::optional<CaseImage> revolute_as_helical(const Case& c, std::uint64_t seed);
std::optional<CaseImage> spherical_as_hinges(const Case& c, std::uint64_t seed);
std::optional<CaseImage> free_as_sliders_and_ball(const Case& c, std::uint64_t seed);
std::optional<CaseImage> planar_as_sliders_and_hinge(const Case& c, std::uint64_t seed);

// Frames of the base and of the links (frames.cpp).
std::optional<CaseImage> base_moved(const Case& c, std::uint64_t seed);
std::optional<CaseImage> reframed(const Case& c, std::uint64_t seed);

}  // namespace kintree::metamorphic
