// A table, and the formats in which it is written.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace kintree::report {

/// How a column is shown; CSV always has every digit.
enum class Kind { text, count, scientific, compact, code };

struct Column {
  std::string name;
  Kind kind;
};

using Cell = std::variant<std::string, std::size_t, double>;

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

std::string as_csv(const Table& table);
std::string csv_rows(const Table& table);  ///< without the heading
std::string as_markdown(const Table& table);
std::string as_latex(const Table& table);  ///< a tabular of the package booktabs

}  // namespace kintree::report
