// What the answer to a problem consists of: names and shapes, as files and programs say them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "kintree/data/problem.hpp"

namespace kintree {

struct AnswerPart {
  enum Extent {
    one,
    n,                  ///< degrees of freedom
    end_effector_rows,  ///< 6m, of m end-effectors
  };
  std::string_view name = {};
  Extent rows = one;
  Extent columns = one;  ///< one: a vector

  bool is_vector() const { return columns == one; }
};

constexpr int extent(AnswerPart::Extent what, int n, int end_effectors) {
  return what == AnswerPart::one ? 1 : what == AnswerPart::n ? n : 6 * end_effectors;
}
constexpr std::size_t size(const AnswerPart& part, int n, int end_effectors) {
  return static_cast<std::size_t>(extent(part.rows, n, end_effectors)) *
         static_cast<std::size_t>(extent(part.columns, n, end_effectors));
}

/// The parts of one answer, of which those at the end may be nothing.
class AnswerParts {
 public:
  static constexpr std::size_t most = 3;

  constexpr AnswerParts(std::initializer_list<AnswerPart> parts) : count_(parts.size()) {
    std::copy(parts.begin(), parts.end(), parts_.begin());
  }
  constexpr const AnswerPart* begin() const { return parts_.data(); }
  constexpr const AnswerPart* end() const { return parts_.data() + count_; }
  constexpr std::size_t size() const { return count_; }
  constexpr const AnswerPart& operator[](std::size_t k) const { return parts_[k]; }

 private:
  std::array<AnswerPart, most> parts_{};
  std::size_t count_;
};

constexpr AnswerParts answer_parts(Problem problem) {
  using enum AnswerPart::Extent;
  switch (problem) {
    case Problem::mass_matrix:
      return {{"H", n, n}};
    case Problem::factorization:
      return {{"L", n, n}, {"D", n, n}, {"x", n, one}};
    case Problem::mass_matrix_inverse:
      return {{"H_inverse", n, n}};
    case Problem::inverse_dynamics:
      return {{"tau", n, one}};
    case Problem::forward_dynamics:
      return {{"qdd", n, one}};
    case Problem::inverse_osim:
      return {{"lambda_inv", end_effector_rows, end_effector_rows}};
    case Problem::dynamically_consistent_inverse:
      return {{"J_bar", n, end_effector_rows}};
  }
  return {};
}

}  // namespace kintree
