// The matrix B of a subtree, by which the Coriolis terms of its motions m are formed. For one body with velocity v it is
//   B m = (v x* (I m) - I (v x m) + m x* (I v)) / 2.
// It is in the Coriolis matrix [Echeandia & Wensing 2021, Algorithm 1] and in the derivatives of inverse dynamics [Singh, Russell & Wensing
// 2022]. Singh et al. write (I v) x-bar* m for m x* (I v).
//
// Only twelve of its 36 numbers are independent: B m is the force m.w x (mass r-dot) on every particle, at r (README). So
//   B m = (tr W m.w - W m.w, m.w x p)
//
//   p   sum of mass r-dot over the particles: the momentum
//   W   sum of mass r-dot r^T
//
// r and r-dot are relative to the origin of the frame, which moves with a body.
#pragma once

#include "kintree/spatial/spatial.hpp"

namespace kintree {

/// B of a body or subtree: about the origin and in the axes of its frame; W in kg m^2/s, p in kg m/s.
template <class S>
struct VelocityProducts {
  Mat3<S> W;
  Vec3<S> p;

  friend Force<S> operator*(const VelocityProducts& B, const Motion<S>& m) {
    return {m.w * (B.W.x.x + B.W.y.y + B.W.z.z) - B.W * m.w, cross(m.w, B.p)};
  }
  VelocityProducts& operator+=(const VelocityProducts& B) {
    W = W + B.W, p = p + B.p;
    return *this;
  }
};

/// B^T m, which is a couple.
template <class S>
Vec3<S> transpose_times(const VelocityProducts<S>& B, const Motion<S>& m) {
  return m.w * (B.W.x.x + B.W.y.y + B.W.z.z) - transpose_times(B.W, m.w) + cross(B.p, m.v);
}

/// 2 sum of mass r r^T = (tr I) 1 - 2 I: twice the second moments.
template <class S>
Sym3<S> twice_second_moments(const RigidInertia<S>& A) {
  const Sym3<S>& I = A.I;
  const S minus_two(-2);
  return {I.yy + I.zz - I.xx, I.xy * minus_two, I.xz * minus_two,
          I.zz + I.xx - I.yy, I.yz * minus_two, I.xx + I.yy - I.zz};
}

/// B of a body that turns about the origin.
template <class S>
VelocityProducts<S> velocity_products(const RigidInertia<S>& A, const Vec3<S>& w) {
  const Sym3<S> T = twice_second_moments(A);
  const Vec3<S> half = w * S(0.5);
  return {{cross(half, Vec3<S>{T.xx, T.xy, T.xz}), cross(half, Vec3<S>{T.xy, T.yy, T.yz}),
           cross(half, Vec3<S>{T.xz, T.yz, T.zz})},
          cross(w, A.h)};
}

/// B of a subtree in the frame of the parent. `A`: the inertia of the subtree. `u`: velocity of the child's origin relative to the parent's,
/// in the axes of the child.
template <class S>
VelocityProducts<S> to_parent(const Transform<S>& X, const VelocityProducts<S>& B, const RigidInertia<S>& A,
                              const Vec3<S>& u) {
  const Vec3<S> r = transpose_times(X.R, X.r);  // the child's origin in the axes of the child
  const Vec3<S> p = B.p + u * A.m;
  const Mat3<S> W = B.W + outer(B.p, r) + outer(u, A.h + r * A.m);
  return {X.R * transpose(X.R * transpose(W)), X.R * p};
}

}  // namespace kintree
