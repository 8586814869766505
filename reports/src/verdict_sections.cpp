#include <algorithm>
#include <sstream>

#include "sections.hpp"
#include "typography.hpp"

namespace kintree::report {
namespace {

/// Rows that are shown of each plugin and problem; the files have all.
constexpr std::size_t worst_shown = 3;
constexpr std::size_t unsupported_shown = 200;

constexpr const char* explanation_of_verdicts = R"(<section id="verdicts-explained">
<h2>How to read the verdicts</h2>
<p><em>Is it right?</em> Each algorithm is run in a finite field, where nothing is rounded, beside the exact answer: it is equal in every
entry, and so <em>proved</em> for the tree at hand, or it is wrong. (Two formulas that differ agree at a random point with a probability of at
most their degree over the number of values that a parameter can take.)
<em>How many digits does it keep?</em> That is measured, of its answer in double: the exact one is computed with 50 digits. Its relative
<em>error</em> is held against <em>σ</em>, the inherent uncertainty: how far the exact answer itself moves when every input is perturbed by one rounding (2⁻⁵³). <em>α</em> = error / σ
is what the method loses beyond what the problem costs any method: about 1 is perfect, 1000 means that three digits are lost. (A σ below one
rounding counts as one.)</p>
<dl class="verdicts">
<dt><span class="chip A">A</span></dt><dd>As accurate as the problem allows: α is of the order of the roundings along one path of the tree.</dd>
<dt><span class="chip B">B</span></dt><dd>As accurate as a backward-stable solution with the matrix on which the method works.</dd>
<dt><span class="chip C">C</span></dt><dd>Right, but with fewer digits than that: half of them or more.</dd>
<dt><span class="chip D">D</span></dt><dd>Right, but of no use here: fewer than half of the digits are left, or none, or the algorithm broke down.</dd>
<dt><span class="chip F">F</span></dt><dd>Wrong: not equal to the exact answer in the field, or not finite, or beyond the bounds and not proved right.</dd>
</dl>
<p>A plugin <em>promises</em> a verdict, and passes where its verdict is at least that good. Outside its domain it is <em>unsupported</em>,
which neither passes nor fails.</p>
</section>
)";

const char* norm_of(Problem problem) {
  switch (problem) {
    case Problem::mass_matrix:
      return "max |ΔHᵢⱼ| / √(HᵢᵢHⱼⱼ)";
    case Problem::mass_matrix_inverse:
      return "max |ΔXᵢⱼ| / √(XᵢᵢXⱼⱼ), X = H⁻¹";
    case Problem::inverse_osim:
      return "max |ΔXᵢⱼ| / √(XᵢᵢXⱼⱼ), X = JH⁻¹Jᵀ";
    case Problem::dynamically_consistent_inverse:
      return "max ‖Δxᵣ‖ / ‖xᵣ‖ in the H-norm, xᵣ the columns of J̄";
    case Problem::inverse_dynamics:
      return "‖Δτ‖ / ‖τ‖ in the H⁻¹-norm";
    case Problem::forward_dynamics:
      return "‖Δq̈‖ / ‖q̈‖ in the H-norm";
    case Problem::factorization:
      return "‖Δx‖ / ‖x‖ in the H-norm, Hx = b";
  }
  return "";
}

std::string panels(const std::vector<Panel>& drawn, bool with_norm) {
  std::ostringstream s;
  s << "<div class=\"panels\">\n";
  for (const Panel& panel : drawn) {
    s << "<div class=\"panel\"><div class=\"figure-title\">" << html(panel.title);
    if (with_norm) s << "<span class=\"axis\">" << norm_of(*enumerator<Problem>(panel.title)) << "</span>";
    s << "</div>\n" << panel.svg << "</div>\n";
  }
  s << "</div>\n";
  return s.str();
}

}  // namespace

std::string failures_section(const Summary& summary) {
  if (summary.failures.empty()) return {};
  std::int64_t hidden = 0;
  for (const auto& [key, kept] : summary.failures)
    hidden += kept.offered() - static_cast<std::int64_t>(kept.records().size());
  std::ostringstream s;
  s << "<section id=\"failures\">\n<h2>Failures</h2>\n<p>Each is shown with the joint or entry that "
       "contributes "
       "most to its error, and with the command that repeats it (one click selects the command).</p>\n"
    << as_html(case_table(summary.failures, failures_kept));
  if (hidden > 0)
    s << "<p class=\"note\">The worst " << failures_kept << " of each plugin and problem are shown; "
      << grouped(hidden) << " more failed: <a href=\"records.csv\">records.csv</a>.</p>\n";
  s << "</section>\n";
  return s.str();
}

std::string verdicts_section(const Summary& summary) {
  return explanation_of_verdicts +
         ("<section id=\"verdicts\">\n<h2>Verdicts by plugin and problem</h2>\n" +
          as_html(verdict_table(summary))) +
         "<nav>As files: <a href=\"verdicts.csv\">verdicts.csv</a><a href=\"families.csv\">families.csv</a>"
         "<a href=\"worst.csv\">worst.csv</a><a href=\"records.csv\">records.csv</a></nav>\n</section>\n";
}

std::string figures_sections(const Summary& summary, const Plots& plots) {
  if (plots.error.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"error\">\n<h2>Error against size</h2>\n<figure>\n<div class=\"legend\">";
  std::size_t number = 0;
  for (const std::string& plugin : summary.plugins)
    s << "<span>" << legend_mark(number++) << html(plugin) << "</span>";
  s << "<span><svg class=\"plot key\" viewBox=\"-2 -2 4 4\" aria-hidden=\"true\"><path class=\"k3\" "
       "stroke-width=\".7\" d=\"M-2,0H2\"/></svg>σ, median</span>";
  if (summary.all.failed > 0)
    s << "<span><svg class=\"plot key\" viewBox=\"-2 -2 4 4\" aria-hidden=\"true\"><use href=\"#mark5\" "
         "class=\"k4\" transform=\"scale(1.5)\"/></svg>failed</span>";
  s << "</div>\n"
    << panels(plots.error, true)
    << R"(<figcaption>The relative error of each answer, without unit, in the norm that stands above its panel, against the number n of
degrees of freedom of the tree. Both axes are logarithmic. The grey dots and the grey line are σ, the inherent uncertainty of the same cases, and
its median: a mark on the line is as exact as its problem allows. Zero, and what is not finite or could not be measured (∞), have lanes of their
own. Of marks that would cover each other, one is drawn.</figcaption>
</figure>
</section>
<section id="alpha">
<h2>Digits lost by the method</h2>
<figure>
)" << panels(plots.alpha, false)
    << R"(<figcaption>α = error / σ of each answer, without unit, by plugin; logarithmic. The tall stroke is the median. The grey ticks below
a strip are the limits of its cases (the error that the judge’s bound allows, divided by σ): A and B lie to the left of their own tick, C to the
right. The height within a strip means nothing.</figcaption>
</figure>
</section>
)";
  return s.str();
}

// A table of two entries: its columns are the plugins.
std::string families_section(const Summary& summary) {
  if (summary.families.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"families\">\n<h2>Families of trees</h2>\n<p>The worst verdict of each plugin in each "
       "family, and its largest α; where answers failed, their number. A dash: unsupported.</p>\n"
       "<div class=\"side\">\n";
  const auto number_cell = [](const std::string& content) {
    return "<td class=\"number\">" + content + "</td>";
  };
  for (const auto& [problem, families] : summary.families) {
    std::set<std::string> plugins;
    for (const auto& [family, by_plugin] : families)
      for (const auto& [plugin, tally] : by_plugin) plugins.insert(plugin);
    s << "<div class=\"scroll\"><h3>" << name(problem)
      << "</h3>\n<table>\n<thead><tr><th scope=\"col\">family</th>"
         "<th class=\"number\" scope=\"col\">cases</th>";
    for (const std::string& plugin : plugins)
      s << "<th scope=\"col\" colspan=\"2\">" << html(plugin) << "</th>";
    s << "</tr></thead>\n<tbody>\n";
    for (const auto& [family, by_plugin] : families) {
      std::int64_t most = 0;
      for (const auto& [plugin, tally] : by_plugin) most = std::max(most, tally.cases());
      s << "<tr><td>" << html(family) << "</td>" << number_cell(grouped(most));
      for (const std::string& plugin : plugins) {
        const auto found = by_plugin.find(plugin);
        if (found == by_plugin.end()) {
          s << "<td></td><td></td>";
        } else if (const Tally& tally = found->second; tally.judged() == 0) {
          s << "<td class=\"soft\">–</td><td></td>";
        } else {
          const std::string worst(name(tally.worst_verdict()));
          s << "<td>" << chip(worst, worst).markup << "</td>"
            << number_cell(compact(tally.worst_alpha) +
                           (tally.failed > 0
                                ? " <span class=\"no\">" + grouped(tally.failed) + " failed</span>"
                                : std::string()));
        }
      }
      s << "</tr>\n";
    }
    s << "</tbody></table></div>\n";
  }
  s << "</div>\n</section>\n";
  return s.str();
}

std::string worst_section(const Summary& summary) {
  if (summary.worst.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"worst\">\n<h2>Worst cases</h2>\n<p>The " << worst_shown
    << " of largest α for each plugin and problem, whether they passed or not. N: bodies; n: degrees of "
       "freedom. "
       "Errors and σ are relative, in the norms of the plots.</p>\n"
    << as_html(case_table(summary.worst, worst_shown)) << "</section>\n";
  return s.str();
}

std::string unsupported_section(const Summary& summary) {
  if (summary.unsupported.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"unsupported\">\n<h2>Unsupported</h2>\n<p>"
    << plural(summary.all.unsupported, "question") << " that could not be put to a plugin, by reason.</p>\n"
    << as_html(unsupported_table(summary, unsupported_shown));
  if (summary.unsupported.size() > unsupported_shown)
    s << "<p class=\"note\">"
      << grouped(static_cast<std::int64_t>(summary.unsupported.size() - unsupported_shown))
      << " more reasons: <a href=\"records.csv\">records.csv</a>.</p>\n";
  s << "</section>\n";
  return s.str();
}

std::string float_digits_section(const std::vector<FloatDigits>& rows) {
  if (rows.empty()) return {};
  std::int64_t cases = 0, failed = 0;
  for (const FloatDigits& r : rows) cases += r.cases, failed += r.failed;
  std::ostringstream s;
  s << R"(<section id="float">
<h2>Float</h2>
<p>Cases rounded to float and asked in float, of whose 7.2 decimal digits so many are left. The inherent uncertainty σ foretells them before any
algorithm is asked. κ is the condition number of the mass matrix scaled to unit diagonal; from about 1/u = 1.7·10⁷ on rounding may take any pivot.
States of the papers' trees and of robots come first, then random trees by the decade of their κ. Of the plugins for a problem the table names those
that keep most and fewest digits; all of them stand in the file. )"
    << grouped(cases) << " answers, "
    << (failed == 0 ? "none below its promise" : grouped(failed) + " below their promise")
    << R"( (what promises C in double promises D in float).</p>
)" << as_html(float_digits_table(rows))
    << "<nav>As a file: <a href=\"float_digits.csv\">float_digits.csv</a></nav>\n</section>\n";
  return s.str();
}

}  // namespace kintree::report
