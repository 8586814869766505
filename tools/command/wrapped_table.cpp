#include "wrapped_table.hpp"

#include <algorithm>
#include <sstream>

namespace kintree::command {
namespace {

constexpr std::size_t gap = 2;

/// Returns whether a byte of UTF-8 begins a character that takes a place. Continuation bytes and combining marks (U+0300 to U+036F) do not.
bool takes_place(const std::string& text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if ((byte & 0xc0U) == 0x80U) return false;
  const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : '\0');
  return byte != 0xccU && (byte != 0xcdU || next >= 0xb0U);
}

std::size_t places(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) count += takes_place(text, at) ? 1 : 0;
  return count;
}

/// The cells of a row next to each other, after `indent` blanks.
std::string side_by_side(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                         std::size_t indent = 0) {
  std::vector<std::vector<std::string>> wrapped;
  std::size_t height = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    wrapped.push_back(lines_of(cells[c], widths[c]));
    height = std::max(height, wrapped.back().size());
  }
  std::string text;
  for (std::size_t l = 0; l < height; ++l) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string part = l < wrapped[c].size() ? wrapped[c][l] : "";
      line += part + std::string(widths[c] - places(part) + gap, ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && places(lines.back()) + 1 + places(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    for (std::size_t at = 0; at < word.size(); ++at) {
      if (takes_place(word, at) && places(lines.back()) == width) lines.emplace_back();
      lines.back() += word[at];
    }
  }
  return lines;
}

std::string wrapped_table(const std::vector<TextColumn>& columns, const std::vector<TextRow>& rows) {
  std::vector<std::string> headings;
  std::vector<std::size_t> widths;
  std::size_t indent = 0, rest = 0;  // of notes
  for (const TextColumn& column : columns) {
    const bool is_note = headings.size() >= 2;
    (is_note ? rest : indent) += column.width + gap;
    headings.push_back(column.heading);
    widths.push_back(column.width);
  }
  std::string text = side_by_side(headings, widths);
  for (const TextRow& row : rows) {
    text += side_by_side(row.cells, widths);
    for (const std::string& note : row.notes) text += side_by_side({note}, {rest - gap}, indent);
  }
  return text;
}

}  // namespace kintree::command
