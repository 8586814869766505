// Plane rotations (x, y) -> (c x - s y, s x + c y) of vectors and of 2x2 blocks R B R^T. An angle that varies
// has the coefficients s, c, 2 s; a constant one the tangent or the cotangent, whichever is at most one.
// Derived here.
//
//                  vector   symmetric   general    coefficients
//   VariableTurn   4m+2a    4m+5a       4m+7a      1a
//   FixedTurn      4m+2a    3m+5a       3m+7a      none: prepared
#pragma once

#include "kintree/algebra/scalar.hpp"

namespace kintree {

template <class S>
void rotate_plane(const S& s, const S& c, S& x, S& y) {
  const S before = x;
  x = c * before - s * y;
  y = s * before + c * y;
}

/// R^T (x, y).
template <class Angle, class S>
void turn_back(const Angle& angle, S& x, S& y) {
  rotate_plane(-angle.s, angle.c, x, y);
}

/// b = c D - s (B_ij + B_ji), D = B_ii - B_jj:  B_ii' = B_jj + c b, B_jj' = B_ii - c b, B_ij' = B_ij + s b.
template <class S>
struct VariableTurn {
  S s, c, twice_s;

  VariableTurn() = default;
  VariableTurn(const S& sine, const S& cosine) : s(sine), c(cosine), twice_s(sine + sine) {}

  void vector(S& x, S& y) const { rotate_plane(s, c, x, y); }
  void symmetric(S& xx, S& xy, S& yy) const {
    const S b = c * (xx - yy) - twice_s * xy, A = c * b, before = xx;
    xx = yy + A;
    yy = before - A;
    xy = xy + s * b;
  }
  void general(S& xx, S& xy, S& yx, S& yy) const {
    const S b = c * (xx - yy) - s * (xy + yx), A = c * b, delta = s * b, before = xx;
    xx = yy + A;
    yy = before - A;
    xy = xy + delta;
    yx = yx + delta;
  }
};

/// |s| <= |c|, t = s/c:  A = c^2 (D - t (B_ij + B_ji)), B_ii' = B_jj + A, B_jj' = B_ii - A, B_ij' = B_ij + t
/// A; otherwise,  t = c/s:  A = s^2 (D + t (B_ij + B_ji)), B_ii' = B_ii - A, B_jj' = B_jj + A, B_ij' = t A -
/// B_ji.
template <class S>
struct FixedTurn {
  S s, c, t, twice_t, square, cc, sc;
  bool steep = false;

  FixedTurn() = default;
  FixedTurn(const S& sine, const S& cosine) : s(sine), c(cosine), cc(cosine * cosine), sc(sine * cosine) {
    steep = is_positive(s * s - cc);
    t = steep ? c / s : s / c;
    twice_t = t + t;
    square = steep ? s * s : cc;
  }

  void vector(S& x, S& y) const { rotate_plane(s, c, x, y); }
  void symmetric(S& xx, S& xy, S& yy) const {
    if (steep) {
      const S A = square * ((xx - yy) + twice_t * xy);
      xx = xx - A;
      yy = yy + A;
      xy = t * A - xy;
    } else {
      const S A = square * ((xx - yy) - twice_t * xy), before = xx;
      xx = yy + A;
      yy = before - A;
      xy = xy + t * A;
    }
  }
  void general(S& xx, S& xy, S& yx, S& yy) const {
    const S D = xx - yy, sum = xy + yx;
    if (steep) {
      const S A = square * (D + t * sum), delta = t * A, before = xy;
      xx = xx - A;
      yy = yy + A;
      xy = delta - yx;
      yx = delta - before;
    } else {
      const S A = square * (D - t * sum), delta = t * A, before = xx;
      xx = yy + A;
      yy = before - A;
      xy = xy + delta;
      yx = yx + delta;
    }
  }
  /// The general block with B_ji = B_jj = 0: 3m+3a.
  void row(S& xx, S& xy, S& yx, S& yy) const {
    if (steep) {
      const S A = square * (xx + t * xy), before = xy;
      xx = xx - A;
      yy = A;
      xy = t * A;
      yx = xy - before;
    } else {
      const S A = square * (xx - t * xy);
      yx = t * A;
      yy = xx - A;
      xx = A;
      xy = xy + yx;
    }
  }
  /// The symmetric block with B_ij = B_jj = 0: 2m+1a.
  void corner(S& xx, S& xy, S& yy) const {
    const S before = xx;
    xx = cc * before;
    xy = sc * before;
    yy = before - xx;
  }
  /// The vector (x, 0): 2m.
  void arm(S& x, S& y) const {
    y = s * x;
    x = c * x;
  }
};

}  // namespace kintree
