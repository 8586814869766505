// Whether every element and attribute of a URDF file is one that the reader knows.
#pragma once

#include <string>
#include <vector>

#include "urdf_source.hpp"

namespace kintree::urdf {

/// Throws InputError for the first thing in the file that may change the dynamics and is not read: unknown or
/// misplaced elements and attributes, stray text, loops, unexpanded xacro. With `ignore_unknown` all but xacro are
/// warnings. Returns them, and a warning for each kind of what is understood and left out of the model.
std::vector<std::string> check(const Source& source, bool ignore_unknown);

/// Whether a <joint> has an axis: not, if its type says so. An <axis> of such a joint takes no part.
bool takes_axis(pugi::xml_node joint);

}  // namespace kintree::urdf
