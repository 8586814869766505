// The inverse of a small matrix.
#pragma once

#include <cmath>

#include "kernels/block.hpp"
#include "kintree/numbers/pivots.hpp"

namespace kintree {

/// The inverse of a regular matrix without a choice of pivots: A = Q U by modified Gram-Schmidt, every column
/// twice [Giraud, Langou & Rozloznik 2005], then U A^-1 = Q^T. False if rounding has left A singular, or nothing finite of it.
template <class S>
Truth<S> invert(const Block<S>& A, Block<S>& B) {
  using std::sqrt;
  const int n = A.rows;
  Truth<S> regular = Truth<S>(true);
  Block<S> Q = A, U(n, n);
  B = Block<S>(n, n);
  for (int j = 0; j < n; ++j) {
    for (int pass = 0; pass < 2; ++pass)
      for (int k = 0; k < j; ++k) {
        S along{};
        for (int i = 0; i < n; ++i) along = along + Q(i, k) * Q(i, j);
        for (int i = 0; i < n; ++i) Q(i, j) = Q(i, j) - Q(i, k) * along;
        U(k, j) = U(k, j) + along;
      }
    S square{};
    for (int i = 0; i < n; ++i) square = square + Q(i, j) * Q(i, j);
    U(j, j) = sqrt(square);
    const Truth<S> positive = is_positive(square), finite = is_positive(S(1) / U(j, j));
    regular = regular & positive & finite;
    for (int i = 0; i < n; ++i) Q(i, j) = Q(i, j) / U(j, j);
  }
  for (int i = n - 1; i >= 0; --i)
    for (int j = 0; j < n; ++j) {
      B(i, j) = Q(j, i);
      for (int k = i + 1; k < n; ++k) B(i, j) = B(i, j) - U(i, k) * B(k, j);
      B(i, j) = B(i, j) / U(i, i);
    }
  return regular;
}

}  // namespace kintree
