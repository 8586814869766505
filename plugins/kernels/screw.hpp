// Rigid inertias and forces under screws about one coordinate axis: a turn, then a slide along it.
// Costs derived here; with them eqs. (20), (21) of Featherstone 2005 follow.
//
//   k           the axis; (i, j, k) cyclic
//   s, c        sine and cosine of the angle: (v_i, v_j) -> (c v_i - s v_j, s v_i + c v_j)
//   d           the slide: the child's origin is at d along k in the parent
//   I = (m, h, I)   mass, first moment, rotational inertia about the origin
#pragma once

#include "kernels/components.hpp"
#include "kernels/shared.hpp"

namespace kintree {

/// Sine and cosine of an angle.
template <class S>
struct Turn {
  S s, c;
};

template <class T, OtherNumber<T> S>
Turn<T> as(const Turn<S>& t) {
  return {as<T>(t.s), as<T>(t.c)};
}

template <class S>
Turn<S> turn_by(const S& angle) {
  Turn<S> t;
  sincos(angle, t.s, t.c);
  return t;
}

/// The turn by the sum of two angles; 4m + 2a.
template <class S>
Turn<S> sum(const Turn<S>& a, const Turn<S>& b) {
  return {a.s * b.c + a.c * b.s, a.c * b.c - a.s * b.s};
}

/// A turn with the numbers for twice its angle; 2m + 3a.
template <class S>
struct DoubleTurn : Turn<S> {
  explicit DoubleTurn(const Turn<S>& t = {S{}, S(1)}) : Turn<S>(t) {
    ss = t.s * t.s;
    sc = t.s * t.c;
    sc2 = sc + sc;
    cc_ss = S(1) - ss - ss;
  }
  S ss, sc, sc2, cc_ss;  ///< s^2, sc, 2sc, c^2 - s^2
};

/// 4m + 2a.
template <class S>
void turn(S& v_i, S& v_j, const Turn<S>& t) {
  const S v = t.c * v_i - t.s * v_j;
  v_j = t.s * v_i + t.c * v_j;
  v_i = v;
}

/// Force: 8m + 4a.
template <Axis k, class S>
void turn(Force<S>& f, const Turn<S>& t) {
  constexpr Axis i = next(k), j = next(i);
  turn(at<i>(f.n), at<j>(f.n), t);
  turn(at<i>(f.f), at<j>(f.f), t);
}

/// n += d e_k x f: 2m + 2a.
template <Axis k, class S>
void slide(Force<S>& f, const S& d) {
  constexpr Axis i = next(k), j = next(i);
  at<i>(f.n) = at<i>(f.n) - d * at<j>(f.f);
  at<j>(f.n) = at<j>(f.n) + d * at<i>(f.f);
}

/// Force of a frame with the axes E and the origin r: E f, E n + r x E f: 24m + 18a.
template <class S>
Force<S> to_parent(const Mat3<S>& E, const Vec3<S>& r, const Force<S>& f) {
  const Vec3<S> force = E * f.f;
  return {E * f.n + cross(r, force), force};
}

/// h and the row k of I, the axis of the turn: 8m + 4a.
template <Axis k, class S>
void turn_rows(RigidInertia<S>& A, const Turn<S>& t) {
  constexpr Axis i = next(k), j = next(i);
  turn(at<i>(A.h), at<j>(A.h), t);
  turn(at<i, k>(A.I), at<j, k>(A.I), t);
}

/// Rigid inertia: 12m + 9a.
template <Axis k, class S>
void turn(RigidInertia<S>& A, const DoubleTurn<S>& t) {
  constexpr Axis i = next(k), j = next(i);
  turn_rows<k>(A, t);
  S &I_ii = at<i, i>(A.I), &I_ij = at<i, j>(A.I), &I_jj = at<j, j>(A.I);
  const S D = I_jj - I_ii;
  const S kappa = D * t.ss - I_ij * t.sc2;
  I_ii = I_ii + kappa;
  I_jj = I_jj - kappa;
  I_ij = I_ij * t.cc_ss - D * t.sc;
}

/// h' = h + m d e_k, and I - d (e_k (h - h_k e_k)^T + transposed) + d (h_k + h'_k) (1 - e_k e_k^T): 3m + 6a,
/// dm being the constant d m.
template <Axis k, class S>
void slide(RigidInertia<S>& A, const S& d, const S& dm) {
  constexpr Axis i = next(k), j = next(i);
  const S h_k = at<k>(A.h) + dm;
  const S w = d * (at<k>(A.h) + h_k);
  at<k>(A.h) = h_k;
  at<i, i>(A.I) = at<i, i>(A.I) + w;
  at<j, j>(A.I) = at<j, j>(A.I) + w;
  at<i, k>(A.I) = at<i, k>(A.I) - d * at<i>(A.h);
  at<j, k>(A.I) = at<j, k>(A.I) - d * at<j>(A.h);
}

/// Slides along the two axes other than k: 6m + 12a.
template <class S>
void slide_across(RigidInertia<S>& A, int k, const Vec3<S>& t, const Vec3<S>& tm) {
  if (k != X) slide<X>(A, t.x, tm.x);
  if (k != Y) slide<Y>(A, t.y, tm.y);
  if (k != Z) slide<Z>(A, t.z, tm.z);
}

/// E_0 R_z(theta) where E_0 = R_z(gamma) R_x(alpha), whose first column has no z: 10m + 4a.
template <class S>
Mat3<S> times_turn(const Mat3<S>& E_0, const Turn<S>& t) {
  const Vec3<S>&x = E_0.x, &y = E_0.y;
  return {{t.c * x.x + t.s * y.x, t.c * x.y + t.s * y.y, t.s * y.z},
          {t.c * y.x - t.s * x.x, t.c * y.y - t.s * x.y, t.c * y.z},
          E_0.z};
}

}  // namespace kintree
