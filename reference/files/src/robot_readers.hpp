// The readers of the formats, with the lines of the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kintree/files/robot_file.hpp"

namespace kintree {

// As parse_urdf(), parse_mjcf() and parse_sdf().
RobotFile urdf_robot(std::string_view text, const std::string& name, const UrdfOptions& options);
RobotFile mjcf_robot(std::string_view text, const std::string& name, const UrdfOptions& options,
                     const std::filesystem::path& folder);
RobotFile sdf_robot(std::string_view text, const std::string& name, const UrdfOptions& options);

inline UrdfFile without_lines(RobotFile file) {
  return {.model = std::move(file.model), .warnings = std::move(file.warnings)};
}

}  // namespace kintree
