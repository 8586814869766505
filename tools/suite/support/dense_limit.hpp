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

/// The problems that are checked by products in seconds: the answers to most are n^2 numbers, and n^3 to second derivatives.
inline ProblemSet problems_by_products(int n) {
  return ProblemSet::all().where(
      [n](const ProblemInfo& p) { return p.checked_by_products && n <= (p.derivatives < 2 ? 600 : 40); });
}

}  // namespace kintree::suite
