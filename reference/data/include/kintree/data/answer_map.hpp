#pragma once

#include <vector>

namespace kintree {

/// How the answer x to one case gives the answer x' to another: x' = M x + shift, or X' = M X M^T for a
/// matrix.
struct AnswerMap {
  struct Entry {
    int row, column;  ///< from 1
    double factor;
  };
  int rows = 0, columns = 0;
  std::vector<Entry> entries;  ///< of M, the others are zero
  std::vector<double> shift;   ///< empty: none; vectors alone
};

}  // namespace kintree
