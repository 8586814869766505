// A dense matrix over the finite field, and the operations on it that the papers' identities need.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "kintree/model/field.hpp"

namespace kintree::suite {

/// A matrix by rows; indices begin at 0.
struct FieldMatrix {
  FieldMatrix(int rows, int columns)
      : rows(rows), columns(columns), entries(static_cast<std::size_t>(rows * columns)) {}

  int rows, columns;
  std::vector<Field> entries;
  Field& operator()(int i, int j) { return entries[static_cast<std::size_t>(i * columns + j)]; }
  const Field& operator()(int i, int j) const { return entries[static_cast<std::size_t>(i * columns + j)]; }

  static FieldMatrix one(int size) {
    FieldMatrix I(size, size);
    for (int i = 0; i < size; ++i) I(i, i) = Field(1);
    return I;
  }
  friend FieldMatrix operator*(const FieldMatrix& A, const FieldMatrix& B) {
    FieldMatrix C(A.rows, B.columns);
    for (int i = 0; i < A.rows; ++i)
      for (int k = 0; k < A.columns; ++k) {
        if (A(i, k) == Field(0)) continue;  // operators between neighbours have few entries
        for (int j = 0; j < B.columns; ++j) C(i, j) += A(i, k) * B(k, j);
      }
    return C;
  }
  friend FieldMatrix operator+(FieldMatrix A, const FieldMatrix& B) {
    for (std::size_t k = 0; k < A.entries.size(); ++k) A.entries[k] += B.entries[k];
    return A;
  }
  friend FieldMatrix operator-(FieldMatrix A, const FieldMatrix& B) {
    for (std::size_t k = 0; k < A.entries.size(); ++k) A.entries[k] -= B.entries[k];
    return A;
  }
};

inline FieldMatrix transposed(const FieldMatrix& A) {
  FieldMatrix T(A.columns, A.rows);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) T(j, i) = A(i, j);
  return T;
}

/// A^-1 B by elimination with row exchanges. Throws std::domain_error if A is singular.
inline FieldMatrix solution(FieldMatrix A, FieldMatrix B) {
  const auto exchange_rows = [](FieldMatrix& M, int i, int k) {
    for (int j = 0; j < M.columns; ++j) std::swap(M(i, j), M(k, j));
  };
  for (int k = 0; k < A.rows; ++k) {
    int pivot = k;
    while (pivot < A.rows && A(pivot, k) == Field(0)) ++pivot;
    if (pivot == A.rows) throw std::domain_error("the matrix is singular");
    exchange_rows(A, k, pivot), exchange_rows(B, k, pivot);
    for (int i = 0; i < A.rows; ++i) {
      if (i == k) continue;
      const Field share = A(i, k) / A(k, k);
      for (int j = k; j < A.columns; ++j) A(i, j) -= share * A(k, j);
      for (int j = 0; j < B.columns; ++j) B(i, j) -= share * B(k, j);
    }
  }
  for (int k = 0; k < A.rows; ++k)
    for (int j = 0; j < B.columns; ++j) B(k, j) = B(k, j) / A(k, k);
  return B;
}

}  // namespace kintree::suite
