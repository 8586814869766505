#include <algorithm>
#include <cmath>

#include "data/history.hpp"
#include "data/typography.hpp"
#include "page/page_data.hpp"

/// Why to believe it: proofs, planted errors, mutants, and the run itself.
namespace kintree::report {
namespace {

std::string speed(const Throughput& t) {
  return grouped(static_cast<std::int64_t>(static_cast<double>(t.cases) / t.seconds)) +
         " cases a second of processor time, " + std::string(name(t.problem)) +
         " at n = " + std::to_string(t.degrees_of_freedom) +
         ", drawn, solved exactly and judged on one thread (plugin " + t.plugin + ", " + grouped(t.cases) +
         " cases)";
}

void set_proofs(PageData& page, const Summary& summary, const std::vector<SmallTreesProof>& proofs) {
  const Tally& all = summary.all;
  std::int64_t trees = 0, wrong = 0;
  double escape = 0, degree = 0;  // stay 0 without any
  for (const SmallTreesProof& p : proofs) {
    trees += p.proved;
    wrong += p.wrong;
    if (std::isfinite(p.escape)) escape = std::max(escape, p.escape);
    if (std::isfinite(p.degree)) degree = std::max(degree, p.degree);
  }
  PageList numbers{
      figure("random cases proved", "records.csv: right", grouped(all.right(FieldCheck::proved)), "yes"),
      figure("of them wrong", "records.csv: right", grouped(all.right(FieldCheck::wrong)),
             all.right(FieldCheck::wrong) > 0 ? "no" : ""),
      figure("not askable", "records.csv: right", grouped(all.right(FieldCheck::not_askable))),
      figure("not asked", "records.csv: right", grouped(all.right(FieldCheck::not_asked)))};
  if (!proofs.empty()) {
    numbers.push_back(figure("proofs of small trees", "small_trees.csv: proved", grouped(trees), "yes"));
    numbers.push_back(
        figure("small trees wrong", "small_trees.csv: wrong", grouped(wrong), wrong > 0 ? "no" : ""));
    page["proofs"] = as_data(proof_table(proofs), summary.plugins);
    if (escape > 0) {
      page["worst_escape"] = in_prose(escape);
      page["largest_degree"] = in_prose(degree);
    }
  }
  page["proof_numbers"] = numbers;
}

void set_field_power(PageData& page, const Summary& summary, const std::vector<FieldPower>& power) {
  if (power.empty()) return;
  std::int64_t trials = 0, unseen = 0, flagged = 0;
  for (const FieldPower& p : power) {
    trials += p.trials;
    unseen += p.unseen;
    flagged += p.flagged;
  }
  PageData data = as_data(field_power_table(power), summary.plugins);
  page["flagged_of"] = grouped(flagged) + " of " + grouped(trials - unseen) + " are flagged";
  data["unseen"] = grouped(unseen);
  page["field_power"] = std::move(data);
}

/// Where a mutant stands, and its code before and after.
PageData mutant_data(const std::string& plugin, const auto& mutant) {
  PageData data("plugin", plugin);
  data["file"] = mutant.file;
  data["line"] = std::to_string(mutant.line);
  data["before"] = mutant.before;
  data["after"] = mutant.after;
  return data;
}

void set_mutants(PageData& page, const Summary& summary, const std::vector<MutantScore>& scores) {
  if (scores.empty()) return;
  PageData data = as_data(mutant_table(scores), summary.plugins);
  PageList survivors;
  for (const MutantScore& m : scores)
    for (const MutantScore::Survivor& left : m.survivors) survivors.push_back(mutant_data(m.plugin, left));
  data["survivors"] = survivors;
  std::string unmeasured;
  for (const std::string& plugin : summary.plugins)
    if (std::none_of(scores.begin(), scores.end(), [&](const MutantScore& m) { return m.plugin == plugin; }))
      unmeasured += (unmeasured.empty() ? "" : ", ") + plugin;
  if (!unmeasured.empty()) data["unmeasured"] = unmeasured;
  page["mutants"] = std::move(data);
}

void set_coverage(PageData& page, const Summary& summary, const std::vector<LineCoverage>& coverage) {
  if (coverage.empty()) return;
  std::int64_t lines = 0, executed = 0;
  for (const LineCoverage& c : coverage) lines += c.lines, executed += c.executed;
  PageData data = as_data(coverage_table(coverage), summary.plugins);
  data["executed_of"] = grouped(executed) + " of " + grouped(lines);
  page["coverage"] = std::move(data);
}

PageList run_lines(const Run& run, const std::vector<Throughput>& throughput) {
  PageList lines;
  const auto add = [&](const char* label, const std::string& value, bool as_code = false) {
    PageData line("label", label);
    line["value"] = value.empty() ? "–" : value;
    line["as_code"] = as_code && !value.empty();
    lines.push_back(std::move(line));
  };
  add("run", std::to_string(run.id));
  add("command", run.command, true);
  add("started", run.started);
  add("finished", run.finished.empty() ? "not finished" : run.finished);
  add("Kintree", run.version);
  add("commit", run.commit);
  add("build", run.build);
  add("machine", run.machine);
  for (const Throughput& t : throughput)
    if (t.seconds > 0) add("throughput", speed(t));
  return lines;
}

}  // namespace

void set_trust(PageData& page, const Run& run, const Summary& summary, const Measurements& measured) {
  set_proofs(page, summary, measured.proofs);
  if (!measured.power.empty()) page["power"] = as_data(power_table(measured.power), summary.plugins);
  set_field_power(page, summary, measured.field_power);
  set_mutants(page, summary, measured.mutants);
  set_coverage(page, summary, measured.coverage);
  page["run_lines"] = run_lines(run, measured.throughput);
}

void set_history(PageData& page, Table history) {
  if (history.rows.size() < 2) return;
  PageData shown;
  shown["runs"] = plural(std::ssize(history.rows), "finished run");
  if (history.rows.size() > runs_shown) history.rows.resize(runs_shown);
  shown["table"] = as_data(history);
  page["history"] = std::move(shown);
}

}  // namespace kintree::report
