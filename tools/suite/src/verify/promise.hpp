#pragma once

#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The promise of a claim for a case.
///
/// A and B in double hold in float too, with the roundings of float. C in double becomes D: it counts digits, and an amplification
/// that leaves half of the digits of double may leave none of those of float.
///
/// A robot from a file belongs to no family. Its promise is no more than that on `tiny_bodies` where light_body_ratio() exceeds
/// u^-1/2 of double, so that half of the digits may be lost.
Verdict promise(const Claim& claim, const Case& c);

/// The largest M r^2 / I in a tree. I is the least moment of inertia of a body, or of bodies that are fixed to each other. r is the
/// distance, along their offsets, to the farthest of their joints and centres of mass. M is the mass of the heaviest such body.
///
/// A free body yields by about r^2 / I to a force at a joint, a heavy one by 1 / M. The difference of the two has lost digits by
/// their ratio. Returns 0 where no body has inertia, and infinity for a point mass.
double light_body_ratio(const Model& model);

}  // namespace kintree::suite
