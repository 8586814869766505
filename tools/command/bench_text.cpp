#include "bench_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "kintree/model/printable.hpp"
#include "suite/support/text.hpp"
#include "suite/timing/statistics.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

using report::Timing;

std::string digits_text(const Timing& t) {
  if (!t.verdict) return "";
  return fmt::format(
      "{} {:>5}", name(*t.verdict),
      std::isfinite(t.error) ? fmt::format("{:.1f}", -std::log10(std::max(t.error, 1e-40))) : "-");
}

constexpr const char* columns = "  {:<30} {:>10} {:>7} {:>7} {:>15} {:>9} {:>2}{}\n";

std::string row_text(const Timing& t) {
  if (!t.timed()) return fmt::format("  {:<30} not timed: {}\n", t.timed_plugin(), t.skipped);
  std::string more;
  if (std::isfinite(t.conversions))
    more += fmt::format("  + conversions {}", suite::time_text(t.conversions));
  if (std::isfinite(t.cycles))
    more += fmt::format("  {:.0f} cycles a body, {:.2f} instructions a cycle", t.cycles / t.bodies,
                        t.instructions / t.cycles);
  return fmt::format(columns, t.timed_plugin(), suite::time_text(t.median),
                     fmt::format("{:.1f} %", 100 * t.spread),
                     std::isfinite(t.ratio) ? fmt::format("{:.2f}", t.ratio) : "-",
                     std::isfinite(t.ratio) ? fmt::format("{:.2f} to {:.2f}", t.ratio_low, t.ratio_high) : "",
                     digits_text(t), t.pareto ? "*" : "", more);
}

}  // namespace

std::string rows_text(const suite::BenchRun& run, const suite::BenchChoice& choice) {
  std::string text = fmt::format(columns, "plugin", "time", "spread", "ratio", "quartiles", "digits", "", "");
  std::string group;
  for (const suite::BenchRow& row : run.rows) {
    const Timing& t = row.timing;
    if (t.group() != group)
      text += fmt::format("{} {} ({} bodies, {} degrees of freedom, depth {}{}; {} states, {}, {})\n",
                          t.model, name(t.problem), t.bodies, t.degrees_of_freedom, t.depth,
                          t.end_effectors > 0 ? fmt::format(", {} end-effectors", t.end_effectors) : "",
                          t.states, t.mode, name(t.scalar));
    group = t.group();
    text += row_text(t);
  }
  text +=
      "Time: the processor time of a call from positions to result, sines included. It is the median of the "
      "rounds, with the distance of their quartiles\n"
      "Ratio: the time relative to the fastest plugin that keeps half of the digits, for the same model and "
      "problem in the same round. It is the median, with the quartiles\n";
  return text + fmt::format(
                    "Verdict and digits: the worst of {} (more with --judged). A row has * if none is faster "
                    "and more accurate\n",
                    number_of(choice.judged_states, "judged state"));
}

namespace {

/// A single model has no profile, but a fastest plugin: the one whose ratio is 1.
std::string fastest_text(const suite::BenchProfile& p) {
  if (p.ratios.empty() || suite::geometric_mean(p.ratios) > 1) return "";
  return fmt::format("{}: {} is the fastest that keeps half of the digits\n", p.group, p.plugin);
}

}  // namespace

std::string profiles_text(const suite::BenchRun& run) {
  std::string text;
  std::string group;
  bool profiled = false;
  for (const suite::BenchProfile& p : run.profiles) {
    if (p.models < 2) {
      text += fastest_text(p);
      continue;
    }
    profiled = true;
    if (p.group != group)
      text += fmt::format("{} over {} models{:>{}} {:>9} {:>9} {:>9} {:>9}\n", p.group, p.models,
                          "mean ratio", std::max<int>(10, 62 - static_cast<int>(p.group.size())), "fastest",
                          "<= 1.5", "<= 2", "<= 4");
    group = p.group;
    const auto share = [&](double tau) {
      return fmt::format("{:.0f} %", 100 * suite::performance_profile(p.ratios, p.models, tau));
    };
    text += fmt::format("  {:<58} {:>12} {:>9} {:>9} {:>9} {:>9}\n", p.plugin,
                        p.ratios.empty() ? "-" : fmt::format("{:.2f}", suite::geometric_mean(p.ratios)),
                        share(1), share(1.5), share(2), share(4));
  }
  if (profiled)
    text +=
        "Performance profiles [Dolan & More 2002]: the share of the models on which a plugin takes at most "
        "so many times the fastest's time. Models on which it was not timed, or lost more than half of the "
        "digits, count against it. The geometric mean of its ratios omits them\n";
  return text;
}

std::string notes_text(const suite::BenchRun& run, const suite::BenchChoice& choice, int processes) {
  std::string text;
  text += fmt::format(
      "{} rounds of {:.3g} ms for each plugin, in random order, on core {}. Plugins are prepared again for "
      "every round. Processes: {}\n",
      choice.rounds, 1e3 * choice.sample_seconds, run.core, processes);
  bool converts = false;
  for (const suite::BenchRow& row : run.rows) converts |= std::isfinite(row.timing.conversions);
  if (converts)
    text +=
        "The time of an adapter excludes its conversions between conventions: it is the library's own, the "
        "median of the calls of a sample\n";
  if (!run.counters.empty()) text += run.counters + '\n';
  text += fmt::format("The machine {}: {}\n", run.system_load.busy() ? "WAS BUSY" : "was quiet",
                      run.system_load.to_string());
  return text;
}

std::string roofline_text(const std::vector<suite::RooflineRow>& rows) {
  std::string text;
  text += fmt::format("{:<58} {:>14} {:>14} {:>9}\n", "roofline", "cycles a body", "arithmetic", "share");
  for (const suite::RooflineRow& row : rows)
    text += fmt::format("  {:<56} {:>14.0f} {:>14.0f} {:>7.0f} %\n", row.name, row.cycles, row.least,
                        100 * row.least / row.cycles);
  text +=
      "Arithmetic: the cycles of the counted multiplications and additions at the highest rate seen on this "
      "machine. Packs fuse them, so that only the more numerous of the two count\n";
  return text;
}

std::string busy_text(const suite::BenchRun& run, const nlohmann::ordered_json& older) {
  const auto busy = nlohmann::ordered_json::json_pointer("/context/busy");
  if (!run.system_load.busy() && !(older.contains(busy) && older.at(busy) == true)) return "";
  return "at least one of the two runs was on a busy machine, which may be the difference\n";
}

std::string comparison_text(const suite::BenchComparison& c, const std::string& file) {
  std::string text;
  int slower = 0, faster = 0;
  for (const suite::BenchChange& change : c.changes) {
    if (!change.slower() && !change.faster()) continue;
    (change.slower() ? slower : faster) += 1;
    text += fmt::format("{} {}: {} -> {}, {:+.1f} %, spread {:.1f} %, p {:.1e}\n",
                        change.slower() ? "SLOWER" : "faster", change.name, suite::time_text(change.before),
                        suite::time_text(change.after), 100 * (change.ratio() - 1), 100 * change.spread,
                        change.p);
  }
  text += fmt::format(
      "against {}: {} of {} rows are significantly slower and {} faster, by more than their spread. "
      "Significant: p < {} for all rows together in the Mann-Whitney U test [Holm 1979]. All rows together "
      "take {:.3f} times as long; {} rows are new, {} are gone\n",
      printable(file), slower, c.changes.size(), faster, suite::BenchChange::level, c.overall, c.added.size(),
      c.gone.size());
  return text;
}

}  // namespace kintree::command
