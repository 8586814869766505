// Robots as SDF, the format of Gazebo. Numbers are read and written by <charconv>.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kintree/files/urdf.hpp"

namespace kintree {

/// Reads and validates a robot: a <model>, or a <world> of models. Throws InputError `<file>: line N: <element>:
/// <reason>`. Versions 1.5 to 1.12.
///
/// bodies[0] is `world`. A link that no joint connects to the world floats, as in Gazebo. Its joint is free, and counts from the
/// origin of the world. It is called `floating_base`, or floating_base_2 and so on. The option `floating_base` adds no
/// other, and may name the first. Bodies are numbered depth first, children in the order of their links in the file.
/// If the frame of a joint is not that of its child, then it moves a massless body `<child>/<joint>`, and a fixed joint of
/// the name of the child holds the child itself. Names in nested models are `model::name`, and so are all names if a
/// world has more than one model.
///
/// Links have a mass of 1 and moments of 1 where the file states none, and there is a warning. The default axis is
/// (0 0 1). The joint types ball, universal, revolute2 (as universal) and screw are the kinds spherical, universal and
/// helical; `thread_pitch` is in rad/m and left-handed, and `screw_thread_pitch` in m per turn and right-handed.
///
/// Poses that the file states between the frames in question keep their doubles; others are computed in 100 digits and
/// rounded once. A table (sdf_table.cpp) defines for every element and attribute whether it is read, left out
/// with a warning, or harmless. Anything else is an error; with `ignore_unknown` it is a warning.
UrdfFile read_sdf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same from the text of a file, called `name` in messages.
UrdfFile parse_sdf(std::string_view text, const std::string& name, const UrdfOptions& options = {});

/// The model as a world in SDF 1.9. Read again, it has the same numbers to the last bit. The base is then called `world`
/// and has no inertial, an empty name of the robot is `robot`, and free joints are called `floating_base` and so on.
/// Throws InputError if the model is not valid, if its bodies are not numbered depth first, or if SDF reserves a name. SDF
/// has fixed, revolute, prismatic, universal and spherical joints, and free ones at the origin of the base. Other joints
/// are errors: helical ones, too, since a thread pitch is another number than ours.
std::string write_sdf(const Model& model);

}  // namespace kintree
