#include "page.hpp"

#include <sstream>

#include "sections.hpp"
#include "style.hpp"
#include "typography.hpp"

namespace kintree::report {
namespace {

/// What is proved, and what is measured, in one line.
std::string rightness(const Tally& all) {
  const std::int64_t proved = all.right(Right::proved), wrong = all.right(Right::wrong),
                     not_askable = all.right(Right::not_askable);
  if (proved + wrong + not_askable == 0)
    return "Nothing is proved: no algorithm was asked in the finite field.";
  std::string text = "Proved, by equality in a finite field, entry by entry: " + grouped(proved) + " of " +
                     grouped(proved + wrong + not_askable) + " right";
  if (wrong > 0) text += ", " + grouped(wrong) + " wrong";
  if (not_askable > 0) text += ", " + grouped(not_askable) + " that cannot be asked";
  return text + ". Measured: how many digits double keeps.";
}

std::string headline(const Run& run, const Summary& summary) {
  const Tally& all = summary.all;
  std::ostringstream s;
  if (all.cases() == 0) {
    s << "<h1>Nothing was verified</h1>\n<p class=\"lead\">The run has no records.</p>\n";
  } else if (all.judged() == 0) {
    s << "<h1>Nothing was judged</h1>\n<p class=\"lead\">All " << plural(all.unsupported, "answer")
      << " asked for were outside the plugins’ domains.</p>\n";
  } else {
    if (all.failed == 0)
      s << "<h1 class=\"passed\">All passed</h1>\n<p class=\"lead\">" << plural(all.judged(), "answer")
        << (all.judged() == 1 ? " was" : " were") << " judged, each as accurate as its plugin promised: ";
    else
      s << "<h1 class=\"failed\">" << grouped(all.failed) << " failed</h1>\n<p class=\"lead\">"
        << plural(all.judged(), "answer") << (all.judged() == 1 ? " was" : " were") << " judged; "
        << grouped(all.failed) << (all.failed == 1 ? " is" : " are")
        << " wrong, or less accurate than promised: ";
    s << plural(std::ssize(summary.plugins), "plugin") << ", "
      << plural(std::ssize(summary.problems), "problem") << ", " << plural(summary.cases, "case") << ".";
    if (all.unsupported > 0) s << " Another " << grouped(all.unsupported) << " asked for were unsupported.";
    s << "</p>\n<p class=\"lead\">" << rightness(all) << "</p>\n";
  }
  if (run.finished.empty())
    s << "<p class=\"note\">This run is not finished: it is still under way, or it was stopped. What it had "
         "recorded is shown.</p>\n";
  return s.str();
}

std::string speed(const Throughput& t) {
  std::ostringstream s;
  s << grouped(static_cast<std::int64_t>(static_cast<double>(t.cases) / t.seconds))
    << " cases a second of processor time, " << name(t.problem) << " at n = " << t.degrees_of_freedom
    << ", drawn, solved exactly and judged on one thread (plugin " << t.plugin << ", " << grouped(t.cases)
    << " cases)";
  return s.str();
}

std::string environment(const Run& run, const Measurements& measurements) {
  std::ostringstream s;
  s << "<section id=\"run\">\n<h2>The run</h2>\n<dl class=\"run\">\n";
  const auto line = [&](const char* name, const std::string& value) {
    s << "<dt>" << name << "</dt><dd>" << (value.empty() ? "–" : html(value)) << "</dd>\n";
  };
  line("run", std::to_string(run.id));
  s << "<dt>command</dt><dd>" << (run.command.empty() ? "–" : "<code>" + html(run.command) + "</code>")
    << "</dd>\n";
  line("started", run.started);
  line("finished", run.finished.empty() ? "not finished" : run.finished);
  line("Kintree", run.version);
  line("commit", run.commit);
  line("build", run.build);
  line("machine", run.machine);
  for (const Throughput& t : measurements.throughput)
    if (t.seconds > 0) line("throughput", speed(t));
  s << "</dl>\n</section>\n";
  return s.str();
}

}  // namespace

std::string page(const Run& run, const Summary& summary, const Plots& plots,
                 const Measurements& measurements) {
  std::ostringstream s;
  s << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    << "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<link rel=\"icon\" "
       "href=\"data:,\">\n"
    << "<title>Kintree: "
    << (summary.all.failed > 0     ? grouped(summary.all.failed) + " failed"
        : summary.all.judged() > 0 ? "all passed"
                                   : "nothing judged")
    << "</title>\n<style>" << style_sheet
    << "</style>\n</head>\n<body>\n<main>\n<header>\n<div class=\"kicker\">Kintree " << html(run.version)
    << " · run " << run.id << (run.started.empty() ? "" : " · " + html(run.started))
    << (run.commit.empty() ? "" : " · commit " + html(run.commit)) << "</div>\n"
    << headline(run, summary) << "</header>\n"
    << failures_section(summary);
  if (summary.all.cases() > 0) s << verdicts_section(summary);
  if (!plots.error.empty() || !plots.power.empty() || !plots.curves.empty()) s << marks();
  s << figures_sections(summary, plots) << families_section(summary) << worst_section(summary)
    << float_digits_section(measurements.float_digits) << unsupported_section(summary)
    << proofs_section(measurements.proofs) << power_section(measurements.power, plots)
    << field_power_section(measurements.field_power) << mutants_section(measurements.mutants)
    << claims_section(measurements.claims, measurements.curves, plots)
    << missing_claims_section(measurements.missing) << errata_section(measurements.errata)
    << cost_section(measurements.costs) << growth_section(measurements.growth)
    << large_trees_section(measurements.large_trees) << environment(run, measurements)
    << "</main>\n</body>\n</html>\n";
  return s.str();
}

}  // namespace kintree::report
