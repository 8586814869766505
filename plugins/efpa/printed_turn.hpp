// Plane rotations of 2x2 blocks R B R^T with the coefficients s^2, s c, 2 s c, c^2 - s^2, which give the
// counts in print: 2m+3a for the coefficients, 4m+5a for a symmetric block, 4m+8a for a general one. McMillan
// & Orin 1995, as counted by Featherstone 2005, sec. 5, and by Wensing, Featherstone & Orin 2012, Appendix;
// derived here.
#pragma once

#include "aba_minimal/turn.hpp"

namespace kintree {

/// kappa = s^2 D + s c (B_ij + B_ji), delta = s c D - s^2 (B_ij + B_ji):  B_ii' = B_ii - kappa,
/// B_jj' = B_jj + kappa, B_ij' = B_ij + delta.  Symmetric: B_ij' = (c^2 - s^2) B_ij + s c D.
template <class S>
struct PrintedTurn {
  S s, c, ss, sc, twice_sc, cosine_of_twice;

  PrintedTurn() = default;
  PrintedTurn(const S& sine, const S& cosine)
      : s(sine), c(cosine), ss(s * s), sc(s * c), twice_sc(sc + sc), cosine_of_twice((S(1) - ss) - ss) {}

  void vector(S& x, S& y) const { rotate_plane(s, c, x, y); }
  void symmetric(S& xx, S& xy, S& yy) const {
    const S D = xx - yy, kappa = D * ss + xy * twice_sc;
    xx = xx - kappa;
    yy = yy + kappa;
    xy = xy * cosine_of_twice + D * sc;
  }
  void general(S& xx, S& xy, S& yx, S& yy) const {
    const S D = xx - yy, sum = xy + yx, kappa = ss * D + sc * sum, delta = sc * D - ss * sum;
    xx = xx - kappa;
    yy = yy + kappa;
    xy = xy + delta;
    yx = yx + delta;
  }
};

}  // namespace kintree
