// Eigen's simplicial Cholesky factorizations in the order given, made to factorize again without allocating:
// their own `factorize` makes a temporary matrix.
#pragma once

#include <Eigen/SparseCholesky>

#include "kintree/numbers/eigen_number.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
using NaturalLlt = Eigen::SimplicialLLT<Eigen::SparseMatrix<S>, Eigen::Upper, Eigen::NaturalOrdering<int>>;
template <class S>
using NaturalLdlt = Eigen::SimplicialLDLT<Eigen::SparseMatrix<S>, Eigen::Upper, Eigen::NaturalOrdering<int>>;

/// Decomposition: NaturalLlt or NaturalLdlt. G is L of A = L L^T, or of A = L D L^T without its diagonal.
template <class Decomposition>
class Simplicial : private Decomposition {
 public:
  using Matrix = typename Decomposition::MatrixType;
  using S = typename Matrix::Scalar;
  using Vector = Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, 1>>;
  static constexpr bool is_ldlt = std::is_same_v<Decomposition, NaturalLdlt<S>>;

  /// The upper triangle of the matrix, with its pattern: the values are to be set before `factor`.
  explicit Simplicial(Matrix pattern) : A(std::move(pattern)) {
    this->analyzePattern(A);
    this->m_diag.resize(is_ldlt ? A.cols() : 0);
  }

  Matrix A;

  /// Names the first column, counted from 1, whose pivot is not positive.
  Status factor() {
    this->m_matrix.coeffs().setZero();  // pivots that are not reached stay zero
    this->m_diag.setZero();
    this->template factorize_preordered<is_ldlt>(A);
    for (int k = 0; k < A.cols(); ++k)
      if (!is_positive(pivot(k))) return Status::breakdown_at(k + 1);
    this->m_factorizationIsOk = true;
    return {};
  }

  const Matrix& G() const { return this->m_matrix; }
  /// D_kk of L D L^T, L_kk of L L^T; k from 0.
  const S& pivot(int k) const {
    if constexpr (is_ldlt)
      return this->m_diag[k];
    else
      return this->m_matrix.valuePtr()[this->m_matrix.outerIndexPtr()[k]];
  }

  /// x <- A^-1 x.
  void solve(Vector x) const {
    this->matrixL().solveInPlace(x);
    if constexpr (is_ldlt) x.array() /= this->m_diag.array();
    this->matrixU().solveInPlace(x);
  }
};

}  // namespace kintree
