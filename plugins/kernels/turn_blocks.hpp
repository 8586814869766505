// General 2x2 blocks R B R^T under a turn, beside the symmetric ones of kernels/reduced.hpp, and what a
// constant turn makes of blocks with zeros. D = B_ii - B_jj, S = B_ij + B_ji.  Derived here.
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

template <class S>
void turn_block(S& B_ii, S& B_ij, S& B_ji, S& B_jj, const VariableTurn<S>& t) {
  const S b = t.c * (B_ii - B_jj) - t.s * (B_ij + B_ji), A = t.c * b, delta = t.s * b, was_ii = B_ii;
  B_ii = B_jj + A;
  B_jj = was_ii - A;
  B_ij = B_ij + delta;
  B_ji = B_ji + delta;
}

template <class S>
void turn_block(S& B_ii, S& B_ij, S& B_ji, S& B_jj, const ConstantTurn<S>& t) {
  const S D = B_ii - B_jj, sum = B_ij + B_ji, was_ii = B_ii, was_ij = B_ij;
  if (t.steep) {
    const S A = t.square * (D + t.t * sum), delta = t.t * A;
    B_ii = B_ii - A;
    B_jj = B_jj + A;
    B_ij = delta - B_ji;
    B_ji = delta - was_ij;
  } else {
    const S A = t.square * (D - t.t * sum), delta = t.t * A;
    B_ii = B_jj + A;
    B_jj = was_ii - A;
    B_ij = B_ij + delta;
    B_ji = B_ji + delta;
  }
}

/// With B_ji = B_jj = 0 before: 3m + 3a.
template <class S>
void turn_row(S& B_ii, S& B_ij, S& B_ji, S& B_jj, const ConstantTurn<S>& t) {
  const S was_ii = B_ii, was_ij = B_ij;
  if (t.steep) {
    B_jj = t.square * (B_ii + t.t * B_ij);
    B_ii = was_ii - B_jj;
    B_ij = t.t * B_jj;
    B_ji = B_ij - was_ij;
  } else {
    B_ii = t.square * (B_ii - t.t * B_ij);
    B_jj = was_ii - B_ii;
    B_ji = t.t * B_ii;
    B_ij = was_ij + B_ji;
  }
}

/// Symmetric, with B_ij = B_jj = 0 before: 2m + 1a.
template <class S>
void turn_corner(S& B_ii, S& B_ij, S& B_jj, const ConstantTurn<S>& t) {
  const S was_ii = B_ii;
  if (t.steep) {
    B_jj = t.square * was_ii;
    B_ij = t.t * B_jj;
    B_ii = was_ii - B_jj;
  } else {
    B_ii = t.square * was_ii;
    B_ij = t.t * B_ii;
    B_jj = was_ii - B_ii;
  }
}

/// The vector (x, 0): 2m.
template <class S>
void turn_arm(S& x, S& y, const ConstantTurn<S>& t) {
  y = t.s * x;
  x = t.c * x;
}

}  // namespace kintree
