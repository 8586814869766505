#include "page.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>

#include "costs_page.hpp"
#include "markup.hpp"
#include "style.hpp"
#include "text.hpp"

namespace kintree::report {
namespace {

/// Rows shown per plugin x problem; the files have all.
constexpr std::size_t failures_shown = 8;
constexpr std::size_t worst_shown = 3;
constexpr std::size_t unsupported_shown = 200;

std::string letter(std::size_t verdict) {
  return std::string(1, verdict_letters[verdict]);
}

std::string chip(const std::string& text) {
  const bool known = text.size() == 1 && verdict_letters.find(text[0]) != std::string_view::npos;
  return "<span class=\"chip " + (known ? text : std::string("F")) + "\">" +
         (text.empty() ? "–" : html(text)) + "</span>";
}

// --- the head of the page ---

std::string headline(const Run& run, const Summary& summary) {
  const Tally& all = summary.all;
  std::ostringstream s;
  if (all.cases() == 0) {
    s << "<h1>Nothing was verified</h1>\n<p class=\"lead\">The run has no records.</p>\n";
  } else if (all.judged() == 0) {
    s << "<h1>Nothing was judged</h1>\n<p class=\"lead\">All " << counted(all.unsupported, "answer")
      << " asked for were outside the plugins’ domains.</p>\n";
  } else {
    if (all.failed == 0)
      s << "<h1 class=\"passed\">All passed</h1>\n<p class=\"lead\">" << counted(all.judged(), "answer")
        << (all.judged() == 1 ? " was" : " were") << " judged, each as accurate as its plugin promised: ";
    else
      s << "<h1 class=\"failed\">" << grouped(all.failed) << " failed</h1>\n<p class=\"lead\">"
        << counted(all.judged(), "answer") << (all.judged() == 1 ? " was" : " were") << " judged; "
        << grouped(all.failed) << (all.failed == 1 ? " is" : " are")
        << " wrong, or less accurate than promised: ";
    s << counted(summary.plugins.size(), "plugin") << ", " << counted(summary.problems.size(), "problem")
      << ", " << counted(summary.cases.size(), "case") << ".";
    if (all.unsupported > 0) s << " Another " << grouped(all.unsupported) << " asked for were unsupported.";
    s << "</p>\n";
  }
  if (run.finished.empty())
    s << "<p class=\"note\">This run is not finished: it is still under way, or it was stopped. What it had "
         "recorded is shown.</p>\n";
  return s.str();
}

constexpr const char* explanation = R"(<section id="verdicts-explained">
<h2>How to read the verdicts</h2>
<p>Each answer is compared with the exact one, computed with 50 digits. Its relative <em>error</em> is held against <em>σ</em>, the inherent
uncertainty: how far the exact answer itself moves when every input is perturbed by one rounding (2⁻⁵³). <em>α</em> = error / σ is what the
method loses beyond what the problem costs anyone: about 1 is perfect, 1000 is three digits lost. (A σ below one rounding counts as one.)</p>
<dl class="verdicts">
<dt><span class="chip A">A</span></dt><dd>As accurate as the problem allows: α is of the order of the roundings along one path of the tree.</dd>
<dt><span class="chip B">B</span></dt><dd>As accurate as a backward-stable solution with the matrix on which the method works.</dd>
<dt><span class="chip C">C</span></dt><dd>Right, but it loses more digits than that: with more digits of arithmetic the error falls in proportion.</dd>
<dt><span class="chip F">F</span></dt><dd>Wrong: none of these, or not finite, or no answer at all.</dd>
</dl>
<p>A plugin <em>promises</em> a verdict and passes where it is at least that good. Outside its domain it is <em>unsupported</em>, which neither passes nor fails.</p>
</section>
)";

// --- tables ---

std::string bar(const Tally& tally) {
  std::ostringstream s;
  s << "<div class=\"bar\" aria-hidden=\"true\">";
  const auto part = [&](std::size_t count, const std::string& kind) {
    if (count > 0) s << "<i class=\"" << kind << "\" style=\"flex:" << count << "\"></i>";
  };
  for (std::size_t i = 0; i < tally.verdicts.size(); ++i) part(tally.verdicts[i], letter(i));
  part(tally.unsupported, "none");
  s << "</div>";
  return s.str();
}

std::string passed_cell(const Tally& tally) {
  if (tally.failed > 0) return cell("✗ " + counted(tally.failed, "failure"), "no");
  return tally.judged() > 0 ? cell("✓ yes", "yes") : cell("nothing judged", "soft");
}

std::string verdicts_section(const Summary& summary) {
  std::ostringstream s;
  s << "<section id=\"verdicts\">\n<h2>Verdicts by plugin and problem</h2>\n<div class=\"scroll\"><table>\n"
    << heading({{"plugin", false},
                {"problem", false},
                {"promise", false},
                {"passed", false},
                {"cases", true},
                {"A", true},
                {"B", true},
                {"C", true},
                {"F", true},
                {"unsupported", true},
                {"", false},
                {"worst α", true},
                {"worst error", true}})
    << "<tbody>\n";
  for (auto row = summary.verdicts.begin(); row != summary.verdicts.end(); ++row) {
    const auto& [key, tally] = *row;
    const bool first = row == summary.verdicts.begin() || std::prev(row)->first.first != key.first;
    const bool last = std::next(row) == summary.verdicts.end() || std::next(row)->first.first != key.first;
    s << (last ? "<tr>" : "<tr class=\"same\">") << cell(first ? html(key.first) : "", "plugin")
      << cell(html(key.second)) << cell(html(tally.promise())) << passed_cell(tally)
      << number_cell(grouped(tally.cases()));
    for (const std::size_t count : tally.verdicts) s << number_cell(grouped(count));
    s << number_cell(grouped(tally.unsupported)) << cell(bar(tally));
    if (tally.judged() > 0)
      s << number_cell(compact(tally.worst_alpha)) << number_cell(scientific(tally.worst_error));
    else
      s << number_cell("–") << number_cell("–");
    s << "</tr>\n";
  }
  s << "</tbody></table></div>\n<nav>All of it: <a href=\"verdicts.csv\">verdicts.csv</a><a "
       "href=\"families.csv\">families.csv</a>"
       "<a href=\"worst.csv\">worst.csv</a><a href=\"records.csv\">records.csv</a></nav>\n</section>\n";
  return s.str();
}

/// Two rows for a record: what was found, and how to see it again.
std::string case_rows(const Record& r, const std::string& plugin, const std::string& problem) {
  std::ostringstream s;
  s << "<tr class=\"case\">" << cell(html(plugin), "plugin") << cell(html(problem)) << cell(html(r.case_name))
    << number_cell(std::to_string(r.seed)) << number_cell(std::to_string(r.bodies))
    << number_cell(std::to_string(r.degrees_of_freedom))
    << cell(chip(r.verdict) +
            (r.promise.empty() ? "" : " <span class=\"soft\">/ " + html(r.promise) + "</span>"))
    << number_cell(compact(r.alpha)) << number_cell(scientific(r.error)) << number_cell(scientific(r.sigma))
    << cell(html(r.worst)) << "</tr>\n<tr class=\"detail\"><td colspan=\"11\">";
  if (!r.passed) {
    s << "<span class=\"reason\">";
    if (!r.status.empty() && r.status != "judged") s << html(r.status) << (r.reason.empty() ? "" : ": ");
    s << (r.reason.empty() && r.status == "judged" ? "below its promise" : html(r.reason)) << "</span>";
  }
  if (!r.command.empty()) s << "<code>" << html(r.command) << "</code>";
  s << "</td></tr>\n";
  return s.str();
}

using Groups = std::map<Summary::Key, std::vector<const Record*>, Summary::KeyOrder>;

std::string case_table(const Groups& groups, std::size_t most) {
  std::ostringstream s;
  s << "<div class=\"scroll\"><table>\n"
    << heading({{"plugin", false},
                {"problem", false},
                {"case", false},

                {"seed", true},
                {"N", true},
                {"n", true},
                {"verdict / promise", false},
                {"α", true},
                {"error", true},
                {"σ", true},
                {"worst at", false}})
    << "<tbody>\n";
  for (const auto& [key, records] : groups) {
    for (std::size_t i = 0; i < std::min(most, records.size()); ++i)
      s << case_rows(*records[i], i == 0 ? key.first : "", i == 0 ? key.second : "");
  }
  s << "</tbody></table></div>\n";
  return s.str();
}

std::string failures_section(const Summary& summary) {
  if (summary.failures.empty()) return {};
  std::size_t hidden = 0;
  for (const auto& [key, records] : summary.failures)
    hidden += records.size() - std::min(failures_shown, records.size());
  std::ostringstream s;
  s << "<section id=\"failures\">\n<h2>Failures</h2>\n<p>Each with the joint or entry that contributes most "
       "to its error, and the "
       "command that repeats it (one click selects it).</p>\n"
    << case_table(summary.failures, failures_shown);
  if (hidden > 0)
    s << "<p class=\"note\">The worst " << failures_shown << " of each plugin and problem are shown; "
      << grouped(hidden) << " more failed: <a href=\"records.csv\">records.csv</a>.</p>\n";
  s << "</section>\n";
  return s.str();
}

std::string worst_section(const Summary& summary) {
  if (summary.worst.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"worst\">\n<h2>Worst cases</h2>\n<p>The " << worst_shown
    << " of largest α for each plugin and problem, passed or not. N: bodies; n: degrees of freedom; errors "
       "and σ are relative, in the "
       "norms of the plots.</p>\n"
    << case_table(summary.worst, worst_shown) << "</section>\n";
  return s.str();
}

std::string families_section(const Summary& summary) {
  if (summary.families.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"families\">\n<h2>Families of trees</h2>\n<p>The worst verdict of each plugin in each "
       "family, and its worst α; where "
       "answers failed, how many. A dash: unsupported.</p>\n<div class=\"side\">\n";
  for (const auto& [problem, families] : summary.families) {
    std::set<std::string> plugins;
    for (const auto& [family, by_plugin] : families)
      for (const auto& [plugin, tally] : by_plugin) plugins.insert(plugin);
    s << "<div class=\"scroll\"><h3>" << html(problem)
      << "</h3>\n<table>\n<thead><tr><th scope=\"col\">family</th>"
      << "<th class=\"number\" scope=\"col\">cases</th>";
    for (const std::string& plugin : plugins)
      s << "<th scope=\"col\" colspan=\"2\">" << html(plugin) << "</th>";
    s << "</tr></thead>\n<tbody>\n";
    for (const auto& [family, by_plugin] : families) {
      std::size_t most = 0;
      for (const auto& [plugin, tally] : by_plugin) most = std::max(most, tally.cases());
      s << "<tr>" << cell(html(family)) << number_cell(grouped(most));
      for (const std::string& plugin : plugins) {
        const auto found = by_plugin.find(plugin);
        if (found == by_plugin.end()) {
          s << "<td></td><td></td>";
        } else if (const Tally& tally = found->second; tally.judged() == 0) {
          s << cell("–", "soft") << "<td></td>";
        } else {
          s << cell(chip(letter(tally.worst_verdict()))) << "<td class=\"number\">"
            << compact(tally.worst_alpha);
          if (tally.failed > 0) s << " <span class=\"no\">" << grouped(tally.failed) << " failed</span>";
          s << "</td>";
        }
      }
      s << "</tr>\n";
    }
    s << "</tbody></table></div>\n";
  }
  s << "</div>\n</section>\n";
  return s.str();
}

std::string unsupported_section(const Summary& summary) {
  if (summary.unsupported.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"unsupported\">\n<h2>Unsupported</h2>\n<p>" << counted(summary.all.unsupported, "answer")
    << " asked for outside the domain that the plugin declares, by reason.</p>\n<div "
       "class=\"scroll\"><table>\n"
    << heading({{"plugin", false}, {"problem", false}, {"cases", true}, {"reason", false}}) << "<tbody>\n";
  std::size_t shown = 0;
  for (const auto& [key, count] : summary.unsupported) {
    if (++shown > unsupported_shown) break;
    const auto& [plugin, problem, reason] = key;
    s << "<tr>" << cell(html(plugin), "plugin") << cell(html(problem)) << number_cell(grouped(count))
      << cell(reason.empty() ? "no reason given" : html(reason), "wrap") << "</tr>\n";
  }
  s << "</tbody></table></div>\n";
  if (summary.unsupported.size() > unsupported_shown)
    s << "<p class=\"note\">" << grouped(summary.unsupported.size() - unsupported_shown)
      << " more reasons: <a href=\"records.csv\">records.csv</a>.</p>\n";
  s << "</section>\n";
  return s.str();
}

// --- the power of the suite ---

std::string share(std::size_t part, std::size_t whole) {
  return whole == 0 ? "–" : std::to_string(100 * part / whole) + " %";
}

std::string mutants_section(const std::vector<MutantScore>& scores) {
  if (scores.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"mutants\">\n<h2>Mutants</h2>\n<p>Would a mistake have been seen? Small ones were put "
       "into each plugin, one at a time: a sign, an index, a transpose, a term left out, a loop that ends "
       "too "
       "early. <em>Killed</em>: <code>kintree verify</code> failed; of the oracle, its own tests did, on "
       "closed "
       "forms and conservation laws. <em>Unit test</em>: nothing else saw it. Mutants that compute the same "
       "answers as well, or do not compile, do not "
       "count. Beside it the test that a typical library ships: two routines compared on one robot in one "
       "state.</p>\n<div class=\"scroll\"><table>\n"
    << heading({{"plugin", false},
                {"mutants", true},
                {"killed", true},
                {"unit test", true},
                {"survived", true},
                {"score", true},
                {"typical test", true},
                {"against", false},
                {"equivalent", true},
                {"do not compile", true},
                {"counted at", false}})
    << "<tbody>\n";
  for (const MutantScore& m : scores)
    s << "<tr>" << cell(html(m.plugin), "plugin") << number_cell(grouped(m.mutants))
      << number_cell(grouped(m.killed)) << number_cell(grouped(m.by_unit_test))
      << number_cell(grouped(m.survivors.size())) << number_cell(share(m.killed, m.mutants))
      << number_cell(m.typical_killed ? share(*m.typical_killed, m.mutants) : "–")
      << cell(html(m.typical_against), "soft") << number_cell(grouped(m.equivalent))
      << number_cell(grouped(m.stillborn)) << cell(html(m.date + " " + m.commit.substr(0, 9)), "soft")
      << "</tr>\n";
  s << "</tbody></table></div>\n";
  for (const MutantScore& m : scores)
    for (const MutantScore::Survivor& left : m.survivors)
      s << "<p class=\"note\">Survived: " << html(m.plugin) << ", " << html(left.file) << ":" << left.line
        << ": <code>" << html(left.before) << "</code> as <code>" << html(left.after) << "</code></p>\n";
  s << "<nav>All of it: <a href=\"mutants.csv\">mutants.csv</a></nav>\n</section>\n";
  return s.str();
}

// --- figures ---

std::string norm_of(const std::string& problem) {
  if (problem == "mass_matrix") return "max |ΔHᵢⱼ| / √(HᵢᵢHⱼⱼ)";
  if (problem == "mass_matrix_inverse") return "max |ΔXᵢⱼ| / √(XᵢᵢXⱼⱼ), X = H⁻¹";
  if (problem == "inverse_osim") return "max |ΔXᵢⱼ| / √(XᵢᵢXⱼⱼ), X = JH⁻¹Jᵀ";
  if (problem == "inverse_dynamics") return "‖Δτ‖ / ‖τ‖ in the H⁻¹-norm";
  if (problem == "forward_dynamics") return "‖Δq̈‖ / ‖q̈‖ in the H-norm";
  if (problem == "factorization") return "‖Δx‖ / ‖x‖ in the H-norm, Hx = b";
  return "";
}

std::string panels(const std::vector<Panel>& drawn, bool with_norm) {
  std::ostringstream s;
  s << "<div class=\"panels\">\n";
  for (const Panel& panel : drawn)
    s << "<div class=\"panel\"><div class=\"figure-title\">" << html(panel.problem)
      << (with_norm ? "<span class=\"axis\">" + norm_of(panel.problem) + "</span>" : std::string())
      << "</div>\n"
      << panel.svg << "</div>\n";
  s << "</div>\n";
  return s.str();
}

std::string figures(const Summary& summary, const Plots& plots) {
  if (plots.error.empty()) return {};
  std::ostringstream s;
  std::ostringstream legend;
  legend << "<div class=\"legend\">";
  for (std::size_t i = 0; i < summary.plugins.size(); ++i)
    legend << "<span>" << legend_mark(i) << html(summary.plugins[i]) << "</span>";
  s << "<section id=\"error\">\n<h2>Error against size</h2>\n<figure>\n"
    << legend.str()
    << "<span><svg class=\"plot key\" viewBox=\"-2 -2 4 4\" aria-hidden=\"true\"><path class=\"k3\" "
       "stroke-width=\".7\" d=\"M-2,0H2\"/>"
       "</svg>σ, median</span>";
  if (summary.all.failed > 0)
    s << "<span><svg class=\"plot key\" viewBox=\"-2 -2 4 4\" aria-hidden=\"true\"><use href=\"#mark5\" "
         "class=\"k4\" "
         "transform=\"scale(1.5)\"/></svg>failed</span>";
  s << "</div>\n"
    << panels(plots.error, true)
    << "<figcaption>Relative error of each answer, without unit, in the norm that stands above its panel, "
       "against the n degrees of freedom "
       "of the tree; both axes logarithmic. The grey dots and line are σ, the inherent uncertainty of the "
       "same cases and its median: a mark "
       "on the line is as exact as its problem allows. Zero, and what is not finite or could not be measured "
       "(∞), lie in lanes of their own. "
       "Marks that would cover each other are drawn once.</figcaption>\n</figure>\n</section>\n"
    << "<section id=\"alpha\">\n<h2>Digits lost by the method</h2>\n<figure>\n"
    << panels(plots.alpha, false)
    << "<figcaption>α = error / σ, without unit, of each answer, by plugin; logarithmic. The tall stroke is "
       "the median. The grey ticks below "
       "a strip are the limits of its cases (the error that the judge’s bound allows, over σ): A and B lie "
       "left of their own tick, C beyond it. Height within a "
       "strip means nothing.</figcaption>\n</figure>\n</section>\n";
  return s.str();
}

// --- the suite itself ---

std::string power_section(const Measurements& measurements, const Plots& plots) {
  if (measurements.power.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"power\">\n<h2>How small an error is flagged</h2>\n<p>Sound plugins on cases of "
    << measurements.degrees_of_freedom
    << R"( degrees of freedom, with one number of what they are given or return changed by so much of itself. The smallest
errors that are flagged, with all larger ones, in half, nine tenths and all of the trials that are not <em>unseen</em>: trials in
which not even 2⁻¹⁰ is flagged, for the answer does not depend on the number (the moment of a body about an axis that it never turns
about; an entry of H that is zero but for its rounding).</p>
<div class="scroll"><table>
)"
    << heading({{"", false},
                {"plugin", false},
                {"problem", false},
                {"planted in", false},
                {"trials", true},
                {"unseen", true},
                {"half", true},
                {"nine tenths", true},
                {"all", true}})
    << "<tbody>\n";
  const auto size = [](double error) { return std::isnan(error) ? std::string("–") : scientific(error); };
  for (std::size_t i = 0; i < measurements.power.size(); ++i) {
    const PowerCurve& c = measurements.power[i];
    s << "<tr>" << cell(legend_mark(i)) << cell(html(c.plugin), "plugin") << cell(html(c.problem))
      << cell(html(c.planted)) << number_cell(grouped(c.trials)) << number_cell(grouped(c.unseen))
      << number_cell(size(c.half)) << number_cell(size(c.most)) << number_cell(size(c.always)) << "</tr>\n";
  }
  s << "</tbody></table></div>\n<figure>\n<div class=\"panels\"><div class=\"panel\">" << plots.power
    << R"(</div></div>
<figcaption>Share of the trials that are flagged, against the relative error planted (logarithmic, 2⁻⁵² to 2⁻¹⁰). The limits foretell
where the curves rise: an error is flagged where it moves the answer by more than 60 · depth · σ, and σ is what a rounding of 2⁻⁵³ in
every input does to it. A number that weighs as much as all the others together is thus known to about 7·10⁻¹⁵ times the depth of the
tree, one that weighs a thousandth of that to a thousand times less. Factors of a matrix are bounded entry by entry, by a few
roundings.</figcaption>
</figure>
</section>
)";
  return s.str();
}

std::string large_trees_section(const Measurements& measurements) {
  if (measurements.large_trees.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"large\">\n<h2>Large trees</h2>\n<p>One case each, timed from the model to the verdict: "
       "the oracle refines its answer body by body, and a bound on what its last residual stands for "
       "certifies "
       "the digits. Time and memory per body stay what they are: both grow with the number of bodies.</p>\n"
       "<div class=\"scroll\"><table>\n"
    << heading({{"plugin", false},
                {"problem", false},
                {"family", false},
                {"bodies", true},
                {"n", true},
                {"verdict", false},
                {"error", true},
                {"backward error", true},
                {"digits certified", true},
                {"seconds", true},
                {"µs per body", true},
                {"MB", true},
                {"kB per body", true}})
    << "<tbody>\n";
  const auto fixed = [](double x) { return std::isnan(x) ? std::string("–") : compact(x); };
  for (const LargeTree& t : measurements.large_trees) {
    const auto bodies = static_cast<double>(t.bodies);
    s << "<tr>" << cell(html(t.plugin), "plugin") << cell(html(t.problem)) << cell(html(t.family))
      << number_cell(grouped(t.bodies))
      << number_cell(grouped(static_cast<std::size_t>(t.degrees_of_freedom))) << cell(html(t.verdict))
      << number_cell(scientific(t.error)) << number_cell(scientific(t.backward_error))
      << number_cell(std::to_string(t.certified_digits)) << number_cell(fixed(t.seconds))
      << number_cell(fixed(1e6 * t.seconds / bodies)) << number_cell(fixed(1e-6 * t.peak_bytes))
      << number_cell(fixed(1e-3 * t.peak_bytes / bodies)) << "</tr>\n";
  }
  s << "</tbody></table></div>\n</section>\n";
  return s.str();
}

std::string speed(const Throughput& t) {
  std::ostringstream s;
  s << grouped(static_cast<std::size_t>(static_cast<double>(t.cases) / t.seconds))
    << " cases a second of processor time, " << t.problem << " at n = " << t.degrees_of_freedom
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
  if (measurements.throughput && measurements.throughput->seconds > 0)
    line("throughput", speed(*measurements.throughput));
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
  if (summary.all.cases() > 0) s << explanation << verdicts_section(summary);
  if (!plots.error.empty() || !plots.power.empty() || !plots.curves.empty()) s << marks();
  s << figures(summary, plots) << families_section(summary) << worst_section(summary)
    << unsupported_section(summary) << power_section(measurements, plots)
    << mutants_section(measurements.mutants) << claims_section(measurements, plots)
    << cost_section(measurements) << growth_section(measurements) << large_trees_section(measurements)
    << environment(run, measurements) << "</main>\n</body>\n</html>\n";
  return s.str();
}

}  // namespace kintree::report
