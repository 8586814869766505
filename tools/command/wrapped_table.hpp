// A table of text whose cells are wrapped, so that long sentences fit side by side on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kintree::command {

/// The words in lines of so many characters. A longer word has a line for itself and is split.
std::vector<std::string> lines_of(const std::string& text, std::size_t width);

struct TextColumn {
  std::string heading;
  std::size_t width;  ///< in characters
};

/// A cell for each column, and notes, which take the place of all columns from the third on.
struct TextRow {
  std::vector<std::string> cells, notes;
};

/// The headings, and below them the rows.
std::string wrapped_table(const std::vector<TextColumn>& columns, const std::vector<TextRow>& rows);

}  // namespace kintree::command
