#include "table.hpp"

#include "text.hpp"

namespace kintree::report {
namespace {

bool is_text(Kind kind) {
  return kind == Kind::text || kind == Kind::code;
}

/// Two digits of a number; text as it is.
std::string shown(const Cell& cell, Kind kind) {
  if (const auto* value = std::get_if<double>(&cell))
    return kind == Kind::compact ? compact(*value) : scientific(*value);
  if (const auto* count = std::get_if<std::size_t>(&cell)) return std::to_string(*count);
  return std::get<std::string>(cell);
}

/// 3.2e-16 as mathematics.
std::string latex_number(const std::string& number) {
  if (number == "\u221e") return "$\\infty$";
  const std::size_t e = number.find('e');
  if (e == std::string::npos) return number;
  return "$" + number.substr(0, e) + "\\cdot 10^{" + std::to_string(std::stoi(number.substr(e + 1))) + "}$";
}

/// One line per row: `write_cell(cell, kind)` between the marks.
template <class WriteCell>
std::string lines(const Table& table, const std::string& before, const std::string& between,
                  const std::string& after, WriteCell&& write_cell) {
  std::string result;
  for (const auto& row : table.rows) {
    result += before;
    for (std::size_t i = 0; i < row.size(); ++i)
      result.append(i == 0 ? "" : between).append(write_cell(row[i], table.columns[i].kind));
    result += after;
  }
  return result;
}

Table heading(const Table& table) {
  Table result;
  for (const Column& column : table.columns) result.columns.push_back({column.name, Kind::text});
  result.rows.emplace_back();
  for (const Column& column : table.columns) result.rows.front().emplace_back(column.name);
  return result;
}

}  // namespace

std::string csv_rows(const Table& table) {
  return lines(table, "", ",", "\n", [](const Cell& cell, Kind) {
    if (const auto* value = std::get_if<double>(&cell)) return exact(*value);
    return csv(shown(cell, Kind::text));
  });
}

std::string as_csv(const Table& table) {
  return csv_rows(heading(table)) + csv_rows(table);
}

std::string as_markdown(const Table& table) {
  const auto write = [](const Cell& cell, Kind kind) {
    return kind == Kind::code ? markdown_code(shown(cell, kind)) : markdown(shown(cell, kind));
  };
  std::string rule = "|";
  for (const Column& column : table.columns) rule += is_text(column.kind) ? " --- |" : " ---: |";
  return lines(heading(table), "| ", " | ", " |\n", write) + rule + "\n" +
         lines(table, "| ", " | ", " |\n", write);
}

std::string as_latex(const Table& table) {
  const auto write = [](const Cell& cell, Kind kind) {
    if (!is_text(kind)) return latex_number(shown(cell, kind));
    return kind == Kind::code ? "\\texttt{" + latex(shown(cell, kind)) + "}" : latex(shown(cell, kind));
  };
  std::string alignment;
  for (const Column& column : table.columns) alignment += is_text(column.kind) ? 'l' : 'r';
  return "% needs the package booktabs\n\\begin{tabular}{" + alignment + "}\n\\toprule\n" +
         lines(heading(table), "", " & ", " \\\\\n", write) + "\\midrule\n" +
         lines(table, "", " & ", " \\\\\n", write) + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace kintree::report
