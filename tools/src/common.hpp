// What the commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "verify.hpp"

namespace kintree::tools {

/// A command adds itself to the application; when it is chosen, what it does goes into `action`, which
/// returns the exit code.
struct Command {
  std::function<int()> action;
};

void add_list(CLI::App& app, Command& command);
void add_verify(CLI::App& app, Command& command);
void add_solve(CLI::App& app, Command& command);
void add_generate(CLI::App& app, Command& command);
void add_golden(CLI::App& app, Command& command);
void add_report(CLI::App& app, Command& command);
void add_reproduce(CLI::App& app, Command& command);
void add_cost(CLI::App& app, Command& command);
void add_power(CLI::App& app, Command& command);
void add_new_plugin(CLI::App& app, Command& command);

/// Options of plugins: which, where from, which problems, before which oracle.
struct PluginOptions {
  std::vector<std::string> names;     ///< empty: all
  std::vector<std::string> problems;  ///< empty: all
  std::vector<std::string> folders;   ///< searched instead of the default ones
  OracleChoice oracle = OracleChoice::automatic;

  void add_folders_to(CLI::App& app);
  void add_to(CLI::App& app);

  std::vector<const Plugin*> load() const;
  /// The plugins and problems asked for; InputError for unknown names, and for a plugin that solves none of
  /// the problems.
  Asked asked() const;
  /// These options as part of the command that repeats a case, plugin and problem aside.
  std::string repeat() const;
};

/// The problem of that name; InputError, listing all, if there is none.
Problem parse_problem(const std::string& name);

/// Writes a file as a whole or not at all; "-" is the standard output. InputError, naming the file, if it
/// cannot be written.
void write_file(const std::string& path, const std::string& text);
void write_json(const std::string& path, const nlohmann::ordered_json& value);

/// A number as JSON: NaN and infinity, which JSON lacks, as null.
nlohmann::ordered_json number(double x);

/// An argument as a shell reads it back.
std::string quoted(const std::string& argument);

/// The folder of the test data: KINTREE_TESTDATA of the environment, or the one known from the build.
std::string testdata_folder();

/// A file's path was given where a file must be: CLI11's own messages span lines, ours do not.
std::string one_line(std::string text);

}  // namespace kintree::tools
