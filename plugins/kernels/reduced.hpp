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

#include <tuple>

#include "kernels/screw_frames.hpp"
#include "kernels/zero.hpp"

namespace kintree {

/// Moves to the parent the part of a body's inertia that a turn about its joint's axis z does not change: the
/// mass, h_z and I_xx = I_yy. This part moves alike with both bodies, so H, C and q-ddot are the same. The
/// remaining inertia has m = h_z = I_yy = 0.  Base parameters after Gautier & Khalil 1990; derived here.
template <class S>
void regroup(const ScrewLink<S>& link, RigidInertia<S>& A, RigidInertia<S>& parent) {
  const Phase<S> phase("regrouping");
  const S zero{}, w = A.I.yy;
  const RigidInertia<S> J{A.m, {zero, zero, A.h.z}, {w, zero, zero, w, zero, zero}};
  parent += link.kind == Link::privileged ? J : to_parent(Transform<S>{link.E_0, link.r}, J);
  A.m = A.h.z = A.I.yy = zero;
  A.I.xx = A.I.xx - w;
}

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

  template <OtherNumber<S> K>
  explicit ConstantTurn(const ConstantTurn<K>& other)
      : Turn<S>(as<S>(static_cast<const Turn<K>&>(other))),
        steep(other.steep),
        t(as<S>(other.t)),
        t2(as<S>(other.t2)),
        square(as<S>(other.square)) {}

  bool steep;  ///< |s| > |c|, by the plan of the frames; equal in cost
  S t, t2, square;
};

template <class T, OtherNumber<T> S>
ConstantTurn<T> as(const ConstantTurn<S>& t) {
  return ConstantTurn<T>(t);
}

/// R (x, y): 4m + 2a.
template <class S>
auto turned(const auto& x, const auto& y, const Turn<S>& t) {
  return std::tuple{t.c * x - t.s * y, t.s * x + t.c * y};
}

/// I_ii', I_ij', I_jj': 4m + 5a.
template <class S>
auto turn_block(const auto& I_ii, const auto& I_ij, const auto& I_jj, const VariableTurn<S>& t) {
  const auto b = t.c * (I_ii - I_jj) - t.s2 * I_ij, A = t.c * b;
  return std::tuple{I_jj + A, I_ij + t.s * b, I_ii - A};
}

/// 3m + 5a.
template <class S>
auto turn_block(const auto& I_ii, const auto& I_ij, const auto& I_jj, const ConstantTurn<S>& t) {
  const auto D = I_ii - I_jj;
  if (t.steep) {
    const auto A = t.square * (D + t.t2 * I_ij);
    return std::tuple{I_ii - A, t.t * A - I_ij, I_jj + A};
  }
  const auto A = t.square * (D - t.t2 * I_ij);
  return std::tuple{I_jj + A, I_ij + t.t * A, I_ii - A};
}

/// Variable 12m + 9a, constant 11m + 9a.
template <Axis k, class S, template <class> class Angle>
void turn(RigidInertia<S>& A, const Angle<S>& t) {
  constexpr Axis i = next(k), j = next(i);
  turn_rows<k>(A, t);
  S &I_ii = at<i, i>(A.I), &I_ij = at<i, j>(A.I), &I_jj = at<j, j>(A.I);
  std::tie(I_ii, I_ij, I_jj) = turn_block(I_ii, I_ij, I_jj, t);
}

/// Slides an inertia with m = 0, whose h is constant: 3m + 4a. d2 is 2d.
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
  std::tie(A.I.xx, A.I.xy, A.I.yy) = turn_block(A.I.xx, A.I.xy, Zero{}, t);
}

/// And then about x: 9m + 7a.
template <class S>
void turn_leaf(RigidInertia<S>& A, const ConstantTurn<S>& t) {
  std::tie(A.h.y, A.h.z) = turned(A.h.y, Zero{}, t);
  turn(A.I.xy, A.I.xz, t);
  std::tie(A.I.yy, A.I.yz, A.I.zz) = turn_block(A.I.yy, A.I.yz, A.I.zz, t);
}

/// About x, of a force without F_z: 6m + 2a.
template <class S>
void turn_x_flat(Force<S>& f, const Turn<S>& t) {
  turn(f.n.y, f.n.z, t);
  std::tie(f.f.y, f.f.z) = turned(f.f.y, Zero{}, t);
}

/// Slid along x before: 7m + 3a.
template <class S>
void screw_x_flat(Force<S>& f, const S& a, const Turn<S>& t) {
  f.n.z = f.n.z + a * f.f.y;
  turn_x_flat(f, t);
}

}  // namespace kintree
