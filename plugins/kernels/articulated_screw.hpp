// Articulated-body inertias through axial screws. A screw is a turn about the axis k and a slide d along it.
// It leads from the frame of a child, whose origin is at d on the axis, to its parent's. (i, j, k) is cyclic.
// The screws are those of McMillan & Orin 1995. The formulas for their blocks at these counts are derived
// here.
//
//   I, H, M   [I H; H^T M]: n = I w + H v, f = H^T w + M v
//   projected inertia: A - U G^T, after a free revolute joint about z. Row and column n_z are zero.
//   regrouped leaf: a projected inertia of a body with m = h_y = h_z = I_yy = 0. It has seven entries.
//
//                         turn b, tan         slide      screw b, tan
//   full, 21 entries      28m+25a, 25m+25a    10m+14a    38m+39a, 35m+39a
//   projected, z          20m+21a             8m+12a     28m+33a
//   projected, then x              20m+13a    10m+14a             30m+27a
//   regrouped leaf, z     13m+9a
//   then x                         17m+7a     10m+14a             27m+21a
#pragma once

#include "kernels/turn_blocks.hpp"

namespace kintree {

/// With the axes renamed: y is x now, z is y, and x is z.
auto renamed(const AnyVec3 auto& v) {
  return Sparse3{v.y, v.z, v.x};
}
auto renamed(const AnyMat3 auto& A) {
  return Sparse3{renamed(A.y), renamed(A.z), renamed(A.x)};
}
auto renamed(const AnySym3 auto& A) {
  return SparseSym3{A.yy, A.yz, A.xy, A.zz, A.xz, A.xx};
}
auto renamed(const AnyInertia auto& A) {
  return SparseInertia{renamed(A.I), renamed(A.H), renamed(A.M)};
}

/// The result of `change` on A. The axes are renamed so that k is z, and renamed back afterwards.
template <Axis k>
auto about(const AnyInertia auto& A, const auto& change) {
  constexpr Axis renamed_k = k == X ? Z : X;
  if constexpr (k == Z)
    return change(A);
  else
    return renamed(renamed(about<renamed_k>(renamed(A), change)));
}

/// R A R^T about z.
auto turned_about_z(const AnySym3 auto& A, const auto& t) {
  const auto [xx, xy, yy] = turn_block(A.xx, A.xy, A.yy, t);
  const auto [xz, yz] = turned(A.xz, A.yz, t);
  return SparseSym3{xx, xy, xz, yy, yz, A.zz};
}
auto turned_about_z(const AnyMat3 auto& A, const auto& t) {
  const auto [xx, xy, yx, yy] = turn_block(A.x.x, A.y.x, A.x.y, A.y.y, t);
  const auto [xz, yz] = turned(A.z.x, A.z.y, t);
  const auto [zx, zy] = turned(A.x.z, A.y.z, t);
  return Sparse3{Sparse3{xx, yx, zx}, Sparse3{xy, yy, zy}, Sparse3{xz, yz, A.z.z}};
}
template <Axis k>
auto turned(const AnyInertia auto& A, const auto& t) {
  return about<k>(A, [&t](const auto& B) {
    return SparseInertia{turned_about_z(B.I, t), turned_about_z(B.H, t), turned_about_z(B.M, t)};
  });
}

/// H' = H + d [k] M,  I' = I + d ([k] H^T + ([k] H'^T)^T).
template <Axis k>
auto slid(const AnyInertia auto& A, const auto& d) {
  return about<k>(A, [&d](const auto& B) {
    const auto& [I, H, M] = B;
    const auto x = d * M.xy;
    const Sparse3 H_x{H.x.x - x, H.x.y + d * M.xx, H.x.z};
    const Sparse3 H_y{H.y.x - d * M.yy, H.y.y + x, H.y.z};
    const Sparse3 H_z{H.z.x - d * M.yz, H.z.y + d * M.xz, H.z.z};
    return SparseInertia{SparseSym3{I.xx - d * (H.y.x + H_y.x), I.xy + d * (H.x.x - H_y.y), I.xz - d * H.y.z,
                                    I.yy + d * (H.x.y + H_x.y), I.yz + d * H.x.z, I.zz},
                         Sparse3{H_x, H_y, H_z}, M};
  });
}

template <Axis k, class Angle, class S>
void turn(ArticulatedInertia<S>& A, const Angle& t) {
  A = turned<k>(A, t);
}
template <Axis k, class S>
void slide(ArticulatedInertia<S>& A, const S& d) {
  A = slid<k>(A, d);
}
template <Axis k, class Angle, class S>
void screw(ArticulatedInertia<S>& A, const Angle& t, const S& d) {
  A = slid<k>(turned<k>(A, t), d);
}

/// A - U G^T, U being the column n_z of A, and G = U / U_z but for G_z = 1: 15m + 15a of a full A.
auto project(const AnyInertia auto& A, const AnyVec3 auto& G_n, const AnyVec3 auto& G_f) {
  const auto& [I, H, M] = A;
  const Sparse3 U_f{H.x.z, H.y.z, H.z.z};
  const auto rows_x_y = [&G_n](const auto& H_j) {
    return Sparse3{H_j.x - G_n.x * H_j.z, H_j.y - G_n.y * H_j.z, Zero{}};
  };
  return SparseInertia{
      SparseSym3{I.xx - G_n.x * I.xz, I.xy - G_n.x * I.yz, Zero{}, I.yy - G_n.y * I.yz, Zero{}, Zero{}},
      Sparse3{rows_x_y(H.x), rows_x_y(H.y), rows_x_y(H.z)},
      SparseSym3{M.xx - G_f.x * U_f.x, M.xy - G_f.x * U_f.y, M.xz - G_f.x * U_f.z, M.yy - G_f.y * U_f.y,
                 M.yz - G_f.y * U_f.z, M.zz - G_f.z * U_f.z}};
}

/// A rigid inertia with its zeros: added to 21 entries it costs 15a.
auto articulated_sparse(const auto& A) {
  const auto& [m, h, I] = A;
  return SparseInertia{
      I, Sparse3{Sparse3{Zero{}, h.z, -h.y}, Sparse3{-h.z, Zero{}, h.x}, Sparse3{h.y, -h.x, Zero{}}},
      SparseSym3{m, Zero{}, Zero{}, m, Zero{}, m}};
}

/// The inertia that a revolute joint about z leaves: row and column n_z are zero.
template <class S>
using ProjectedInertia = SparseInertia<SparseSym3<S, S, Zero, S, Zero, Zero>,
                                       Sparse3<Sparse3<S, S, Zero>, Sparse3<S, S, Zero>, Sparse3<S, S, Zero>>,
                                       SparseSym3<S, S, S, S, S, S>>;

}  // namespace kintree
