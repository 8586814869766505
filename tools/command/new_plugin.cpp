// kintree new-plugin: a folder with a small plugin, to be turned into one's own. It has an algorithm for the mass matrix, which is
// right, and stubs for other problems, which are made from their descriptions and return zeros.
#include <algorithm>
#include <array>
#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <kainjow/mustache.hpp>
#include <regex>
#include <set>
#include <stdexcept>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"
#include "suite/support/folders.hpp"

namespace kintree::command {
namespace {

using Data = kainjow::mustache::data;
using List = kainjow::mustache::list;

constexpr std::string_view template_suffix = ".mustache";

/// The files of a language, in a folder of that name. In their names and texts new_plugin and NewPlugin
/// represent the plugin's name. Those with the suffix are templates. The first file is the algorithm.
struct Language {
  std::string_view name;
  std::string_view sizes;  ///< the prefix of n and other sizes
  std::vector<std::string_view> files;
};

const std::array<Language, 5>& languages() {
  static const std::array<Language, 5> all{
      Language{"c++", "", {"new_plugin.hpp.mustache", "plugin.cpp.mustache", "CMakeLists.txt", "README.md"}},
      Language{"c", "s->", {"new_plugin.c.mustache", "kintree_bodies.h", "CMakeLists.txt", "README.md"}},
      Language{
          "fortran", "s%", {"new_plugin.f90.mustache", "kintree_plugin.f90", "CMakeLists.txt", "README.md"}},
      Language{"python", "tree.", {"new_plugin.py.mustache", "kintree_protocol.py", "README.md"}},
      Language{"node", "tree.", {"new_plugin.mjs.mustache", "kintree_protocol.mjs", "README.md"}}};
  return all;
}

std::string_view name_of(const Language& language) {
  return language.name;
}

struct NewPlugin {
  std::string name, folder, language = "c++";
  std::set<Problem> problems;
  bool empty = false;
};

/// composite_body -> CompositeBody.
std::string class_name(std::string_view name) {
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

/// The length of an index as an expression, with `of` before the names of sizes.
std::string length(Index index, std::string_view of) {
  const std::string size(of);
  switch (index) {
    case Index::position:
      return size + "nq";
    case Index::velocity:
    case Index::force:
      return size + "n";
    case Index::forces:
      return size + "n * " + size + "n";
    case Index::twist:
    case Index::wrench:
      return "6 * " + size + "m";
    case Index::body_wrench:
      return "6 * (" + size + "N + 1)";
    case Index::constraint:
    case Index::constraint_force:
      return size + "r";
    case Index::momentum:
      return "6";
    case Index::parameter:
      return "10 * " + size + "N";
    default:
      return "1";
  }
}

bool has_numbers(const Quantity& quantity) {
  return quantity.rows != Index::end_effector;
}

/// The inputs or outputs of a problem. In C++ several are members of one argument, `several`, and one is the argument itself.
struct Arguments {
  List list;
  std::string name;      ///< of the argument in C++
  std::string position;  ///< q, in C++
};

Arguments arguments(const Quantities& quantities, const std::string& several, const Language& language) {
  Arguments result;
  const bool is_one = std::count_if(quantities.begin(), quantities.end(), has_numbers) == 1;
  for (std::size_t at = 0; at < quantities.size(); ++at) {
    const Quantity& quantity = quantities[at];
    if (!has_numbers(quantity)) continue;
    const std::string name(quantity.name), access = is_one ? name : several + "." + name;
    const bool by_body = quantity.rows == Index::body_wrench, is_matrix = !quantity.is_vector();
    Data data;
    data["name"] = name;
    data["access"] = access;
    data["at"] = std::to_string(at);
    data["shape"] =
        by_body
            ? "6 for each body 0..N"
            : boost::algorithm::erase_all_copy(
                  length(quantity.rows, "") + (is_matrix ? " x " + length(quantity.columns, "") : ""), " * ");
    data["rows"] = length(quantity.rows, language.sizes);
    data["columns"] = length(quantity.columns, language.sizes);
    data["matrix"] = is_matrix;
    data["by_body"] = by_body;
    data["of_oracle"] = quantity.is_input_from_oracle;
    result.list.push_back(data);
    result.name = is_one ? name : several;
    if (quantity.rows == Index::position) result.position = access;
  }
  return result;
}

Data data_of(Problem problem, const Language& language) {
  const Arguments inputs = arguments(info(problem).reads, "in", language),
                  outputs = arguments(info(problem).returns, "out", language);
  Data data;
  data["name"] = std::string(name(problem));
  data["type"] = class_name(name(problem));
  data["definition"] = std::string(info(problem).definition);
  data["inputs"] = inputs.list;
  data["input"] = inputs.name;
  data["outputs"] = outputs.list;
  data["output"] = outputs.name;
  data["position"] = language.name == "c++" ? inputs.position : "q";
  data["end_effectors"] = reads(problem, quantity::end_effectors);
  return data;
}

std::vector<Problem> stubs(const NewPlugin& plugin) {
  std::vector<Problem> result;
  std::copy_if(plugin.problems.begin(), plugin.problems.end(), std::back_inserter(result),
               [&](Problem p) { return plugin.empty || p != Problem::mass_matrix; });
  return result;
}

Data data_of(const NewPlugin& plugin, const Language& language) {
  const auto list = [&](const auto& problems) {
    List result;
    for (const Problem p : problems) result.push_back(data_of(p, language));
    return result;
  };
  const List of_stubs = list(stubs(plugin));
  Data data;
  data["problems"] = list(plugin.problems);
  data["problem_count"] = std::to_string(plugin.problems.size());
  data["stubs"] = of_stubs;
  data["has_stubs"] = !of_stubs.empty();
  data["worked"] = of_stubs.size() < plugin.problems.size();
  data["end_effectors"] = std::any_of(plugin.problems.begin(), plugin.problems.end(),
                                      [](Problem p) { return reads(p, quantity::end_effectors); });
  return data;
}

std::string rendered(std::string text, Data data, const std::filesystem::path& file) {
  // The library leaves an empty line where it leaves out a section, unless that line has a section which it does not leave out.
  static const std::regex end_of_section("(\\{\\{/\\w+\\}\\})\n");
  text = std::regex_replace(text, end_of_section, "$1{{#kept}}{{/kept}}\n");
  data["kept"] = true;
  kainjow::mustache::mustache whole(text);
  whole.set_custom_escape([](const std::string& value) { return value; });
  std::string result = whole.render(data);
  if (!whole.is_valid()) throw std::logic_error(file.string() + ": " + whole.error_message());
  return result;
}

int write(const NewPlugin& plugin) {
  const auto allowed = [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
  };
  const std::string& name = plugin.name;
  if (name.empty() || std::islower(static_cast<unsigned char>(name[0])) == 0 ||
      !std::all_of(name.begin(), name.end(), allowed))
    throw InputError(in_quotes(name) +
                     ": a plugin's name is made of a-z, 0-9 and _, and begins with a letter");
  const auto language = std::find_if(languages().begin(), languages().end(),
                                     [&](const Language& l) { return l.name == plugin.language; });
  if (language == languages().end())
    throw InputError("unknown language " + in_quotes(plugin.language) +
                     "; there are: " + suite::listing(languages(), name_of));

  const Data data = data_of(plugin, *language);
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string_view file : language->files) {
    const std::filesystem::path from = suite::folders().templates / language->name / file;
    std::string to(file), text = read_text_file(from);
    if (to.ends_with(template_suffix)) {
      to.resize(to.size() - template_suffix.size());
      text = rendered(text, data, from);
    }
    for (std::string* in : {&to, &text}) boost::algorithm::replace_all(*in, "new_plugin", name);
    boost::algorithm::replace_all(text, "NewPlugin", class_name(name));
    files.emplace_back(to, text);
  }

  const std::filesystem::path folder = plugin.folder.empty() ? name : plugin.folder;
  if (std::filesystem::exists(folder)) throw InputError(printable(folder.string()) + ": exists already");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(printable(folder.string()) + ": cannot be made: " + error.message());
  std::string said;
  for (const auto& [file, text] : files) {
    write_text_file(folder / file, text);
    said += (folder / file).string() + "\n";
  }
  for (const Problem p : stubs(plugin))
    said += "stub: " + std::string(kintree::name(p)) + " in " + (folder / files[0].first).string() +
            " returns zeros, and its checks fail until it is filled in\n";
  write_text_file("-", said);
  return 0;
}

}  // namespace

void add_new_plugin(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("new-plugin", "Make a folder with a small plugin to start from");
  auto plugin = std::make_shared<NewPlugin>();
  sub->add_option("name", plugin->name, "Name of the plugin: a-z, 0-9, _")->required();
  sub->add_option_function<std::vector<std::string>>(
         "--problem",
         [plugin](const std::vector<std::string>& names) {
           for (const std::string& name : names) plugin->problems.insert(problem_of(name));
         },
         "Problem that it solves (repeatable; default: mass_matrix, which has an algorithm that passes; "
         "others "
         "return zeros)")
      ->type_name("NAME");
  sub->add_option("--language", plugin->language, suite::listing(languages(), name_of))
      ->capture_default_str()
      ->type_name("NAME");
  sub->add_flag("--empty", plugin->empty,
                "Leave out the algorithm: the mass matrix is zero, too, until it is filled in");
  sub->add_option("--out", plugin->folder, "Folder to make (default: NAME)")->type_name("DIR");
  sub->callback([plugin, &command] {
    command.action = [plugin] {
      if (plugin->problems.empty()) plugin->problems.insert(Problem::mass_matrix);
      return write(*plugin);
    };
  });
}

}  // namespace kintree::command
