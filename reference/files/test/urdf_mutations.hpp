// Random single mistakes in URDF files.
#pragma once

#include <optional>
#include <string>

#include "kintree/trees/random.hpp"

namespace kintree::test {

struct Mutation {
  std::string text;  ///< the file with one mistake
  std::string what;  ///< the mistake in words
  bool harmless;     ///< it is within what takes no part in the dynamics, or leaves a default as it is
};

/// The file with one mistake. A letter of a name is swapped, dropped or doubled, or a letter is put into a value. An
/// element or attribute is moved, an attribute renamed, or an element repeated. Nothing if the draw would make the
/// correct file of another robot.
std::optional<Mutation> mutated(const std::string& urdf, Generator& generator);

/// The file with drawings, limits, dynamics, transmissions and parts for Gazebo at random places.
std::string decorated(const std::string& urdf, Generator& generator);

}  // namespace kintree::test
