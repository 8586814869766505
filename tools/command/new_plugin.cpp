// kintree new-plugin: a folder with a small plugin that already passes, to be turned into one's own.
#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/text_file.hpp"
#include "options.hpp"
#include "suite/support/folders.hpp"

namespace kintree::command {
namespace {

/// The files of a template, in a folder of that name. In their names and texts new_plugin and NewPlugin stand for the
/// plugin's name. The first file is the algorithm.
struct Language {
  std::string_view name;
  std::vector<std::string_view> files;
};

const std::array<Language, 5>& languages() {
  static const std::array<Language, 5> all{
      Language{"c++", {"new_plugin.hpp", "plugin.cpp", "CMakeLists.txt", "README.md"}},
      Language{"c", {"new_plugin.c", "CMakeLists.txt", "README.md"}},
      Language{"fortran", {"new_plugin.f90", "kintree_plugin.f90", "CMakeLists.txt", "README.md"}},
      Language{"python", {"new_plugin.py", "kintree_protocol.py", "README.md"}},
      Language{"node", {"new_plugin.mjs", "kintree_protocol.mjs", "README.md"}}};
  return all;
}

std::string_view name_of(const Language& language) {
  return language.name;
}

struct NewPlugin {
  std::string name, folder, language = "c++";
  std::vector<std::string> problems;
  bool empty = false;
};

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

/// The words of a line "// @if word word", in whatever way the language begins a comment; none of "// @end". Nothing of
/// other lines.
std::optional<std::set<std::string>> condition(const std::string& line) {
  std::istringstream words(line);
  std::string comment, mark, word;
  if (!(words >> comment >> mark) || (mark != "@if" && mark != "@end")) return {};
  std::set<std::string> result;
  while (words >> word) result.insert(word);
  return result;
}

/// The text without the marked lines, and without what stands between "@if word..." and its "@end" unless one of the words
/// is chosen. Pairs may stand within others.
std::string chosen_parts(const std::string& text, const std::set<std::string>& chosen) {
  std::istringstream lines(text);
  std::string result;
  std::vector<bool> kept;
  for (std::string line; std::getline(lines, line);) {
    if (const auto words = condition(line)) {
      if (words->empty())
        kept.pop_back();
      else
        kept.push_back(std::any_of(words->begin(), words->end(),
                                   [&](const std::string& word) { return chosen.contains(word); }));
      continue;
    }
    if (std::all_of(kept.begin(), kept.end(), [](bool keeps) { return keeps; })) result += line + "\n";
  }
  return result;
}

/// The problems for which a template has parts.
std::vector<std::string> problems_within(const std::string& text) {
  std::set<std::string> words;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const auto more = condition(line)) words.insert(more->begin(), more->end());
  std::vector<std::string> result;
  for (const std::string_view problem : problem_names)
    if (words.contains(std::string(problem))) result.emplace_back(problem);
  return result;
}

std::vector<std::string> offered_in(const Language& language) {
  return problems_within(read_text_file(suite::folders().templates / language.name / language.files[0]));
}

/// Says which languages have a template for the problem, or which problems the language has one for.
[[noreturn]] void refuse(const std::string& problem, const Language& language,
                         const std::vector<std::string>& offered) {
  std::vector<std::string> others;
  for (const Language& other : languages()) {
    const std::vector<std::string> there = offered_in(other);
    if (std::find(there.begin(), there.end(), problem) != there.end()) others.emplace_back(other.name);
  }
  const auto as_it_is = [](const std::string& p) { return p; };
  throw InputError("there is no template for problem " + in_quotes(problem) +
                   (others.empty() ? "; there are: " + suite::listing(offered, as_it_is)
                                   : " in " + std::string(language.name) +
                                         "; there is one in: " + suite::listing(others, as_it_is)));
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

  const std::filesystem::path templates = suite::folders().templates / language->name;
  const std::vector<std::string> offered = offered_in(*language);
  std::set<std::string> chosen{plugin.empty ? "empty" : "filled"};
  for (const std::string& problem : plugin.problems) {
    if (std::find(offered.begin(), offered.end(), problem) == offered.end())
      refuse(problem, *language, offered);
    chosen.insert(problem);
  }
  const auto any_reads = [&](const Quantity& quantity) {
    return std::any_of(all_problems.begin(), all_problems.end(), [&](Problem p) {
      return chosen.contains(std::string(kintree::name(p))) && reads(p, quantity);
    });
  };
  const bool has_ends = any_reads(quantity::end_effectors);
  chosen.insert(has_ends ? "end_effectors" : "no_end_effectors");
  // A factorization is of the matrix that it is given.
  if (std::any_of(chosen.begin(), chosen.end(), [](const std::string& word) {
        const auto p = problem(word);
        return p && !reads(*p, quantity::H);
      }))
    chosen.insert("bodies");
  std::string types;  // as the arguments of Solves
  for (const Problem p : all_problems)
    if (chosen.contains(std::string(kintree::name(p))))
      types += (types.empty() ? "problems::" : ", problems::") + class_name(std::string(kintree::name(p)));
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string_view file : language->files) {
    std::string to(file), text = chosen_parts(read_text_file(templates / file), chosen);
    for (std::string* in : {&to, &text}) boost::algorithm::replace_all(*in, "new_plugin", name);
    boost::algorithm::replace_all(text, "NewPlugin", class_name(name));
    boost::algorithm::replace_all(text, "PROBLEMS", types);
    files.emplace_back(to, text);
  }

  const std::filesystem::path folder = plugin.folder.empty() ? name : plugin.folder;
  if (std::filesystem::exists(folder)) throw InputError(printable(folder.string()) + ": exists already");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(printable(folder.string()) + ": cannot be made: " + error.message());
  std::string list;
  for (const auto& [file, text] : files) {
    write_text_file(folder / file, text);
    list += (folder / file).string() + "\n";
  }
  write_text_file("-", list);
  return 0;
}

}  // namespace

void add_new_plugin(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("new-plugin", "Make a folder with a small plugin that passes, to start from");
  auto plugin = std::make_shared<NewPlugin>();
  sub->add_option("name", plugin->name, "Name of the plugin: a-z, 0-9, _")->required();
  sub->add_option("--problem", plugin->problems, "Problem that it solves (repeatable; default: mass_matrix)")
      ->type_name("NAME");
  sub->add_option("--language", plugin->language, suite::listing(languages(), name_of))
      ->capture_default_str()
      ->type_name("NAME");
  sub->add_flag("--empty", plugin->empty,
                "Leave out the algorithm: what is written builds, and fails until it is filled in");
  sub->add_option("--out", plugin->folder, "Folder to make (default: NAME)")->type_name("DIR");
  sub->callback([plugin, &command] {
    command.action = [plugin] {
      if (plugin->problems.empty()) plugin->problems.emplace_back(name(all_problems.front()));
      return write(*plugin);
    };
  });
}

}  // namespace kintree::command
