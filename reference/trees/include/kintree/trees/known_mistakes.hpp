// Slips: mistakes in conventions that implementations and importers make, each with the answer that it gives.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "kintree/trees/case.hpp"
#include "kintree/trees/index_maps.hpp"

namespace kintree {

/// The case that an implementation with a slip solves, and its answers.
struct Misreading {
  /// The case that it solves instead. Its numbers are rounded once.
  Case solved;
  IndexMaps maps;       ///< from the exact answers to that case to the answers that it gives
  ProblemSet problems;  ///< those for which the slip determines an answer
  /// The part of a matrix that it writes. A triangle includes the diagonal, and the other entries are zero.
  enum Part { all, lower, upper } part = all;
};

struct KnownMistake {
  std::string_view name;
  std::string_view
      description;  ///< what the implementation does, to follow "it looks as if": a clause with its subject
  /// A pure function. Returns nothing where the case has nothing that could be misread so.
  std::optional<Misreading> (*misread)(const Case& c);
};

const std::vector<KnownMistake>& known_mistakes();

/// The slip of that name, or null.
const KnownMistake* known_mistake(std::string_view name);

/// The misreading of an implementation that expects the joints of these bodies in this order, in its vectors
/// of states and answers. The order is a permutation of the bodies that move, or of all.
Misreading misread_in_order(const Case& c, std::vector<int> order);

/// Both slips at once: the second misreads the case that the first one solves. The problems are those that
/// both apply to.
std::optional<Misreading> misread(const Case& c, const KnownMistake& first, const KnownMistake& second);

}  // namespace kintree
