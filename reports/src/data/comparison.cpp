#include "data/comparison.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "data/summary.hpp"
#include "data/typography.hpp"

namespace kintree::report {
namespace {

constexpr double confidence = 0.999;

/// Takes differences, counts them, and keeps a few.
class Collector {
 public:
  Collector(Comparison& comparison, const std::function<void(const Difference&)>& take)
      : comparison_(comparison), take_(take) {}

  void add(const Difference& d) {
    take_(d);
    ++comparison_.counts[static_cast<std::size_t>(d.change)];
    if (d.change == Change::worse && d.quantity != "accuracy") ++comparison_.regressions;
    if (kept_[{d.change, d.quantity, d.plugin, d.problem}]++ < differences_kept)
      comparison_.kept.push_back(d);
  }

 private:
  Comparison& comparison_;
  const std::function<void(const Difference&)>& take_;
  std::map<std::tuple<Change, std::string, std::string, std::string>, std::size_t> kept_;
};

Change by_size(std::int64_t before, std::int64_t after) {
  return after > before ? Change::worse : after < before ? Change::better : Change::other;
}

// --- answers ---

std::string in_words(const Record& r) {
  if (r.standing == ResultStatus::unsupported) return "unsupported: " + explanation(r);
  std::string text = r.verdict ? std::string(name(*r.verdict)) : std::string(name(r.standing));
  if (r.right == FieldCheck::wrong) text += ", wrong in the field";
  if (!r.passed) text += ", failed";
  return text;
}

/// The quality of an answer. First counts that it passes, then that it is given, then its verdict.
std::tuple<bool, bool, Verdict> badness(const Record& r) {
  return {!r.passed, r.standing == ResultStatus::unsupported, verdict_of(r)};
}

/// The change of log alpha over the cases of one plugin and problem.
class LogRatios {
 public:
  void add(double before, double after) {
    const double x = std::log(after / before);
    if (!std::isfinite(x)) return;
    ++n_;
    const double off = x - mean_;
    mean_ += off / n_;
    squares_ += off * (x - mean_);
  }
  bool significant() const { return n_ >= 2 && std::fabs(mean_) > half_width(); }
  double mean() const { return mean_; }
  std::string in_words() const {
    return "α " + compact(std::exp(mean_)) +
           " times as large (99.9 %: " + compact(std::exp(mean_ - half_width())) + " to " +
           compact(std::exp(mean_ + half_width())) + ")";
  }
  double count() const { return n_; }

 private:
  double half_width() const {
    const boost::math::students_t t(n_ - 1);
    return quantile(complement(t, (1 - confidence) / 2)) * std::sqrt(squares_ / (n_ - 1) / n_);
  }

  double n_ = 0, mean_ = 0, squares_ = 0;
};

void compare_answers(Store& store, std::int64_t run, const Baseline& baseline, Collector& collector,
                     std::int64_t& cases) {
  std::map<Summary::Key, LogRatios> ratios;
  store.for_each_pair(run, baseline.file, baseline.run, [&](const Record& before, const Record& after) {
    ++cases;
    const std::string problem(name(after.problem));
    const auto difference = [&](const std::string& quantity, Change change, const std::string& was,
                                const std::string& is) {
      collector.add({change, quantity, after.plugin, problem, after.id.name(), was, is, after.command});
    };
    const auto was = badness(before), is = badness(after);
    const bool proof_lost = after.right == FieldCheck::wrong && before.right != FieldCheck::wrong;
    const bool proof_found = before.right == FieldCheck::wrong && after.right != FieldCheck::wrong;
    if (was != is || proof_lost || proof_found)
      difference("verdict", proof_lost || (!proof_found && is > was) ? Change::worse : Change::better,
                 in_words(before), in_words(after));
    else if (before.right != after.right)
      difference("proof", before.right == FieldCheck::proved ? Change::worse : Change::better,
                 std::string(name(before.right)), std::string(name(after.right)));
    if (has_error(before) && has_error(after))
      ratios[{after.plugin, after.problem}].add(before.alpha, after.alpha);
  });
  for (const auto& [key, ratio] : ratios)
    if (ratio.significant())
      collector.add({ratio.mean() > 0 ? Change::worse : Change::better, "accuracy", key.first,
                     std::string(name(key.second)), plural(static_cast<std::int64_t>(ratio.count()), "case"),
                     "", ratio.in_words(), ""});
  const auto alone = [&](Change change) {
    return [&collector, change](const std::string& plugin, const std::string& problem, std::int64_t count) {
      collector.add({change, "verdict", plugin, problem, plural(count, "case"), "", "", ""});
    };
  };
  store.count_unpaired(run, baseline.file, baseline.run, alone(Change::added), alone(Change::gone));
}

// --- what was measured beside them ---

/// What is compared of a row: under which name, and how.
struct Compared {
  std::string plugin, problem, subject;
  friend auto operator<=>(const Compared&, const Compared&) = default;
};

/// Calls `judge(before, after, name)` for each row that both have; counts what one of them alone has.
template <class T, class Name, class Judge>
void compare_rows(Collector& collector, const std::string& quantity, const std::vector<T>& before,
                  const std::vector<T>& after, Name&& name_of_row, Judge&& judge) {
  if (before.empty() || after.empty()) return;
  std::map<Compared, const T*> there;
  for (const T& row : before) there.emplace(name_of_row(row), &row);
  std::map<std::pair<std::string, std::string>, std::int64_t> added, gone;
  for (const T& row : after) {
    const Compared called = name_of_row(row);
    const auto found = there.find(called);
    if (found == there.end()) {
      ++added[{called.plugin, called.problem}];
      continue;
    }
    judge(*found->second, row, called);
    there.erase(found);
  }
  for (const auto& [called, row] : there) ++gone[{called.plugin, called.problem}];
  const auto report = [&](Change change, const auto& counts) {
    for (const auto& [of, count] : counts)
      collector.add({change, quantity, of.first, of.second, plural(count, "row"), "", "", ""});
  };
  report(Change::added, added);
  report(Change::gone, gone);
}

std::string sum_in_words(const Operations& o) {
  std::string text = m_and_a(o);
  if (o.divisions > 0) text += " + " + std::to_string(o.divisions) + " div";
  if (o.square_roots > 0) text += " + " + std::to_string(o.square_roots) + " sqrt";
  return text;
}

void compare_measurements(Store& there, std::int64_t run, const Measurements& measured,
                          Collector& collector) {
  const auto is = [&](Change change, const std::string& quantity, const Compared& of,
                      const std::string& before, const std::string& after) {
    if (before != after)
      collector.add({change, quantity, of.plugin, of.problem, of.subject, before, after, ""});
  };
  const auto plugin_and_problem = [](const auto& row, const std::string& subject) {
    return Compared{row.plugin, std::string(name(row.problem)), subject};
  };
  const auto number = [](std::int64_t n) { return std::to_string(n); };

  compare_rows(
      collector, "operations", there.rows<CountedCost>(run), measured.costs,
      [&](const CountedCost& c) { return plugin_and_problem(c, c.tree); },
      [&](const CountedCost& a, const CountedCost& b, const Compared& of) {
        if (!counted(a) || !counted(b)) {
          const auto said = [](const CountedCost& c) { return counted(c) ? "counted" : explanation(c); };
          return is(counted(a)   ? Change::worse
                    : counted(b) ? Change::better
                                 : Change::other,
                    "operations", of, said(a), said(b));
        }
        is(by_size(a.operations().total(), b.operations().total()), "operations", of,
           sum_in_words(a.operations()), sum_in_words(b.operations()));
        is(by_size(a.depth, b.depth), "longest chain of operations", of, number(a.depth), number(b.depth));
      });
  compare_rows(
      collector, "order", there.rows<CostGrowth>(run), measured.growth,
      [&](const CostGrowth& g) { return plugin_and_problem(g, g.size); },
      [&](const CostGrowth& a, const CostGrowth& b, const Compared& of) {
        is(fails(b.verdict)   ? Change::worse
           : fails(a.verdict) ? Change::better
                              : Change::other,
           "order", of, std::string(name(a.verdict)), std::string(name(b.verdict)));
      });
  compare_rows(
      collector, "claim", there.rows<ReproducedClaim>(run), measured.claims,
      [](const ReproducedClaim& c) {
        return Compared{"", "", c.paper + ": " + c.id};
      },
      [&](const ReproducedClaim& a, const ReproducedClaim& b, const Compared& of) {
        const auto said = [](const ReproducedClaim& c) {
          return std::string(name(c.verdict)) + ": " + c.ours;
        };
        is(accepted(a) == accepted(b) ? Change::other
           : accepted(a)              ? Change::worse
                                      : Change::better,
           "claim", of, said(a), said(b));
      });
  compare_rows(
      collector, "small trees", there.rows<SmallTreesProof>(run), measured.proofs,
      [&](const SmallTreesProof& p) { return plugin_and_problem(p, ""); },
      [&](const SmallTreesProof& a, const SmallTreesProof& b, const Compared& of) {
        const auto said = [](const SmallTreesProof& p) {
          return grouped(p.proved) + " of " + grouped(p.trees) + " proved, " + grouped(p.wrong) + " wrong";
        };
        is(by_size(a.wrong, b.wrong), "small trees", of, said(a), said(b));
      });
  compare_rows(
      collector, "digits in float", there.rows<FloatDigits>(run), measured.float_digits,
      [&](const FloatDigits& f) { return plugin_and_problem(f, f.tree + ", " + std::to_string(f.decade)); },
      [&](const FloatDigits& a, const FloatDigits& b, const Compared& of) {
        const auto said = [](const FloatDigits& f) {
          return in_tenths(f.median) + " of the median, " + grouped(f.failed) + " failed";
        };
        is(by_size(a.failed, b.failed), "digits in float", of, said(a), said(b));
      });
  compare_rows(
      collector, "false alarms", there.rows<PowerCurve>(run), measured.power,
      [&](const PowerCurve& p) {
        return plugin_and_problem(p, p.planted + ", n = " + std::to_string(p.degrees_of_freedom));
      },
      [&](const PowerCurve& a, const PowerCurve& b, const Compared& of) {
        is(by_size(a.false_alarms, b.false_alarms), "false alarms", of, number(a.false_alarms),
           number(b.false_alarms));
      });
  compare_rows(
      collector, "mutants", there.rows<MutantScore>(run), measured.mutants,
      [](const MutantScore& m) {
        return Compared{m.plugin, "", ""};
      },
      [&](const MutantScore& a, const MutantScore& b, const Compared& of) {
        const auto said = [](const MutantScore& m) {
          return grouped(std::ssize(m.survivors)) + " of " + grouped(m.mutants) + " survive";
        };
        is(by_size(std::ssize(a.survivors), std::ssize(b.survivors)), "mutants", of, said(a), said(b));
      });
}

}  // namespace

Comparison compare(Store& store, std::int64_t run, const Measurements& measured, const Baseline& baseline,
                   const std::function<void(const Difference&)>& take) {
  Store there(baseline.file);
  Comparison comparison;
  comparison.before = there.run(baseline.run);
  Collector collector(comparison, take);
  compare_answers(store, run, baseline, collector, comparison.cases);
  compare_measurements(there, baseline.run, measured, collector);
  std::stable_sort(comparison.kept.begin(), comparison.kept.end(),
                   [](const Difference& a, const Difference& b) { return a.change < b.change; });
  return comparison;
}

Table change_table(const Comparison& comparison) {
  Table table{"What changed",
              {{"change"},
               {"quantity"},
               {"plugin", Kind::name},
               {"problem"},
               {"subject"},
               {"before", Kind::prose},
               {"after", Kind::prose}},
              {}};
  for (const Difference& d : comparison.kept) {
    const char* colour = d.change == Change::worse ? "F" : d.change == Change::better ? "A" : "C";
    table.rows.push_back({{chip(std::string(name(d.change)), colour), d.quantity, d.plugin, d.problem,
                           d.subject, d.before, d.after},
                          {.command = d.command}});
  }
  return table;
}

std::string in_a_line(const Comparison& comparison) {
  std::string text;
  for (const Change change : Enumeration<Change>::all)
    if (const std::int64_t count = comparison.count(change); count > 0)
      text += (text.empty() ? "" : ", ") + grouped(count) + " " + std::string(name(change));
  return text.empty() ? "nothing changed" : text;
}

}  // namespace kintree::report
