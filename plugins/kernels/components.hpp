// Components of vectors and symmetric matrices by axis, and products with unit motions, which read components
// and cost no operation.
#pragma once

#include "kintree/spatial/spatial.hpp"

namespace kintree {

enum Axis { X, Y, Z };
constexpr Axis next(Axis k) {
  return k == X ? Y : k == Y ? Z : X;
}

template <Axis k, class S>
S& at(Vec3<S>& v) {
  if constexpr (k == X) return v.x;
  if constexpr (k == Y) return v.y;
  if constexpr (k == Z) return v.z;
}

template <Axis k, Axis l, class S>
S& at(Sym3<S>& A) {
  if constexpr (k > l) return at<l, k>(A);
  if constexpr (k == X) {
    if constexpr (l == X) return A.xx;
    if constexpr (l == Y) return A.xy;
    if constexpr (l == Z) return A.xz;
  }
  if constexpr (k == Y) {
    if constexpr (l == Y) return A.yy;
    if constexpr (l == Z) return A.yz;
  }
  if constexpr (k == Z && l == Z) return A.zz;
}

/// I e_u, for the unit motion e_u, u = 0..5: no operation.
template <class S>
Force<S> column(const RigidInertia<S>& A, int u) {
  const Vec3<S>& h = A.h;
  const Sym3<S>& I = A.I;
  const S zero{};
  switch (u) {
    case 0:
      return {{I.xx, I.xy, I.xz}, {zero, -h.z, h.y}};
    case 1:
      return {{I.xy, I.yy, I.yz}, {h.z, zero, -h.x}};
    case 2:
      return {{I.xz, I.yz, I.zz}, {-h.y, h.x, zero}};
    case 3:
      return {{zero, h.z, -h.y}, {A.m, zero, zero}};
    case 4:
      return {{-h.z, zero, h.x}, {zero, A.m, zero}};
    default:
      return {{h.y, -h.x, zero}, {zero, zero, A.m}};
  }
}

/// e_u^T f.
template <class S>
S component(const Force<S>& f, int u) {
  const Vec3<S>& v = u < 3 ? f.n : f.f;
  return u % 3 == 0 ? v.x : u % 3 == 1 ? v.y : v.z;
}

}  // namespace kintree
