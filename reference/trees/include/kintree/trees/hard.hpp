// What makes the hard families hard. Other families are left as they are.
#pragma once

#include <cstdint>
#include <vector>

#include "kintree/data/model.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

/// The kinds to draw joints from, of those asked for (empty: all). one_kind: one that moves, by the seed, and
/// fixed; long_chain: half of the chains of one kind; massless: fixed three times as often.
std::vector<JointKind> hard_joints(Family family, std::uint64_t seed, const std::vector<JointKind>& asked,
                                   Generator& generator);

/// Changes numbers of a random model and a random state of it, never kinds or numbering:
/// - mass_ratio: powers of two from 2^-20 to 2^20, in 1 of 4 models 2^-33 to 2^33, by which masses and
///   tensors are multiplied: alternating from parent to child, any, growing or falling with the depth; in
///   half of the models the tensors by 2^-10 to 2^10 more;
/// - massless: see below;
/// - thin: rods on the joint axis and point masses, of a radius of 2^-16 to 2^-3 of their length, the centre
///   of mass on the axis, or off it by that radius; 1 body in 4 stays as it is;
/// - long_chain: links, inertias and axes equal (or axes alternating between two), angles small: 2^-20 to
///   2^-3 rad;
/// - fast: velocities of either sign, 1e6 times 2^-24 to 1, in half of the states 2^-2 to 1;
/// - far_origin: one or more of: bodies on the base, joint frames, centres of mass, positions, end-effectors
///   2^10 to 2^20 m off, in half of the models all of them, else half;
/// - coincident_axes: one direction for all axes and no rotation between frames at zero; offsets zero or
///   along that direction; in half of the states q at zero.
///
/// Massless links keep H regular: from each moving one a path leads on to a body with inertia, over joints of
/// 5 degrees of freedom at most together, of which at most 3 are translations, and in general position; no
/// two of these paths share a body. So at no kinetic energy every body rests.
void make_hard(Family family, Model& model, State& state, Generator& generator);

}  // namespace kintree
