// A block-tridiagonal symmetric positive definite matrix A, with blocks of 0 to 6 rows, and the operations on
// blocks of which its solution is made.
#pragma once

#include <vector>

#include "kernels/block.hpp"
#include "kintree/spatial/small_spd.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

/// M^-1 B for a factored M.
template <class S>
Block<S> solve(const SmallSpd<S>& M, const Block<S>& B) {
  Block<S> X(B.rows, B.columns);
  for (int j = 0; j < B.columns; ++j) {
    ByColumn<S> x;
    for (int i = 0; i < B.rows; ++i) x[i] = B(i, j);
    M.solve(x.data());
    for (int i = 0; i < B.rows; ++i) X(i, j) = x[i];
  }
  return X;
}

/// C -= A^T B.
template <class S>
void subtract_product(Block<S>& C, const Block<S>& A, const Block<S>& B) {
  for (int i = 0; i < A.columns; ++i)
    for (int j = 0; j < B.columns; ++j)
      for (int k = 0; k < A.rows; ++k) C(i, j) = C(i, j) - A(k, i) * B(k, j);
}
/// c -= A^T b.
template <class S>
void subtract_product(ByColumn<S>& c, const Block<S>& A, const ByColumn<S>& b) {
  for (int i = 0; i < A.columns; ++i)
    for (int k = 0; k < A.rows; ++k) c[i] = c[i] - A(k, i) * b[k];
}

/// The lower triangle of a block, factored. Returns whether all pivots are positive.
template <class S>
Truth<S> factor(const Block<S>& A, SmallSpd<S>& M) {
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j <= i; ++j) M(i, j) = A(i, j);
  return M.factor(A.rows);
}

template <class S>
struct Tridiagonal {
  explicit Tridiagonal(std::size_t rows) : D(rows), U(rows) {}

  std::vector<Block<S>> D;  ///< A_kk
  std::vector<Block<S>> U;  ///< A_k,k+1
};

}  // namespace kintree
