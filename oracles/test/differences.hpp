// Derivatives by differences of exact answers.
#pragma once

#include <cmath>
#include <vector>

#include "kintree/oracle/real.hpp"

namespace kintree::test {

/// The derivatives at step 0 of the matrices that at(step) returns, by central differences, extrapolated `levels` times (Richardson). All
/// steps are powers of two.
template <class At>
std::vector<oracle::Matrix<oracle::Real>> differentiated(At&& at, int levels = 8) {
  using oracle::Matrix, oracle::Real;
  std::vector<std::vector<Matrix<Real>>> row;
  for (int k = 0; k < levels; ++k) {
    const double h = std::ldexp(1.0, -8 - k);
    std::vector<std::vector<Matrix<Real>>> next{at(h)};
    const std::vector<Matrix<Real>> before = at(-h);
    for (std::size_t m = 0; m < before.size(); ++m) next[0][m] = (next[0][m] - before[m]) / Real(2 * h);
    Real factor = 4;
    for (std::size_t l = 0; l < row.size(); ++l, factor *= 4) {
      next.push_back(next[l]);
      for (std::size_t m = 0; m < before.size(); ++m)
        next.back()[m] += (next[l][m] - row[l][m]) / (factor - 1);
    }
    row = std::move(next);
  }
  return row.back();
}

}  // namespace kintree::test
