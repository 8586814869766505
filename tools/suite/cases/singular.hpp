// Cases whose mass matrix is singular, by design and at a known joint. LAPACK's tests also plant
// singularities, and check the reported index (TESTING/LIN).
#pragma once

#include <vector>

#include "kintree/plugin/solver.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// A singular neighbour of the case, and the coordinates of the joints whose pivots are not positive in it.
///
/// For a matrix H, one entry of the diagonal is reduced so much that its pivot is negative. The pivots before
/// it, in the order of the elimination, do not change. The entry itself stays positive if others are
/// eliminated from it.
///
/// For a model, one joint carries only fixed joints and no inertia. Its pivot is zero without any rounding.
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
