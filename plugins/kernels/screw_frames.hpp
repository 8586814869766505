// A model in modified Denavit-Hartenberg frames: fixed joints collapsed, z_i on the axis of revolute joint i,
// x_i on the common normal from z_i to the axis of i's DH child, the child with the largest subtree.
// Featherstone 2005, sec. 5; McMillan & Orin 1995 for the floating base.
//
//   F_i       the new frame of body i; pose[i] places it in the caller's frame of body i
//   E, r      child's axes in the parent's, child's origin in the parent:  X^T f = (E n + r x E f, E f)
//   DH        E = R_x(alpha) R_z(theta),            translations d along z_i, a along x_parent
//   non-DH    E = R_z(gamma) R_x(alpha) R_z(theta), translations d along z_i, t along two parent axes
//             r = t + d z_i is constant
//   theta     q + theta_0
//
// Bodies on other joints keep their frames, but for a floating base, which takes the frame of its privileged
// child at q = 0.  F_i of a leaf is such that theta_0 = d = 0.  Choices by size are in screw_plan.hpp.
#pragma once

#include "kernels/screw.hpp"
#include "kernels/screw_plan.hpp"

namespace kintree {

template <class S>
struct ScrewLink : LinkPlan {
  Turn<S> theta_0{S{}, S(1)};
  S d;
  S sin_alpha, cos_alpha, a;  ///< DH; alpha of non-DH nodes too
  S sin_gamma, cos_gamma;     ///< non-DH
  Mat3<S> E_0;                ///< R_z(gamma) R_x(alpha)
  Vec3<S> t, r;               ///< in the parent. DH: t = (a, 0, 0)
};

/// The numbers of a link that the sweeps read often.
template <class S>
struct SweptLink {
  explicit SweptLink(const ScrewLink<S>& l) : kind(l.kind), k(l.k), theta_0(l.theta_0), t(l.t), d(l.d) {}
  Link kind;
  int k;
  Turn<S> theta_0;
  Vec3<S> t;
  S d;
};

template <class T, OtherNumber<T> S>
ScrewLink<T> as(const ScrewLink<S>& l) {
  return {l,          as<T>(l.theta_0),   as<T>(l.d),         as<T>(l.sin_alpha), as<T>(l.cos_alpha),
          as<T>(l.a), as<T>(l.sin_gamma), as<T>(l.cos_gamma), as<T>(l.E_0),       as<T>(l.t),
          as<T>(l.r)};
}

template <class S>
class ScrewFrames : public ScrewPlan {
 public:
  explicit ScrewFrames(const Model& model);

  ByBody<ScrewLink<S>> link;
  ByBody<RigidInertia<S>> I;        ///< in F_i, about its origin
  ByBody<RigidInertia<S>> I_given;  ///< in the caller's frame
  ByBody<Transform<S>> pose;        ///< of F_i in the caller's frame of body i: R takes F_i to caller's axes
  ByBody<JointGeometry<S>> joint;   ///< places the caller's frame of i in F_parent; in the base as given

 private:
  void place_link(int i, AxisFrames<S>& frames);
  RigidInertia<S> inertia(int i, const RigidInertia<S>& given) const;
};

template <class S>
ScrewFrames<S>::ScrewFrames(const Model& model) : ScrewPlan(model, rounding<S>) {
  const Phase<S> phase("frames");
  const std::vector<MovingBody<S>> moving = collapsed<S>(model);
  AxisFrames<S> frames(model, moving);
  for (int i = N; i >= 1; --i) {
    const int c = dh_child[i];
    frames.pose[i] = c == 0                           ? frames.axis[i]
                     : plan[i].kind == Link::floating ? frames.frame_of_privileged(i, c)
                                                      : frames.towards(i, c, plan[c].neighbours);
  }
  link = ByBody<ScrewLink<S>>(N);
  for (int i = 1; i <= N; ++i) place_link(i, frames);
  pose = frames.pose;
  I = I_given = ByBody<RigidInertia<S>>(N);
  joint = ByBody<JointGeometry<S>>(N);
  for (int i = 1; i <= N; ++i) {
    const MovingBody<S>& from = moving[static_cast<std::size_t>(i)];
    I[i] = inertia(i, from.I);
    I_given[i] = from.I;
    joint[i] = JointGeometry<S>(model.bodies[static_cast<std::size_t>(body[i])].joint,
                                compose(inverse(pose[parent[i]]), from.placement));
  }
}

/// The constants of E and r; parents go first. With w the child's axis in the parent,
///   w = R_z(gamma) R_x(alpha) e_z = (sin gamma sin alpha, -cos gamma sin alpha, cos alpha).
template <class S>
void ScrewFrames<S>::place_link(int i, AxisFrames<S>& frames) {
  using std::sqrt;
  ScrewLink<S>& l = link[i];
  static_cast<LinkPlan&>(l) = plan[i];
  if (!revolute(i) || l.kind == Link::privileged) return;

  const Transform<S> X = frames.relative(i, frames.pose[parent[i]], frames.pose[i]);
  const Vec3<S> w = X.R.z;
  const S one(1), zero{};
  l.sin_alpha = zero, l.cos_alpha = l.opposed ? -one : one;
  l.sin_gamma = zero, l.cos_gamma = one;
  if (!are_parallel(l.neighbours)) {
    l.sin_alpha = sqrt(w.x * w.x + w.y * w.y);
    l.cos_alpha = w.z;
    if (l.kind != Link::dh) l.sin_gamma = w.x / l.sin_alpha, l.cos_gamma = -w.y / l.sin_alpha;
  }
  l.E_0 = Mat3<S>{{l.cos_gamma, l.sin_gamma, zero}, {-l.sin_gamma, l.cos_gamma, zero}, {zero, zero, one}} *
          Mat3<S>{{one, zero, zero}, {zero, l.cos_alpha, l.sin_alpha}, {zero, -l.sin_alpha, l.cos_alpha}};

  // DH: r = a x + d w.  Non-DH: d is such that t = r - d w is zero along the axis k to which w is closest.
  // Then |d| <= sqrt(3) |r|.
  if (l.kind == Link::dh) {
    l.d = transpose_times(l.E_0, X.r).z;
    l.a = X.r.x;
    l.t = {l.a, zero, zero};
  } else if (l.kind == Link::root) {
    l.t = X.r;  // no inertia goes to the base
  } else {
    l.d = l.k == 0 ? X.r.x / w.x : l.k == 1 ? X.r.y / w.y : X.r.z / w.z;
    l.t = X.r - w * l.d;
  }
  const Vec3<S> x = transpose_times(l.E_0, X.R.x);  // (cos, sin, 0) of theta_0
  const S length = sqrt(x.x * x.x + x.y * x.y);
  const Turn<S> theta_0{x.y / length, x.x / length};
  if (l.offset) {
    l.theta_0 = theta_0;
    l.r = X.r;
  } else {  // the frame of a leaf is free to turn about its axis and to slide along it
    frames.pose[i] = compose(frames.pose[i], along_z(theta_0.c, -theta_0.s, -l.d));
    l.d = zero;
    l.r = l.t;
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
