// Mechanisms: planar linkages with hinges and sliders, and platforms on legs.
#pragma once

#include <array>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

/// A tree, and what closes its loops.
struct Mechanism {
  /// The end of a chain of links is pinned to another link.
  struct Pin {
    int end, other;
    std::array<bool, 6> rows;
  };

  Topology topology;
  std::vector<bool> in_plane;  ///< by body: its joint moves it in the plane of x and z
  std::vector<Pin> pins;
};

/// Draws one of at most this number of bodies, in this numbering.
/// - Linkages: four-bars, five-bars and sliders with cranks, one on the coupler of the other. A pin has the two rows of the plane. In 1 of
///   8 linkages it has the five of a hinge in space: three of them forbid nothing new.
/// - Platforms: a free body on legs. Each leg has a universal joint, a slider and a ball. Six of them make a Stewart platform.
///
/// Either is on the base or on a free link; with `on_free_link` always on a free link. Fewer than three bodies make no loop. Joints that are
/// not of `kinds` are drawn from them (empty: all).
Mechanism draw_mechanism(int most_bodies, Numbering numbering, bool on_free_link,
                         const std::vector<JointKind>& kinds, Generator& generator);

/// Gives the joints of a random model the axes of the mechanism, and pins the links. The positions of pinned links need not fit, since
/// constraints are about velocities and accelerations.
void close_loops(const Mechanism& mechanism, Model& model, Generator& generator);

}  // namespace kintree
