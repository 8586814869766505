// How the frames of screw_frames.hpp are chosen, and the constants of the links between them.
#pragma once

#include "kernels/screw_frames.hpp"

namespace kintree {

/// The mass of the subtree at i, and m r^2 as seen from the caller's origin of body i, which is on its axis:
/// the body's own, and its children's as points at their joints.
template <class S>
void ScrewFrames<S>::weigh(const std::vector<MovingBody<S>>& moving) {
  mass_ = spread_ = ByBody<S>(N);
  for (int i = N; i >= 1; --i) {
    const RigidInertia<S>& A = moving[static_cast<std::size_t>(i)].I;
    const Vec3<S>& r = placement_[i].r;
    const int p = parent[i];
    mass_[i] = mass_[i] + A.m;
    spread_[i] = spread_[i] + (A.I.xx + A.I.yy + A.I.zz);
    if (p != 0) mass_[p] = mass_[p] + mass_[i];
    if (p != 0) spread_[p] = spread_[p] + S(2) * mass_[i] * dot(r, r);
  }
}

/// Whether the frame of body i loses digits when its origin is moved so: inertias about it would be sums that
/// cancel, m r^2 being 25 times the spread.
template <class S>
bool ScrewFrames<S>::too_far(int i, const Vec3<S>& origin) const {
  return is_positive(mass_[i] * dot(origin, origin) - S(25) * spread_[i]);
}

/// F of the parent if c is its DH child: on the common normal of their axes. If the parent is a floating base
/// and c its privileged child: F_c at q = 0.
template <class S>
Transform<S> ScrewFrames<S>::frame_towards(int c) const {
  const int p = parent[c];
  if (link[p].kind == Link::floating) return relative(c, axis_[p], pose[c]);
  const Transform<S> X = relative(c, axis_[p], axis_[c]);
  return compose(axis_[p], common_normal(X.R.z, X.r, neighbours(X.R.z) == Neighbours::parallel));
}

/// Of the revolute children whose common normal is near, the one with the largest subtree: a DH node saves
/// (15m + 15a) + |nu| (4m + 6a), whichever it is.  Featherstone 2005, eqs. (20), (21).
template <class S>
void ScrewFrames<S>::choose_dh_children() {
  for (int i = N; i >= 1; --i) {  // all children of i have been asked
    pose[i] = dh_child_[i] == 0 ? axis_[i] : frame_towards(dh_child_[i]);
    const int p = parent[i];
    if (p == 0 || !revolute(i)) continue;
    const bool floating = link[p].kind == Link::floating;
    if (!floating && !revolute(p)) continue;
    link[i].far_normal =
        (!floating && neighbours(relative(i, axis_[p], axis_[i]).R.z) == Neighbours::near_parallel) ||
        too_far(p, frame_towards(i).r);
    if (link[i].far_normal) continue;
    if (int& chosen = dh_child_[p]; chosen == 0 || subtree[i] >= subtree[chosen]) chosen = i;
    moved[p] = floating;
  }
}

/// The constants of E and r; parents go first. With w the child's axis in the parent,
///   w = R_z(gamma) R_x(alpha) e_z = (sin gamma sin alpha, -cos gamma sin alpha, cos alpha).
template <class S>
void ScrewFrames<S>::place_link(int i) {
  using std::sqrt;
  if (!revolute(i)) return;
  ScrewLink<S>& l = link[i];
  const int p = parent[i];
  const bool chosen = p != 0 && dh_child_[p] == i;
  l.kind = p == 0 ? Link::root : !chosen ? Link::non_dh : revolute(p) ? Link::dh : Link::privileged;
  if (l.kind == Link::privileged) return;

  const Transform<S> X = relative(i, pose[p], pose[i]);
  const Vec3<S> w = X.R.z;
  const S one(1), zero{};
  l.sin_alpha = sqrt(w.x * w.x + w.y * w.y);
  l.cos_alpha = w.z;
  l.sin_gamma = zero, l.cos_gamma = one;
  if (l.kind == Link::dh && neighbours(w) == Neighbours::parallel) {
    l.sin_alpha = zero;
    l.cos_alpha = is_positive(w.z) ? one : -one;
  } else if (l.kind != Link::dh && is_positive(l.sin_alpha)) {
    l.sin_gamma = w.x / l.sin_alpha;
    l.cos_gamma = -w.y / l.sin_alpha;
  }
  l.E_0 = Mat3<S>{{l.cos_gamma, l.sin_gamma, zero}, {-l.sin_gamma, l.cos_gamma, zero}, {zero, zero, one}} *
          Mat3<S>{{one, zero, zero}, {zero, l.cos_alpha, l.sin_alpha}, {zero, -l.sin_alpha, l.cos_alpha}};
  const Vec3<S> x = transpose_times(l.E_0, X.R.x);  // (cos, sin, 0) of theta_0

  // DH: r = a x + d w.  Non-DH: d so that t = r - d w vanishes along the axis k to which w is closest; then
  // |d| <= sqrt(3) |r|.
  if (l.kind == Link::dh) {
    l.d = transpose_times(l.E_0, X.r).z;
    l.a = X.r.x;
    l.t = {l.a, zero, zero};
  } else if (l.kind == Link::root) {
    l.t = X.r;  // no inertia goes to the base
  } else {
    const auto size = [](const S& value) { return is_positive(value) ? value : -value; };
    l.k = 2;
    if (is_positive(size(w.x) - size(w.z))) l.k = 0;
    if (is_positive(size(w.y) - size(l.k == 0 ? w.x : w.z))) l.k = 1;
    l.d = l.k == 0 ? X.r.x / w.x : l.k == 1 ? X.r.y / w.y : X.r.z / w.z;
    l.t = X.r - w * l.d;
  }
  l.offset = children[i] != 0;
  if (!l.offset) {  // the frame of a leaf is free to turn about its axis and to slide along it
    const S length = sqrt(x.x * x.x + x.y * x.y);
    pose[i] = compose(pose[i], along_z(x.x / length, -x.y / length, -l.d));
    l.d = zero;
    l.r = l.t;
  } else {
    l.theta_0 = angle(x.y, x.x);
    l.r = X.r;
  }
}

/// I_i in F_i. Where F_i has only been turned and slid along the axis, slid last: then h_x and h_y keep their
/// digits.
template <class S>
RigidInertia<S> ScrewFrames<S>::inertia(int i, const RigidInertia<S>& given) const {
  if (!revolute(i)) return to_parent(inverse(pose[i]), given);
  const S height = dot(pose[i].R.z, pose[i].r);
  const Transform<S> turned{transpose(pose[i].R), {}}, slid{identity3<S>(), {S{}, S{}, -height}};
  return to_parent(slid, to_parent(turned, given));
}

}  // namespace kintree
