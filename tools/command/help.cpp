#include "help.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "wrapped_table.hpp"

namespace kintree::command {
namespace {

constexpr std::size_t width = 80, column = 28;

const std::map<std::string, std::vector<std::string_view>, std::less<>> examples{
    {"list", {"list", "list --problems", "list --json plugins.json"}},
    {"verify",
     {"verify --plugin aba", "verify --exec 'python3 mine/mine.py' --trees 21",
      "verify --plugin aba --model robot.urdf --trees 100"}},
    {"campaign",
     {"campaign --store found --cases 1e5 --plugin aba",
      "mpirun -n 64 kintree campaign --store found --cases 1e7"}},
    {"search", {"search --plugin aba --out worst.json"}},
    {"solve",
     {"solve --model robot.urdf --state state.json",
      "solve --model robot.urdf --state state.json --digits 40"}},
    {"judge", {"judge --model robot.urdf --state state.json --answer mine.json"}},
    {"generate", {"generate --family chain --bodies 7 --seed 1 --out trees"}},
    {"golden", {"golden --trees 21 --out golden"}},
    {"report",
     {"report --out page", "report --out page --plugin aba --plugin crba --trees 100",
      "report --out page --from page/records.sqlite --against before.sqlite"}},
    {"cost", {"cost --plugin aba", "cost --plugin aba --family chain30", "cost --growth --plugin aba"}},
    {"bench",
     {"bench --problem forward_dynamics", "bench --problem forward_dynamics --out old.json",
      "bench --problem forward_dynamics --against old.json"}},
    {"reproduce", {"reproduce featherstone_2005", "reproduce"}},
    {"power", {"power --plugin aba --trees 2"}},
    {"prove", {"prove --plugin aba", "prove --exec 'python3 mine/mine.py' --bodies 1"}},
    {"new-plugin",
     {"new-plugin mine --language python", "new-plugin mine --problem forward_dynamics --language c++"}},
    {"serve", {"serve build/plugins/kintree_plugin_aba.so"}},
    {"vectors", {"vectors --plugin aba", "vectors --exec 'python3 mine/mine.py'"}},
    {"robot",
     {"robot arm.urdf --out page", "robot humanoid.urdf --floating-base --end-effector sole --out page",
      "robot arm.xml --exec 'python3 my_algorithm.py' --out page"}},
};

/// Lines of at most `width` columns. The first begins with `first` spaces, the others with `others`.
std::string wrapped(const std::string& text, std::size_t first = 0, std::size_t others = 0) {
  std::string result;
  for (const std::string& line : lines_of(text, width - others))
    result += std::string(result.empty() ? first : others, ' ') + line + "\n";
  return result;
}

/// True if a text may end here: all parentheses are closed, and a statement ends.
bool ends_at(const std::string& text, std::size_t at, const std::vector<std::string>& ends) {
  const auto count = [&](char c) {
    return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), c);
  };
  return count('(') == count(')') && std::any_of(ends.begin(), ends.end(), [&](const std::string& end) {
           return text.compare(at, end.size(), end) == 0;
         });
}

/// The text, or the longest beginning of it that fits and ends with a statement, or else with a phrase or a word.
std::string beginning(const std::string& text, std::size_t room) {
  if (text.size() <= room) return text;
  for (const std::vector<std::string>& ends :
       {std::vector<std::string>{". ", "; ", ": ", " ("}, {", "}, {" "}})
    for (std::size_t at = room; at > 0; --at)
      if (ends_at(text, at, ends)) return text.substr(0, at);
  return text.substr(0, room);
}

/// The left side of an option's line: its name, the kind of its value, and its default.
std::string name_and_value(const CLI::Option& option) {
  std::string left = "  " + option.get_name(option.get_positional(), !option.get_positional());
  if (option.get_type_size() == 0) return left;
  const std::string type = option.get_type_name();
  const std::string kind = type.substr(0, type.find(':'));
  if (!option.get_option_text().empty())
    left += " " + option.get_option_text();
  else if (!kind.empty())
    left += " " + (kind == "UINT" || kind == "INT" ? "N" : kind == "FLOAT" ? "X" : kind);
  if (!option.get_default_str().empty()) left += "=" + option.get_default_str();
  return left;
}

/// What the line of an option ends with, and the columns that are left for its description.
std::string end_of(const CLI::Option& option) {
  return option.get_required() ? " (required)" : "";
}
std::size_t room(const CLI::Option& option) {
  return width - std::max(column, name_and_value(option).size() + 2) - end_of(option).size();
}

/// What else holds for an option, as sentences. It names others in the order of the help.
std::string rules(const CLI::App& app, const CLI::Option& option) {
  std::string text;
  const std::string type = option.get_type_name();
  std::smatch range;
  if (std::regex_search(type, range, std::regex(R"(in \[(\S+) - (\S+)\])")))
    text += " From " + range[1].str() + " to " + range[2].str() + ".";
  const auto listed = [&](const char* before, const std::set<CLI::Option*>& others) {
    std::string names;
    for (const CLI::Option* other : app.get_options())
      if (std::ranges::find(others, other) != others.end())
        names += (names.empty() ? "" : ", ") + other->get_name();
    if (!names.empty()) text += before + names + ".";
  };
  listed(" Only with ", option.get_needs());
  listed(" Not with ", option.get_excludes());
  return text;
}

class Help final : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    return wrapped(beginning(app->get_description(), width));
  }

  std::string make_option(const CLI::Option* option, bool /*positional*/) const override {
    const std::string left = name_and_value(*option);
    const std::string gap(left.size() + 2 > column ? 2 : column - left.size(), ' ');
    return left + gap + beginning(option->get_description(), room(*option)) + end_of(*option) + "\n";
  }

  std::string make_subcommand(const CLI::App* sub) const override {
    const std::string line = "  " + sub->get_name() + std::string(14 - sub->get_name().size(), ' ');
    return line + beginning(sub->get_description(), width - line.size()) + "\n";
  }

  std::string make_footer(const CLI::App* app) const override {
    if (app->get_parent() == nullptr) return "kintree SUBCOMMAND --help prints its options, with examples.\n";
    std::string text = details(*app);
    if (!app->get_footer().empty()) text += wrapped(app->get_footer()) + "\n";
    text += "Examples:\n";
    for (const std::string_view example : examples.at(app->get_name()))
      text +=
          "  " + std::string(example.starts_with("mpirun") ? "" : "kintree ") + std::string(example) + "\n";
    return text;
  }

 private:
  /// The whole texts of what was cut.
  static std::string details(const CLI::App& app) {
    std::string text;
    if (app.get_description().size() > width) text += wrapped(app.get_description()) + "\n";
    std::string options;
    for (const CLI::Option* option : app.get_options()) {
      const std::string about = option->get_description(), more = rules(app, *option);
      if (about.size() <= room(*option) && more.empty()) continue;
      std::string entry = option->get_name();
      entry.append(": ").append(about).append(about.ends_with('.') ? "" : ".").append(more);
      options += wrapped(entry, 2, 6);
    }
    return text + (options.empty() ? "" : "Details:\n" + options + "\n");
  }
};

}  // namespace

void format_help(CLI::App& app) {
  const auto help = std::make_shared<Help>();
  app.formatter(help);
  for (CLI::App* sub : app.get_subcommands({})) sub->formatter(help);
}

}  // namespace kintree::command
