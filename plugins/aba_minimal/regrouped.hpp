// Inertias of bodies on revolute joints, regrouped: what of a body turns about the axis z without a change, a
// mass, its place on the axis and I_xx = I_yy, is the parent's as well as its own, and is given to the
// parent. What is left has m = h_z = I_yy = 0; H, C and q-ddot are the same.  Derived here; Gautier & Khalil
// 1990 for the base parameters.
//
//   bias   force of a body at rest in classical acceleration, about its origin: n = w x I w, f = w x (w x h)
//   W      w w^T - |w|^2 1: w x (w x h) = W h, and all of the bias is linear in the six products of w
//
//          bias       added to an articulated inertia
//   all    27m+21a    15a    with the six products
//   left   24m+17a     9a
#pragma once

#include "aba_minimal/articulated_screw.hpp"

namespace kintree {

/// The six products of an angular velocity, and W_xx.
template <class S>
struct Products {
  S xx, yy, zz, xy, xz, yz, W_xx;

  explicit Products(const Vec3<S>& w)
      : xx(w.x * w.x),
        yy(w.y * w.y),
        zz(w.z * w.z),
        xy(w.x * w.y),
        xz(w.x * w.z),
        yz(w.y * w.z),
        W_xx(-(yy + zz)) {}
};

/// A rigid inertia with the differences of its moments.
template <class S>
struct BodyInertia {
  RigidInertia<S> I;
  Vec3<S> difference;  ///< I_zz - I_yy, I_xx - I_zz, I_yy - I_xx

  BodyInertia() = default;
  explicit BodyInertia(const RigidInertia<S>& of)
      : I(of), difference{of.I.zz - of.I.yy, of.I.xx - of.I.zz, of.I.yy - of.I.xx} {}

  /// w x I w.
  Vec3<S> gyroscopic(const Products<S>& w) const {
    const Sym3<S>& A = I.I;
    return {A.xz * w.xy + A.yz * (w.yy - w.zz) + difference.x * w.yz - A.xy * w.xz,
            A.xy * w.yz + A.xz * (w.zz - w.xx) + difference.y * w.xz - A.yz * w.xy,
            A.yz * w.xz + A.xy * (w.xx - w.yy) + difference.z * w.xy - A.xz * w.yz};
  }
  Force<S> bias(const Products<S>& w) const {
    const Vec3<S>& h = I.h;
    return {gyroscopic(w),
            {w.W_xx * h.x + w.xy * h.y + w.xz * h.z, w.xy * h.x - (w.xx + w.zz) * h.y + w.yz * h.z,
             w.xz * h.x + w.yz * h.y - (w.xx + w.yy) * h.z}};
  }
  /// With h_z = 0.
  Force<S> regrouped_bias(const Products<S>& w) const {
    const Vec3<S>& h = I.h;
    return {gyroscopic(w),
            {w.W_xx * h.x + w.xy * h.y, w.xy * h.x - (w.xx + w.zz) * h.y, w.xz * h.x + w.yz * h.y}};
  }
};

/// Takes from I what the parent has as well, and returns it.
template <class S>
RigidInertia<S> regroup(RigidInertia<S>& I) {
  const S zero{}, w = I.I.yy;
  const RigidInertia<S> J{I.m, {zero, zero, I.h.z}, {w, zero, zero, w, zero, zero}};
  I.m = I.h.z = I.I.yy = zero;
  I.I.xx = I.I.xx - w;
  return J;
}

/// A + I, all of I: 15a.
template <class S>
void add(const RigidInertia<S>& I, ArticulatedInertia<S>& A) {
  A.I += I.I;
  A.H.y.x = A.H.y.x - I.h.z, A.H.z.x = A.H.z.x + I.h.y, A.H.z.y = A.H.z.y - I.h.x;
  A.H.x.y = A.H.x.y + I.h.z, A.H.x.z = A.H.x.z - I.h.y, A.H.y.z = A.H.y.z + I.h.x;
  A.M.xx = A.M.xx + I.m, A.M.yy = A.M.yy + I.m, A.M.zz = A.M.zz + I.m;
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

}  // namespace kintree
