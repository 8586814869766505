// How the frames of screw_frames.hpp are chosen, and the constants of the links between them.
#pragma once

#include "crba_screw/screw_frames.hpp"

namespace kintree {

/// Of the revolute children whose axis is not nearly parallel, the one with the largest subtree: a DH node
/// saves (15m + 15a) + |nu| (4m + 6a), whichever it is.  Featherstone 2005, eqs. (20), (21).
template <class S>
void ScrewFrames<S>::choose_dh_children() {
  for (int i = N; i >= 1; --i) {
    const int p = parent[i];
    if (p == 0 || !revolute(i)) continue;
    const bool floating = link[p].kind == Link::floating;
    if (!floating && !revolute(p)) continue;
    if (!floating && neighbours(relative(i).R.z) == Neighbours::near_parallel) {
      link[i].near_parallel = true;
      continue;
    }
    if (int& chosen = dh_child_[p]; chosen == 0 || subtree[i] >= subtree[chosen]) chosen = i;
  }
}

/// F_i from its DH child's axis and joint frame; that of a floating base is its privileged child's.
template <class S>
void ScrewFrames<S>::place_frame(int i) {
  const int c = dh_child_[i];
  if (c == 0) return;
  const Transform<S> X = relative(c);
  if (revolute(i))
    pose[i] = compose(pose[i], common_normal(X.R.z, X.r, neighbours(X.R.z) == Neighbours::parallel));
  else
    pose[i] = X;
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

  const Transform<S> X = relative(i);
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
  } else {
    const auto size = [](const S& value) { return is_positive(value) ? value : -value; };
    l.k = 2;
    if (is_positive(size(w.x) - size(w.z))) l.k = 0;
    if (is_positive(size(w.y) - size(l.k == 0 ? w.x : w.z))) l.k = 1;
    l.d = l.k == 0 ? X.r.x / w.x : l.k == 1 ? X.r.y / w.y : X.r.z / w.z;
    l.t = X.r - w * l.d;
  }
  l.offset = dh_child_[i] != 0;
  if (!l.offset) {  // F_i is free to turn about its axis and to slide along it
    const S length = sqrt(x.x * x.x + x.y * x.y);
    pose[i] = compose(pose[i], along_z(x.x / length, -x.y / length, -l.d));
    l.d = zero;
    l.r = l.t;
  } else {
    l.theta_0 = angle(x.y, x.x);
    l.r = X.r;
  }
}

}  // namespace kintree
