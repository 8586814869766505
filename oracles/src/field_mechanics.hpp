// What the mechanics need of a field that they do not of floating point.
#pragma once

#include "field_scalar.hpp"
#include "tree_mechanics.hpp"

namespace kintree::oracle {

/// H = L D L^T with unit lower L, without roots and without pivoting: in a field a pivot is zero or as good as any.
class FieldElimination {
 public:
  FieldElimination() = default;
  explicit FieldElimination(const Matrix<Field>& H) : L_(H) {
    const auto n = static_cast<int>(H.rows());
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

  int singular_at = 0;  ///< the coordinate 1..n whose pivot is zero, or 0

  /// Columns of B <- H^-1 B.
  void solve(Matrix<Field>& B) const {
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
  }

 private:
  Matrix<Field> L_;
  std::vector<Field> reciprocal_;
};

}  // namespace kintree::oracle
