// Slips: mistakes in conventions that implementations and importers make, each with the answer that it gives.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "kintree/trees/case.hpp"
#include "kintree/trees/index_maps.hpp"

namespace kintree {

/// What an implementation with a slip makes of a case.
struct Misreading {
  /// The case that it solves instead. Its numbers are rounded once.
  Case solved;
  IndexMaps maps;       ///< from the exact answers to that case to the answers that it gives
  ProblemSet problems;  ///< without those that the slip says nothing of
  /// Of matrices, what it writes: all entries, or one triangle with the diagonal, and zeros in the other.
  enum Part { all, lower, upper } part = all;
};

struct Slip {
  std::string_view name;
  std::string_view
      description;  ///< what the implementation does, to follow "it looks as if": a clause with its subject
  /// A pure function. Returns nothing where the case has nothing that could be misread so.
  std::optional<Misreading> (*misread)(const Case& c);
};

const std::vector<Slip>& slips();

/// The slip of that name, or null.
const Slip* slip(std::string_view name);

/// What an implementation makes of a case if it takes state and answers for vectors in which the joints of these bodies follow each
/// other in this order: a permutation of those that move, or of all.
Misreading misread_in_order(const Case& c, std::vector<int> order);

/// Both slips at once: what the second makes of the case that the first solves instead. Of problems that both speak of.
std::optional<Misreading> misread(const Case& c, const Slip& first, const Slip& second);

}  // namespace kintree
