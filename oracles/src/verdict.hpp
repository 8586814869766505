// From an error to a verdict.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kintree/oracle/judge.hpp"
#include "kintree/oracle/limits.hpp"
#include "measure.hpp"

namespace kintree::oracle {

/// Finite first: index of the first number that is not, from 1, or 0.
inline int first_not_finite(const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) return static_cast<int>(i) + 1;
  return 0;
}

inline Judgement not_finite(int at, int columns) {
  Judgement j;
  j.reason = "not finite";
  j.error = j.alpha = std::numeric_limits<double>::quiet_NaN();
  j.worst_coordinate = columns > 0 ? (at - 1) / columns + 1 : at;
  j.worst_column = columns > 0 ? (at - 1) % columns + 1 : 0;
  return j;
}

inline constexpr const char* every_digit_may_change =
    "a rounding of the inputs may change every digit of the answer";

/// Whether a backward-stable solution with H has the bound of verdict B.
constexpr bool solves_with_H(Problem problem) {
  return problem == Problem::forward_dynamics || problem == Problem::mass_matrix_inverse ||
         problem == Problem::inverse_osim;
}

/// The error that verdict B allows. `smallest_scaled_eigenvalue` is that of H.
inline double limit_B(double sigma, int depth, int n, double smallest_scaled_eigenvalue) {
  return limits::alpha_A(depth) * std::max(sigma, limits::u) +
         limits::solve_B(n, depth, smallest_scaled_eigenvalue);
}

/// Sets verdict, alpha, limit and reason by error and sigma. `smallest_scaled_eigenvalue` of H is asked for
/// only beyond A.
template <class Eigenvalue>
void set_verdict(Judgement& j, Problem problem, int depth, int n, Eigenvalue&& smallest_scaled_eigenvalue) {
  const double floor = std::max(j.sigma, limits::u);  // no answer in double is better than a rounding
  j.alpha = ratio(j.error, floor);
  j.limit = limits::alpha_A(depth) * floor;
  if (!std::isfinite(j.limit)) {
    j.reason = "no scale to measure the error by";
    return;
  }
  if (j.error <= j.limit) {
    j.verdict = Verdict::A;
    return;
  }
  j.reason = "the error is beyond what the problem and the method allow";
  if (!solves_with_H(problem)) return;
  const double bound = limit_B(j.sigma, depth, n, smallest_scaled_eigenvalue());
  j.any_error_is_B = !(bound < 1);
  if (j.any_error_is_B) return;
  j.limit = bound;
  if (j.error <= bound) j.verdict = Verdict::B, j.reason.clear();
}

}  // namespace kintree::oracle
