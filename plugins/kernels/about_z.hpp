// Motions about z: what they are multiplied by costs no more than its entries.
#pragma once

#include "kintree/algebra/scalar.hpp"
#include "kintree/algebra/spatial.hpp"

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

/// The unit motion about z, and a multiple of it.
struct UnitTurn {};
template <class S>
struct Turning {
  S rate;
  friend Motion<S> operator+(Motion<S> m, const Turning& t) {
    m.w.z = m.w.z + t.rate;
    return m;
  }
};

template <class S>
S dot(UnitTurn, const Force<S>& f) {
  return f.n.z;
}
template <class S>
Force<S> operator*(const RigidInertia<S>& A, UnitTurn) {
  return {{A.I.xz, A.I.yz, A.I.zz}, {-A.h.y, A.h.x, S{}}};
}
/// v x (the turning): across z.
template <class S>
struct Across {
  S wx, wy, vx, vy;
  friend Motion<S> operator+(Motion<S> m, const Across& c) {
    m.w.x = m.w.x + c.wx, m.w.y = m.w.y + c.wy;
    m.v.x = m.v.x + c.vx, m.v.y = m.v.y + c.vy;
    return m;
  }
};
template <class S>
Across<S> cross(const Motion<S>& v, const Turning<S>& t) {
  return {v.w.y * t.rate, -(v.w.x * t.rate), v.v.y * t.rate, -(v.v.x * t.rate)};
}

/// The subspace of a joint that turns about z, to be used as a Subspace.
template <class S>
struct AboutZ {
  static constexpr int count = 1;
  UnitTurn operator[](int /*k*/) const { return {}; }
  Turning<S> times(const S* rate) const { return {rate[0]}; }
  void transpose_times(const Force<S>& f, S* result) const { result[0] = f.n.z; }
};

}  // namespace kintree
