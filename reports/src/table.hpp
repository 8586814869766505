// A table for readers. Its columns are stated once, for the page, Markdown, LaTeX and CSV alike.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace kintree::report {

/// How the cells of a column are set.
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
};

/// Text that the page shows by markup of its own.
struct MarkedText {
  std::string text, markup;
};

using Cell = std::variant<std::string, std::int64_t, double, MarkedText>;

struct TableRow {
  std::vector<Cell> cells;  ///< one for each column
  std::string note = {};    ///< markup that the page sets below the row
};

struct Table {
  std::vector<Column> columns;
  std::vector<TableRow> rows;
  std::size_t grouped_by = 0;  ///< on the page the first so many columns show what they repeat once
};

/// A coloured chip: `colour` is one of the verdicts A, B, C, F.
MarkedText chip(const std::string& text, const std::string& colour);

std::string as_html(const Table& table);
std::string as_csv(const Table& table);  ///< with every digit
std::string as_markdown(const Table& table);
std::string as_latex(const Table& table);  ///< a tabular of the package booktabs

}  // namespace kintree::report
