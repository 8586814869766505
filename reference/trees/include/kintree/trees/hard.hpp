// The numbers that make the hard families hard. Cases of other families are left unchanged.
#pragma once

#include <cstdint>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

/// The kinds to draw joints from, for the requested ones (empty: all). In one_kind: a single moving kind,
/// which depends on the seed, and fixed. In long_chain: a single kind in half of the chains. In massless and
/// tiny_bodies: fixed three times as often.
std::vector<JointKind> hard_joints(Family family, std::uint64_t seed, const std::vector<JointKind>& requested,
                                   Generator& generator);

/// Changes the numbers of a random model and of a random state of it; joint kinds and numbering stay.
/// - mass_ratio: masses and inertia tensors are multiplied by powers of two from 2^-20 to 2^20, in 1 of 4
///   models from 2^-33 to 2^33. They alternate from parent to child, are random, or increase or decrease with
///   the depth. In half of the models the tensors are multiplied by another 2^-10 to 2^10.
/// - massless: see below.
/// - thin: rods on the joint axis and point masses. Their radius is 2^-16 to 2^-3 of their length, and the
///   centre of mass is on the axis, or off it by that radius. 1 body in 4 is not changed.
/// - long_chain: equal links, inertias and axes (or axes that alternate between two), and small angles of
///   2^-20 to 2^-3 rad.
/// - fast: velocities of either sign and of 1e6 times 2^-24 to 1, in half of the states 2^-2 to 1.
/// - far_origin: parts of the model are moved by 2^10 to 2^20 m. The parts are one or more of the bodies on
///   the base, joint frames, centres of mass, positions and end-effectors. All of them move in half of the
///   models, half of them in the others.
/// - tiny_bodies: 3 in 4 of the bodies on fixed joints have a mass of 2^-53 to 2^-30 kg and radii of gyration
///   of 2^-23 to 2^-7 m. 1 in 8 of these takes the inertia of its parent away. 1 in 4 of the bodies that move
///   has 2^-20 to 2^-10 kg and radii of 2^-10 to 2^-3 m. Their centres of mass are at their origins.
/// - coincident_axes: all axes have one direction, and at q = 0 no frame is rotated against another. Offsets
///   are zero or along that direction. In half of the states q is zero.
///
/// Massless links leave H regular. From each that moves, a path leads to a body with inertia. The joints of
/// the path have at most 5 degrees of freedom together, at most 3 of them translations, in general position.
/// No two of these paths share a body. Hence no body moves if the kinetic energy is zero.
void make_hard(Family family, Model& model, State& state, Generator& generator);

}  // namespace kintree
