#include "verdict_text.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>
#include <cmath>
#include <set>

#include "suite/support/text.hpp"

namespace kintree::command {

std::string number_of(std::int64_t count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural.empty() ? singular + "s" : plural);
}

std::string table(const suite::Summary& summary) {
  std::string text =
      fmt::format("{:<30} {:<35} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>11} {:>7} {:>10}  {}\n",
                  "plugin", "problem", "promise", "cases", "proved", "A", "B", "C", "D", "F", "unsupported",
                  "failed", "worst α", "at");
  for (const suite::Summary::Row& row : summary.rows())
    text += fmt::format(
        "{:<30} {:<35} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>11} {:>7} {:>10}  {}\n", row.plugin,
        name(row.problem),
        suite::listing(
            row.promises, [](Verdict v) { return name(v); }, ","),
        row.cases, row.proved, row.verdict(Verdict::A), row.verdict(Verdict::B), row.verdict(Verdict::C),
        row.verdict(Verdict::D), row.verdict(Verdict::F), row.unsupported, row.failed,
        row.worst_alpha < 0 ? "-" : fmt::format("{:.3g}", row.worst_alpha), row.worst_case);
  return text +
         "verdicts  A as accurate as the inputs allow, B as a backward-stable method, C half of the digits "
         "or "
         "more, D fewer, F wrong\n"
         "proved    equal to the exact answer in a finite field, at the numbers of the case: a term that is "
         "zero there is "
         "not seen\n"
         "α         error, divided by the effect of one rounding in every input\n";
}

std::string reasons(const suite::Summary& summary) {
  std::string text;
  for (const suite::Summary::Row& row : summary.rows())
    for (const auto& [reason, count] : row.reasons)
      text += fmt::format("unsupported: {} {}: {} {}\n", row.plugin, name(row.problem),
                          number_of(count, "case"), reason);
  for (const suite::Summary::Row& row : summary.rows())
    if (row.excused > 0)
      text +=
          fmt::format("excused: {} {}: {} worse than promised, on which the bound of B allows any error\n",
                      row.plugin, name(row.problem), number_of(row.excused, "case"));
  return text;
}

std::string harms(const suite::Summary& summary) {
  std::string text;
  for (const suite::Summary::Row& row : summary.rows())
    if (row.failed > 0)
      text += fmt::format("failed: {} {}: {}\n", row.plugin, name(row.problem),
                          suite::listing(row.harms, [](const auto& entry) {
                            return fmt::format("{} {}", entry.second, name(entry.first));
                          }));
  return text;
}

std::string failure(const report::Record& r) {
  std::string text =
      fmt::format("FAILED {} {}: case {} (seed {}, {}, {}), verdict {}: {}\n", r.plugin, name(r.problem),
                  r.id.name(), r.id.seed, number_of(r.bodies, "body", "bodies"),
                  number_of(r.degrees_of_freedom, "degree of freedom", "degrees of freedom"),
                  r.verdict ? name(*r.verdict) : "none", explanation(r));
  if (!std::isnan(r.error))
    text += fmt::format("  error {:.3g}, sigma {:.3g}, alpha {:.3g}, limit {:.3g}; worst entry: {}\n",
                        r.error, r.sigma, r.alpha, r.limit, r.worst.empty() ? "none" : r.worst);
  else if (!r.worst.empty())
    text += fmt::format("  worst entry: {}\n", r.worst);
  return text + fmt::format("  repeat: {}\n", r.command);
}

namespace {

/// The cases of the kind but the one that is shown.
std::string others(const suite::Verification::Alike& alike, const std::string& shown) {
  if (alike.count < 2) return {};
  std::vector<std::string> names = alike.cases;
  std::erase(names, shown);
  return fmt::format("  the same in {}: {}{}\n", number_of(alike.count - 1, "more case"),
                     fmt::join(names, ", "), alike.count - 1 > names.size() ? ", ..." : "");
}

}  // namespace

std::string failures(const suite::Verification& v,
                     const std::function<std::string(const report::Record&)>& more) {
  std::string text;
  std::set<std::string> kinds;
  std::size_t shown = 0;
  for (const report::Record& r : v.failures) {
    const std::string kind = suite::kind_of_failure(r);
    if (!kinds.insert(kind).second) continue;
    const suite::Verification::Alike& alike = v.alike.at(kind);
    shown += alike.count;
    text += failure(r) + more(r) + others(alike, r.id.name());
  }
  if (v.failed > shown) text += "... and " + number_of(v.failed - shown, "more failure") + "\n";
  return text;
}

std::string judgement(const report::Record& r) {
  const std::string reason = explanation(r);
  if (!r.verdict) return fmt::format("{}: no verdict: {}\n", name(r.problem), reason);
  return fmt::format("{}: verdict {}, error {:.3g}, sigma {:.3g}, alpha {:.3g}{}{}\n", name(r.problem),
                     name(*r.verdict), r.error, r.sigma, r.alpha,
                     r.worst.empty() ? "" : ", worst at " + r.worst, reason.empty() ? "" : ": " + reason);
}

}  // namespace kintree::command
