// Random geometry, inertia and states for a given tree. All numbers are moderate; hard ones have families of
// their own (hard.hpp).
#pragma once

#include <string>

#include "kintree/model/model.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

/// A model with the shape and the joint kinds of the topology. Its bodies are named body1, ..., its joints
/// joint1, ...
/// - Placements: a distance of 0.1 to 0.5 m and any rotation (1 in 8: none).
/// - Axes: half of them have any direction and a length from 1/2 to 2; the others are rounded unit vectors or
///   signed coordinate axes. 1 in 8 plane normals is -z, and 1 in 8 is 2^-10 to 2^-3 rad from -z. The axes
///   of a universal joint are at least 30 degrees apart. The pitch is 0.01 to 0.2 m/rad, of either sign.
/// - Inertias: the mass is log-uniform in 1/4 to 4 kg, the centre of mass at most 0.15 m away. The second
///   moments of mass about the principal axes have radii of 0.05 to 0.2 m; these axes have any direction in
///   those of the inertial's origin, which are turned at random themselves.
/// - Gravity: (0, 0, -9.81). In 1 of 8 models it is 1 to 10 m/s^2 in any direction, in 1 of 8 it is zero.
Model random_model(std::string name, const Topology& topology, Generator& generator);

struct StateOptions {
  double velocity = 2;        ///< bound of |v_i|
  double acceleration = 5;    ///< bound of |qdd_i|
  double force = 10;          ///< bound of |tau_i| and of the components of f_ext
  int max_end_effectors = 4;  ///< their number is drawn from 1 to this; 0 for none.
  /// Scales quaternions to lengths between 1/2 and 2 (the length is ignored by definition). Otherwise their
  /// length is 1, rounded.
  bool scale_quaternions = false;
};

/// Gives 3 in 4 joints an armature, of 0.01 to 1 kg m^2 or kg at each coordinate.
void add_armature(Model& model, Generator& generator);

/// Angles in +-pi, lengths in +-1 m, and uniform rotations. External forces act on every body; in 1 of 8
/// states on none. An end-effector is on any body; 1 in 4 is on the path from the previous end-effector's
/// body, inclusive, to the base.
State random_state(const Model& model, Generator& generator, const StateOptions& options = {});

}  // namespace kintree
