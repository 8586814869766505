#pragma once

#include "kintree/model/problem_set.hpp"

namespace kintree::suite {

/// Degrees of freedom up to which a dense answer takes seconds.
inline constexpr int automatic_dense_limit = 150;
/// The same of second derivatives, which are n^3 numbers of n^2 runs.
inline constexpr int automatic_second_derivatives_limit = 16;

/// The problems whose dense answers take seconds on trees of n <= automatic_dense_limit degrees of freedom.
inline ProblemSet problems_of_size(int n) {
  return ProblemSet::all().where(
      [n](const ProblemInfo& p) { return p.derivatives < 2 || n <= automatic_second_derivatives_limit; });
}

}  // namespace kintree::suite
