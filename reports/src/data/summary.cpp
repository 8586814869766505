#include "data/summary.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <tuple>

namespace kintree::report {
namespace {

bool worse_record(const Record& a, const Record& b) {
  if (worse(a.alpha, b.alpha)) return true;
  if (worse(b.alpha, a.alpha)) return false;
  if (worse(a.error, b.error)) return true;
  if (worse(b.error, a.error)) return false;
  return std::pair(a.id.label(), a.id.seed) < std::pair(b.id.label(), b.id.seed);
}

}  // namespace

double digits_kept(double error) {
  if (!std::isfinite(error)) return 0;
  return std::clamp(-std::log10(error), 0.0, 16.0);
}

void Tally::count(const Record& record) {
  promises.insert(record.promise);
  ++rights[static_cast<std::size_t>(record.right)];
  if (record.standing == ResultStatus::unsupported) {
    ++unsupported;
    return;
  }
  ++verdicts[static_cast<std::size_t>(verdict_of(record))];
  if (!record.passed) ++failed;
  if (!has_error(record)) return;
  if (worse(record.alpha, worst_alpha)) worst_alpha = record.alpha;
  if (worse(record.error, worst_error)) worst_error = record.error;
}

std::int64_t Tally::judged() const {
  return std::accumulate(verdicts.begin(), verdicts.end(), std::int64_t{0});
}

std::string Tally::passed() const {
  if (failed > 0) return "no";
  return judged() > 0 ? "yes" : "nothing judged";
}

std::string Tally::promise() const {
  std::string text;
  for (const Verdict promised : promises) text += (text.empty() ? "" : ", ") + std::string(name(promised));
  return text;
}

Verdict Tally::worst_verdict() const {
  Verdict worst = Verdict::A;
  for (const Verdict verdict : Enumeration<Verdict>::all)
    if (verdicts[static_cast<std::size_t>(verdict)] > 0) worst = verdict;
  return worst;
}

Verdict Tally::typical_verdict() const {
  if (right(FieldCheck::wrong) > 0) return Verdict::F;
  std::int64_t reached = 0;
  for (const Verdict verdict : Enumeration<Verdict>::all)
    if (10 * (reached += verdicts[static_cast<std::size_t>(verdict)]) >= 9 * judged()) return verdict;
  return Verdict::F;
}

void WorstRecords::add(const Record& record) {
  ++offered_;
  if (records_.size() == most_ && !worse_record(record, records_.back())) return;
  const auto place = std::upper_bound(records_.begin(), records_.end(), record, worse_record);
  records_.insert(place, record);
  if (records_.size() > most_) records_.pop_back();
}

namespace {

std::vector<Loss> losses(const Record& record) {
  std::vector<Loss> lost;
  if (record.verdict > Verdict::B) lost.push_back(Loss::below_B);
  if (record.verdict > Verdict::C) lost.push_back(Loss::half_of_the_digits);
  if (record.verdict > Verdict::C && (!has_error(record) || digits_kept(record.error) == 0))
    lost.push_back(Loss::every_digit);
  if (record.verdict == Verdict::F) lost.push_back(Loss::wrong);
  return lost;
}

/// True if the tree of `a` makes a better drawing, with neither a few bodies nor very many.
bool is_better_example(const Record& a, const Record& b) {
  constexpr int bodies = 7;
  return std::abs(a.bodies - bodies) < std::abs(b.bodies - bodies);
}

}  // namespace

void Summary::add(const Record& record) {
  const Key key(record.plugin, record.problem);
  plugins.insert(record.plugin);
  problems.insert(record.problem);
  all.count(record);
  verdicts[key].count(record);
  families[record.problem][record.id.label()][record.plugin].count(record);
  const bool hard_tree = hard_families.contains(record.id.family);
  if (hard_tree && !record.tree.empty()) {
    const auto [there, added] = examples.try_emplace(record.id.family, record);
    if (!added && is_better_example(record, there->second)) there->second = record;
  }
  (hard_tree ? hard[key][record.id.family] : ordinary[key]).count(record);
  if (record.standing == ResultStatus::unsupported) {
    std::tuple explained(record.plugin, record.problem, record.reason, record.detail);
    if (unsupported.size() >= explanations_kept && !unsupported.contains(explained))
      std::get<3>(explained) = "various";
    ++unsupported[explained];
    return;
  }
  if (!hard_tree) digits[key].add(has_error(record) ? digits_kept(record.error) : 0);
  if (has_error(record)) worst.try_emplace(key, worst_kept).first->second.add(record);
  for (const Loss loss : losses(record)) {
    const auto [there, added] = smallest[key].try_emplace(loss, record);
    if (!added && smaller(record, there->second)) there->second = record;
  }
  if (!record.passed) failures.try_emplace(key, failures_kept).first->second.add(record);
}

}  // namespace kintree::report
