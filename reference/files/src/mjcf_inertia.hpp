// Inertias of bodies of MJCF: stated, or those of their primitive geoms.
#pragma once

#include <vector>

#include "mjcf_attributes.hpp"

namespace kintree::mjcf {

/// The inertia by <inertial>, with diaginertia, fullinertia, or neither (a point).
Inertial stated_inertial(const Attributes& inertial, const Settings& settings);

/// True if the group of a geom is in `inertiagrouprange`.
bool is_in_inertia_groups(const Attributes& geom, const Settings& settings);

/// The inertia of solid geoms of constant density. One geom with mass gives its own frame and principal moments; more than one, the
/// tensor about the centre of mass in the axes of the body. Each number is computed in 100 digits and rounded once.
Inertial geoms_inertial(const std::vector<Attributes>& geoms, const Settings& settings);

}  // namespace kintree::mjcf
