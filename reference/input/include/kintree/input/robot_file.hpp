// Robots from files of any format that Kintree reads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kintree/input/urdf.hpp"

namespace kintree {

/// Reads a URDF, an MJCF or an SDF file. The root element <robot>, <mujoco> or <sdf> determines the format.
/// The reader of URDF rejects a file with another one. Throws InputError as the readers do.
UrdfFile read_robot_file(const std::filesystem::path& path, const UrdfOptions& options = {});

}  // namespace kintree
