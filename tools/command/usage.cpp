#include "usage.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

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
  for (const auto& [kind, text] : kinds)
    if (type.substr(0, type.find(':')) == kind) return text;
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

}  // namespace kintree::command
