#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "comparison.hpp"
#include "history.hpp"
#include "page_data.hpp"
#include "typography.hpp"

/// Who is right, and how many digits are kept.
namespace kintree::report {
namespace {

/// What is proved, and what is measured, in one line.
std::string rightness(const Tally& all) {
  const std::int64_t proved = all.right(Right::proved), wrong = all.right(Right::wrong),
                     not_askable = all.right(Right::not_askable);
  if (proved + wrong + not_askable == 0)
    return "Nothing is proved: no algorithm ran in the finite field.";
  std::string text = "Proved, by equality in a finite field, entry by entry: " + grouped(proved) + " of " +
                     grouped(proved + wrong + not_askable) + " right";
  if (wrong > 0) text += ", " + grouped(wrong) + " wrong";
  if (not_askable > 0) text += ", " + grouped(not_askable) + " that cannot be asked";
  return text + ". Measured: how many digits double keeps.";
}

std::string extent(const Summary& summary) {
  std::string text = plural(std::ssize(summary.plugins), "plugin") + ", " +
                     plural(std::ssize(summary.problems), "problem") + ", " + plural(summary.cases, "case") +
                     ".";
  if (summary.all.unsupported > 0)
    text += " Another " + grouped(summary.all.unsupported) + " asked for were unsupported.";
  return text;
}

struct Headline {
  std::string text, outcome, title;
  std::vector<std::string> leads;
};

Headline headline_of(const Summary& summary) {
  const Tally& all = summary.all;
  if (all.cases() == 0) return {"Nothing was verified", "", "nothing judged", {"The run has no records."}};
  if (all.judged() == 0)
    return {"Nothing was judged",
            "",
            "nothing judged",
            {"All " + plural(all.unsupported, "answer") + " asked for were outside the plugins’ domains."}};
  const std::string judged =
      plural(all.judged(), "answer") + (all.judged() == 1 ? " was" : " were") + " judged";
  if (all.failed == 0)
    return {"All passed",
            "passed",
            "all passed",
            {judged + ", each as accurate as its plugin promised: " + extent(summary), rightness(all)}};
  const std::string failed = grouped(all.failed);
  return {failed + " failed",
          "failed",
          failed + " failed",
          {judged + "; " + failed + (all.failed == 1 ? " is" : " are") +
               " wrong, or less accurate than promised: " + extent(summary),
           rightness(all)}};
}

void set_headline(PageData& page, const Summary& summary) {
  const Headline headline = headline_of(summary);
  page["headline"] = headline.text;
  page["title"] = headline.title;
  set_text(page, "outcome", headline.outcome);
  page["leads"] = PageList(headline.leads.begin(), headline.leads.end());
}

void set_figures(PageData& page, const Summary& summary) {
  const Tally& all = summary.all;
  if (all.cases() == 0) return;
  PageList numbers{
      figure("cases", grouped(summary.cases)),
      figure("answers judged", grouped(all.judged())),
      figure("proved right", grouped(all.right(Right::proved)), "yes"),
      figure("wrong in the field", grouped(all.right(Right::wrong)), all.right(Right::wrong) > 0 ? "no" : ""),
      figure("failed", grouped(all.failed), all.failed > 0 ? "no" : ""),
      figure("unsupported", grouped(all.unsupported))};
  page["figures"] = PageData("numbers", numbers);
}

void set_failures(PageData& page, const Summary& summary) {
  if (summary.failures.empty()) return;
  std::int64_t hidden = 0;
  for (const auto& [key, kept] : summary.failures) hidden += kept.offered() - std::ssize(kept.records());
  PageData failures = as_data(case_table(summary.failures, failures_kept), summary.plugins);
  failures["kept"] = std::to_string(failures_kept);
  set_text(failures, "hidden", hidden > 0 ? grouped(hidden) : "");
  page["failures"] = std::move(failures);
}

struct Sign {
  const char *sign, *style, *words;
};

Sign sign_of(const Tally& tally) {
  if (tally.right(Right::wrong) > 0) return {"✗", "no", "wrong in the field"};
  if (tally.right(Right::proved) > 0) return {"✓", "yes", "proved right"};
  return {"○", "soft", "not asked in the field"};
}

PageData matrix_cell(const Summary& summary, const Summary::Key& key) {
  PageData cell;
  const auto found = summary.verdicts.find(key);
  const bool solved = found != summary.verdicts.end() && found->second.judged() > 0;
  cell["solved"] = solved;
  cell["nothing"] = found == summary.verdicts.end() ? "" : "unsupported";
  if (!solved) return cell;
  const Tally& tally = found->second;
  const Sign sign = sign_of(tally);
  const double digits = summary.digits.at(key).quantile(0.1);
  const std::string worst(name(tally.worst_verdict()));
  cell["proof"] = sign.sign;
  cell["proof_class"] = sign.style;
  cell["worst"] = worst;
  cell["digits"] = in_tenths(digits);
  cell["level"] = std::to_string(std::clamp(static_cast<int>(digits / 2), 0, 7));
  cell["cell_title"] = sign.words + (": " + grouped(tally.right(Right::proved))) + " of " +
                       grouped(tally.judged()) + "; worst verdict " + worst + ", promised " +
                       tally.promise() + "; largest α " + compact(tally.worst_alpha) + "; " +
                       plural(tally.failed, "failure") + ", " + grouped(tally.unsupported) + " unsupported";
  set_text(cell, "cell_failed", tally.failed > 0 ? grouped(tally.failed) : "");
  return cell;
}

/// Plugins for one problem stand together.
std::vector<std::string> by_problem(const Summary& summary) {
  std::set<std::pair<Problem, std::string>> sorted;
  for (const std::string& plugin : summary.plugins)
    sorted.emplace(summary.verdicts.lower_bound({plugin, Problem{}})->first.second, plugin);
  std::vector<std::string> plugins;
  for (const auto& [problem, plugin] : sorted) plugins.push_back(plugin);
  return plugins;
}

Cell matrix_text(const Summary& summary, const Summary::Key& key) {
  const auto found = summary.verdicts.find(key);
  if (found == summary.verdicts.end()) return std::string();
  const Tally& tally = found->second;
  if (tally.judged() == 0) return std::string("unsupported");
  return std::string(sign_of(tally).sign) + " " + in_tenths(summary.digits.at(key).quantile(0.1)) + " " +
         std::string(name(tally.worst_verdict())) +
         (tally.failed > 0 ? " ✗ " + grouped(tally.failed) + " failed" : "");
}

/// Plugins by problems, in words.
Table matrix_table(const Summary& summary) {
  Table table{"Who is right, and how many digits are kept", {{"plugin"}}, {}};
  for (const Problem problem : summary.problems) table.columns.push_back({std::string(name(problem))});
  for (const std::string& plugin : by_problem(summary)) {
    TableRow& row = table.rows.emplace_back(TableRow{{plugin}});
    for (const Problem problem : summary.problems)
      row.cells.push_back(matrix_text(summary, {plugin, problem}));
  }
  return table;
}

std::string since(const Comparison& comparison) {
  return "Since " + comparison.before.started +
         (comparison.before.commit.empty() ? "" : ", commit " + comparison.before.commit.substr(0, 12)) +
         ": " + in_a_line(comparison) + ", of " + plural(comparison.cases, "answer") + " that both runs have";
}

void set_changes(PageData& page, const Comparison& comparison) {
  PageData changes;
  changes["since"] = since(comparison);
  changes["since_class"] = std::string(comparison.regressions > 0 ? "no" : "");
  if (!comparison.kept.empty()) changes["table"] = as_data(change_table(comparison));
  changes["kept"] = std::to_string(differences_kept);
  page["changes"] = std::move(changes);
}

void set_matrix(PageData& page, const Summary& summary) {
  if (summary.all.cases() == 0) return;
  PageList problems, rows;
  for (const Problem problem : summary.problems) problems.emplace_back(std::string(name(problem)));
  for (const std::string& plugin : by_problem(summary)) {
    PageList cells;
    for (const Problem problem : summary.problems) cells.push_back(matrix_cell(summary, {plugin, problem}));
    PageData row("plugin", plugin);
    row["matrix_cells"] = cells;
    rows.push_back(std::move(row));
  }
  PageData matrix("matrix_problems", problems);
  matrix["matrix_rows"] = rows;
  matrix["verdicts"] = as_data(verdict_table(summary), summary.plugins);
  page["matrix"] = std::move(matrix);
}

}  // namespace

void set_overview(PageData& page, const Run& run, const Summary& summary, const Comparison* comparison) {
  page["version"] = run.version;
  page["run_number"] = std::to_string(run.id);
  set_text(page, "started", run.started);
  set_text(page, "commit", run.commit.substr(0, 12));  // all of it stands under "The run"
  page["unfinished"] = run.finished.empty();
  set_headline(page, summary);
  set_figures(page, summary);
  set_failures(page, summary);
  if (comparison) set_changes(page, *comparison);
  set_matrix(page, summary);
}

void set_history(PageData& page, Table history) {
  if (history.rows.size() < 2) return;
  PageData shown;
  shown["runs"] = plural(std::ssize(history.rows), "finished run");
  if (history.rows.size() > runs_shown) history.rows.resize(runs_shown);
  shown["table"] = as_data(history);
  page["history"] = std::move(shown);
}

std::string markdown_summary(const Run& run, const Summary& summary, const Comparison* comparison) {
  const Headline headline = headline_of(summary);
  std::string text = "## Kintree: " + headline.text + "\n";
  for (const std::string& lead : headline.leads) text += "\n" + markdown(lead) + "\n";
  if (run.finished.empty()) text += "\nThe run is not finished.\n";
  if (!summary.failures.empty()) text += "\n### Failures, the worst of each plugin and problem\n\n";
  for (const auto& [key, kept] : summary.failures) {
    const Record& worst = kept.records().front();
    const std::string why = explanation(worst);
    text += "- " + markdown(key.first) + ", " + std::string(name(key.second)) + ": " +
            (why.empty() ? std::string(words(Reason::below_promise)) : markdown(why)) + "; " +
            grouped(kept.offered()) + " failed. " + markdown_code(worst.command) + "\n";
  }
  if (comparison) {
    text += "\n### " + since(*comparison) + "\n";
    if (!comparison->kept.empty()) text += "\n" + as_markdown(change_table(*comparison));
  }
  if (summary.all.cases() == 0) return text;
  return text + "\n### Proved right (✓), digits that nine tenths of the answers keep, worst verdict\n\n" +
         as_markdown(matrix_table(summary));
}

std::string terminal_overview(const Summary& summary, const Comparison* comparison) {
  std::string text;
  if (summary.all.cases() > 0)
    text = "Proved right (✓), digits that nine tenths of the answers keep, worst verdict:\n" +
           as_text(matrix_table(summary));
  if (comparison) {
    text += since(*comparison) + "\n";
    if (!comparison->kept.empty()) text += as_text(change_table(*comparison));
  }
  return text;
}

}  // namespace kintree::report
