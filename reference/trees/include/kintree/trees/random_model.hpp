// Geometry, inertia and states at random, for a given tree. Everything stays moderate: what is meant to be
// hard has families of its own.
#pragma once

#include <string>

#include "kintree/data/model.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

/// A model of the shape and joint kinds that the topology states. Bodies body1, ..., joints joint1, ...
/// - placements: 0.1 to 0.5 m off, any rotation (1 in 8: none);
/// - axes: half of any direction and a length from 1/2 to 2, else rounded unit vectors or signed coordinate
///   axes; of plane normals 1 in 8 is -z, 1 in 8 near -z (2^-3 to 2^-10 rad); universal axes are 30 degrees
///   apart or more; pitch 0.01 to 0.2 m/rad of either sign;
/// - inertias: mass log-uniform in 1/4 to 4 kg; centre of mass up to 0.15 m off; the tensor of second moments
///   of mass that radii of 0.05 to 0.2 m state by axis, turned at random in the axes of an origin that is
///   itself turned at random;
/// - gravity: (0, 0, -9.81); 1 in 8 of any direction and 1 to 10 m/s^2; 1 in 8 zero.
Model random_model(std::string name, const Topology& topology, Generator& generator);

struct StateOptions {
  double velocity = 2;        ///< |v_i| at most
  double acceleration = 5;    ///< |qdd_i| at most
  double force = 10;          ///< |tau_i| and the components of f_ext at most
  int max_end_effectors = 4;  ///< their number is drawn from 1 to this; 0: none
  /// Where a quaternion is scaled to a length between 1/2 and 2 (its length means nothing); else it is of
  /// length 1, rounded.
  bool scale_quaternions = false;
};

/// Angles in +-pi (as doubles), lengths in +-1 m, rotations uniform; external forces on every body, in 1 of 8
/// states on none. An end-effector sits on any body, but 1 in 4 on one on the path from the last one's body
/// to the base, that body included.
State random_state(const Model& model, Generator& generator, const StateOptions& options = {});

}  // namespace kintree
