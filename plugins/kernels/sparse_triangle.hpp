// Products and solutions with a triangle L that has branch-induced sparsity: L(i, j) is not zero for the
// ancestors j = lambda(i), lambda(lambda(i)), ... of i alone.  Featherstone 2005, Appendix.
//
// `lambda` is the expanded parent array (sec. 2), eq. (2): 0 <= lambda(i) < i. It need not come from a tree.
#pragma once

#include "kintree/spatial/views.hpp"

namespace kintree {

/// The numbers on the stored diagonal of a triangle L. unit: those of D, while those of L are 1 (L^T D L).
/// stored: those of L (L^T L).
enum class Diagonal { unit, stored };

/// x <- L x.
template <class S, Diagonal diagonal = Diagonal::unit>
void multiply_lower(MatrixView<const S> L, VectorView<const int> lambda, VectorView<S> x) {
  for (int i = L.rows; i >= 1; --i) {
    if constexpr (diagonal == Diagonal::stored) x(i) = L(i, i) * x(i);
    for (int j = lambda(i); j != 0; j = lambda(j)) x(i) = x(i) + L(i, j) * x(j);
  }
}

/// y = L^T x, in another vector.
template <class S, Diagonal diagonal = Diagonal::unit>
void multiply_transposed(MatrixView<const S> L, VectorView<const int> lambda, VectorView<const S> x,
                         VectorView<S> y) {
  for (int i = 1; i <= L.rows; ++i) {
    y(i) = x(i);
    if constexpr (diagonal == Diagonal::stored) y(i) = L(i, i) * x(i);
    for (int j = lambda(i); j != 0; j = lambda(j)) y(j) = y(j) + L(i, j) * x(i);
  }
}

/// x <- L^-T x.
template <class S, Diagonal diagonal = Diagonal::unit>
void solve_transposed(MatrixView<const S> L, VectorView<const int> lambda, VectorView<S> x) {
  for (int i = L.rows; i >= 1; --i) {
    if constexpr (diagonal == Diagonal::stored) x(i) = x(i) / L(i, i);
    for (int j = lambda(i); j != 0; j = lambda(j)) x(j) = x(j) - L(i, j) * x(i);
  }
}

/// x <- L^-1 x.
template <class S, Diagonal diagonal = Diagonal::unit>
void solve_lower(MatrixView<const S> L, VectorView<const int> lambda, VectorView<S> x) {
  for (int i = 1; i <= L.rows; ++i) {
    for (int j = lambda(i); j != 0; j = lambda(j)) x(i) = x(i) - L(i, j) * x(j);
    if constexpr (diagonal == Diagonal::stored) x(i) = x(i) / L(i, i);
  }
}

// The same of a rectangular matrix x, whose rows are the x_i of the paper.

/// x <- L x.
template <class S, Diagonal diagonal = Diagonal::unit>
void multiply_lower(MatrixView<const S> L, VectorView<const int> lambda, MatrixView<S> x) {
  for (int i = L.rows; i >= 1; --i)
    for (int c = 1; c <= x.columns; ++c) {
      if constexpr (diagonal == Diagonal::stored) x(i, c) = L(i, i) * x(i, c);
      for (int j = lambda(i); j != 0; j = lambda(j)) x(i, c) = x(i, c) + L(i, j) * x(j, c);
    }
}

/// y = L^T x, in another matrix.
template <class S, Diagonal diagonal = Diagonal::unit>
void multiply_transposed(MatrixView<const S> L, VectorView<const int> lambda, MatrixView<const S> x,
                         MatrixView<S> y) {
  for (int i = 1; i <= L.rows; ++i)
    for (int c = 1; c <= x.columns; ++c) {
      y(i, c) = x(i, c);
      if constexpr (diagonal == Diagonal::stored) y(i, c) = L(i, i) * x(i, c);
      for (int j = lambda(i); j != 0; j = lambda(j)) y(j, c) = y(j, c) + L(i, j) * x(i, c);
    }
}

/// x <- L^-T x.
template <class S, Diagonal diagonal = Diagonal::unit>
void solve_transposed(MatrixView<const S> L, VectorView<const int> lambda, MatrixView<S> x) {
  for (int i = L.rows; i >= 1; --i)
    for (int c = 1; c <= x.columns; ++c) {
      if constexpr (diagonal == Diagonal::stored) x(i, c) = x(i, c) / L(i, i);
      for (int j = lambda(i); j != 0; j = lambda(j)) x(j, c) = x(j, c) - L(i, j) * x(i, c);
    }
}

/// x <- L^-1 x.
template <class S, Diagonal diagonal = Diagonal::unit>
void solve_lower(MatrixView<const S> L, VectorView<const int> lambda, MatrixView<S> x) {
  for (int i = 1; i <= L.rows; ++i)
    for (int c = 1; c <= x.columns; ++c) {
      for (int j = lambda(i); j != 0; j = lambda(j)) x(i, c) = x(i, c) - L(i, j) * x(j, c);
      if constexpr (diagonal == Diagonal::stored) x(i, c) = x(i, c) / L(i, i);
    }
}

}  // namespace kintree
