// Explanations of a wrong answer, for the author of the plugin.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/known_mistakes.hpp"
#include "suite/verification/fitted_mistake.hpp"

namespace kintree::suite {

/// Forces at the coordinates that the equation of motion does not have: of each a constant times its acceleration or velocity.
struct AddedForce {
  enum Kind { armature, damping } kind;
  std::vector<std::pair<std::string, double>> constants;  ///< by joint, of its coordinates that have one
};

struct Diagnosis {
  std::size_t entries = 0, wrong_entries = 0;  ///< of the answer
  std::vector<std::string> wrong;              ///< which, by joint, the worst first
  std::string
      one_triangle;  ///< "above" or "below": the side of the diagonal on which alone a symmetric matrix is wrong
  std::vector<std::string> right;   ///< how the question must change for the answer to be right: "at rest"
  std::optional<AddedForce> added;  ///< the only error, if it is such a force
  /// Each slip, or each pair if no slip alone does, that gives the answer of the plugin, to half of its digits.
  std::vector<std::pair<const KnownMistake*, const KnownMistake*>> slips;  ///< the second may be null
  std::vector<FittedMistake> fitted;  ///< mistakes whose answers are computed, if no slips explain the answer
  bool is_of_larger_case =
      false;  ///< the mistakes explain the answer to a random tree, since the case is small
};

/// The cases that a plugin answers. Numbers that somebody else computed answer one case alone.
enum class Answered { this_case, every_case };

/// Compares the plugin's answer with the exact one and with those that slips give. Returns nothing if there
/// is no answer, if it is right, or if there is no exact one. Factorizations, whose input is a matrix, have
/// no diagnosis. A plugin that answers every case is called for others as well, which show more.
std::optional<Diagnosis> diagnose(const Plugin& plugin, Problem problem, const Case& c, Format format,
                                  Answered answered = Answered::every_case);

/// The beginning of a line about a likely mistake.
inline constexpr const char* likely_mistake = "  it looks as if ";

/// For readers, some lines.
std::string to_string(const Diagnosis& diagnosis);

}  // namespace kintree::suite
