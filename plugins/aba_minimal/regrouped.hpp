// Regrouped inertias of bodies on revolute joints. The part of an inertia that a turn about the axis z does
// not change (a mass, its place on the axis, and I_xx = I_yy) moves alike with the body and with its parent,
// and is given to the parent. What is left has m = h_z = I_yy = 0; H, C and q-ddot are the same.
// Derived here; Gautier & Khalil 1990 for the base parameters.
//
//   bias   force of a body at rest in classical acceleration, about its origin: n = w x I w, f = w x (w x h)
//
//                         all        left       of a leaf, h_y = 0
//   bias                  27m+15a    24m+12a    20m+9a
//   added to an inertia   15a         9a
#pragma once

#include "kernels/articulated_screw.hpp"

namespace kintree {

template <class S>
Force<S> bias(const RigidInertia<S>& A, const Vec3<S>& w) {
  return {cross(w, A.I * w), cross(w, cross(w, A.h))};  // (16)
}

/// w x I w with I_yy = 0.
template <class S>
Vec3<S> regrouped_gyroscopic(const Sym3<S>& I, const Vec3<S>& w) {
  return cross(w, {I.xx * w.x + I.xy * w.y + I.xz * w.z, I.xy * w.x + I.yz * w.z,
                   I.xz * w.x + I.yz * w.y + I.zz * w.z});
}
template <class S>
Force<S> regrouped_bias(const RigidInertia<S>& A, const Vec3<S>& w) {
  const Vec3<S>& h = A.h;
  return {regrouped_gyroscopic(A.I, w), cross(w, {-(w.z * h.y), w.z * h.x, w.x * h.y - w.y * h.x})};
}
template <class S>
Force<S> leaf_bias(const RigidInertia<S>& A, const Vec3<S>& w) {
  const S y = w.z * A.h.x, z = w.y * A.h.x;  // w x h = (0, y, -z)
  return {regrouped_gyroscopic(A.I, w), {-(w.y * z + w.z * y), w.x * z, w.x * y}};
}

/// Takes from I what the parent has as well, and returns it.
template <class S>
RigidInertia<S> regroup(RigidInertia<S>& I) {
  const S zero{}, w = I.I.yy;
  RigidInertia<S> J{I.m, {zero, zero, I.h.z}, {w, zero, zero, w, zero, zero}};
  I.m = I.h.z = I.I.yy = zero;
  I.I.xx = I.I.xx - w;
  return J;
}

/// A + I with I regrouped: 9a.
template <class S>
void add_regrouped(const RigidInertia<S>& I, ArticulatedInertia<S>& A) {
  A.I.xx = A.I.xx + I.I.xx, A.I.xy = A.I.xy + I.I.xy, A.I.xz = A.I.xz + I.I.xz;
  A.I.yz = A.I.yz + I.I.yz, A.I.zz = A.I.zz + I.I.zz;
  A.H.z.x = A.H.z.x + I.h.y, A.H.z.y = A.H.z.y - I.h.x;
  A.H.x.z = A.H.x.z - I.h.y, A.H.y.z = A.H.y.z + I.h.x;
}

/// I + P of a projected inertia: 10a.
template <class S>
ArticulatedInertia<S> sum(const RigidInertia<S>& I, const ProjectedInertia<S>& P) {
  const auto& [m, h, R] = I;
  const auto& M = P.M;
  return {{R.xx + P.xx, R.xy + P.xy, R.xz, R.yy + P.yy, R.yz, R.zz},
          {{P.Hx.x, P.Hy.x + h.z, -h.y}, {P.Hx.y - h.z, P.Hy.y, h.x}, {P.Hx.z + h.y, P.Hy.z - h.x, {}}},
          {M.xx + m, M.xy, M.xz, M.yy + m, M.yz, M.zz + m}};
}

/// A + P of a projected inertia: 15a.
template <class S>
void add(const ProjectedInertia<S>& P, ArticulatedInertia<S>& A) {
  A.I.xx = A.I.xx + P.xx, A.I.xy = A.I.xy + P.xy, A.I.yy = A.I.yy + P.yy;
  A.H.x.x = A.H.x.x + P.Hx.x, A.H.y.x = A.H.y.x + P.Hx.y, A.H.z.x = A.H.z.x + P.Hx.z;
  A.H.x.y = A.H.x.y + P.Hy.x, A.H.y.y = A.H.y.y + P.Hy.y, A.H.z.y = A.H.z.y + P.Hy.z;
  A.M += P.M;
}

/// f + P (w, 0) for w without z: 10m+10a.
template <class Inertia, class S>
void add_turning(const Inertia& P, const Vec3<S>& w, Force<S>& f) {
  f.n.x = f.n.x + (P.xx * w.x + P.xy * w.y);
  f.n.y = f.n.y + (P.xy * w.x + P.yy * w.y);
  f.f += P.Hx * w.x + P.Hy * w.y;
}
/// f + P (0, v): 15m+15a.
template <class S>
void add_moving(const ProjectedInertia<S>& P, const Vec3<S>& v, Force<S>& f) {
  f.n.x = f.n.x + dot(P.Hx, v);
  f.n.y = f.n.y + dot(P.Hy, v);
  f.f += P.M * v;
}

}  // namespace kintree
