// Check that the reader knows every element and attribute of a URDF file.
#pragma once

#include <string>
#include <vector>

#include "urdf_source.hpp"

namespace kintree::urdf {

/// Throws InputError for the first thing in the file that may change the dynamics and is not read: unknown or
/// misplaced elements and attributes, stray text, loops, unexpanded xacro. With `ignore_unknown` all but xacro are
/// warnings. Returns these warnings, and one for each kind of content that is left out of the model.
std::vector<std::string> check(const Source& source, bool ignore_unknown);

/// True unless the type of a <joint> is one without an axis. An <axis> of such a joint takes no part.
bool takes_axis(pugi::xml_node joint);

}  // namespace kintree::urdf
