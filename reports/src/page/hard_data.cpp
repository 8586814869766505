#include "data/table_cells.hpp"
#include "data/tree_drawing.hpp"
#include "data/typography.hpp"
#include "page/page_data.hpp"

/// The hard cases: what the families are, who survives them, and the worst cases.
namespace kintree::report {
namespace {

struct Survivors {
  std::int64_t answering = 0, surviving = 0;
};

std::map<std::string, Survivors> survivors(const AlgorithmsByProblem& algorithms) {
  std::map<std::string, Survivors> result;
  for (const auto& [problem, rows] : algorithms)
    for (const Algorithm& a : rows)
      for (const auto& [name, tally] : a.hard)
        if (tally.judged() > 0) {
          ++result[name].answering;
          if (tally.worst_verdict() <= Verdict::B) ++result[name].surviving;
        }
  return result;
}

Table hard_family_table(const Summary& summary, const AlgorithmsByProblem& algorithms) {
  Table table{"Hard families", {{"family"}, {"description", Kind::prose, "its trees"}, {"survivors"}}, {}};
  for (const auto& [name, counts] : survivors(algorithms)) {
    const auto example = summary.examples.find(name);
    table.rows.push_back(
        {{name, summary.hard_families.at(name),
          grouped(counts.surviving) + " of " + grouped(counts.answering)},
         {.drawing = example == summary.examples.end() ? "" : tree_drawing(example->second.tree)}});
  }
  return table;
}

/// Algorithms by hard families.
Table hard_table(const std::vector<Algorithm>& rows) {
  std::set<std::string> names;
  for (const Algorithm& a : rows)
    for (const auto& [name, tally] : a.hard)
      if (tally.judged() > 0) names.insert(name);
  Table table{"Algorithms by hard families", {{"plugin", Kind::name, "algorithm"}}, {}};
  for (const std::string& name : names) table.columns.push_back({name});
  for (const Algorithm& a : rows) {
    TableRow& row = table.rows.emplace_back(TableRow{{a.plugin}});
    for (const std::string& name : names) {
      const auto found = a.hard.find(name);
      const bool judged = found != a.hard.end() && found->second.judged() > 0;
      row.cells.push_back(judged ? verdict_chip(found->second.worst_verdict()) : DisplayedText{"", "–"});
    }
  }
  if (names.empty()) table.rows.clear();
  return table;
}

}  // namespace

void set_hard(PageData& page, const Summary& summary, const AlgorithmsByProblem& algorithms) {
  const auto set_table = [&](PageData& data, const char* name, const Table& table) {
    data[name] = false;
    if (!table.rows.empty()) data[name] = as_data(table, summary.plugins);
  };
  set_table(page, "hard_families", hard_family_table(summary, algorithms));
  PageList problems;
  for (const auto& [problem, rows] : algorithms) {
    PageData section("problem", std::string(name(problem)));
    section["problem_title"] = std::string(info(problem).title);
    set_table(section, "hard_table", hard_table(rows));
    set_table(section, "worst_table",
              without_columns(case_table(of_problem(summary.worst, problem), 1), {"problem"}));
    problems.push_back(std::move(section));
  }
  page["hard_problems"] = problems;
}

}  // namespace kintree::report
