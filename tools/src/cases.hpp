// Where the cases of a run come from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::tools {

/// A family of cases: a case for every seed. Unless joints are asked for, those of random trees are revolute
/// for every fourth seed, on a floating base for every eighth.
struct Source {
  std::string family;
  std::string repeat;  ///< options that select this family again
  std::function<Case(std::uint64_t seed)> draw;
};

struct CaseFlags {
  std::vector<std::string> families;
  int trees = 210;  // ten of each family
  int bodies = 30;
  std::uint64_t seed = 1;
  std::vector<std::string> joints;
  std::string numbering;
  std::string model;
  std::string state;  ///< a file: of the model, instead of random states; one case
  bool floating_base = false;
  bool independent_mimic = false;

  void add_to(CLI::App& app);

  bool operator==(const CaseFlags&) const = default;

  /// What was asked for: the named families, the model, or all families of random trees. InputError for
  /// unknown names.
  std::vector<Source> sources() const;
};

/// A random tree that once showed what others do not, and its seed.
struct Found {
  Source source;
  std::uint64_t seed = 0;
};

/// Those of testdata/found.json.
std::vector<Found> found_cases();

/// Random trees, by family.
std::vector<std::string> tree_families();
/// The papers' trees and the robots of testdata/, by name.
std::vector<std::string> testdata_families();

/// Warnings about a file go to the log, once.
void log_warnings(const std::vector<std::string>& warnings);

}  // namespace kintree::tools
