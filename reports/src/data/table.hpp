// A table for readers. Its columns are stated once, for the page, Markdown, LaTeX and CSV alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kintree::report {

/// The typography of the cells of a column.
enum class Kind {
  text,
  name,    ///< of a plugin
  remark,  ///< text of less weight
  prose,   ///< text of several lines
  code,
  label,  ///< a number that is not counted with: its digits are not grouped
  count,
  scientific,  ///< two digits
  compact,     ///< two digits, without an exponent where that is short
  decimal,     ///< three decimals
};

enum class Where { everywhere, page, files };

struct Column {
  std::string name;  ///< in files
  Kind kind = Kind::text;
  std::string heading = {};  ///< on the page; empty: the name
  Where where = Where::everywhere;
  std::string about = {};  ///< where its values come from
};

/// The form of a cell on the page, where it differs from that in files.
struct DisplayedText {
  std::string text;         ///< in files
  std::string on_page;      ///< empty: nothing
  std::string style = {};   ///< classes of the style sheet
  std::string remark = {};  ///< beside it, of less weight
  std::vector<std::pair<std::string, std::int64_t>> shares =
      {};                                 ///< a bar: class of the style sheet, and size
  std::optional<std::size_t> curve = {};  ///< the mark of so manieth curve
  std::string about = {};                 ///< shown while the pointer is over it
  std::string link = {};                  ///< a page, or a place on it
};

using Cell = std::variant<std::string, std::int64_t, double, DisplayedText>;

/// A note that the page shows below a row.
struct Note {
  std::string reason = {};  ///< of a failure
  std::string text = {};
  std::string command = {};
  std::string drawing = {};  ///< an SVG element

  bool empty() const { return reason.empty() && text.empty() && command.empty() && drawing.empty(); }
};

struct TableRow {
  std::vector<Cell> cells;  ///< one for each column
  Note note = {};
};

struct Table {
  std::string caption;  ///< a description for screen readers
  std::vector<Column> columns;
  std::vector<TableRow> rows;
  std::size_t grouped_by = 0;  ///< on the page the first so many columns show what they repeat once
};

/// The same table, whose page does not show these columns.
Table without_columns(Table table, std::initializer_list<std::string_view> names);

/// A coloured chip: `colour` is one of the verdicts A, B, C, D, F. A dash for an empty text.
DisplayedText chip(const std::string& text, const std::string& colour);

bool is_number(Kind kind);

/// A cell in words, with numbers to a few digits: as Markdown, LaTeX and the page show it.
std::string text_of(const Cell& cell, Kind kind);

std::string as_csv(const Table& table);  ///< with every digit
std::string as_markdown(const Table& table);
std::string as_text(const Table& table);   ///< in columns, for a terminal
std::string as_latex(const Table& table);  ///< a tabular of the package booktabs

}  // namespace kintree::report
