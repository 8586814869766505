// Robots as URDF files. Numbers are read and written by <charconv>: the model holds the doubles nearest to
// the numbers of the file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/model.hpp"

namespace kintree {

/// The choices of the reader.
struct UrdfOptions {
  bool floating_base = false;  ///< put a free joint `floating_base` between a base `world` and the root link
  /// The name of that joint. If it is empty, the name is `floating_base`, or `floating_base_2` and so on if a
  /// joint has that name. The name of the base, `world`, follows the same rule.
  std::string floating_base_name = {};
  bool independent_mimic = false;  ///< leave out <mimic>, which is a constraint otherwise
  bool ignore_unknown = false;     ///< unknown content is a warning instead of an error

  bool operator==(const UrdfOptions&) const = default;
};

struct UrdfFile {
  Model model;
  std::vector<std::string> warnings;  ///< one line each, which begins with the name of the file
};

/// Reads and validates a robot. Throws InputError `<file>: line N: <element>: <reason>`.
///
/// Bodies are numbered depth first from the root link, children in the order of the joints in the file. With
/// <robot numbering="file">, which is Kintree's own, they have the order of the links, and parents must come first.
/// bodies[0] is the root link, whose inertial is kept though nothing uses it. With a floating base it is `world`.
/// The types revolute and continuous are JointKind::revolute, and floating is JointKind::free. Fixed joints remain
/// as joints of 0 degrees of freedom. Kintree's own types are helical (<pitch value>), cylindrical, universal
/// (<axis2 xyz>) and spherical. If left out, <axis> is (1 0 0), <axis2> is (0 1 0), and <origin> is zero.
/// A link without <inertial> is massless. A robot without a name is called `robot`, with a warning.
///
/// A table (urdf_table.cpp) defines for every element and attribute whether it is read, left out with one
/// warning a kind (damping, friction, springs, rotor data...), or harmless (drawings, limits, sensors,
/// plugins...). Anything else is an error, as are stray text, kinematic loops and other constraints; with
/// `ignore_unknown` it is a warning. Unexpanded xacro is always an error. A joint without an axis may have an
/// <axis> of any form, and a fixed joint a <mimic>: neither is read. Files may be in any encoding that they
/// declare and iconv knows.
UrdfFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same from the text of a file, called `name` in messages.
UrdfFile parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options = {});

/// The model as URDF, with Kintree's own joint types and numbering where they are needed. Throws InputError
/// if the model is not valid. A URDF has no gravity.
///
/// Revolute joints become `continuous`; prismatic joints get wide limits, which other readers require. The
/// option `floating_base` adds a base `world` and a free joint of its own name. A base and joint like these
/// are left out, so that the file is the plain robot, if the base carries body 1 only. Read again (with that
/// option), the file gives the same model to the last bit, except that an empty name of the robot becomes
/// `robot`.
std::string write_urdf(const Model& model);

}  // namespace kintree
