// A tree as a drawing.
#pragma once

#include <string>

namespace kintree::report {

/// The SVG element of a tree_text(): the base on the left, a body to the right of its parent, the letters of the joints in
/// the bodies. Empty for a text that is no tree.
std::string tree_drawing(const std::string& text);

}  // namespace kintree::report
