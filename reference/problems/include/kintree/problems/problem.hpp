// The problems that a plugin can solve, each described in a file of described/.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "kintree/problems/list.hpp"

namespace kintree {

inline constexpr std::array<Problem, problem_count> all_problems = [] {
  std::array<Problem, problem_count> all{};
  for (std::size_t k = 0; k < problem_count; ++k) all[k] = static_cast<Problem>(k);
  return all;
}();

namespace detail {
inline constexpr std::array<ProblemInfo, problem_count> problem_infos =
    []<std::size_t... k>(std::index_sequence<k...>) {
  return std::array{described(static_cast<Problem>(k), [](auto description) { return description.info; })...};
}
(std::make_index_sequence<problem_count>{});
}  // namespace detail

constexpr const ProblemInfo& info(Problem problem) {
  return detail::problem_infos[static_cast<std::size_t>(problem)];
}

constexpr std::string_view name(Problem problem) {
  return info(problem).name;
}

inline constexpr std::array<std::string_view, problem_count> problem_names = [] {
  std::array<std::string_view, problem_count> names;
  for (const Problem p : all_problems) names[static_cast<std::size_t>(p)] = name(p);
  return names;
}();

constexpr const Quantities& outputs(Problem problem) {
  return info(problem).returns;
}

constexpr bool reads(Problem problem, const Quantity& quantity) {
  return info(problem).reads.contain(quantity);
}

/// The outputs that are compared with the exact ones: those that are unique.
constexpr Quantities compared_outputs(Problem problem) {
  Quantities result{};
  for (const Quantity& output : outputs(problem))
    if (output.is_unique) result.append(output);
  return result;
}

/// The problem that returns this quantity.
constexpr Problem problem_of(const Quantity& output) {
  return *std::find_if(all_problems.begin(), all_problems.end(),
                       [&](Problem p) { return outputs(p).contain(output); });
}

namespace detail {
struct AnyWords {
  using Vector = int;
};
}  // namespace detail

/// True if an answer can be checked by the residual of its equations, in time that grows with the number of bodies.
constexpr bool has_residual(Problem problem) {
  return described(problem, []<class Description>(Description) {
    return requires(const detail::AnyWords& words) {
      Description::residual(words, 0);
    };
  });
}

constexpr std::optional<Problem> problem(std::string_view text) {
  for (const Problem p : all_problems)
    if (name(p) == text) return p;
  return std::nullopt;
}

/// The problem whose description is P.
template <class P>
inline constexpr Problem problem_described_by = *problem(P::info.name);

}  // namespace kintree
