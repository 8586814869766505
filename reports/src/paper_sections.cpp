#include <algorithm>
#include <sstream>

#include "sections.hpp"
#include "typography.hpp"

namespace kintree::report {
namespace {

std::string figures(const std::vector<Curve>& curves, const Plots& plots) {
  std::ostringstream s;
  s << "<figure>\n<div class=\"panels\">\n";
  for (const Panel& panel : plots.curves) {
    s << "<div class=\"panel\"><div class=\"figure-title\">" << html(panel.title)
      << "</div>\n<div class=\"legend\">";
    std::size_t line = 0;
    for (const Curve& c : curves)
      if (c.figure == panel.title) {
        if (line == 0) s << "<span class=\"soft\">" << html(c.title) << "</span>";
        s << "<span>" << legend_mark(line++) << html(c.name) << "</span>";
      }
    s << "</div>\n" << panel.svg << "</div>\n";
  }
  s << R"(</div>
<figcaption>The papers’ figures, drawn again from what running code costs: counted operations, or the longest chain of them. Where the paper has
times, so has the figure: the shortest of many calls, on which no verdict rests. Both axes are logarithmic.</figcaption>
</figure>
)";
  return s.str();
}

}  // namespace

std::string claims_section(const std::vector<ReproducedClaim>& claims, const std::vector<Curve>& curves,
                           const Plots& plots) {
  if (claims.empty()) return {};
  const auto refused =
      std::count_if(claims.begin(), claims.end(), [](const auto& c) { return !accepted(c); });
  std::ostringstream s;
  const auto derived = std::count_if(claims.begin(), claims.end(),
                                     [](const auto& c) { return c.source == ClaimSource::derived; });
  s << "<section id=\"claims\">\n<h2>The papers’ claims</h2>\n<p>"
    << plural(std::ssize(claims) - derived, "claim") << " that the papers print, and " << grouped(derived)
    << " that we derived from what they print, each beside what running code says, "
    << (refused == 0 ? std::string("all accepted") : grouped(refused) + " not accepted")
    << R"(. Verdicts rest on counted operations, critical paths and errors, never on a clock. <em>Lower</em>: the published cost is beaten.
<em>Finding</em>: we get something else, and say why. What a count leaves out, as
the conversion to the caller’s frames, is named below it.</p>
)";
  for (auto from = claims.begin(); from != claims.end();) {
    const auto to = std::find_if(from, claims.end(), [&](const auto& c) { return c.paper != from->paper; });
    s << "<h3>" << html(from->paper) << "</h3>\n" << as_html(claim_table({from, to}));
    from = to;
  }
  if (!plots.curves.empty()) s << figures(curves, plots);
  s << "<nav>As a file: <a href=\"claims.csv\">claims.csv</a></nav>\n</section>\n";
  return s.str();
}

std::string missing_claims_section(const std::vector<MissingClaim>& missing) {
  if (missing.empty()) return {};
  return R"(<section id="missing">
<h2>Claims not to be had</h2>
<p>What the papers claim with a number or a comparison, and what no row above measures, with the reason.</p>
)" + as_html(missing_claims_table(missing)) +
         "<nav>As a file: <a href=\"missing_claims.csv\">missing_claims.csv</a></nav>\n</section>\n";
}

std::string errata_section(const std::vector<Erratum>& errata) {
  if (errata.empty()) return {};
  return R"(<section id="errata">
<h2>Slips in print</h2>
<p>What an implementer of the papers meets: what is printed, what is right, and the line of our sources that computes it, or the test that
fails what is printed.</p>
)" + as_html(errata_table(errata)) +
         "<nav>As a file: <a href=\"errata.csv\">errata.csv</a></nav>\n</section>\n";
}

std::string cost_section(const std::vector<CountedCost>& costs) {
  if (costs.empty()) return {};
  return R"(<section id="cost">
<h2>What an answer costs</h2>
<p>The operations of one answer, counted by a scalar that enters each of them into a tally and carries the longest chain behind it. m:
multiplications; a: additions; T₁: all operations; T∞: the longest chain; T₁/T∞: the number of processors that could be kept busy. Sines and
cosines are left out. Where the paper has a formula, the phases that the formula covers are held against it, and the others named beside it.</p>
)" + as_html(cost_table(costs)) +
         "<nav>As a file, with all phases: <a href=\"costs.csv\">costs.csv</a></nav>\n</section>\n";
}

std::string growth_section(const std::vector<CostGrowth>& growth) {
  if (growth.empty()) return {};
  return R"(<section id="growth">
<h2>How costs grow</h2>
<p>The exponent with which the counted operations grow, with its 95 % confidence interval, beside that of the paper’s O(·): on unbranched chains;
with the number N of bodies at one depth; with the depth d of as many bodies; with the number m of end-effectors. Then on trees that are
unfavourable to some: a <em>star</em> has all bodies but one on that one; a <em>comb</em> is a chain each of whose bodies carries one more; a
chain is <em>laden</em> whose bodies all carry an end-effector. An O(·) is a bound: <em>lower</em> keeps it.</p>
)" + as_html(growth_table(growth)) +
         "<nav>As a file: <a href=\"growth.csv\">growth.csv</a></nav>\n</section>\n";
}

}  // namespace kintree::report
