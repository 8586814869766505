// Transformations of a case into another one whose answers are known from the answers to the first.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "kintree/data/answer_map.hpp"
#include "kintree/data/problem.hpp"
#include "kintree/trees/case.hpp"

namespace kintree {

struct Transformed {
  Case image;
  /// The case that is transformed, where it is not the given one: the given one, one of its joints at rest.
  std::optional<Case> from;
  /// From the answers to the case to those to the image. A problem that is left out has no such relation (or
  /// one that shows nothing). For the problem `factorization` it is the solution that is mapped.
  std::map<Problem, AnswerMap> answers;
};

struct Transformation {
  std::string_view name;
  std::string_view description;
  /// The image's doubles are exact. Otherwise they are the correctly rounded ones.
  bool exact;
  /// Nothing where the case has nothing to transform. A pure function of its arguments.
  std::optional<Transformed> (*apply)(const Case& c, std::uint64_t seed);
};

const std::vector<Transformation>& transformations();

/// The transformation of that name, or null.
const Transformation* transformation(std::string_view name);

}  // namespace kintree
