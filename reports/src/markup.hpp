// Pieces of tables in HTML.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kintree::report {

inline std::string cell(const std::string& content, const std::string& kind = "") {
  return (kind.empty() ? "<td>" : "<td class=\"" + kind + "\">") + content + "</td>";
}

inline std::string number_cell(const std::string& number) {
  return cell(number, number == "0" ? "number zero" : "number");
}

inline std::string heading(const std::vector<std::pair<std::string, bool>>& columns) {
  std::string result = "<thead><tr>";
  for (const auto& [name, is_number] : columns)
    result += (is_number ? "<th class=\"number\" scope=\"col\">" : "<th scope=\"col\">") + name + "</th>";
  return result + "</tr></thead>\n";
}

}  // namespace kintree::report
