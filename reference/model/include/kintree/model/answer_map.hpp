#pragma once

#include <vector>

namespace kintree {

/// An affine map from the answer to one case to the answer to another: x' = M x + shift for a vector x,
/// X' = M X N^T for a matrix X.
struct AnswerMap {
  struct Entry {
    int row, column;  ///< from 1
    double factor;
  };
  int rows = 0, columns = 0;
  std::vector<Entry> entries;  ///< of M; its other entries are zero
  std::vector<double> shift;   ///< of a vector, length `rows`; zero if empty.
  /// N, of a matrix whose columns are of another kind than its rows; M itself if empty.
  std::vector<AnswerMap> of_columns = {};

  const AnswerMap& N() const { return of_columns.empty() ? *this : of_columns.front(); }
};

}  // namespace kintree
