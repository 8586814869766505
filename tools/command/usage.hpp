// Checks of the command line that hold for every command.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace kintree::command {

/// Rejects an empty value of each option of the application and its subcommands: a variable that a shell does not
/// have is no request for a default. An option with an optional value may have an empty one.
void reject_empty_values(CLI::App& app);

/// The reason why the command line cannot be parsed. An unknown subcommand or option is named, with the nearest one
/// if one is near, even if CLI11 first misses another.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace kintree::command
