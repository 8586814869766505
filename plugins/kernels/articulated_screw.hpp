// Articulated-body inertias through axial screws: a turn about the axis k and a slide d along it, from the
// frame of a child, whose origin stands at d on the axis, to its parent's. (i, j, k) is cyclic.  The screws
// are those of McMillan & Orin 1995; how their blocks move at these counts is derived here.
//
//   I, H, M   [I H; H^T M]: n = I w + H v, f = H^T w + M v
//   projected inertia: what a free revolute joint about z leaves, I - U U^T / D; row and column n_z are zero
//
//                         turn b, tan         slide      screw b, tan
//   full, 21 entries      28m+25a, 25m+25a    10m+14a    38m+39a, 35m+39a
//   projected, z          20m+21a             8m+12a     28m+33a
//   projected, then x              20m+13a    10m+14a             30m+27a
#pragma once

#include "kernels/turn_blocks.hpp"

namespace kintree {

template <Axis i, Axis j, class S>
S& at(Mat3<S>& A) {
  return at<i>(j == X ? A.x : j == Y ? A.y : A.z);
}

/// R A R^T about the axis k.
template <Axis k, class Angle, class S>
void turn(Sym3<S>& A, const Angle& t) {
  constexpr Axis i = next(k), j = next(i);
  turn_block(at<i, i>(A), at<i, j>(A), at<j, j>(A), t);
  turn(at<i, k>(A), at<j, k>(A), t);
}
template <Axis k, class Angle, class S>
void turn(Mat3<S>& A, const Angle& t) {
  constexpr Axis i = next(k), j = next(i);
  turn_block(at<i, i>(A), at<i, j>(A), at<j, i>(A), at<j, j>(A), t);
  turn(at<i, k>(A), at<j, k>(A), t);
  turn(at<k, i>(A), at<k, j>(A), t);
}
template <Axis k, class Angle, class S>
void turn(ArticulatedInertia<S>& A, const Angle& t) {
  turn<k>(A.I, t);
  turn<k>(A.H, t);
  turn<k>(A.M, t);
}

/// H' = H + d [k] M,  I' = I + d ([k] H^T + ([k] H'^T)^T).
template <Axis k, class S>
void slide(ArticulatedInertia<S>& A, const S& d) {
  constexpr Axis i = next(k), j = next(i);
  auto& [I, H, M] = A;
  const S ij = at<i, j>(H), ji = at<j, i>(H), ii = at<i, i>(H), x = d * at<i, j>(M);
  at<i, i>(H) = ii - x;
  at<j, j>(H) = at<j, j>(H) + x;
  at<i, j>(H) = ij - d * at<j, j>(M);
  at<j, i>(H) = ji + d * at<i, i>(M);
  at<i, k>(H) = at<i, k>(H) - d * at<j, k>(M);
  at<j, k>(H) = at<j, k>(H) + d * at<i, k>(M);
  at<i, i>(I) = at<i, i>(I) - d * (ij + at<i, j>(H));
  at<j, j>(I) = at<j, j>(I) + d * (ji + at<j, i>(H));
  at<i, j>(I) = at<i, j>(I) + d * (ii - at<j, j>(H));
  at<i, k>(I) = at<i, k>(I) - d * at<k, j>(H);
  at<j, k>(I) = at<j, k>(I) + d * at<k, i>(H);
}

template <Axis k, class Angle, class S>
void screw(ArticulatedInertia<S>& A, const Angle& t, const S& d) {
  turn<k>(A, t);
  slide<k>(A, d);
}

/// A projected inertia: I (xx, xy, yy), H its rows x and y, M.
template <class S>
struct ProjectedInertia {
  S xx{}, xy{}, yy{};
  Vec3<S> Hx, Hy;
  Sym3<S> M;
};

/// A - U U^T / D, with the n_z part of U being D.  (41)
template <class S>
ProjectedInertia<S> project(const ArticulatedInertia<S>& A, const Force<S>& U, const Force<S>& G) {
  const auto& [I, H, M] = A;
  return {I.xx - G.n.x * U.n.x,
          I.xy - G.n.x * U.n.y,
          I.yy - G.n.y * U.n.y,
          {H.x.x - G.n.x * U.f.x, H.y.x - G.n.x * U.f.y, H.z.x - G.n.x * U.f.z},
          {H.x.y - G.n.y * U.f.x, H.y.y - G.n.y * U.f.y, H.z.y - G.n.y * U.f.z},
          {M.xx - G.f.x * U.f.x, M.xy - G.f.x * U.f.y, M.xz - G.f.x * U.f.z, M.yy - G.f.y * U.f.y,
           M.yz - G.f.y * U.f.z, M.zz - G.f.z * U.f.z}};
}

template <class Angle, class S>
void turn_z(ProjectedInertia<S>& A, const Angle& t) {
  turn_block(A.xx, A.xy, A.yy, t);
  turn_block(A.Hx.x, A.Hx.y, A.Hy.x, A.Hy.y, t);
  turn(A.Hx.z, A.Hy.z, t);
  turn<Z>(A.M, t);
}

template <class S>
void slide_z(ProjectedInertia<S>& A, const S& d) {
  const auto& M = A.M;
  const Vec3<S> Hx = A.Hx, Hy = A.Hy;
  const S x = d * M.xy;
  A.Hx = {Hx.x - x, Hx.y - d * M.yy, Hx.z - d * M.yz};
  A.Hy = {Hy.x + d * M.xx, Hy.y + x, Hy.z + d * M.xz};
  A.xx = A.xx - d * (Hx.y + A.Hx.y);
  A.yy = A.yy + d * (Hy.x + A.Hy.x);
  A.xy = A.xy + d * (Hx.x - A.Hy.y);
}

/// A constant turn about x of a projected inertia: row and column n_z fill. I and H, for P of either kind.
template <class P, class S>
void turn_x(const P& A, const ConstantTurn<S>& t, Sym3<S>& I, Mat3<S>& H) {
  I = {A.xx, A.xy, {}, A.yy, {}, {}};
  turn_corner(I.yy, I.yz, I.zz, t);
  turn_arm(I.xy, I.xz, t);
  H = {{A.Hx.x, A.Hy.x, {}}, {A.Hx.y, A.Hy.y, {}}, {A.Hx.z, A.Hy.z, {}}};
  turn_row(H.y.y, H.z.y, H.y.z, H.z.z, t);
  turn_arm(H.x.y, H.x.z, t);
  turn(H.y.x, H.z.x, t);
}
template <class S>
ArticulatedInertia<S> turn_x(const ProjectedInertia<S>& A, const ConstantTurn<S>& t) {
  ArticulatedInertia<S> B{{}, {}, A.M};
  turn_x(A, t, B.I, B.H);
  turn<X>(B.M, t);
  return B;
}

/// A + I of a rigid body: 15a.
template <class S>
void add(const RigidInertia<S>& I, ArticulatedInertia<S>& A) {
  A.I += I.I;
  A.H.y.x = A.H.y.x - I.h.z, A.H.z.x = A.H.z.x + I.h.y, A.H.z.y = A.H.z.y - I.h.x;
  A.H.x.y = A.H.x.y + I.h.z, A.H.x.z = A.H.x.z - I.h.y, A.H.y.z = A.H.y.z + I.h.x;
  A.M.xx = A.M.xx + I.m, A.M.yy = A.M.yy + I.m, A.M.zz = A.M.zz + I.m;
}

}  // namespace kintree
