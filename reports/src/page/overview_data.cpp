#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "data/comparison.hpp"
#include "data/table_cells.hpp"
#include "data/typography.hpp"
#include "page/page_data.hpp"

/// The failures, the number of right answers, and the changes, as a page, as Markdown, and for a terminal.
namespace kintree::report {
namespace {

/// Rows of failures and of changes on the front page, which has a limit of 10,000 characters.
constexpr std::size_t rows_on_front = 8;

std::string rightness(const Tally& all) {
  const std::int64_t proved = all.right(FieldCheck::proved), wrong = all.right(FieldCheck::wrong),
                     not_askable = all.right(FieldCheck::not_askable);
  if (proved + wrong + not_askable == 0) return "No formula was checked in the finite field.";
  std::string text = "The formula is right in " + grouped(proved) + " of " +
                     grouped(proved + wrong + not_askable) + " answers that a finite field checked";
  if (wrong > 0) text += ", and wrong in " + grouped(wrong);
  if (not_askable > 0) text += "; " + grouped(not_askable) + " cannot be computed there";
  return text + ".";
}

/// The number of algorithms with each verdict on ordinary trees.
std::string accuracy(const AlgorithmsByProblem& algorithms) {
  std::map<Verdict, std::int64_t> counts;
  std::int64_t all = 0;
  for (const auto& [problem, rows] : algorithms)
    for (const Algorithm& a : rows)
      if (a.typical()) ++counts[*a.typical()], ++all;
  std::string text;
  for (const auto& [verdict, count] : counts)
    text += (text.empty() ? "" : ", ") + std::string(name(verdict)) + " for " + grouped(count);
  return text.empty() ? text
                      : "Typical verdicts of " + plural(all, "pair") +
                            " of an algorithm and a problem, on ordinary trees: " + text + ".";
}

std::string extent(const Summary& summary) {
  return plural(std::ssize(summary.plugins), "plugin") + ", " +
         plural(std::ssize(summary.problems), "problem") + ", " + plural(summary.cases, "case");
}

struct Headline {
  std::string text, outcome, title;
  std::vector<std::string> leads;
};

/// "3", "3 answers and 1 check", or "1 check".
std::string failed_in_words(std::int64_t answers, std::int64_t checks) {
  if (checks == 0) return grouped(answers);
  return (answers > 0 ? plural(answers, "answer") + " and " : "") + plural(checks, "check");
}

Headline headline_of(const PageContents& contents) {
  const Summary& summary = contents.summary;
  const Tally& all = summary.all;
  const std::int64_t checks = std::ssize(contents.failed_checks);
  if (all.cases() == 0) return {"Nothing was verified", "", "nothing judged", {"The run has no records."}};
  if (all.judged() == 0)
    return {"Nothing was judged",
            "",
            "nothing judged",
            {"All " + plural(all.unsupported, "answer") + " requested were outside the plugins’ domains."}};
  const std::string judged =
      plural(all.judged(), "answer") + (all.judged() == 1 ? " was" : " were") + " judged";
  Headline headline{"All passed",
                    "passed",
                    "all passed",
                    {judged + ", each as accurate as its plugin promised: " + extent(summary) + "."}};
  if (all.failed > 0)
    headline.leads = {judged + "; " + grouped(all.failed) + (all.failed == 1 ? " is" : " are") +
                      " wrong, or less accurate than promised: " + extent(summary) + "."};
  if (all.failed + checks > 0) {
    headline.text = headline.title = failed_in_words(all.failed, checks) + " failed";
    headline.outcome = "failed";
  }
  headline.leads.push_back(rightness(all));
  if (const std::string text = accuracy(contents.algorithms); !text.empty()) headline.leads.push_back(text);
  return headline;
}

void set_numbers(PageData& page, const Summary& summary) {
  const Tally& all = summary.all;
  if (all.cases() == 0) return;
  PageList numbers{
      figure("failed", "records.csv: passed", grouped(all.failed), all.failed > 0 ? "no" : ""),
      figure("wrong in the field", "records.csv: right", grouped(all.right(FieldCheck::wrong)),
             all.right(FieldCheck::wrong) > 0 ? "no" : ""),
      figure("answers judged", "records.csv: standing", grouped(all.judged())),
      figure("right in the field", "records.csv: right", grouped(all.right(FieldCheck::proved)), "yes"),
      figure("cases", "records.csv: case", grouped(summary.cases)),
      figure("unsupported", "records.csv: standing", grouped(all.unsupported))};
  page["figures"] = PageData("numbers", numbers);
}

/// The first rows of a table, and the number of the others; empty without any.
struct FirstRows {
  Table table;
  std::string hidden;

  FirstRows(Table rows, std::int64_t all) : table(std::move(rows)) {
    if (table.rows.size() > rows_on_front) table.rows.resize(rows_on_front);
    if (all > std::ssize(table.rows)) hidden = grouped(all - std::ssize(table.rows));
  }

  PageData data(const std::set<std::string>& linked) const {
    PageData shown = as_data(table, linked);
    shown["hidden"] = false;  // not that of a table around it
    set_text(shown, "hidden", hidden);
    return shown;
  }
};

FirstRows first_failures(const Summary& summary) {
  return {failure_table(summary), std::ssize(summary.failures)};
}

FirstRows first_checks(const PageContents& contents) {
  Table table{"Other checks that failed",
              {{"check"}, plugin, problem, {"subject", Kind::prose}, {"reason", Kind::prose}},
              {}};
  for (const FailedCheck& c : contents.failed_checks)
    table.rows.push_back({{DisplayedText{.text = c.check, .on_page = c.check, .link = c.place}, c.plugin,
                           c.problem, c.subject, c.why}});
  return {std::move(table), std::ssize(contents.failed_checks)};
}

void set_failures(PageData& page, const PageContents& contents) {
  const std::set<std::string>& linked = contents.summary.plugins;
  if (contents.summary.failures.empty() && contents.failed_checks.empty()) return;
  PageData failures;
  for (const auto& [name, first] :
       {std::pair{"answers", first_failures(contents.summary)}, {"checks", first_checks(contents)}}) {
    failures[name] = false;
    if (!first.table.rows.empty()) failures[name] = first.data(linked);
  }
  page["failures"] = std::move(failures);
}

FirstRows first_changes(const Comparison& comparison) {
  return {change_table(comparison),
          std::accumulate(comparison.counts.begin(), comparison.counts.end(), std::int64_t{0})};
}

std::string since(const Comparison& comparison) {
  return "Since " + comparison.before.started +
         (comparison.before.commit.empty() ? "" : ", commit " + comparison.before.commit.substr(0, 12)) +
         ": " + in_a_line(comparison) + ", of " + plural(comparison.cases, "answer") + " that both runs have";
}

void set_changes(PageData& page, const PageContents& contents) {
  const Comparison* const comparison = contents.comparison;
  if (comparison == nullptr) return;
  PageData changes("since", since(*comparison));
  changes["since_class"] = std::string(comparison->regressions > 0 ? "no" : "");
  changes["table"] = false;
  if (!comparison->kept.empty()) changes["table"] = first_changes(*comparison).data(contents.summary.plugins);
  page["changes"] = std::move(changes);
}

}  // namespace

void set_overview(PageData& page, const PageContents& contents) {
  const Summary& summary = contents.summary;
  const Headline headline = headline_of(contents);
  page["headline"] = headline.text;
  page["page_title"] = headline.title;
  set_text(page, "outcome", headline.outcome);
  page["leads"] = PageList(headline.leads.begin(), headline.leads.end());
  page["unfinished"] = contents.run.finished.empty();
  set_numbers(page, summary);
  set_failures(page, contents);
  set_changes(page, contents);
}

std::string markdown_summary(const PageContents& contents) {
  const Summary& summary = contents.summary;
  const Headline headline = headline_of(contents);
  std::string text = "## Kintree: " + headline.text + "\n";
  for (const std::string& lead : headline.leads) text += "\n" + markdown(lead) + "\n";
  if (contents.run.finished.empty()) text += "\nThe run is not finished.\n";
  if (!summary.failures.empty()) text += "\n### Failures, the worst of each plugin and problem\n\n";
  for (const auto& [key, kept] : summary.failures) {
    const Record& worst = kept.records().front();
    const std::string why = explanation(worst);
    text += "- " + markdown(key.first) + ", " + std::string(name(key.second)) + ": " +
            (why.empty() ? std::string(to_string(Reason::below_promise)) : markdown(why)) + "; " +
            grouped(kept.offered()) + " failed. " + markdown_code(worst.command) + "\n";
  }
  if (const FirstRows checks = first_checks(contents); !checks.table.rows.empty())
    text += "\n### Other checks that failed\n\n" + as_markdown(checks.table) +
            (checks.hidden.empty() ? "" : "\n" + checks.hidden + " more failed.\n");
  if (contents.comparison) {
    text += "\n### " + since(*contents.comparison) + "\n";
    if (!contents.comparison->kept.empty()) {
      const FirstRows changes = first_changes(*contents.comparison);
      text += "\n" + as_markdown(changes.table);
      if (!changes.hidden.empty()) text += "\n" + changes.hidden + " more: `changes.csv`.\n";
    }
  }
  if (contents.algorithms.empty()) return text;
  text += "\n### Which algorithm to use\n\n";
  for (const auto& [problem, rows] : contents.algorithms)
    text += "- " + std::string(info(problem).title) + ": " + markdown(advice(rows).text()) + "\n";
  return text;
}

std::string terminal_overview(const PageContents& contents) {
  std::string text;
  if (!contents.algorithms.empty())
    text =
        "The algorithms for each problem, the best first:\n" + as_text(overview_table(contents.algorithms));
  if (const FirstRows checks = first_checks(contents); !checks.table.rows.empty())
    text += "Other checks that failed:\n" + as_text(checks.table);
  if (contents.comparison) {
    text += since(*contents.comparison) + "\n";
    if (!contents.comparison->kept.empty()) {
      const FirstRows changes = first_changes(*contents.comparison);
      text += as_text(changes.table);
      if (!changes.hidden.empty()) text += changes.hidden + " more: changes.csv\n";
    }
  }
  return text;
}

}  // namespace kintree::report
