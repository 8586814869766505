// The request of a run: its plugins, problems, oracle and transformations.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/format.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/metamorphic.hpp"
#include "suite/execution/program.hpp"
#include "suite/support/dense_limit.hpp"

namespace kintree::suite {

enum class OracleChoice {
  automatic,  ///< dense up to `automatic_dense_limit` degrees of freedom, else the tree oracle
  dense,      ///< every problem; time grows with n^3
  tree,       ///< inverse and forward dynamics, of trees of any size
};
inline constexpr std::array<std::string_view, 3> oracle_names{"automatic", "dense", "tree"};

struct Request {
  std::vector<const Plugin*> plugins;
  ProblemSet problems;  ///< a plugin gets those of them that it solves
  OracleChoice oracle = OracleChoice::automatic;
  std::vector<const Transformation*> transformations = {};  ///< every case is also verified in these forms
  Format format = Format::binary64;  ///< cases are rounded to it, and plugins compute in it
  /// Those of the plugins that also get the random trees drawn within the domains of others.
  std::vector<const Plugin*> references = {};

  /// The same for these problems alone, with the plugins that solve any of them, and without transformations.
  Request about(const ProblemSet& some) const;
  /// Those of the problems that any of the plugins claims.
  ProblemSet claimed() const;
};

/// Returns true if the plugin claims any of the problems.
bool solves_any(const Plugin& plugin, const ProblemSet& problems);

/// Plugins and problems by name, before they are looked for.
struct PluginChoice {
  std::vector<std::string> names;  ///< empty: all
  ProblemSet problems;             ///< empty: all
  /// Searched instead of KINTREE_PLUGIN_PATH, or of the plugins of this build or installation.
  std::vector<std::string> folders;
  /// Commands of programs that use the line protocol. Unless plugins are named as well, only these programs
  /// are chosen.
  std::vector<std::string> programs = {};
  bool isolate = false;  ///< shared libraries are called in processes of their own
  ProgramLimits limits = {};
  OracleChoice oracle = OracleChoice::automatic;

  /// Returns all plugins of the folders and all programs, or only the programs if nothing else is chosen.
  std::vector<const Plugin*> load() const;
  /// The plugins and problems chosen. Throws InputError for an unknown name, and for a plugin that solves
  /// none of the problems.
  Request request() const;
  /// True if plugins were chosen one by one.
  bool by_name() const { return !names.empty() || !programs.empty(); }
  /// The options of the command that choose programs, folders and oracle again; plugins and problems are left out.
  std::string repeat() const;
};

}  // namespace kintree::suite
