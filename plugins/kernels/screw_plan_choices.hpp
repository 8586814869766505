// The choices of screw_plan.hpp that depend on sizes.
#pragma once

#include "kernels/screw_plan.hpp"

namespace kintree {

/// The mass of the subtree at i, and m r^2 as seen from the caller's origin of body i, which is on its axis:
/// the body's own, and its children's as points at their joints.
inline void ScrewPlan::weigh(const std::vector<MovingBody<double>>& moving) {
  mass_ = spread_ = reach_ = ByBody<double>(N);
  for (int i = N; i >= 1; --i) {
    const MovingBody<double>& from = moving[static_cast<std::size_t>(i)];
    const RigidInertia<double>& A = from.I;
    const Vec3<double>& r = from.placement.r;
    const int p = parent[i];
    mass_[i] += A.m;
    spread_[i] += A.I.xx + A.I.yy + A.I.zz;
    if (p != 0) mass_[p] += mass_[i];
    if (p != 0) spread_[p] += 2 * mass_[i] * dot(r, r);
  }
}

/// True if the frame of body i loses digits when its origin is moved there. Inertias about it would be sums
/// that cancel, because m r^2 is more than 25 times the spread.
inline bool ScrewPlan::too_far(int i, const Vec3<double>& origin) const {
  return mass_[i] * dot(origin, origin) > 25 * spread_[i];
}

/// Chooses the child with the largest subtree among the revolute children whose common normal is near. A DH
/// node saves (15m + 15a) + |nu| (4m + 6a), whichever it is.  Featherstone 2005, eqs. (20), (21).
inline void ScrewPlan::choose_dh_children(AxisFrames<double>& frames) {
  const auto towards = [&](int p, int c) {
    return plan[p].kind == Link::floating ? frames.frame_of_privileged(p, c)
                                          : frames.towards(p, c, plan[c].neighbours);
  };
  for (int i = N; i >= 1; --i) {  // all children of i are done
    frames.pose[i] = dh_child[i] == 0 ? frames.axis[i] : towards(i, dh_child[i]);
    const int p = parent[i];
    if (p == 0 || !revolute(i)) continue;
    const bool floating = plan[p].kind == Link::floating;
    if (!floating && !revolute(p)) continue;
    if (!floating)
      plan[i].neighbours = neighbours(frames.relative(i, frames.axis[p], frames.axis[i]), rounding_);
    plan[i].far_normal = plan[i].neighbours == Neighbours::near_parallel || too_far(p, towards(p, i).r);
    if (plan[i].far_normal) continue;
    if (int& chosen = dh_child[p]; chosen == 0 || subtree[i] >= subtree[chosen]) chosen = i;
    moved[p] = floating;
  }
}

/// With w the axis in the parent's frame: sin alpha = |(w_x, w_y)|, cos alpha = w_z, sin gamma and cos gamma
/// as w_x and -w_y.
inline void ScrewPlan::choose_link(int i, const AxisFrames<double>& frames) {
  if (!revolute(i)) return;
  LinkPlan& l = plan[i];
  const int p = parent[i];
  const bool chosen = p != 0 && dh_child[p] == i;
  l.kind = p == 0 ? Link::root : !chosen ? Link::non_dh : revolute(p) ? Link::dh : Link::privileged;
  if (l.kind == Link::privileged) return;
  l.offset = children[i] != 0;

  const Transform<double> X = frames.relative(i, frames.pose[p], frames.pose[i]);
  const Vec3<double>&w = X.R.z, &r = X.r;
  if (l.kind != Link::dh) l.neighbours = neighbours(X, rounding_);
  l.opposed = w.z < 0;
  if (!are_parallel(l.neighbours)) {
    l.steep_alpha = w.x * w.x + w.y * w.y > w.z * w.z;
    l.steep_gamma = l.kind != Link::dh && std::abs(w.x) > std::abs(w.y);
  }
  if (l.kind == Link::dh) {
    reach_[i] = l.offset ? std::sqrt(dot(r, r)) : std::abs(r.x);
    return;
  }
  l.k = std::abs(w.x) > std::abs(w.z) ? 0 : 2;
  if (std::abs(w.y) > std::abs(l.k == 0 ? w.x : w.z)) l.k = 1;
  const double d = l.k == 0 ? r.x / w.x : l.k == 1 ? r.y / w.y : r.z / w.z;
  const Vec3<double> t = l.offset ? r : r - w * d;
  reach_[i] = std::sqrt(dot(t, t));
}

}  // namespace kintree
