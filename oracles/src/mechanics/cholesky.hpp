// Dense solutions with H = L L^T, for any scalar.
#pragma once

#include "kintree/oracle/real.hpp"

namespace kintree::oracle {

/// H = L L^T. Returns 0, or the coordinate (from 1) whose pivot is not positive beyond the rounding errors of
/// the arithmetic, which are n eps H_kk at most to first order [Higham, ASNA, thm. 10.3].
template <class T>
int cholesky(const Matrix<T>& H, const T& epsilon, Matrix<T>& L) {
  using std::sqrt;
  const auto n = static_cast<int>(H.rows());
  L.resize(n, n);
  for (int j = 0; j < n; ++j) {
    T pivot = H(j, j);
    for (int k = 0; k < j; ++k) pivot -= L(j, k) * L(j, k);
    if (!(pivot > T(n) * epsilon * H(j, j))) return j + 1;
    L(j, j) = sqrt(pivot);
    for (int i = 0; i < j; ++i) L(i, j) = T(0);
    for (int i = j + 1; i < n; ++i) {
      T sum = H(i, j);
      for (int k = 0; k < j; ++k) sum -= L(i, k) * L(j, k);
      L(i, j) = sum / L(j, j);
    }
  }
  return 0;
}

/// Columns of B <- L^-1 B.
template <class T>
void solve_lower(const Matrix<T>& L, Matrix<T>& B) {
  for (int c = 0; c < B.cols(); ++c)
    for (int i = 0; i < L.rows(); ++i) {
      T sum = B(i, c);
      for (int k = 0; k < i; ++k) sum -= L(i, k) * B(k, c);
      B(i, c) = sum / L(i, i);
    }
}

/// Columns of B <- L^-T B.
template <class T>
void solve_upper(const Matrix<T>& L, Matrix<T>& B) {
  for (int c = 0; c < B.cols(); ++c)
    for (auto i = static_cast<int>(L.rows()) - 1; i >= 0; --i) {
      T sum = B(i, c);
      for (int k = i + 1; k < L.rows(); ++k) sum -= L(k, i) * B(k, c);
      B(i, c) = sum / L(i, i);
    }
}

/// B^T B.
template <class T>
Matrix<T> gram(const Matrix<T>& B) {
  Matrix<T> G(B.cols(), B.cols());
  for (int i = 0; i < B.cols(); ++i)
    for (int j = 0; j <= i; ++j) {
      T sum(0);
      for (int k = 0; k < B.rows(); ++k) sum += B(k, i) * B(k, j);
      G(i, j) = sum;  // and not = G(j, i): Boost's intervals do not survive assignment to themselves
      G(j, i) = sum;
    }
  return G;
}

}  // namespace kintree::oracle
