// Turns of 2x2 blocks R B R^T, R = [c -s; s c], at the counts in print. A symmetric block costs 4m + 5a, a
// general one 4m + 8a, and the coefficients s^2, s c, 2 s c, c^2 - s^2 cost 2m + 3a.  Wensing, Featherstone &
// Orin 2012, Appendix; how to reach its counts is derived here.
//
//   kappa = s^2 D + s c S,  delta = s c D - s^2 S,  D = B_ii - B_jj,  S = B_ij + B_ji:
//   B_ii' = B_ii - kappa,  B_jj' = B_jj + kappa,  B_ij' = B_ij + delta,  B_ji' = B_ji + delta;
//   symmetric:  B_ij' = (c^2 - s^2) B_ij + s c D
#pragma once

#include <tuple>

#include "kernels/screw.hpp"

namespace kintree {

template <class S>
auto turn_block(const auto& B_ii, const auto& B_ij, const auto& B_jj, const DoubleTurn<S>& t) {
  const auto D = B_ii - B_jj, kappa = D * t.ss + B_ij * t.sc2;
  return std::tuple{B_ii - kappa, B_ij * t.cc_ss + D * t.sc, B_jj + kappa};
}

template <class S>
auto turn_block(const auto& B_ii, const auto& B_ij, const auto& B_ji, const auto& B_jj,
                const DoubleTurn<S>& t) {
  const auto D = B_ii - B_jj, sum = B_ij + B_ji, kappa = t.ss * D + t.sc * sum, delta = t.sc * D - t.ss * sum;
  return std::tuple{B_ii - kappa, B_ij + delta, B_ji + delta, B_jj + kappa};
}

}  // namespace kintree
