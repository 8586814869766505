// Cases whose mass matrix is singular, by design and at a known joint: LAPACK's tests plant singularities
// likewise and ask for the index that is reported (TESTING/LIN).
#pragma once

#include <vector>

#include "kintree/plugin/solver.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// A singular neighbour of the case, and the coordinates of the joints whose pivots are not positive in it.
/// Of a matrix H: H with one entry of the diagonal less by so much that the pivot there is negative, and
/// those before it, in the order of the elimination, are as they were; the entry itself stays positive if
/// others are eliminated from it. Of a model: a joint with nothing beyond it but fixed joints, and there no
/// inertia, so that its pivot is zero without any rounding.
struct Singular {
  Model model;
  std::vector<double> H;
  std::vector<char> broken;  ///< by coordinate, from 1
  int chosen = 0;            ///< one of them

  /// Whether the pivot of this coordinate, from 1, is not positive.
  bool breaks_at(int coordinate) const {
    return coordinate > 0 && static_cast<std::size_t>(coordinate) < broken.size() &&
           broken[static_cast<std::size_t>(coordinate)] != 0;
  }

  static Singular matrix(const Case& c, std::vector<double> H, FactorForm form);
  static Singular body(const Case& c);
};

}  // namespace kintree::suite
