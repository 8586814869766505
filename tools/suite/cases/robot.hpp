// A robot and a state of it, from files.
#pragma once

#include <string>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/model/model.hpp"

namespace kintree::suite {

/// A robot in one state, as read from files.
struct RobotState {
  std::string file;  ///< of the robot, as messages name it
  Model model;
  State state;
  std::vector<std::string> warnings = {};  ///< about both files, one line each
};

/// Reads a robot and, if a file is named, a state of it. A free joint is added before the root link if the
/// options or the state request it. Throws InputError as read_urdf() and read_state_document() do, and if both
/// files are the standard input.
RobotState read_robot(const std::string& model_file, const std::string& state_file, UrdfOptions options);

}  // namespace kintree::suite
