// Robots from files of any format that Kintree reads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kintree/input/urdf.hpp"

namespace kintree {

/// Reads a URDF, an MJCF or an SDF file. The root element tells the format: <robot>, <mujoco> or <sdf>; a file with
/// another one is read as URDF, whose reader rejects it. Throws InputError as the readers do.
UrdfFile read_robot_file(const std::filesystem::path& path, const UrdfOptions& options = {});

}  // namespace kintree
