// The findings about one robot: its file, conditioning, exact values, and every algorithm on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/report/robot.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

struct RobotChoice {
  std::string file;
  std::string out;   ///< the folder of the page
  UrdfOptions urdf;  ///< how it is read
  PluginChoice plugins;
  std::vector<std::string> end_effectors;  ///< links; none: those at the ends of the chains
  int states = 5;                          ///< random ones
  std::uint64_t seed = 1;                  ///< of the first
  int threads = 1;
};

/// States that have exact values: zero, and the first random ones.
inline constexpr std::size_t states_with_values = 3;

/// The configurations are zero, at rest, and random states without external forces. Plugins are judged in the random
/// states, in double and, where they are built for it, in float. Operations are counted in the first of them. `progress`
/// receives the number of finished steps and of all, from one thread at a time. InputError for a bad file, an unknown link, a
/// robot that does not move, and as PluginChoice::request().
report::RobotStudy study_robot(const RobotChoice& choice,
                               const std::function<void(std::size_t, std::size_t)>& progress = {});

/// The last links of the chains: of links that are fixed to each other, and carry no joint that moves, the last one. Links
/// that are fixed to the base are left out.
std::vector<int> chain_ends(const Model& model);

}  // namespace kintree::suite
