#include "common.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <boost/dll/runtime_symbol_info.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "build_info.hpp"
#include "kintree/data/error.hpp"
#include "kintree/plugin/loader.hpp"

namespace kintree::tools {
namespace {

template <class Range, class Name>
std::string listing(const Range& items, Name&& name_of) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + std::string(name_of(item));
  return text;
}

/// --plugin-path, else KINTREE_PLUGIN_PATH (colon-separated), else plugins/ beside the command.
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::string>& given) {
  if (!given.empty()) return {given.begin(), given.end()};
  std::vector<std::filesystem::path> folders;
  if (const char* variable = std::getenv("KINTREE_PLUGIN_PATH"); variable != nullptr && *variable != '\0') {
    std::stringstream list(variable);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) folders.emplace_back(folder);
    return folders;
  }
  return {std::filesystem::path(boost::dll::program_location().parent_path().string()) / "plugins"};
}

}  // namespace

void PluginOptions::add_folders_to(CLI::App& app) {
  app.add_option("--plugin-path", folders,
                 "Folder to load plugins from, instead of KINTREE_PLUGIN_PATH or plugins/ beside the command "
                 "(repeatable)")
      ->type_name("DIR");
}

void PluginOptions::add_to(CLI::App& app) {
  app.add_option("--plugin", names, "Plugin to check (repeatable; default: all)")->type_name("NAME");
  app.add_option("--problem", problems, "Problem to check (repeatable; default: all)")->type_name("NAME");
  app.add_option_function<std::string>(
         "--oracle",
         [this](const std::string& wanted) {
           const auto at = std::find(oracle_names.begin(), oracle_names.end(), wanted);
           if (at == oracle_names.end())
             throw CLI::ValidationError("--oracle", "one of automatic, dense, tree");
           oracle = static_cast<OracleChoice>(at - oracle_names.begin());
         },
         fmt::format("Exact answers: 'dense' for every problem, 'tree' for dynamics of trees of any size, "
                     "'automatic': dense up to {} degrees of freedom",
                     automatic_dense_limit))
      ->type_name("NAME");
  add_folders_to(app);
}

std::vector<const Plugin*> PluginOptions::load() const {
  return load_plugins(plugin_folders(folders));
}

Asked PluginOptions::asked() const {
  Asked asked;
  asked.oracle = oracle;
  for (const std::string& text : problems) asked.problems.push_back(parse_problem(text));
  if (asked.problems.empty()) asked.problems.assign(all_problems.begin(), all_problems.end());
  const std::vector<const Plugin*> all = load();
  if (all.empty()) throw InputError("no plugins found");
  const auto solves_any = [&](const Plugin* plugin) {
    return std::any_of(asked.problems.begin(), asked.problems.end(),
                       [&](Problem p) { return plugin->description().claim(p) != nullptr; });
  };
  for (const std::string& wanted : names) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Plugin* p) { return p->description().name == wanted; });
    if (found == all.end())
      throw InputError("unknown plugin '" + wanted + "'; there are: " + listing(all, [](const Plugin* p) {
                         return p->description().name;
                       }));
    if (!solves_any(*found))
      throw InputError(
          "plugin '" + wanted + "' solves none of the problems asked for; it solves: " +
          listing((*found)->description().claims, [](const Claim& c) { return name(c.problem); }));
    asked.plugins.push_back(*found);
  }
  if (names.empty()) std::copy_if(all.begin(), all.end(), std::back_inserter(asked.plugins), solves_any);
  if (asked.plugins.empty()) throw InputError("no plugin solves the problem asked for");
  return asked;
}

std::string PluginOptions::repeat() const {
  std::string text;
  for (const std::string& folder : folders) text += " --plugin-path " + quoted(folder);
  if (oracle != OracleChoice::automatic)
    text += " --oracle " + std::string(oracle_names[static_cast<std::size_t>(oracle)]);
  return text;
}

Problem parse_problem(const std::string& text) {
  if (const auto found = problem(text)) return *found;
  throw InputError("unknown problem '" + one_line(text) +
                   "'; there are: " + listing(all_problems, [](Problem p) { return name(p); }));
}

void write_file(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::cout << text << std::flush;
    return;
  }
  const std::string temporary = path + ".partial";
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(temporary, path, error);
  if (!file || error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw InputError(one_line(path) + ": cannot be written");
  }
}

void write_json(const std::string& path, const nlohmann::ordered_json& value) {
  write_file(path, value.dump(1) + "\n");
}

nlohmann::ordered_json number(double x) {
  if (std::isfinite(x)) return x;
  return nullptr;
}

std::string quoted(const std::string& argument) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-+=./:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), plain)) return argument;
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string testdata_folder() {
  if (const char* variable = std::getenv("KINTREE_TESTDATA"); variable != nullptr && *variable != '\0')
    return variable;
  return build_info::testdata;
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace kintree::tools
