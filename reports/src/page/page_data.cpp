#include "page/page_data.hpp"

#include <cctype>
#include <map>
#include <regex>

#include "data/typography.hpp"
#include "page/assets.hpp"

namespace kintree::report {
namespace {

/// The number of marks on the page (marks.html).
constexpr std::size_t marks = 7;

const char* class_of(Kind kind) {
  switch (kind) {
    case Kind::name:
      return "plugin-name";
    case Kind::remark:
      return "soft";
    case Kind::prose:
    case Kind::code:
      return "wrap";
    case Kind::text:
      return "";
    default:
      return "number";
  }
}

const std::string& heading_of(const Column& column) {
  return column.heading.empty() ? column.name : column.heading;
}

PageData cell_data(const Cell& cell, const Column& column, const std::set<std::string>& linked) {
  const Kind kind = column.kind;
  PageData data("label", false);
  data["cell_about"] = false;
  if (kind != Kind::name) set_text(data, "label", heading_of(column));
  std::string text;
  if (const auto* shown = std::get_if<DisplayedText>(&cell)) {
    text = shown->on_page;
    set_text(data, "style", shown->style);
    set_text(data, "remark", shown->remark);
    set_text(data, "cell_about", shown->about);
    set_text(data, "link", shown->link);
    if (shown->curve) data["key"] = std::to_string(*shown->curve % marks);
    PageList parts;
    for (const auto& [style, size] : shown->shares) {
      PageData part;
      part["part_class"] = style;
      part["part_size"] = std::to_string(size);
      parts.push_back(std::move(part));
    }
    if (!parts.empty()) data["shares"] = PageData("parts", parts);
  } else if (const auto* count = std::get_if<std::int64_t>(&cell); count != nullptr) {
    text = grouped(*count);
  } else {
    text = text_of(cell, kind);
  }
  std::string style = class_of(kind);
  if (is_number(kind) && text == "0") style += " zero";
  set_text(data, "cell_class", style);
  if (kind == Kind::name && linked.contains(text)) data["link"] = plugin_file(text);
  data["text"] = text;
  return data;
}

/// The anchor of glossary.html that explains a heading; empty if none does.
std::string term_of(const std::string& heading) {
  static const std::map<std::string, std::string> terms{
      {"verdict", "verdict"}, {"promise", "promise"},          {"family", "family"},
      {"proved", "proved"},   {"exact", "equal-in-the-field"}, {"α", "α-alpha"},
      {"σ", "σ-sigma"},       {"worst α", "α-alpha"},          {"unsupported", "domain"},
      {"error", "error"},     {"hard cases", "family"},        {"on hard trees", "family"}};
  const auto found = terms.find(heading);
  return found == terms.end() ? std::string() : found->second;
}

/// The meaning of a column of the CSV files, from reference/report_files.md; empty if it is in none.
std::string meaning_of(const std::string& column) {
  static const std::map<std::string, std::string> meanings = [] {
    std::map<std::string, std::string> found;
    static const std::regex row("\\n\\| `([^`]*)` \\| ([^\\n]*) \\|"), link("\\[([^\\]]*)\\]\\([^)]*\\)|`");
    const std::string text(asset("report_files.md"));
    for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at)
      found.emplace((*at)[1].str(), std::regex_replace((*at)[2].str(), link, "$1"));
    return found;
  }();
  const auto found = meanings.find(column);
  return found == meanings.end() ? std::string() : found->second + " (CSV: " + column + ")";
}

/// True if the first columns of two rows are equal.
bool same_group(const Table& table, std::size_t a, std::size_t b) {
  if (b >= table.rows.size() || a >= table.rows.size()) return false;
  for (std::size_t i = 0; i < table.grouped_by; ++i)
    if (text_of(table.rows[a].cells[i], Kind::text) != text_of(table.rows[b].cells[i], Kind::text))
      return false;
  return table.grouped_by > 0;
}

PageData note_data(const Note& note, std::size_t span) {
  PageData data;
  data["span"] = std::to_string(span);
  set_text(data, "note_reason", note.reason);
  set_text(data, "note_text", note.text);
  set_text(data, "note_code", note.command);
  set_text(data, "note_drawing", note.drawing);
  return data;
}

}  // namespace

std::string plugin_file(const std::string& plugin) {
  std::string file = "plugin-";
  for (const char c : plugin) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view digits = "0123456789abcdef";
    if (std::isalnum(byte) != 0 || c == '_')
      file += c;
    else
      file += {'-', digits[byte / 16], digits[byte % 16]};
  }
  return file + ".html";
}

PageData as_data(const Table& table, const std::set<std::string>& linked) {
  PageList columns, rows;
  for (const Column& column : table.columns) {
    if (column.where == Where::files) continue;
    PageData data("heading", heading_of(column));
    data["number"] = is_number(column.kind);
    for (const auto& [name, text] :
         {std::pair{"about", column.about.empty() ? meaning_of(column.name) : column.about},
          {"term", term_of(heading_of(column))}}) {
      data[name] = false;  // not that of the page around it
      set_text(data, name, text);
    }
    columns.push_back(std::move(data));
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const TableRow& row = table.rows[r];
    const bool repeats = r > 0 && same_group(table, r - 1, r);
    PageList cells;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (const Column& column = table.columns[i]; column.where != Where::files)
        cells.push_back(
            cell_data(repeats && i < table.grouped_by ? Cell(std::string()) : row.cells[i], column, linked));
    PageData data("cells", cells);
    if (!row.note.empty()) data["note"] = note_data(row.note, columns.size());
    set_text(data, "row_class", !row.note.empty() ? "case" : same_group(table, r, r + 1) ? "same" : "");
    rows.push_back(std::move(data));
  }
  PageData data("columns", columns);
  data["rows"] = rows;
  data["sortable"] = table.grouped_by == 0 && rows.size() > 1;
  data["caption"] = table.caption;
  return data;
}

void set_figures(PageData& page, const Figures& figures) {
  std::map<std::string, PageList> groups;
  for (const Figure& figure : figures.files) {
    const auto begins = [&](const char* text) { return figure.name.starts_with(text); };
    PageData data("file", figure.name);
    data["title"] = figure.title;
    groups[begins("figure_error_")    ? "error_figures"
           : begins("figure_digits_") ? "choice_figures"
           : begins("figure_share_")  ? "power_figures"
                                      : "curve_figures"]
        .push_back(std::move(data));
  }
  for (const auto& [name, list] : groups) page[name] = list;
  set_text(page, "no_figures", figures.missing);
}

PageData figure(const std::string& label, const std::string& source, const std::string& number,
                const std::string& style) {
  PageData data("label", label);
  data["source"] = source;
  data["number"] = number;
  set_text(data, "number_class", style);
  return data;
}

Summary::Groups of_problem(const Summary::Groups& groups, Problem problem) {
  Summary::Groups result;
  for (const auto& [key, records] : groups)
    if (key.second == problem) result.emplace(key, records);
  return result;
}

}  // namespace kintree::report
