#include "data/table.hpp"

#include <algorithm>

#include "data/typography.hpp"

namespace kintree::report {
namespace {

std::string set(double value, Kind kind) {
  if (kind == Kind::compact) return compact(value);
  return kind == Kind::decimal ? decimal(value) : scientific(value);
}

}  // namespace

bool is_number(Kind kind) {
  return kind >= Kind::label;
}

std::string text_of(const Cell& cell, Kind kind) {
  if (const auto* value = std::get_if<double>(&cell)) return set(*value, kind);
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return std::to_string(*count);
  if (const auto* shown = std::get_if<DisplayedText>(&cell)) return shown->text;
  return std::get<std::string>(cell);
}

namespace {

/// 3.2e-16 as mathematics.
std::string latex_number(const std::string& number) {
  if (number == "\u221e") return "$\\infty$";
  const std::size_t e = number.find('e');
  if (e == std::string::npos) return number;
  return "$" + number.substr(0, e) + "\\cdot 10^{" + std::to_string(std::stoi(number.substr(e + 1))) + "}$";
}

struct Marks {
  const char *before, *between, *after;
};

/// A line for each row of a file: `write(cell, kind)` between the marks.
template <class Write>
std::string lines(const Table& table, const Marks& marks, Write&& write) {
  std::string result;
  for (const TableRow& row : table.rows) {
    result += marks.before;
    bool first = true;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (table.columns[i].where == Where::page) continue;
      if (!first) result += marks.between;
      first = false;
      result += write(row.cells[i], table.columns[i].kind);
    }
    result += marks.after;
  }
  return result;
}

/// The names of the columns as a table of one row.
Table heading(const Table& table) {
  Table result;
  result.rows.emplace_back();
  for (const Column& column : table.columns) {
    result.columns.push_back({column.name, Kind::text, {}, column.where});
    result.rows.front().cells.emplace_back(column.name);
  }
  return result;
}

}  // namespace

Table without_columns(Table table, std::initializer_list<std::string_view> names) {
  for (Column& column : table.columns)
    if (std::find(names.begin(), names.end(), column.name) != names.end()) column.where = Where::files;
  return table;
}

DisplayedText chip(const std::string& text, const std::string& colour) {
  return {text, text.empty() ? "–" : text, "chip " + colour};
}

std::string as_csv(const Table& table) {
  const auto write = [](const Cell& cell, Kind) {
    if (const auto* value = std::get_if<double>(&cell)) return exact(*value);
    return csv(text_of(cell, Kind::text));
  };
  const Marks marks{"", ",", "\n"};
  return lines(heading(table), marks, write) + lines(table, marks, write);
}

std::string as_markdown(const Table& table) {
  const auto write = [](const Cell& cell, Kind kind) {
    return kind == Kind::code ? markdown_code(text_of(cell, kind)) : markdown(text_of(cell, kind));
  };
  const Marks marks{"| ", " | ", " |\n"};
  std::string rule = "|";
  for (const Column& column : table.columns)
    if (column.where != Where::page) rule += is_number(column.kind) ? " ---: |" : " --- |";
  return lines(heading(table), marks, write) + rule + "\n" + lines(table, marks, write);
}

std::string as_text(const Table& table) {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : table.columns)
    if (column.where != Where::page) lines.front().push_back(column.name);
  for (const TableRow& row : table.rows) {
    lines.emplace_back();
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (const Column& column = table.columns[i]; column.where != Where::page)
        lines.back().push_back(text_of(row.cells[i], column.kind));
  }
  const auto letters = [](const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  };
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], letters(line[i]));
  std::string result;
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i)
      text += (i > 0 ? "  " : "") + line[i] + std::string(widths[i] - letters(line[i]), ' ');
    result += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return result;
}

std::string as_latex(const Table& table) {
  const auto write = [](const Cell& cell, Kind kind) {
    if (is_number(kind) && kind != Kind::label) return latex_number(text_of(cell, kind));
    return kind == Kind::code ? "\\texttt{" + latex(text_of(cell, kind)) + "}" : latex(text_of(cell, kind));
  };
  const Marks marks{"", " & ", " \\\\\n"};
  std::string alignment;
  for (const Column& column : table.columns)
    if (column.where != Where::page) alignment += is_number(column.kind) ? 'r' : 'l';
  return "% needs the package booktabs\n\\begin{tabular}{" + alignment + "}\n\\toprule\n" +
         lines(heading(table), marks, write) + "\\midrule\n" + lines(table, marks, write) +
         "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace kintree::report
