// 6 x 6 matrices of the operational-space algorithms, and the two operators that a joint contributes to them.
//
//   Mobility     takes a force to the motion that it causes, stored by columns    Omega_i, Lambda^-1_ik, K_i
//   Propagator   takes a motion of a body to that of one further out, stored by rows; each row is a force,
//                and the transpose takes forces inwards                           k_X_i, E_v
//   K f          S D^-1 S^T f: the motion that a force causes by giving way in joint i alone
#pragma once

#include "kernels/articulated.hpp"

namespace kintree {

/// Component r = 0..5, angular first: the r-th row of the unit matrix, as a force.
template <class S>
Force<S> unit_force(int r) {
  const S one(1);
  const Vec3<S> e{r % 3 == 0 ? one : S{}, r % 3 == 1 ? one : S{}, r % 3 == 2 ? one : S{}};
  return r < 3 ? Force<S>{e, {}} : Force<S>{{}, e};
}

template <class S>
struct Mobility {
  ByColumn<Motion<S>> column;

  friend Motion<S> operator*(const Mobility& M, const Force<S>& f) {
    return M.column[0] * f.n.x + M.column[1] * f.n.y + M.column[2] * f.n.z + M.column[3] * f.f.x +
           M.column[4] * f.f.y + M.column[5] * f.f.z;
  }
  Mobility& operator+=(const Mobility& other) {
    for (int c = 0; c < 6; ++c) column[c] += other.column[c];
    return *this;
  }
};

template <class S>
struct Propagator {
  ByColumn<Force<S>> row;

  static Propagator identity() { return of(Transform<S>{identity3<S>(), {}}); }
  static Propagator of(const Transform<S>& X) {
    Propagator result;
    for (int r = 0; r < 6; ++r) result.row[r] = transpose_times(X, unit_force<S>(r));
    return result;
  }

  friend Motion<S> operator*(const Propagator& E, const Motion<S>& m) {
    return {{dot(m, E.row[0]), dot(m, E.row[1]), dot(m, E.row[2])},
            {dot(m, E.row[3]), dot(m, E.row[4]), dot(m, E.row[5])}};
  }
  /// E M.
  friend Mobility<S> operator*(const Propagator& E, const Mobility<S>& M) {
    Mobility<S> result;
    for (int c = 0; c < 6; ++c) result.column[c] = E * M.column[c];
    return result;
  }
  /// C E: row by row, E^T times the row.
  friend Propagator operator*(const Propagator& C, const Propagator& E) {
    Propagator result;
    for (int r = 0; r < 6; ++r) result.row[r] = transpose_times(E, C.row[r]);
    return result;
  }
};

template <class S>
Force<S> transpose_times(const Propagator<S>& E, const Force<S>& f) {
  return E.row[0] * f.n.x + E.row[1] * f.n.y + E.row[2] * f.n.z + E.row[3] * f.f.x + E.row[4] * f.f.y +
         E.row[5] * f.f.z;
}

template <class S>
Mobility<S> transpose(const Mobility<S>& M) {
  const auto row = [&M](auto part, auto component) -> Motion<S> {
    const auto at = [&](int c) { return M.column[c].*part.*component; };
    return {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}};
  };
  constexpr auto w = &Motion<S>::w, v = &Motion<S>::v;
  constexpr auto x = &Vec3<S>::x, y = &Vec3<S>::y, z = &Vec3<S>::z;
  Mobility<S> result;
  result.column[0] = row(w, x), result.column[1] = row(w, y), result.column[2] = row(w, z);
  result.column[3] = row(v, x), result.column[4] = row(v, y), result.column[5] = row(v, z);
  return result;
}

/// M E^T.
template <class S>
Mobility<S> times_transpose(const Mobility<S>& M, const Propagator<S>& E) {
  Mobility<S> result;
  for (int c = 0; c < 6; ++c) result.column[c] = M * E.row[c];
  return result;
}

/// K_i f = S_i D_i^-1 S_i^T f.
template <class S>
Motion<S> give_way(const ArticulatedBodies<S>& bodies, int i, const Force<S>& f) {
  const Subspace<S>& S_i = bodies.tree.subspace[i];
  ByColumn<S> x;
  S_i.transpose_times(f, x.data());
  bodies.D[i].solve(x.data());
  return S_i.times(x.data());
}

/// C T_i, with T_i = L_i X_i and L_i = 1 - K_i I^A_i: the propagator C of body i, seen from its parent.
template <class S>
Propagator<S> through_joint(const ArticulatedBodies<S>& bodies, int i, const Propagator<S>& C) {
  Propagator<S> result;
  for (int r = 0; r < 6; ++r) result.row[r] = bodies.psi(i, C.row[r]);
  return result;
}

}  // namespace kintree
