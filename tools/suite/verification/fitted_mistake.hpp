// A mistake that was fitted to the answers of a program.
#pragma once

#include <optional>
#include <string>

namespace kintree::suite {

/// A mistake whose answers are computed, not listed: one with an unknown number, in a recursion, in the order of coordinates, or
/// in precision.
struct FittedMistake {
  std::string name;
  std::string description;            ///< a clause that follows "it looks as if"
  std::optional<double> number = {};  ///< the unknown, as it was fitted
};

}  // namespace kintree::suite
