// The constraints of the families that have some. Cases of other families are left unchanged.
#pragma once

#include "kintree/model/model.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

/// Adds constraints to a random model, and random accelerations gamma and a restitution to its state; in half of the
/// states they are zero.
/// - contacts: links without children touch the ground, by a point without friction (1 row), a point (3), an edge (5) or a sole (6).
/// - loops: frames of two links are joined. The links are on different branches or one above the other. The
///   joint is a weld (6 rows), a hinge (5), a slider (5), a ball (3) or any other set of rows.
/// - gears: joints of one degree of freedom follow others, or stand still. Ratios are moderate, or up to 1000. In half
///   of the models there is a loop as well. In 1 of 4 a link at a tip may lose its inertia: that of a joint that follows
///   another, or is followed. H is singular there, and the joints move all the same.
/// A constraint has no more rows than there are degrees of freedom that move it and that no earlier
/// constraint uses, and no joint follows itself. The rows are therefore independent, except for special motions,
/// such as those of a ball about its own centre. In 1 of 16 models a constraint is repeated, so that they are not; also one of mechanisms
/// (mechanisms.hpp).
void add_constraints(Family family, Model& model, State& state, Generator& generator);

}  // namespace kintree
