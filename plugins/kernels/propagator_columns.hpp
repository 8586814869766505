// Propagators by columns, and symmetric matrices of motions. The operational-space algorithms use them where
// the axes of joints are axes of the frames (kernels/screw.hpp). A joint changes all six rows of a propagator
// alike, so a column is the unit of arithmetic. Columns of double and float are in one register or a few.
//
//   E      a motion of a body to that of one further out: six columns, angular first           E_v, k_X_i
//   turn, slide   E <- E X, X being the transform of motions over an axial screw
#pragma once

#include <array>
#include <tuple>

#include "kernels/column.hpp"
#include "kernels/turn_blocks.hpp"

namespace kintree {

template <class S>
using PropagatorColumns = std::array<Column<S>, 6>;

/// The rows of X.
template <class S>
PropagatorColumns<S> columns(const Transform<S>& X) {
  PropagatorColumns<S> E;
  for (int c = 0; c < 6; ++c) {
    const S one(1), zero{};
    const Vec3<S> e{c % 3 == 0 ? one : zero, c % 3 == 1 ? one : zero, c % 3 == 2 ? one : zero};
    const Motion<S> m = X * (c < 3 ? Motion<S>{e, {}} : Motion<S>{{}, e});
    const std::array<S, 6> numbers{m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z};
    for (int r = 0; r < 6; ++r) E[static_cast<std::size_t>(c)].set(r, numbers[static_cast<std::size_t>(r)]);
  }
  return E;
}

/// E m.
template <class S>
Column<S> operator*(const PropagatorColumns<S>& E, const Motion<S>& m) {
  return E[0] * m.w.x + E[1] * m.w.y + E[2] * m.w.z + E[3] * m.v.x + E[4] * m.v.y + E[5] * m.v.z;
}

/// E <- E X.
template <class S>
void carry(PropagatorColumns<S>& E, const Transform<S>& X) {
  const Mat3<S>& R = X.R;
  const Vec3<S>& r = X.r;
  const auto times = [&R](auto& x, auto& y, auto& z) {
    std::tie(x, y, z) = std::tuple{x * R.x.x + y * R.y.x + z * R.z.x, x * R.x.y + y * R.y.y + z * R.z.y,
                                   x * R.x.z + y * R.y.z + z * R.z.z};
  };
  times(E[0], E[1], E[2]);
  times(E[3], E[4], E[5]);
  E[0] = E[0] + (E[5] * r.y - E[4] * r.z);
  E[1] = E[1] + (E[3] * r.z - E[5] * r.x);
  E[2] = E[2] + (E[4] * r.x - E[3] * r.y);
}

template <Axis k, class S>
void turn(PropagatorColumns<S>& E, const Turn<S>& t) {
  constexpr Axis i = next(k), j = next(i);
  std::tie(E[i], E[j]) = turned(E[i], E[j], t);
  std::tie(E[3 + i], E[3 + j]) = turned(E[3 + i], E[3 + j], t);
}
/// About x, where column n_z is zero.
template <class S>
void turn_x_flat(PropagatorColumns<S>& E, const Turn<S>& t) {
  std::tie(E[Y], E[Z]) = turned(E[Y], Zero{}, t);
  std::tie(E[3 + Y], E[3 + Z]) = turned(E[3 + Y], E[3 + Z], t);
}
template <Axis k, class S>
void slide(PropagatorColumns<S>& E, const S& d) {
  constexpr Axis i = next(k), j = next(i);
  E[i] = E[i] - d * E[3 + j];
  E[j] = E[j] + d * E[3 + i];
}

/// A B^T, by rows.
template <class S>
PropagatorColumns<S> times_transpose(const PropagatorColumns<S>& A, const PropagatorColumns<S>& B) {
  PropagatorColumns<S> rows;
  for (std::size_t r = 0; r < 6; ++r) {
    rows[r] = B[0] * A[0][static_cast<int>(r)];
    for (std::size_t c = 1; c < 6; ++c) rows[r] = rows[r] + B[c] * A[c][static_cast<int>(r)];
  }
  return rows;
}

/// A symmetric 6 x 6 matrix. Only the lower triangle is kept.
template <class S>
class SymmetricMobility {
 public:
  S operator()(int i, int j) const { return i >= j ? row(i)[j] : row(j)[i]; }

  /// Adds a b^T. The sum of all that is added must be symmetric.
  void add(const Column<S>& a, const Column<S>& b) {
    for (int i = 0; i < 6; ++i) {
      const auto a_i = Column<S>::spread(a[i]);
      for (int p = 0; p <= i / Column<S>::width; ++p) {
        auto& part = row_[static_cast<std::size_t>(i)].part[static_cast<std::size_t>(p)];
        part = part + a_i * b.part[static_cast<std::size_t>(p)];
      }
    }
  }

 private:
  const Column<S>& row(int i) const { return row_[static_cast<std::size_t>(i)]; }

  std::array<Column<S>, 6> row_;
};

/// E Omega.
template <class S>
PropagatorColumns<S> operator*(const PropagatorColumns<S>& E, const SymmetricMobility<S>& Omega) {
  PropagatorColumns<S> result;
  for (int c = 0; c < 6; ++c) {
    Column<S>& column = result[static_cast<std::size_t>(c)];
    column = E[0] * Omega(0, c);
    for (int k = 1; k < 6; ++k) column = column + E[static_cast<std::size_t>(k)] * Omega(k, c);
  }
  return result;
}

/// M += E Omega E^T.
template <class S>
void add_congruent(const PropagatorColumns<S>& E, const SymmetricMobility<S>& Omega,
                   SymmetricMobility<S>& M) {
  const PropagatorColumns<S> E_Omega = E * Omega;
  for (std::size_t c = 0; c < 6; ++c) M.add(E_Omega[c], E[c]);
}

/// C E.
template <class S>
PropagatorColumns<S> operator*(const PropagatorColumns<S>& C, const PropagatorColumns<S>& E) {
  PropagatorColumns<S> result;
  for (std::size_t c = 0; c < 6; ++c) {
    result[c] = C[0] * E[c][0];
    for (int k = 1; k < 6; ++k) result[c] = result[c] + C[static_cast<std::size_t>(k)] * E[c][k];
  }
  return result;
}

}  // namespace kintree
