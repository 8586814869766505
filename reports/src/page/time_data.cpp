#include <algorithm>
#include <cmath>

#include "data/tables.hpp"
#include "data/typography.hpp"
#include "page/page_data.hpp"

/// The times of answers.
namespace kintree::report {
namespace {

DisplayedText number(double value, double unit, int decimals) {
  if (!std::isfinite(value)) return {};
  return {exact(value / unit), fixed(value / unit, decimals)};
}

/// Three digits.
DisplayedText microseconds(double nanoseconds) {
  return number(nanoseconds, 1e3, nanoseconds < 9995 ? 2 : nanoseconds < 99950 ? 1 : 0);
}

}  // namespace

Table timing_table(std::vector<Timing> timings) {
  std::stable_sort(timings.begin(), timings.end(), [](const Timing& a, const Timing& b) {
    if (a.problem != b.problem) return a.problem < b.problem;
    if (a.model != b.model) return std::pair(a.bodies, a.model) < std::pair(b.bodies, b.model);
    return a.timed() && (!b.timed() || a.median < b.median);
  });
  Table table{"Time of one answer, beside the fastest",
              {{"problem"},
               {"model"},
               {"plugin", Kind::name},
               {"microseconds", Kind::decimal, "µs"},
               {"spread", Kind::decimal, "spread, %"},
               {"ratio", Kind::decimal},
               {"quartiles", Kind::label},
               {"verdict"},
               {"digits", Kind::label},
               {"arithmetic", Kind::decimal, "arithmetic, %"},
               {"conversions", Kind::decimal, "conversions, µs"},
               {"skipped", Kind::prose, ""}},
              {},
              2};
  for (const Timing& t : timings) {
    const bool compared = std::isfinite(t.ratio);
    table.rows.push_back(
        {{std::string(name(t.problem)), t.model, t.timed_plugin(), microseconds(t.median),
          number(t.spread, 0.01, 1), number(t.ratio, 1, 2),
          compared ? fixed(t.ratio_low, 2) + " to " + fixed(t.ratio_high, 2) : std::string(),
          t.verdict ? Cell(chip(std::string(name(*t.verdict)), std::string(name(*t.verdict))))
                    : Cell(std::string()),
          t.error > 0 ? in_tenths(-std::log10(t.error)) : std::string(),
          number(t.arithmetic / t.median, 0.01, 0), microseconds(t.conversions),
          t.timed() ? std::string() : "not timed: " + t.skipped}});
  }
  return table;
}

void set_times(PageData& page, const PageContents& contents) {
  const Timings& timings = contents.measured.timings;
  if (timings.rows.empty()) return;
  std::set<std::string> linked = contents.summary.plugins;
  for (const Library& library : contents.libraries.libraries) linked.insert(library.plugin);
  PageData data = as_data(timing_table(timings.rows), linked);
  data["how"] = timings.how;
  page["times"] = std::move(data);
}

}  // namespace kintree::report
