#include "suite/cases/request.hpp"

#include <spdlog/fmt/fmt.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/plugin/loader.hpp"
#include "suite/cases/sources.hpp"
#include "suite/support/folders.hpp"
#include "suite/support/plugin_folders.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {

std::vector<std::filesystem::path> plugin_folders(const std::vector<std::string>& given) {
  if (!given.empty()) return {given.begin(), given.end()};
  std::vector<std::filesystem::path> folders;
  if (const char* variable = std::getenv("KINTREE_PLUGIN_PATH"); variable != nullptr && *variable != '\0') {
    std::stringstream list(variable);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) folders.emplace_back(folder);
    return folders;
  }
  return {suite::folders().plugins};
}

bool solves_any(const Plugin& plugin, const ProblemSet& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [&](Problem p) { return plugin.description().claim(p) != nullptr; });
}

Request Request::about(const ProblemSet& some) const {
  Request part{{}, problems & some, oracle, {}, format};
  std::copy_if(plugins.begin(), plugins.end(), std::back_inserter(part.plugins),
               [&](const Plugin* p) { return solves_any(*p, part.problems); });
  return part;
}

ProblemSet Request::claimed() const {
  ProblemSet result;
  for (const Plugin* plugin : plugins)
    for (const Problem problem : problems)
      if (plugin->description().claim(problem) != nullptr) result.insert(problem);
  return result;
}

namespace {

/// Throws InputError if a plugin promises less on a family that does not exist.
void check_families(const std::vector<const Plugin*>& plugins) {
  std::vector<std::string> known = tree_families();
  for (const std::string& name : testdata_families()) known.push_back(name);
  known.emplace_back("worst");
  for (const Plugin* plugin : plugins)
    for (const Claim& claim : plugin->description().claims)
      for (const auto& [family, promise] : claim.less)
        if (std::find(known.begin(), known.end(), family) == known.end())
          throw InputError("plugin " + in_quotes(plugin->description().name) + ": " +
                           std::string(name(claim.problem)) + ": less: unknown family " + in_quotes(family) +
                           near_name_hint(family, known) +
                           "; there are: " + listing(known, [](const std::string& name) { return name; }));
}

}  // namespace

std::vector<const Plugin*> PluginChoice::load() const {
  std::vector<std::pair<std::string, const Plugin*>> all;
  for (const Plugin* program : Programs(programs, limits).plugins()) all.emplace_back("--exec", program);
  const auto is_program = [&](const std::string& wanted) {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& program) { return program.second->description().name == wanted; });
  };
  const bool names_a_program = std::any_of(names.begin(), names.end(), is_program);
  if (programs.empty() || !std::all_of(names.begin(), names.end(), is_program)) {
    const std::vector<std::filesystem::path> searched = plugin_folders(folders);
    const std::vector<const Plugin*> libraries =
        isolate ? IsolatedLibraries(searched, limits).plugins() : SharedLibraries(searched).plugins();
    for (const Plugin* plugin : libraries)
      all.insert(all.begin(), {"plugin '" + plugin->description().name + "'", plugin});
  }
  std::vector<const Plugin*> plugins = sorted_by_name(all);
  const auto is_known = [&](const std::string& wanted) {
    return std::any_of(plugins.begin(), plugins.end(),
                       [&](const Plugin* plugin) { return plugin->description().name == wanted; });
  };
  if (!programs.empty() && !names.empty() && !names_a_program &&
      std::all_of(names.begin(), names.end(), is_known))
    throw InputError(
        "--plugin names no program of --exec; expected the names of programs too, or no --plugin");
  check_families(plugins);
  return plugins;
}

Request PluginChoice::request() const {
  Request request{{}, problems.empty() ? ProblemSet::all() : problems, oracle};
  const std::vector<const Plugin*> all = load();
  if (all.empty())
    throw InputError(
        "no plugins found in " +
        listing(plugin_folders(folders), [](const auto& folder) { return printable(folder.string()); }) +
        "; expected a folder with kintree_plugin_NAME.so");
  for (const std::string& wanted : names) {
    if (std::count(names.begin(), names.end(), wanted) > 1)
      throw InputError("--plugin " + wanted + " is repeated; expected each plugin once");
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Plugin* p) { return p->description().name == wanted; });
    if (found == all.end()) {
      std::vector<std::string> known;
      for (const Plugin* plugin : all) known.push_back(plugin->description().name);
      throw InputError("unknown plugin " + in_quotes(wanted) + near_name_hint(wanted, known) +
                       "; there are: " + listing(known, [](const std::string& name) { return name; }));
    }
    if (!solves_any(**found, request.problems))
      throw InputError(
          "plugin '" + wanted + "' solves none of the problems asked for; it solves: " +
          listing((*found)->description().claims, [](const Claim& c) { return name(c.problem); }));
    request.plugins.push_back(*found);
  }
  if (names.empty())
    std::copy_if(all.begin(), all.end(), std::back_inserter(request.plugins),
                 [&](const Plugin* p) { return solves_any(*p, request.problems); });
  if (request.plugins.empty()) {
    const auto named = [](Problem p) { return name(p); };
    throw InputError("no plugin solves " + listing(problems, named) + "; expected one of " +
                     listing(Request{all, ProblemSet::all()}.claimed(), named));
  }
  return request;
}

std::string PluginChoice::repeat() const {
  std::string text;
  for (const std::string& program : programs) text += " --exec " + quoted(program);
  for (const std::string& folder : folders) text += " --plugin-path " + quoted(folder);
  if (isolate) text += " --isolate";
  if (limits.seconds != ProgramLimits{}.seconds) text += fmt::format(" --time-limit {}", limits.seconds);
  if (limits.memory != ProgramLimits{}.memory) text += fmt::format(" --memory-limit {}", limits.memory >> 20);
  if (oracle != OracleChoice::automatic)
    text += " --oracle " + std::string(oracle_names[static_cast<std::size_t>(oracle)]);
  return text;
}

}  // namespace kintree::suite
