#pragma once

#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The promise of a claim for a case.
///
/// A and B in double hold in float too, with the roundings of float. C in double becomes D: it counts digits, and an amplification
/// that leaves half of the digits of double may leave none of those of float.
///
/// A robot from a file belongs to no family. Its promise is no more than that on `tiny_bodies` where the roundings that verdict A
/// allows (limits.hpp), times light_body_ratio(), reach half of the digits of double.
Verdict promise(const Claim& claim, const Case& c);

/// The largest M r^2 / I in a tree. I is the least moment of inertia of a body, or of bodies that are fixed
/// to each other. The distance r extends, along their offsets, to the farthest of their joints and centres of
/// mass. M is the mass of the heaviest such body.
///
/// A free body yields by about r^2 / I to a force at a joint, a heavy one by 1 / M. The difference of the two
/// has lost digits by their ratio. Nearly a point, of mass m and largest moment J, a body loses (m r^2 / J)^2
/// if that is more: once where its inertia is referred to a far origin, and again where that is inverted.
/// Returns 0 where no body has inertia, and infinity for a point mass.
double light_body_ratio(const Model& model);

}  // namespace kintree::suite
