// Robots as URDF. Every number is read and written by <charconv>, so what the file says is what the model
// holds.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/data/model.hpp"

namespace kintree {

struct UrdfOptions {
  bool floating_base = false;      ///< a free joint `floating_base` between a base `world` and the root link
  bool independent_mimic = false;  ///< take joints with <mimic> as independent ones, instead of refusing them
};

struct UrdfFile {
  Model model;
  std::vector<std::string> warnings;  ///< one line each, with the file's name
};

/// Reads and validates a robot. Throws InputError `<file>: <element>: <reason>`.
///
/// Bodies are numbered depth first from the root link, children in the order of the file's joints; with
/// <robot numbering="file">, which is Kintree's own, in the order of the links, parents first. bodies[0]
/// is the root link (its inertial is kept, though it means nothing), or `world` with a floating base. Types:
/// revolute and continuous are JointKind::revolute, floating is JointKind::free, fixed joints stay joints of
/// 0 degrees of freedom; helical (<pitch value>), cylindrical, universal (<axis2 xyz>) and spherical are
/// Kintree's own. Left out: <axis> is (1 0 0), <axis2> (0 1 0), <origin> is zero, a link without <inertial>
/// is massless. Only links and joints that are children of <robot> count. Limits, damping and friction are no
/// part of the model.
UrdfFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same from the text of a file, called `name` in messages.
UrdfFile parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options = {});

/// The model as URDF, with Kintree's own joint types and numbering where it needs them; throws InputError if
/// it is not valid. Gravity has no place in a URDF.
///
/// Revolute joints become `continuous`; prismatic ones get wide limits, since other readers insist on some.
/// If body 1 hangs on a base called `world` by a free joint `floating_base` as the option of the same name
/// makes it, and the base carries nothing else, then base and joint are left out, so that the file is the
/// plain robot. Reading back (with that option) gives the same model to the last bit, an empty robot name
/// aside, which becomes `robot`.
std::string write_urdf(const Model& model);

}  // namespace kintree
