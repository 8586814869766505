// The slips of kintree/trees/known_mistakes.hpp, one file per group. The name of a function is the name of the slip.
#pragma once

#include <optional>

#include "kintree/trees/known_mistakes.hpp"

namespace kintree::misreadings {

// Rates of the free joint, quaternions, the order of joints, units of angles (rates.cpp).
std::optional<Misreading> linear_first(const Case& c);
std::optional<Misreading> linear_in_parent_axes(const Case& c);
std::optional<Misreading> rates_in_parent_axes(const Case& c);
std::optional<Misreading> rates_at_centre_of_mass(const Case& c);
std::optional<Misreading> classical_acceleration(const Case& c);
std::optional<Misreading> quaternion_xyzw(const Case& c);
std::optional<Misreading> degrees(const Case& c);
std::optional<Misreading> axis_not_normalized(const Case& c);
std::optional<Misreading> breadth_first(const Case& c);
std::optional<Misreading> depth_first(const Case& c);
std::optional<Misreading> alphabetical(const Case& c);
std::optional<Misreading> last_joint_first(const Case& c);

// Placements, axes and inertias (models.cpp).
std::optional<Misreading> rpy_in_other_order(const Case& c);
std::optional<Misreading> joint_rotation_ignored(const Case& c);
std::optional<Misreading> joint_rotation_transposed(const Case& c);
std::optional<Misreading> axis_in_parent_axes(const Case& c);
std::optional<Misreading> inertial_rotation_ignored(const Case& c);
std::optional<Misreading> inertial_rotation_transposed(const Case& c);
std::optional<Misreading> inertia_about_link_origin(const Case& c);
std::optional<Misreading> centre_of_mass_ignored(const Case& c);
std::optional<Misreading> products_of_inertia_negated(const Case& c);
std::optional<Misreading> mass_of_fixed_lost(const Case& c);
std::optional<Misreading> inertia_turned_once(const Case& c);
std::optional<Misreading> centre_of_mass_turned(const Case& c);
std::optional<Misreading> joint_offset_turned(const Case& c);
std::optional<Misreading> rpy_in_degrees(const Case& c);

// Fixed joints, end-effectors (frames.cpp).
std::optional<Misreading> fixed_inertia_not_turned(const Case& c);
std::optional<Misreading> fixed_inertia_turned_back(const Case& c);
std::optional<Misreading> fixed_placement_ignored(const Case& c);
std::optional<Misreading> children_of_fixed_on_base(const Case& c);
std::optional<Misreading> end_effector_linear_first(const Case& c);
std::optional<Misreading> end_effector_at_link_origin(const Case& c);
std::optional<Misreading> end_effector_in_link_axes(const Case& c);
std::optional<Misreading> end_effector_in_base_axes(const Case& c);

// Gravity, velocity terms, external forces, what is written (terms.cpp).
std::optional<Misreading> gravity_missing(const Case& c);
std::optional<Misreading> gravity_reversed(const Case& c);
std::optional<Misreading> velocity_terms_missing(const Case& c);
std::optional<Misreading> external_forces_missing(const Case& c);
std::optional<Misreading> external_forces_reversed(const Case& c);
std::optional<Misreading> external_force_first(const Case& c);
std::optional<Misreading> external_forces_at_centre_of_mass(const Case& c);
std::optional<Misreading> external_forces_in_base_axes(const Case& c);
std::optional<Misreading> lower_triangle_only(const Case& c);
std::optional<Misreading> upper_triangle_only(const Case& c);

}  // namespace kintree::misreadings
