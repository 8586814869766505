#include <algorithm>
#include <set>

#include "page_data.hpp"
#include "typography.hpp"

namespace kintree::report {
namespace {

/// Rows that are shown of each plugin and problem; the files have all.
constexpr std::size_t worst_shown = 3;
constexpr std::size_t unsupported_shown = 200;

PageData of(Problem problem) {
  return PageData("problem", std::string(name(problem)));
}

PageData family_cell(const Tally* tally) {
  PageData cell("family_text", "");
  if (tally == nullptr) return cell;
  if (tally->judged() == 0) {
    cell["family_text"] = "–";
    return cell;
  }
  cell["heat"] = std::string(name(tally->worst_verdict()));
  cell["family_text"] = compact(tally->worst_alpha);
  set_text(cell, "family_failed", tally->failed > 0 ? grouped(tally->failed) : "");
  return cell;
}

/// A table of two entries: its columns are the plugins.
PageData family_matrix(Problem problem, const std::map<std::string, std::map<std::string, Tally>>& families) {
  std::set<std::string> plugins;
  for (const auto& [family, by_plugin] : families)
    for (const auto& [plugin, tally] : by_plugin) plugins.insert(plugin);
  PageList columns(plugins.begin(), plugins.end()), rows;
  for (const auto& [family, by_plugin] : families) {
    std::int64_t most = 0;
    for (const auto& [plugin, tally] : by_plugin) most = std::max(most, tally.cases());
    PageList cells;
    for (const std::string& plugin : plugins) {
      const auto found = by_plugin.find(plugin);
      cells.push_back(family_cell(found == by_plugin.end() ? nullptr : &found->second));
    }
    PageData row("family", family);
    row["family_cases"] = grouped(most);
    row["family_cells"] = cells;
    rows.push_back(std::move(row));
  }
  PageData table = of(problem);
  table["family_plugins"] = columns;
  table["family_rows"] = rows;
  return table;
}

PageData float_section(const std::vector<FloatDigits>& rows, const std::set<std::string>& plugins) {
  std::int64_t cases = 0, failed = 0;
  std::map<Problem, std::vector<FloatDigits>> by_problem;
  for (const FloatDigits& r : rows) {
    cases += r.cases;
    failed += r.failed;
    by_problem[r.problem].push_back(r);
  }
  PageList tables;
  for (const auto& [problem, of_it] : by_problem) {
    PageData table = as_data(float_digits_table(of_it), plugins);
    table["problem"] = std::string(name(problem));
    tables.push_back(std::move(table));
  }
  PageData data("float_tables", tables);
  data["answers"] = grouped(cases);
  data["below"] = failed == 0 ? "none below its promise" : grouped(failed) + " below their promise";
  return data;
}

}  // namespace

namespace {

/// As in oracles/src/norm.hpp.
std::string norm_of(const Quantity& output) {
  const std::string symbol(output.symbol);
  const bool is_letter = symbol.size() == 1;
  const std::string X = is_letter ? symbol : "X", is = is_letter ? "" : ", X = " + symbol;
  if (output.is_vector() && (output.rows == Index::force || output.rows == Index::velocity))
    return "‖Δ" + symbol + "‖ / ‖" + symbol + "‖ in the " + (output.rows == Index::force ? "H⁻¹" : "H") +
           "-norm" + (output == quantity::x ? ", Hx = b" : "");
  if (output.symmetry == Symmetry::symmetric) return "max |Δ" + X + "ᵢⱼ| / √(" + X + "ᵢᵢ" + X + "ⱼⱼ)" + is;
  if (output.rows == Index::velocity) return "max ‖Δxᵣ‖ / ‖xᵣ‖ in the H-norm, xᵣ the columns of " + symbol;
  return "max |Δ" + X + "ᵢⱼ| / sᵢsⱼ relative to max |" + X + "ᵢⱼ| / sᵢsⱼ" + is;
}

}  // namespace

std::string norm_of(Problem problem) {
  std::string text;
  for (const Quantity& output : compared_outputs(problem))
    text += (text.empty() ? "" : "; ") + norm_of(output);
  return text;
}

void set_accuracy(PageData& page, const Summary& summary, const Measurements& measured) {
  if (summary.all.cases() == 0 && measured.float_digits.empty()) return;
  PageData accuracy;
  PageList problems, family_tables, worst_tables;
  for (const Problem problem : summary.problems) problems.push_back(of(problem));
  accuracy["problems"] = problems;
  accuracy["error"] = summary.all.judged() > 0;
  for (const auto& [problem, families] : summary.families)
    family_tables.push_back(family_matrix(problem, families));
  if (!family_tables.empty()) accuracy["families"] = PageData("family_tables", family_tables);
  for (const Problem problem : summary.problems)
    if (const Summary::Groups worst = of_problem(summary.worst, problem); !worst.empty()) {
      PageData table = as_data(case_table(worst, worst_shown), summary.plugins);
      table["problem"] = std::string(name(problem));
      worst_tables.push_back(std::move(table));
    }
  if (!worst_tables.empty()) {
    PageData worst("worst_tables", worst_tables);
    worst["worst_shown"] = std::to_string(worst_shown);
    accuracy["worst"] = std::move(worst);
  }
  PageList difficulty_tables;
  for (const Problem problem : summary.problems) {
    std::vector<Difficulty> hardest;
    std::copy_if(summary.hardest.begin(), summary.hardest.end(), std::back_inserter(hardest),
                 [problem](const Difficulty& d) { return d.problem == problem; });
    if (hardest.empty()) continue;
    PageData table = as_data(difficulty_table(hardest));
    table["problem"] = std::string(name(problem));
    difficulty_tables.push_back(std::move(table));
  }
  if (!difficulty_tables.empty()) accuracy["difficulty"] = PageData("difficulty_tables", difficulty_tables);
  if (!measured.float_digits.empty())
    accuracy["float_digits"] = float_section(measured.float_digits, summary.plugins);
  if (!summary.unsupported.empty()) {
    PageData unsupported = as_data(unsupported_table(summary, unsupported_shown), summary.plugins);
    unsupported["questions"] = plural(summary.all.unsupported, "question");
    if (summary.unsupported.size() > unsupported_shown)
      unsupported["more_reasons"] =
          grouped(static_cast<std::int64_t>(summary.unsupported.size() - unsupported_shown));
    accuracy["unsupported"] = std::move(unsupported);
  }
  page["accuracy"] = std::move(accuracy);
}

}  // namespace kintree::report
