#pragma once

#include <string_view>

namespace kintree {

/// What the judge says of an answer, best first. The limits stand in oracles/.
enum class Verdict {
  A,  ///< attains the accuracy that the problem itself allows
  B,  ///< within the backward-stable bound of the matrix that the algorithm works with
  C,  ///< right, but loses digits: the error falls in proportion to the unit roundoff
  F,  ///< wrong
};

constexpr std::string_view name(Verdict verdict) {
  constexpr std::string_view letters = "ABCF";
  return letters.substr(static_cast<std::size_t>(verdict), 1);
}

}  // namespace kintree
