// Screws of rigid inertias with fewer operations than those of kernels/screw.hpp.  Derived here.
//
//   variable angle   D = I_ii - I_jj, b = c D - 2s I_ij:
//                    I_ii' = I_jj + c b,  I_jj' = I_ii - c b,  I_ij' = I_ij + s b               4m + 5a
//   constant angle   the same with t = s/c:  A = c^2 (D - 2t I_ij),
//                    I_ii' = I_jj + A,  I_jj' = I_ii - A,  I_ij' = I_ij + t A                   3m + 5a
//                    and, where |s| > |c|, with t = c/s:  A = s^2 (D + 2t I_ij),
//                    I_ii' = I_ii - A,  I_jj' = I_jj + A,  I_ij' = t A - I_ij                   3m + 5a
//   regrouped        m = 0, and h_z = I_yy = 0 before children are added
#pragma once

#include "kernels/screw.hpp"

namespace kintree {

/// 1a.
template <class S>
struct VariableTurn : Turn<S> {
  explicit VariableTurn(const Turn<S>& t) : Turn<S>(t), s2(t.s + t.s) {}
  S s2;
};

template <class S>
struct ConstantTurn : Turn<S> {
  ConstantTurn() : ConstantTurn(Turn<S>{S{}, S(1)}, false) {}
  ConstantTurn(const Turn<S>& angle, bool steep)
      : Turn<S>(angle),
        steep(steep),
        t(steep ? angle.c / angle.s : angle.s / angle.c),
        t2(t + t),
        square(steep ? angle.s * angle.s : angle.c * angle.c) {}

  bool steep;  ///< |s| > |c|, by the plan of the frames; equal in cost
  S t, t2, square;
};

/// 4m + 5a.
template <class S>
void turn_block(S& I_ii, S& I_ij, S& I_jj, const VariableTurn<S>& t) {
  const S b = t.c * (I_ii - I_jj) - t.s2 * I_ij;
  const S A = t.c * b, was_ii = I_ii;
  I_ii = I_jj + A;
  I_jj = was_ii - A;
  I_ij = I_ij + t.s * b;
}

/// 3m + 5a.
template <class S>
void turn_block(S& I_ii, S& I_ij, S& I_jj, const ConstantTurn<S>& t) {
  const S D = I_ii - I_jj, was_ii = I_ii;
  if (t.steep) {
    const S A = t.square * (D + t.t2 * I_ij);
    I_ii = I_ii - A;
    I_jj = I_jj + A;
    I_ij = t.t * A - I_ij;
  } else {
    const S A = t.square * (D - t.t2 * I_ij);
    I_ii = I_jj + A;
    I_jj = was_ii - A;
    I_ij = I_ij + t.t * A;
  }
}

/// Variable 12m + 9a, constant 11m + 9a.
template <Axis k, class S, template <class> class Angle>
void turn(RigidInertia<S>& A, const Angle<S>& t) {
  constexpr Axis i = next(k), j = next(i);
  turn_rows<k>(A, t);
  turn_block(at<i, i>(A.I), at<i, j>(A.I), at<j, j>(A.I), t);
}

/// m = 0, so that h is constant: 3m + 4a. d2: 2d.
template <Axis k, class S>
void slide_massless(RigidInertia<S>& A, const S& d, const S& d2) {
  constexpr Axis i = next(k), j = next(i);
  const S w = d2 * at<k>(A.h);
  at<i, i>(A.I) = at<i, i>(A.I) + w;
  at<j, j>(A.I) = at<j, j>(A.I) + w;
  at<i, k>(A.I) = at<i, k>(A.I) - d * at<i>(A.h);
  at<j, k>(A.I) = at<j, k>(A.I) - d * at<j>(A.h);
}

/// Along the two axes other than k: 6m + 8a.
template <class S>
void slide_massless_across(RigidInertia<S>& A, int k, const Vec3<S>& t, const Vec3<S>& t2) {
  if (k != X) slide_massless<X>(A, t.x, t2.x);
  if (k != Y) slide_massless<Y>(A, t.y, t2.y);
  if (k != Z) slide_massless<Z>(A, t.z, t2.z);
}

/// About z, of a regrouped leaf, whose h_z and I_yy are zero: 12m + 7a.
template <class S>
void turn_leaf(RigidInertia<S>& A, const VariableTurn<S>& t) {
  turn_rows<Z>(A, t);
  const S b = t.c * A.I.xx - t.s2 * A.I.xy;
  const S was_xx = A.I.xx;
  A.I.xx = t.c * b;
  A.I.yy = was_xx - A.I.xx;
  A.I.xy = A.I.xy + t.s * b;
}

/// And then about x: 9m + 7a.
template <class S>
void turn_leaf(RigidInertia<S>& A, const ConstantTurn<S>& t) {
  A.h.z = t.s * A.h.y;
  A.h.y = t.c * A.h.y;
  turn(A.I.xy, A.I.xz, t);
  turn_block(A.I.yy, A.I.yz, A.I.zz, t);
}

/// About x, of a force without F_z: 6m + 2a.
template <class S>
void turn_x_flat(Force<S>& f, const Turn<S>& t) {
  turn(f.n.y, f.n.z, t);
  f.f.z = t.s * f.f.y;
  f.f.y = t.c * f.f.y;
}

/// Slid along x before: 7m + 3a.
template <class S>
void screw_x_flat(Force<S>& f, const S& a, const Turn<S>& t) {
  f.n.z = f.n.z + a * f.f.y;
  turn_x_flat(f, t);
}

}  // namespace kintree
