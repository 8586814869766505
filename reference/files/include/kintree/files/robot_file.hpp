// Robots from files of any format that Kintree reads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/model/validate.hpp"

namespace kintree {

struct RobotFile {
  Model model;
  std::vector<std::string> warnings;  ///< as in UrdfFile
  std::vector<BodyLines> lines;       ///< by body; 0 where the file has no such element
};

/// Reads a URDF, an MJCF or an SDF file. The root element <robot>, <mujoco> or <sdf> determines the format. The reader of URDF
/// rejects a file with another one. Throws InputError as the readers do.
RobotFile read_robot_file(const std::filesystem::path& path, const UrdfOptions& options = {});

}  // namespace kintree
