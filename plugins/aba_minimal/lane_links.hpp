// Links and what passes them in the lanes of packs. Rows of them: aba_minimal/lane_row.hpp.
#pragma once

#include <array>

#include "aba_minimal/revolute.hpp"
#include "kernels/lanes.hpp"

namespace kintree {

/// A turn by a constant angle in each lane. Some angles may be steep, so all use the formula of a variable
/// angle.
template <class P>
struct TurnOfLanes : VariableTurn<P> {
  explicit TurnOfLanes(const Turn<P>& t = {P{}, P(1)}, bool /*steep*/ = false) : VariableTurn<P>(t) {}
};

/// The inertias and bias forces that pass the joints of a row towards the base.
template <class P>
struct Passed {
  ArticulatedInertia<P> A;
  Force<P> p;
  void take(const AnyInertia auto& through, const Force<P>& force, const MinimalBody<P, P>& /*child*/) {
    A = through, p = force;
  }
};

/// True if a link can be computed as a DH link. A privileged link is a special case of a DH link, and a DH
/// link is one of a non-DH link.
inline bool goes_as_dh(Link kind) {
  return kind == Link::dh || kind == Link::privileged;
}

/// True if t of a link may have a component along this axis of the parent.
inline bool slides_along(const LinkPlan& link, int axis) {
  return link.kind == Link::root || (link.kind == Link::dh && axis == X) ||
         (link.kind == Link::non_dh && axis != link.k);
}

/// The links of the bodies, side by side.
template <class T, int W>
ScrewLink<Pack<T, W>> side_by_side(const ScrewFrames<T>& frames, const std::array<int, W>& bodies) {
  ScrewLink<Pack<T, W>> all;
  all.kind = frames.link[bodies[0]].kind;
  std::array<bool, 3> none{true, true, true};  // t has no component along this axis
  for (std::size_t lane = 0; lane < W; ++lane) {
    ScrewLink<T> one = frames.link[bodies[lane]];
    if (one.kind == Link::privileged) one.cos_alpha = one.cos_gamma = T(1), one.E_0 = identity3<T>();
    if (one.kind != all.kind)
      all.kind = goes_as_dh(one.kind) && goes_as_dh(all.kind) ? Link::dh : Link::non_dh;
    if (one.kind == Link::root) all.kind = Link::non_dh;
    set_lane(all.theta_0, lane, one.theta_0);
    set_lane(all.E_0, lane, one.E_0);
    set_lane(all.t, lane, one.t);
    set_lane(all.r, lane, one.r);
    all.d.vector[lane] = one.d;
    all.sin_alpha.vector[lane] = one.sin_alpha, all.cos_alpha.vector[lane] = one.cos_alpha;
    all.sin_gamma.vector[lane] = one.sin_gamma, all.cos_gamma.vector[lane] = one.cos_gamma;
    for (const int axis : {X, Y, Z}) none[static_cast<std::size_t>(axis)] &= !slides_along(one, axis);
  }
  all.k = none[Z] ? Z : none[Y] ? Y : none[X] ? X : -1;  // -1: t has all three
  return all;
}

}  // namespace kintree
