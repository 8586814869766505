// Checks of the command line that hold for every command.
#pragma once

#include <CLI/CLI.hpp>

namespace kintree::command {

/// Rejects an empty value of each option of the application and its subcommands: a variable that a shell does not
/// have is no request for a default. An option with an optional value may have an empty one.
void reject_empty_values(CLI::App& app);

}  // namespace kintree::command
