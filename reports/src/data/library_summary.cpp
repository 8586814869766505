#include "data/library_summary.hpp"

#include <algorithm>

namespace kintree::report {
namespace {

LibraryOutcome outcome_of(const Record& r, const LibrarySummary& summary) {
  if (r.standing == ResultStatus::unsupported)
    return r.reason == Reason::outside_domain || r.reason == Reason::not_built ? LibraryOutcome::unsupported
                                                                               : LibraryOutcome::ill_posed;
  if (r.reason == Reason::not_finite) return LibraryOutcome::no_number;
  if (r.standing == ResultStatus::breakdown) return LibraryOutcome::breakdown;
  if (harm(r.reason) == Harm::crashed || harm(r.reason) == Harm::refused ||
      r.reason == Reason::not_repeatable)
    return LibraryOutcome::fault;
  if (r.verdict == Verdict::A) return LibraryOutcome::A;
  if (r.verdict == Verdict::B) return LibraryOutcome::B;
  return summary.lost_by_all.contains({r.id.name(), r.problem}) ? LibraryOutcome::as_plugins
                                                                : LibraryOutcome::beyond;
}

/// The answer to a singular neighbour, by the detail of Reason::wrong_breakdown.
std::string singular_outcome(const std::string& detail) {
  const auto says = [&](std::string_view words) { return detail.find(words) != std::string::npos; };
  if (says("no breakdown, but NaN")) return "NaN or infinity, and no error";
  if (says("no breakdown")) return "numbers that look like an answer, and no error";
  if (says("a breakdown at")) return "an error that names another pivot";
  return "a crash, an exception or no answer in time";
}

}  // namespace

const Library* LibrarySummary::find(const std::string& plugin) const {
  const auto found = std::find_if(libraries.begin(), libraries.end(),
                                  [&](const Library& library) { return library.plugin == plugin; });
  return found == libraries.end() ? nullptr : &*found;
}

void LibrarySummary::add(const Record& record) {
  records.add(record);
  const Summary::Key key(record.plugin, record.problem);
  const LibraryOutcome outcome = outcome_of(record, *this);
  ++outcomes[key][static_cast<std::size_t>(outcome)];
  if (!records.hard_families.contains(record.id.family)) ++ordinary[key][static_cast<std::size_t>(outcome)];
  if (record.reason == Reason::wrong_breakdown)
    ++singular[{record.plugin, record.problem, singular_outcome(record.detail)}];
  if (outcome < LibraryOutcome::beyond || !is_judged(outcome)) return;
  const auto [there, added] = smallest[key].try_emplace(outcome, record);
  if (!added && smaller(record, there->second)) there->second = record;
}

}  // namespace kintree::report
