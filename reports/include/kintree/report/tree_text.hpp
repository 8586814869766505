// The shape of a tree as a text that a record keeps.
#pragma once

#include <string>

#include "kintree/model/model.hpp"

namespace kintree::report {

/// Larger trees have no text: it could not be drawn so that it is read.
inline constexpr int largest_tree_with_a_text = 64;  ///< [bodies]

/// For each body 1..N the number of its parent and the letter of its joint, "0f 1r 1r 2s": r revolute, p prismatic,
/// h helical, c cylindrical, u universal, l planar, s spherical, f free, x fixed. Empty for larger trees.
std::string tree_text(const Model& model);

}  // namespace kintree::report
