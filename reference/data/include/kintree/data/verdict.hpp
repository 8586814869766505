#pragma once

#include <string_view>

namespace kintree {

/// The verdict on an answer, from best to worst. Limits: kintree/oracle/limits.hpp.
enum class Verdict {
  A,  ///< attains the accuracy that the problem itself allows
  B,  ///< within the backward-stable bound of the matrix that the algorithm works with
  C,  ///< right, but with a loss of digits: the error decreases in proportion to the unit roundoff
  F,  ///< wrong
};

constexpr std::string_view name(Verdict verdict) {
  constexpr std::string_view letters = "ABCF";
  return letters.substr(static_cast<std::size_t>(verdict), 1);
}

}  // namespace kintree
