// The problems that a plugin can solve.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace kintree {

enum class Problem {
  mass_matrix,          ///< q -> H
  factorization,        ///< H, lambda^e, b -> the factors, and x with H x = b
  mass_matrix_inverse,  ///< q -> H^-1
  inverse_dynamics,     ///< q, q-dot, q-ddot, f_ext, g -> tau
  forward_dynamics,     ///< q, q-dot, tau, f_ext, g -> q-ddot
  inverse_osim,         ///< q, end-effectors -> Lambda^-1 = J H^-1 J^T
  /// q, end-effectors -> J-bar = H^-1 J^T Lambda, or that J has not full row rank
  dynamically_consistent_inverse,
};

inline constexpr std::array<std::string_view, 7> problem_names{
    "mass_matrix",      "factorization", "mass_matrix_inverse",           "inverse_dynamics",
    "forward_dynamics", "inverse_osim",  "dynamically_consistent_inverse"};

inline constexpr std::array<Problem, 7> all_problems{Problem::mass_matrix,
                                                     Problem::factorization,
                                                     Problem::mass_matrix_inverse,
                                                     Problem::inverse_dynamics,
                                                     Problem::forward_dynamics,
                                                     Problem::inverse_osim,
                                                     Problem::dynamically_consistent_inverse};

/// Whether the end-effectors are part of the question.
constexpr bool asks_about_end_effectors(Problem problem) {
  return problem == Problem::inverse_osim || problem == Problem::dynamically_consistent_inverse;
}

constexpr std::string_view name(Problem problem) {
  return problem_names[static_cast<std::size_t>(problem)];
}

constexpr std::optional<Problem> problem(std::string_view text) {
  for (const Problem p : all_problems)
    if (name(p) == text) return p;
  return std::nullopt;
}

}  // namespace kintree
