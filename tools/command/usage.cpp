#include "usage.hpp"

#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "suite/support/text.hpp"

namespace kintree::command {
namespace {

/// The kind of value that an option expects, by the name that the help shows.
std::string expected_value(const CLI::Option& option) {
  constexpr std::array<std::pair<std::string_view, const char*>, 7> kinds{{{"FILE", "a file"},
                                                                           {"DIR", "a folder"},
                                                                           {"NAME", "a name"},
                                                                           {"COMMAND", "a command"},
                                                                           {"INT", "a number"},
                                                                           {"UINT", "a number"},
                                                                           {"FLOAT", "a number"}}};
  const std::string type = option.get_positional() ? option.get_name() : option.get_type_name();
  std::smatch range;
  const bool has_range = std::regex_search(type, range, std::regex("in \\[(\\S+) - (\\S+)\\]"));
  for (const auto& [kind, text] : kinds)
    if (type.substr(0, type.find(':')) == kind)
      return text + (has_range ? " from " + range[1].str() + " to " + range[2].str() : "");
  return "a value";
}

}  // namespace

void reject_empty_values(CLI::App& app) {
  // Before all other checks of the option, so that they need no text for an empty value.
  for (CLI::Option* option : app.get_options())
    if (option->get_type_size() > 0 && option->get_expected_min() > 0)
      option->transform(CLI::Validator(
          [expected = expected_value(*option)](std::string& value) {
            return value.empty() ? "the value is empty; expected " + expected : std::string();
          },
          ""));
  for (CLI::App* sub : app.get_subcommands({})) reject_empty_values(*sub);
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
    return boost::algorithm::replace_first_copy(std::string(error.what()), " excludes ", " and ") +
           " do not go together; leave out one of them";
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && !app.get_subcommands().empty()) {
    const std::string message = error.what(), name = message.substr(0, message.find(": "));
    const CLI::Option* option = app.get_subcommands().front()->get_option_no_throw(name);
    if (option != nullptr && message.ends_with(" missing"))
      return name + ": no value; expected " + expected_value(*option);
  }
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!is_required && dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return error.what();
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& used = chosen.empty() ? app : *chosen.front();
  const std::vector<std::string> unexpected = used.remaining();
  // The options that follow an unknown subcommand are not known either.
  const bool follow_unknown = chosen.empty() && !unexpected.empty() && !unexpected.front().starts_with("-");
  for (const std::string& word : unexpected)
    if (word.starts_with("-") && !follow_unknown) {
      const std::string option = word.substr(0, word.find('='));
      std::vector<std::string> known;
      for (const CLI::Option* each : used.get_options())
        for (const std::string& name : each->get_lnames()) known.push_back("--" + name);
      return "unknown option " + in_quotes(option) + near_name_hint(option, known);
    }
  if (!chosen.empty()) {
    if (is_required || unexpected.empty()) return error.what();
    return "unexpected argument " + in_quotes(unexpected.front());
  }
  std::vector<std::string> known;
  for (const CLI::App* sub : app.get_subcommands(nullptr)) known.push_back(sub->get_name());
  const std::string list =
      "; there are: " + suite::listing(known, [](const std::string& name) { return name; });
  if (unexpected.empty()) return error.what() + list;
  const std::string hint = near_name_hint(unexpected.front(), known);
  return "unknown subcommand " + in_quotes(unexpected.front()) + (hint.empty() ? list : hint);
}

}  // namespace kintree::command
