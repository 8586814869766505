// General 2x2 blocks R B R^T under a turn, beside the symmetric ones of kernels/reduced.hpp.
// D = B_ii - B_jj, S = B_ij + B_ji.  Derived here. Entries may be known zeros (kernels/zero.hpp).
//
//   variable angle   b = c D - s S:  B_ii' = B_jj + c b,  B_jj' = B_ii - c b,  B_ij' = B_ij + s b,
//                    B_ji' = B_ji + s b                                                            4m + 7a
//   constant angle   t = s/c, A = c^2 (D - t S):  B_ii' = B_jj + A,  B_jj' = B_ii - A,
//                    B_ij' = B_ij + t A,  B_ji' = B_ji + t A                                       3m + 7a
//                    and, where |s| > |c|, t = c/s, A = s^2 (D + t S):  B_ii' = B_ii - A,
//                    B_jj' = B_jj + A,  B_ij' = t A - B_ji,  B_ji' = t A - B_ij                    3m + 7a
#pragma once

#include "kernels/reduced.hpp"

namespace kintree {

/// R^T (x, y): 4m + 2a.
template <class S>
void turn_back(S& x, S& y, const Turn<S>& t) {
  const S before = x;
  x = t.c * before + t.s * y;
  y = t.c * y - t.s * before;
}

/// B_ii', B_ij', B_ji', B_jj'.
template <class S>
auto turn_block(const auto& B_ii, const auto& B_ij, const auto& B_ji, const auto& B_jj,
                const VariableTurn<S>& t) {
  const auto b = t.c * (B_ii - B_jj) - t.s * (B_ij + B_ji), A = t.c * b, delta = t.s * b;
  return std::tuple{B_jj + A, B_ij + delta, B_ji + delta, B_ii - A};
}
template <class S>
auto turn_block(const auto& B_ii, const auto& B_ij, const auto& B_ji, const auto& B_jj,
                const ConstantTurn<S>& t) {
  const auto D = B_ii - B_jj;
  const auto t_sum = t.t * (B_ij + B_ji);
  if (t.steep) {
    const auto A = t.square * (D + t_sum), delta = t.t * A;
    return std::tuple{B_ii - A, delta - B_ji, delta - B_ij, B_jj + A};
  }
  const auto A = t.square * (D - t_sum), delta = t.t * A;
  return std::tuple{B_jj + A, B_ij + delta, B_ji + delta, B_ii - A};
}

}  // namespace kintree
