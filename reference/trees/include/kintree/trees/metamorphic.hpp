// Metamorphic relations: transformations of a case into an image whose answers follow from the answers to the
// case.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "kintree/trees/case.hpp"
#include "kintree/trees/index_maps.hpp"

namespace kintree {

struct CaseImage {
  Case image;
  /// The case that the answers are mapped from, if it is not the given one but the given one with a joint at
  /// rest.
  std::optional<Case> from = {};
  IndexMaps maps = {};  ///< from the answers to the case to the answers to the image
  /// The problems whose answers are related by the maps. Problems that have no such relation, or only a
  /// trivial one, are left out. In `factorization` the solution x is mapped, not the factors.
  ProblemSet problems = {};
};

struct Transformation {
  std::string_view name;
  std::string_view description;
  bool exact;  ///< the image's numbers are exact; otherwise each is correctly rounded
  /// A pure function of its arguments. Returns nothing where the case has nothing to transform.
  std::optional<CaseImage> (*apply)(const Case& c, std::uint64_t seed);
};

const std::vector<Transformation>& transformations();

/// The transformation of that name, or null.
const Transformation* transformation(std::string_view name);

}  // namespace kintree
