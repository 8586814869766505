// A^-1 of a dense symmetric positive definite A = L^T D L, the order of Featherstone 2005: M D^-1 M^T with M = L^-1.
#pragma once

#include "kintree/numbers/pivots.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

/// A <- A^-1, both triangles; the lower one is read. A pivot that is not positive is named by its row, which depends on
/// those after it.  r^3/2 (m + a) to highest order, r divisions.
template <class S>
StatusOf<S> invert(MatrixView<S> A) {
  Pivots<S> pivots;
  for (int k = A.rows; k >= 1; --k) {  // L, and on the diagonal D^-1
    pivots.check(is_positive(A(k, k)), k);
    A(k, k) = S(1) / A(k, k);
    for (int i = k - 1; i >= 1; --i) {
      const S a = A(k, i) * A(k, k);
      for (int j = i; j >= 1; --j) A(i, j) = A(i, j) - A(k, j) * a;
      A(k, i) = a;
    }
  }
  for (int j = A.rows - 1; j >= 1; --j)  // M, column by column
    for (int i = A.rows; i > j; --i) {
      S sum = A(i, j);
      for (int k = j + 1; k < i; ++k) sum = sum + A(i, k) * A(k, j);
      A(i, j) = -sum;
    }
  for (int i = A.rows; i >= 1; --i) {  // row i of M D^-1, and of its product with M^T
    S sum = A(i, i);
    for (int k = 1; k < i; ++k) {
      const S m = A(i, k);
      A(i, k) = m * A(k, k);
      sum = sum + A(i, k) * m;
    }
    A(i, i) = sum;
    for (int j = i - 1; j >= 1; --j) {
      for (int k = 1; k < j; ++k) A(i, j) = A(i, j) + A(i, k) * A(j, k);
      A(j, i) = A(i, j);
    }
  }
  return pivots.status();
}

}  // namespace kintree
