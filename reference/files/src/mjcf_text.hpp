// The text of an MJCF file with the files that it includes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "xml_source.hpp"

namespace kintree::mjcf {

inline constexpr xml::Format format{.name = "an MJCF", .root = "mujoco", .is_nested = true};

struct Text {
  std::string utf8;
  std::vector<xml::Stretch> stretches;
};

/// Puts the children of the root element of each included file in the place of <include file="..."/>. Names of files are
/// relative to `folder`. Throws InputError for a file that cannot be read, or that is included twice.
Text with_includes(const std::string& utf8, const std::filesystem::path& folder);

}  // namespace kintree::mjcf
