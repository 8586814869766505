#include "suite/verification/summary.hpp"

namespace kintree::suite {

std::size_t Summary::Row::verdict(Verdict verdict) const {
  const auto found = verdicts.find(verdict);
  return found == verdicts.end() ? 0 : found->second;
}

Summary::Row& Summary::row_of(const report::Record& r) {
  const auto [at, is_new] = index_.try_emplace({r.plugin, r.problem}, rows_.size());
  if (is_new) {
    rows_.emplace_back();
    rows_.back().plugin = r.plugin;
    rows_.back().problem = r.problem;
  }
  return rows_[at->second];
}

void Summary::add(const report::Record& r) {
  Row& row = row_of(r);
  row.promises.insert(r.promise);
  ++row.cases;
  if (r.standing == ResultStatus::unsupported) {
    ++row.unsupported;
    const std::string reason = explanation(r);
    const bool counted = row.reasons.contains(reason) || row.reasons.size() < most_reasons;
    ++row.reasons[counted ? reason : "for other reasons"];
  } else {
    ++row.verdicts[verdict_of(r)];
  }
  if (r.passed && r.verdict && *r.verdict > r.promise) ++row.excused;
  if (!r.passed) {
    ++row.failed;
    ++row.harms[harm(r.reason)];
  }
  if (r.right == FieldCheck::proved) ++row.proved;
  if (has_error(r) && report::worse(r.alpha, row.worst_alpha)) {
    row.worst_alpha = r.alpha;
    row.worst_case = r.id.name();
  }
}

std::size_t Summary::verdicts() const {
  std::size_t count = 0;
  for (const Row& row : rows_) count += row.judged();
  return count;
}

}  // namespace kintree::suite
