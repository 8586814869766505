// Robots as MJCF, the format of MuJoCo. Numbers are read and written by <charconv>.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kintree/files/urdf.hpp"

namespace kintree {

/// Reads and validates a robot. Throws InputError `<file>: line N: <element>: <reason>`. The option `floating_base` is an
/// error, since MJCF has <freejoint/>.
///
/// bodies[0] is `world`, and the others are numbered as MuJoCo numbers them. A body with several joints becomes a chain, in
/// which each joint before the last moves a massless body `<body>/<joint>`. If the last hinge or ball is not at the body's
/// origin, it moves such a body too. A fixed joint then holds the body itself, so that its frame is that of the file. A
/// body without joints has a fixed joint of its own name. A free joint counts from the origin of the world, and the pose
/// of its body is no part of the model. Bodies and joints without a name are called body_K and joint_K, where K is
/// MuJoCo's number.
///
/// A pose keeps the doubles of pos and of quat, or of euler in radians with eulerseq XYZ or zyx. Any other orientation,
/// angles in degrees, and inertias of geoms are computed in 100 digits and rounded once.
///
/// A table (mjcf_table.cpp) defines for every element and attribute whether it is read, left out with a
/// warning, or harmless. Anything else is an error, as are constraints, armatures, tendons and deformable
/// bodies; with `ignore_unknown` it is a warning. <include> reads files relative to the folder of `path`.
UrdfFile read_mjcf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same from the text of a file, called `name` in messages; `folder` is that of the files that it includes.
UrdfFile parse_mjcf(std::string_view text, const std::string& name, const UrdfOptions& options = {},
                    const std::filesystem::path& folder = {});

/// The model as MJCF. Read again, it has the same numbers to the last bit. The base is then called `world` and has no
/// inertial, an empty name of the robot is `robot`, and a fixed joint has the name of its body. An inertia with both
/// products and axes of its own belongs to a body `<name>/inertial`, which a fixed joint holds. Throws InputError if the
/// model is not valid, or if its bodies are not numbered depth first. MJCF has fixed, revolute, prismatic and spherical
/// joints, and free ones at the origin of the base. Other joints are errors.
std::string write_mjcf(const Model& model);

}  // namespace kintree
