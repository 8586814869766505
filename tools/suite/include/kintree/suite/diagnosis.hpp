// What is wrong with a wrong answer, in the words of its author.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/slips.hpp"

namespace kintree::suite {

struct Diagnosis {
  std::size_t entries = 0, wrong_entries = 0;  ///< of the answer
  std::vector<std::string> wrong;              ///< which, by joint, the worst first
  std::vector<std::string> right;  ///< how the question must change for the answer to be right: "at rest"
  bool diagonal_alone = false;     ///< of a matrix, only entries of the diagonal are wrong
  /// Each slip, or each pair if no slip alone does, that gives the answer of the plugin, to half of its digits.
  std::vector<std::pair<const Slip*, const Slip*>> slips;  ///< the second may be null
};

/// Compares the plugin's answer with the exact one and with those that slips give. Nothing where there is no answer, or a right
/// one, or no exact one, and of a factorization, whose input is a matrix.
std::optional<Diagnosis> diagnose(const Plugin& plugin, Problem problem, const Case& c, Format format);

/// For readers, some lines.
std::string words(const Diagnosis& diagnosis);

}  // namespace kintree::suite
