// kintree new-plugin: a folder with a small plugin that already passes, to be turned into one's own.
#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/suite/folders.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

/// composite_body -> CompositeBody.
std::string class_name(const std::string& name) {
  std::string result;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    result += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return result;
}

int new_plugin(const std::string& name, const std::string& given_folder) {
  const auto allowed = [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
  };
  if (name.empty() || std::islower(static_cast<unsigned char>(name[0])) == 0 ||
      !std::all_of(name.begin(), name.end(), allowed))
    throw InputError(in_quotes(name) +
                     ": a plugin's name is made of a-z, 0-9 and _, and begins with a letter");
  const std::filesystem::path folder =
      given_folder.empty() ? std::filesystem::path("plugins") / name : std::filesystem::path(given_folder);
  if (std::filesystem::exists(folder)) throw InputError(printable(folder.string()) + ": exists already");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(printable(folder.string()) + ": cannot be made: " + error.message());

  const std::filesystem::path templates = suite::folders().templates;
  const std::pair<const char*, std::string> files[] = {{"CMakeLists.txt.in", "CMakeLists.txt"},
                                                       {"plugin.cpp.in", "plugin.cpp"},
                                                       {"header.hpp.in", name + ".hpp"},
                                                       {"README.md.in", "README.md"}};
  std::string list;
  for (const auto& [from, to] : files) {
    std::string text = read_text_file(templates / from);
    boost::algorithm::replace_all(text, "@NAME@", name);
    boost::algorithm::replace_all(text, "@CLASS@", class_name(name));
    write_text_file((folder / to).string(), text);
    list += (folder / to).string() + "\n";
  }
  write_text_file("-", list);
  return 0;
}

}  // namespace

void add_new_plugin(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("new-plugin", "Make a folder with a small plugin that passes, to start from");
  auto name = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  sub->add_option("name", *name, "Name of the plugin: a-z, 0-9, _")->required();
  sub->add_option("--out", *folder, "Folder to make (default: plugins/NAME)")->type_name("DIR");
  sub->callback(
      [name, folder, &command] { command.action = [name, folder] { return new_plugin(*name, *folder); }; });
}

}  // namespace kintree::command
