#include "suite/whole_runs/float_digits.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "suite/cases/plan.hpp"
#include "suite/support/parallel.hpp"
#include "suite/verification/verify.hpp"

namespace kintree::suite {
namespace {

/// The limit of double. A matrix that is singular, or nearly so, counts as this.
constexpr double largest_condition = 1e16;

int decade(double condition) {
  return static_cast<int>(std::floor(std::log10(condition)));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double digits(double error) {
  return std::max(0.0, -std::log10(error));
}

/// The results of the cases of one row.
struct Answers {
  report::FloatDigits row;
  std::vector<double> errors = {}, sigmas = {};

  void add(const report::Record& r) {
    if (!r.passed) ++row.failed;
    if (r.standing == ResultStatus::unsupported) {
      if (r.reason == Reason::ill_posed) ++row.undetermined;
      return;
    }
    ++row.cases;
    if (r.standing == ResultStatus::breakdown) ++row.breakdowns;
    // A breakdown and a wrong answer have no digits.
    errors.push_back(std::isfinite(r.error) && r.verdict != Verdict::F ? r.error : 1);
    if (std::isfinite(r.sigma)) sigmas.push_back(r.sigma);
  }

  report::FloatDigits measured() const {
    report::FloatDigits result = row;
    constexpr double no_error = 0x1p-24;  // an answer in float is no better than a rounding
    const auto at_least_a_rounding = [&](double error) { return std::max(error, no_error); };
    if (!sigmas.empty()) result.predicted = digits(at_least_a_rounding(median(sigmas)));
    if (!errors.empty()) {
      result.median = digits(at_least_a_rounding(median(errors)));
      result.fewest = digits(at_least_a_rounding(*std::max_element(errors.begin(), errors.end())));
    }
    return result;
  }
};

struct Judged {
  std::vector<report::Record> records;

  double condition() const {
    return records.empty() ? 1 : std::min(records.front().condition, largest_condition);
  }
};

std::vector<Judged> judged(const Plan& plan, int threads) {
  std::vector<Judged> all(plan.size());
  in_parallel(threads, plan.size(), [&](std::size_t, std::uint64_t k) {
    const Task task = plan.at(k);
    const Case c = task.draw();
    if (Layout(c.model).n > automatic_dense_limit) return;
    all[k] = {verify_case(c, *task.request, task.command())};
  });
  return all;
}

/// By problem and plugin, in the order of the records.
class Table {
 public:
  Table(std::string tree, int decade) : tree_(std::move(tree)), decade_(decade) {}

  void add(const Judged& judged) {
    for (const report::Record& r : judged.records) {
      const auto [at, added] = rows_.try_emplace({r.problem, r.plugin});
      if (added)
        at->second.row = {.tree = tree_, .decade = decade_, .problem = r.problem, .plugin = r.plugin};
      at->second.add(r);
    }
  }
  void append_to(std::vector<report::FloatDigits>& rows) const {
    for (const auto& [key, answers] : rows_)
      if (answers.row.cases + answers.row.undetermined > 0) rows.push_back(answers.measured());
  }

 private:
  std::string tree_;
  int decade_;
  std::map<std::pair<Problem, std::string>, Answers> rows_;
};

}  // namespace

std::vector<report::FloatDigits> float_digits(const FloatDigitsChoice& choice) {
  Request request = choice.plugins.request();
  request.format = Format::binary32;
  std::vector<report::FloatDigits> rows;
  for (const std::string& tree : testdata_families()) {
    CaseChoice cases;
    cases.families = {tree};
    cases.trees = choice.states;
    Plan plan;
    plan.add(cases.sources(), cases.seed, static_cast<std::size_t>(cases.trees), request);
    const std::vector<Judged> all = judged(plan, choice.threads);
    std::vector<double> conditions;
    conditions.reserve(all.size());
    for (const Judged& j : all) conditions.push_back(j.condition());
    Table table(tree, decade(median(conditions)));
    for (const Judged& j : all) table.add(j);
    table.append_to(rows);
  }
  CaseChoice cases;
  cases.trees = choice.trees;
  Plan plan;
  plan.add(cases.sources(), cases.seed, static_cast<std::size_t>(cases.trees), request);
  std::map<int, Table> random;
  for (const Judged& j : judged(plan, choice.threads)) {
    const int d = decade(j.condition());
    random.try_emplace(d, "random", d).first->second.add(j);
  }
  for (const auto& [d, table] : random) table.append_to(rows);
  return rows;
}

}  // namespace kintree::suite
