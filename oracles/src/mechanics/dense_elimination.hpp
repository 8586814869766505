// Dense solutions with a symmetric matrix A, in the way that suits the scalar.
#pragma once

#include <vector>

#include "mechanics/cholesky.hpp"
#include "mechanics/field_scalar.hpp"

namespace kintree::oracle {

/// By A = L L^T.
template <class T>
class DenseElimination {
 public:
  /// `epsilon`: the roundings of the arithmetic, see cholesky().
  DenseElimination(const Matrix<T>& A, const T& epsilon) : singular_at(cholesky(A, epsilon, L)) {}

  Matrix<T> L;
  int singular_at;  ///< the coordinate 1..n whose pivot is not positive, or 0

  /// A^-1 B.
  Matrix<T> solve(Matrix<T> B) const {
    solve_lower(L, B);
    solve_upper(L, B);
    return B;
  }
  /// X A^-1 X^T.
  Matrix<T> between(const Matrix<T>& X) const {
    Matrix<T> Y = X.transpose();
    solve_lower(L, Y);
    return gram(Y);
  }
};

/// By A = L D L^T with unit lower L, without roots and without pivoting: in a field a pivot is zero or as good as any.
template <>
class DenseElimination<Field> {
 public:
  explicit DenseElimination(const Matrix<Field>& A, const Field& /*epsilon*/ = {}) : L_(A) {
    const auto n = static_cast<int>(A.rows());
    for (int k = 0; k < n; ++k) {
      const Field pivot = L_(k, k);
      if (!is_positive(pivot)) {
        singular_at = k + 1;
        return;
      }
      reciprocal_.push_back(Field(1) / pivot);
      for (int j = k + 1; j < n; ++j) {
        const Field l = L_(j, k) * reciprocal_.back();
        for (int i = j; i < n; ++i) L_(i, j) -= L_(i, k) * l;
      }
      for (int i = k + 1; i < n; ++i) L_(i, k) *= reciprocal_.back();
    }
  }

  int singular_at = 0;

  Matrix<Field> solve(Matrix<Field> B) const {
    const auto n = static_cast<int>(L_.rows());
    for (int c = 0; c < B.cols(); ++c) {
      for (int k = 0; k < n; ++k)
        if (is_positive(B(k, c)))
          for (int i = k + 1; i < n; ++i) B(i, c) -= L_(i, k) * B(k, c);
      for (int k = n - 1; k >= 0; --k) {
        B(k, c) *= reciprocal_[static_cast<std::size_t>(k)];
        for (int i = k + 1; i < n; ++i) B(k, c) -= L_(i, k) * B(i, c);
      }
    }
    return B;
  }
  Matrix<Field> between(const Matrix<Field>& X) const { return X * solve(X.transpose()); }

 private:
  Matrix<Field> L_;
  std::vector<Field> reciprocal_;
};

/// A formula that every entry of a matrix can be brought to.
template <class M>
Degree any_entry(const M& m) {
  Degree sum;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) sum += m(i, j);
  return sum;
}

/// By Cramer's rule: entries of the adjugate are products of n - 1 entries of A, and the determinant is one of n.
template <>
class DenseElimination<Degree> {
 public:
  explicit DenseElimination(const Matrix<Degree>& A, const Degree& /*epsilon*/ = {}) {
    const Degree of_A = any_entry(A);
    Degree adjugate(1);
    for (Eigen::Index i = 1; i < A.rows(); ++i) adjugate *= of_A;
    inverse_ = adjugate / (adjugate * of_A);
  }

  static constexpr int singular_at = 0;

  Matrix<Degree> solve(const Matrix<Degree>& B) const {
    return Matrix<Degree>::Constant(B.rows(), B.cols(), inverse_ * any_entry(B));
  }
  Matrix<Degree> between(const Matrix<Degree>& X) const {
    const Degree of_X = any_entry(X);
    return Matrix<Degree>::Constant(X.rows(), X.rows(), of_X * inverse_ * of_X);
  }

 private:
  Degree inverse_;
};

}  // namespace kintree::oracle
