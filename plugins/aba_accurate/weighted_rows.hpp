// Inertias as sums of weighted squares, and how a direction of motion is taken out of them: modified weighted
// Gram-Schmidt.  Bierman 1977, ch. VI; here in Gauss's form. Numbering of the equations: README.md.
//
//   w, g, y   weight, covector and force of a row, which adds w g g^T to P and g y to z   [1]
//   s         g . h: by how much the direction h moves a row
//   D, G      h^T P h, and P h / D
//   eta       h . z / D
#pragma once

#include <array>
#include <span>

#include "kintree/numbers/pivots.hpp"
#include "kintree/spatial/spatial.hpp"

namespace kintree {

template <class S>
struct WeightedRow {
  S w{};
  Force<S> g;
  S y{}, s{};
};

template <class S>
struct RowPivot {
  S D{};
  Force<S> G;
  S eta{};
};

/// D, G and eta of the direction h, and s of each row. G and eta are finite where D is not zero.
template <class S>
RowPivot<S> pivot_along(const Motion<S>& h, std::span<WeightedRow<S>> rows) {
  RowPivot<S> pivot;
  for (WeightedRow<S>& row : rows) {
    row.s = dot(h, row.g);
    const S ws = row.w * row.s;
    pivot.D = pivot.D + row.s * ws;         // [2]
    pivot.G += row.g * ws;                  // [2]
    pivot.eta = pivot.eta + row.s * row.y;  // [2]
  }
  const S reciprocal = S(1) / pivot.D;
  pivot.G = pivot.G * reciprocal;
  pivot.eta = pivot.eta * reciprocal;
  return pivot;
}

/// Takes the direction of that pivot out of the rows. It moves no row any more, and the rows add up to
/// P - G D G^T, though nothing is subtracted from an inertia. The old y would also give the right z, because
/// the sum of w s g is now zero. But then the rounding errors of g would be multiplied by all of y. Now they
/// are multiplied only by the part that no motion of the joint answers.
template <class S>
void take_out(const RowPivot<S>& pivot, std::span<WeightedRow<S>> rows) {
  for (WeightedRow<S>& row : rows) {
    row.g -= pivot.G * row.s;                   // [3]
    row.y = row.y - row.w * row.s * pivot.eta;  // [3]
  }
}

/// Directions for `gather`, whose translations are multiplied by `length` [m], that of the lever arms: an orthogonal
/// matrix that has nothing to do with any tree, its entries rounded. It is the best of 40,000 random
/// matrices: its leading rows are furthest from being linearly dependent in any choice of columns.
template <class S>
std::array<Motion<S>, 6> general_directions(double length) {
  constexpr std::array<std::array<double, 6>, 6> entries{{{-0.62, 0.66, 0.36, 0.18, 0.14, 0.09},
                                                          {0.08, -0.32, 0.46, 0.10, 0.77, -0.27},
                                                          {-0.06, -0.07, -0.31, 0.88, -0.07, -0.34},
                                                          {-0.48, -0.47, -0.28, 0.10, 0.23, 0.64},
                                                          {-0.07, -0.40, 0.69, 0.21, -0.56, 0.12},
                                                          {0.61, 0.29, 0.14, 0.36, 0.15, 0.61}}};
  std::array<Motion<S>, 6> directions;
  for (std::size_t k = 0; k < 6; ++k) {
    const auto& [wx, wy, wz, vx, vy, vz] = entries[k];
    directions[k] = {{S(wx), S(wy), S(wz)}, Vec3<S>{S(vx), S(vy), S(vz)} * S(length)};
  }
  return directions;
}

/// Replaces rows by `count` rows with the same sum, and puts them first. The first `count` directions,
/// together with those that move no row, must span all motions. Returns true if every D is positive.
template <class S>
Truth<S> gather(int count, const std::array<Motion<S>, 6>& directions, std::span<WeightedRow<S>> rows) {
  std::array<WeightedRow<S>, 6> gathered;
  Truth<S> sound(true);
  const auto last = static_cast<std::size_t>(count);
  for (std::size_t k = 0; k < last; ++k) {
    const RowPivot<S> pivot = pivot_along(directions[k], rows);
    gathered[k] = {.w = pivot.D, .g = pivot.G, .y = pivot.D * pivot.eta};  // [4]
    sound = sound & is_positive(pivot.D);
    if (k + 1 < last) take_out(pivot, rows);
  }
  for (std::size_t k = 0; k < last; ++k) rows[k] = gathered[k];
  return sound;
}

}  // namespace kintree
