// Motions about z. A product with the unit motion only reads entries of the other factor.
#pragma once

#include "kernels/zero.hpp"

namespace kintree {

/// E_0 Rz(q).
template <class S>
Mat3<S> turned_about_z(const Mat3<S>& E_0, const S& sine, const S& cosine) {
  return {E_0.x * cosine + E_0.y * sine, E_0.y * cosine - E_0.x * sine, E_0.z};
}
template <class S>
Mat3<S> turned_about_z(const Mat3<S>& E_0, const S& q) {
  S s, c;
  sincos(q, s, c);
  return turned_about_z(E_0, s, c);
}

/// The unit motion about z.
struct UnitTurn {};

template <class S>
S dot(UnitTurn, const Force<S>& f) {
  return f.n.z;
}
template <class S>
Force<S> operator*(const RigidInertia<S>& A, UnitTurn) {
  return {{A.I.xz, A.I.yz, A.I.zz}, {-A.h.y, A.h.x, S{}}};
}
/// The subspace of a joint that turns about z, to be used as a Subspace.
template <class S>
struct AboutZ {
  static constexpr int count = 1;
  UnitTurn operator[](int /*k*/) const { return {}; }
  auto times(const S* rate) const { return SparseMotion{Sparse3{Zero(), Zero(), rate[0]}, Zero()}; }
  void transpose_times(const Force<S>& f, S* result) const { result[0] = f.n.z; }
};

}  // namespace kintree
