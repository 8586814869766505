// Robots as MJCF, the format of MuJoCo. Numbers are read and written by <charconv>.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kintree/input/urdf.hpp"

namespace kintree {

/// Reads and validates a robot. Throws InputError `<file>: line N: <element>: <reason>`. Of the options, a floating base
/// is an error: MJCF states it itself, by <freejoint/>.
///
/// bodies[0] is `world`, and the others are numbered as MuJoCo numbers them. A body with several joints becomes a chain:
/// joint j before the last moves a massless body `<body>/<j>`. If the last hinge or ball is not at the body's origin, it
/// moves such a body too, and a fixed joint holds the body itself, so that its frame is that of the file. A body without
/// joints has a fixed joint of its own name. A free joint counts from the origin of the world, and the pose of its body is
/// no part of the model.  Bodies and joints without a name are called body_K and joint_K, where K is
/// MuJoCo's number.
///
/// A pose keeps the doubles of pos and of quat, or of euler in radians with eulerseq XYZ or zyx. Any other orientation,
/// angles in degrees, and inertias of geoms are computed in 100 digits and rounded once.
///
/// A table (mjcf_table.cpp) says of every element and attribute whether it is read, left out with a warning, or harmless.
/// Anything else is an error, as are constraints, armatures, tendons and deformable bodies; with `ignore_unknown` it is
/// a warning. <include> reads files relative to the folder of `path`.
UrdfFile read_mjcf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same from the text of a file, called `name` in messages; `folder` is that of the files that it includes.
UrdfFile parse_mjcf(std::string_view text, const std::string& name, const UrdfOptions& options = {},
                    const std::filesystem::path& folder = {});

/// The model as MJCF. Read again, it has the same numbers to the last bit, with these differences: the base is called
/// `world` and has no inertial, an empty name of the robot becomes `robot`, and a fixed joint has the name of its body. An
/// inertia with both products and axes of its own belongs to a body `<name>/inertial`, which a fixed joint holds. Throws
/// InputError for a model that is not valid, or that MJCF cannot state: joints other than fixed, revolute, prismatic,
/// spherical and (at the origin of the base) free, or bodies that are not numbered depth first.
std::string write_mjcf(const Model& model);

}  // namespace kintree
