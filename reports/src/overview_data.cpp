#include <algorithm>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "page_data.hpp"
#include "typography.hpp"

/// The failures, the number of right answers, and the changes, as a page, as Markdown, and for a terminal.
namespace kintree::report {
namespace {

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

Headline headline_of(const Summary& summary, const AlgorithmsByProblem& algorithms) {
  const Tally& all = summary.all;
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
  if (all.failed > 0) {
    const std::string failed = grouped(all.failed);
    headline = {failed + " failed",
                "failed",
                failed + " failed",
                {judged + "; " + failed + (all.failed == 1 ? " is" : " are") +
                 " wrong, or less accurate than promised: " + extent(summary) + "."}};
  }
  headline.leads.push_back(rightness(all));
  if (const std::string text = accuracy(algorithms); !text.empty()) headline.leads.push_back(text);
  return headline;
}

void set_numbers(PageData& page, const Summary& summary) {
  const Tally& all = summary.all;
  if (all.cases() == 0) return;
  PageList numbers{figure("failed", grouped(all.failed), all.failed > 0 ? "no" : ""),
                   figure("wrong in the field", grouped(all.right(FieldCheck::wrong)),
                          all.right(FieldCheck::wrong) > 0 ? "no" : ""),
                   figure("answers judged", grouped(all.judged())),
                   figure("right in the field", grouped(all.right(FieldCheck::proved)), "yes"),
                   figure("cases", grouped(summary.cases)),
                   figure("unsupported", grouped(all.unsupported))};
  page["figures"] = PageData("numbers", numbers);
}

void set_failures(PageData& page, const Summary& summary) {
  if (summary.failures.empty()) return;
  Summary::Groups shown;
  std::int64_t hidden = 0;
  for (const auto& [key, kept] : summary.failures) {
    hidden += kept.offered();
    if (shown.size() < failures_kept) shown.emplace(key, kept);
  }
  const Table table = case_table(shown, std::max<std::size_t>(failures_kept / shown.size(), 1));
  hidden -= std::ssize(table.rows);
  PageData failures = as_data(table, summary.plugins);
  set_text(failures, "hidden", hidden > 0 ? grouped(hidden) : "");
  page["failures"] = std::move(failures);
}

std::string since(const Comparison& comparison) {
  return "Since " + comparison.before.started +
         (comparison.before.commit.empty() ? "" : ", commit " + comparison.before.commit.substr(0, 12)) +
         ": " + in_a_line(comparison) + ", of " + plural(comparison.cases, "answer") + " that both runs have";
}

void set_changes(PageData& page, const PageContents& contents) {
  if (contents.comparison == nullptr && contents.since.empty()) return;
  PageData changes("since", contents.since);
  changes["table"] = false;
  if (const Comparison* const comparison = contents.comparison) {
    changes["since"] = since(*comparison);
    changes["since_class"] = std::string(comparison->regressions > 0 ? "no" : "");
    if (!comparison->kept.empty()) changes["table"] = as_data(change_table(*comparison));
    changes["kept"] = std::to_string(differences_kept);
  }
  page["changes"] = std::move(changes);
}

}  // namespace

void set_overview(PageData& page, const PageContents& contents) {
  const Summary& summary = contents.summary;
  const Headline headline = headline_of(summary, contents.algorithms);
  page["headline"] = headline.text;
  page["page_title"] = headline.title;
  set_text(page, "outcome", headline.outcome);
  page["leads"] = PageList(headline.leads.begin(), headline.leads.end());
  page["unfinished"] = contents.run.finished.empty();
  set_numbers(page, summary);
  set_failures(page, summary);
  set_changes(page, contents);
}

std::string markdown_summary(const PageContents& contents) {
  const Summary& summary = contents.summary;
  const Headline headline = headline_of(summary, contents.algorithms);
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
  if (contents.comparison) {
    text += "\n### " + since(*contents.comparison) + "\n";
    if (!contents.comparison->kept.empty()) text += "\n" + as_markdown(change_table(*contents.comparison));
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
  if (contents.comparison) {
    text += since(*contents.comparison) + "\n";
    if (!contents.comparison->kept.empty()) text += as_text(change_table(*contents.comparison));
  }
  return text;
}

}  // namespace kintree::report
