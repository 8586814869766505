// Where the cases of a run come from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// A family of cases: one case for every seed. Unless joint kinds are chosen, every fourth seed of random
/// trees has only revolute joints, and every eighth has a floating base as well.
struct Source {
  CaseId id;           ///< of its cases, the seed aside
  std::string repeat;  ///< the options that select this family again
  std::function<Case(std::uint64_t seed)> draw;
};

/// Cases by family, or a model of a file, before they are looked for.
struct CaseChoice {
  std::vector<std::string> families;
  int trees = 210;  ///< ten of each family
  int bodies = 30;
  std::uint64_t seed = 1;
  std::vector<JointKind> joints;
  std::optional<Numbering> numbering;
  std::string model;
  std::string state;  ///< a file: the one state of the model, instead of random ones
  UrdfOptions urdf;   ///< how the model is read

  bool operator==(const CaseChoice&) const = default;

  /// Returns the chosen cases: the named families, the model, or all families of random trees. Throws
  /// InputError for unknown names and for choices that exclude each other.
  std::vector<Source> sources() const;
};

/// A random tree that once revealed something that others do not.
struct FoundCase {
  Source source;
  std::uint64_t seed = 0;
};

/// Those of testdata/found.json.
std::vector<FoundCase> found_cases();

/// Random trees, by family.
std::vector<std::string> tree_families();
/// The papers' trees and the robots of testdata/, by name.
std::vector<std::string> testdata_families();

/// The families that have a case within the plugin's domain, and not too large for all of its problems; those with constraints only for
/// plugins that answer problems about them. Random trees are drawn within the domain; of a tree or robot of testdata/
/// the first eight seeds are looked at.
std::vector<std::string> families_within(const Description& plugin);

/// The family of the cases of a robot: its file's name without the extension.
std::string model_name(const std::string& file);

/// The options of the command that choose how a robot is read, each after a space.
std::string repeat(const UrdfOptions& options);

/// Writes warnings about a file to the log.
void log_warnings(const std::vector<std::string>& warnings);

}  // namespace kintree::suite
