// Vectors, symmetric matrices and inertias some of whose entries are known to be zero when the code is
// compiled. These entries have the type Zero, whose operations cost nothing. So one formula serves every
// pattern of zeros, with only the operations that the pattern needs. The formulas also accept a full Vec3,
// Mat3, Sym3 or ArticulatedInertia.
#pragma once

#include "kintree/spatial/spatial.hpp"

namespace kintree {

struct Zero {
  template <class S>
  explicit operator S() const {
    return S{};
  }
  friend Zero operator-(Zero) { return {}; }
  friend Zero operator+(Zero, Zero) { return {}; }
  friend Zero operator-(Zero, Zero) { return {}; }
  friend Zero operator*(Zero, Zero) { return {}; }
  friend auto operator+(Zero, const auto& x) { return x; }
  friend auto operator+(const auto& x, Zero) { return x; }
  friend auto operator-(Zero, const auto& x) { return -x; }
  friend auto operator-(const auto& x, Zero) { return x; }
  friend Zero operator*(Zero, const auto&) { return {}; }
  friend Zero operator*(const auto&, Zero) { return {}; }
  friend Zero operator/(Zero, const auto&) { return {}; }
};

/// x, or a zero in its place.
template <bool zero, class S>
auto zero_if(const S& x) {
  if constexpr (zero)
    return Zero{};
  else
    return x;
}

/// A vector, or a general matrix by its columns.
template <class A, class B, class C>
struct Sparse3 {
  A x;
  B y;
  C z;

  template <template <class> class Full, class S>
  operator Full<S>() const {
    using Entry = decltype(Full<S>::x);
    return {Entry(x), Entry(y), Entry(z)};
  }
};
template <class A, class B, class C>
Sparse3(A, B, C) -> Sparse3<A, B, C>;

template <class A, class B, class C, class D, class E, class F>
struct SparseSym3 {
  A xx;
  B xy;
  C xz;
  D yy;
  E yz;
  F zz;

  template <class S>
  operator Sym3<S>() const {
    return {S(xx), S(xy), S(xz), S(yy), S(yz), S(zz)};
  }
};
template <class A, class B, class C, class D, class E, class F>
SparseSym3(A, B, C, D, E, F) -> SparseSym3<A, B, C, D, E, F>;

/// (omega, v), as a Motion.
template <class A, class B>
struct SparseMotion {
  A w;
  B v;
};
template <class A, class B>
SparseMotion(A, B) -> SparseMotion<A, B>;

/// m, h, I, as a RigidInertia.
template <class A, class B, class C>
struct SparseRigidInertia {
  A m;
  B h;
  C I;
};
template <class A, class B, class C>
SparseRigidInertia(A, B, C) -> SparseRigidInertia<A, B, C>;

/// [I H; H^T M], as an ArticulatedInertia.
template <class A, class B, class C>
struct SparseInertia {
  A I;
  B H;
  C M;

  template <class S>
  operator ArticulatedInertia<S>() const {
    return {I, H, M};
  }
};
template <class A, class B, class C>
SparseInertia(A, B, C) -> SparseInertia<A, B, C>;

template <class T>
concept AnyVec3 = requires(const T& a) {
  a.x, a.y, a.z;
};
template <class T>
concept AnyMat3 = AnyVec3<T> && requires(const T& A) {
  A.x.x, A.y.y, A.z.z;
};
template <class T>
concept AnySym3 = requires(const T& A) {
  A.xx, A.yy, A.zz;
};
template <class T>
concept AnyInertia = requires(const T& A) {
  A.I, A.H, A.M;
};

auto operator+(const AnyVec3 auto& a, const AnyVec3 auto& b) {
  return Sparse3{a.x + b.x, a.y + b.y, a.z + b.z};
}
auto operator*(const AnyVec3 auto& a, const auto& s) {
  return Sparse3{a.x * s, a.y * s, a.z * s};
}
auto dot(const AnyVec3 auto& a, const AnyVec3 auto& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
auto cross(const AnyVec3 auto& a, const AnyVec3 auto& b) {
  return Sparse3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Zero cross(const AnyVec3 auto& /*a*/, Zero) {
  return {};
}
auto operator*(const AnyMat3 auto& A, const AnyVec3 auto& v) {
  return A.x * v.x + A.y * v.y + A.z * v.z;
}
auto transpose_times(const AnyMat3 auto& A, const AnyVec3 auto& v) {
  return Sparse3{dot(A.x, v), dot(A.y, v), dot(A.z, v)};
}
auto operator*(const AnySym3 auto& A, const AnyVec3 auto& v) {
  return Sparse3{A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
                 A.xz * v.x + A.yz * v.y + A.zz * v.z};
}
auto operator+(const AnySym3 auto& A, const AnySym3 auto& B) {
  return SparseSym3{A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
}
auto operator+(const AnyInertia auto& A, const AnyInertia auto& B) {
  return SparseInertia{A.I + B.I, A.H + B.H, A.M + B.M};
}

}  // namespace kintree
