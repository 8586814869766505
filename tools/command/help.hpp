// The texts of --help: lines of at most 80 columns, one an option. What does not fit follows under "Details",
// and examples come last.
#pragma once

#include <CLI/CLI.hpp>

namespace kintree::command {

/// Formats the help of the command and of its subcommands so.
void format_help(CLI::App& app);

}  // namespace kintree::command
