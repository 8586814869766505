#pragma once

#include <string_view>

namespace kintree {

/// The verdict on an answer, from best to worst. Limits: kintree/oracle/limits.hpp.
enum class Verdict {
  A,  ///< attains the accuracy that the problem itself allows
  B,  ///< within the backward-stable bound of the matrix that the algorithm works with
  C,  ///< fewer digits than that, but half of them or more
  D,  ///< fewer than half of the digits, none, or a breakdown: the algorithm is right, its result of no use here
  F,  ///< wrong, or not known to be right and beyond the bounds
};

constexpr std::string_view name(Verdict verdict) {
  constexpr std::string_view letters = "ABCDF";
  return letters.substr(static_cast<std::size_t>(verdict), 1);
}

}  // namespace kintree
