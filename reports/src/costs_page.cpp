#include "costs_page.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "markup.hpp"
#include "text.hpp"

namespace kintree::report {
namespace {

std::string chip(const std::string& verdict) {
  const char* colour = verdict == "agrees"    ? "A"
                       : verdict == "lower"   ? "B"
                       : verdict == "finding" ? "C"
                                              : "F";
  return std::string("<span class=\"chip ") + colour + "\">" + html(verdict) + "</span>";
}

std::string count(std::int64_t number) {
  return number_cell(grouped(static_cast<std::size_t>(number)));
}

std::string exponent(double value) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(3) << value;
  return text.str();
}

std::string figures(const Measurements& measurements, const Plots& plots) {
  std::ostringstream s;
  s << "<figure>\n<div class=\"panels\">\n";
  for (const Panel& panel : plots.curves) {
    s << "<div class=\"panel\"><div class=\"figure-title\">" << html(panel.problem)
      << "</div>\n<div class=\"legend\">";
    std::size_t line = 0;
    for (const Curve& c : measurements.curves)
      if (c.figure == panel.problem) {
        if (line == 0) s << "<span class=\"soft\">" << html(c.title) << "</span>";
        s << "<span>" << legend_mark(line++) << html(c.name) << "</span>";
      }
    s << "</div>\n" << panel.svg << "</div>\n";
  }
  s << "</div>\n<figcaption>The papers’ figures, drawn again from what running code costs: counted "
       "operations, or the longest "
       "chain of them; in time where the paper has times, least of many calls, on which no verdict rests. "
       "Both "
       "axes logarithmic.</figcaption>\n</figure>\n";
  return s.str();
}

}  // namespace

std::string claims_section(const Measurements& measurements, const Plots& plots) {
  if (measurements.claims.empty()) return {};
  std::size_t accepted = 0;
  for (const ReproducedClaim& c : measurements.claims) accepted += c.accepted ? 1 : 0;
  std::ostringstream s;
  s << "<section id=\"claims\">\n<h2>The papers’ claims</h2>\n<p>" << grouped(measurements.claims.size())
    << " claims of the papers, each beside what running code says, "
    << (accepted == measurements.claims.size()
            ? std::string("all accepted")
            : grouped(measurements.claims.size() - accepted) + " not accepted")
    << ". Verdicts rest on counted operations, critical paths and errors, never on a clock. <em>Lower</em>: "
       "the published cost "
       "is beaten. <em>Finding</em>: we get something else, and say why. <em>Derived</em>: not printed, but "
       "follows from "
       "what is.</p>\n";
  std::vector<std::string> papers;
  for (const ReproducedClaim& c : measurements.claims)
    if (std::find(papers.begin(), papers.end(), c.paper) == papers.end()) papers.push_back(c.paper);
  for (const std::string& paper : papers) {
    s << "<h3>" << html(paper) << "</h3>\n<div class=\"scroll\"><table>\n"
      << heading({{"where", false},
                  {"claim", false},
                  {"theirs", false},
                  {"", false},
                  {"ours", false},
                  {"verdict", false}})
      << "<tbody>\n";
    for (const ReproducedClaim& c : measurements.claims) {
      if (c.paper != paper) continue;
      s << "<tr" << (c.finding.empty() ? "" : " class=\"same\"") << ">" << cell(html(c.where), "soft")
        << cell(html(c.claim), "wrap") << cell(html(c.theirs)) << cell(html(c.source), "soft")
        << cell(html(c.ours), "wrap") << cell(chip(c.verdict)) << "</tr>\n";
      if (!c.finding.empty())
        s << "<tr><td></td><td colspan=\"5\" class=\"wrap soft\">" << html(c.finding) << "</td></tr>\n";
    }
    s << "</tbody></table></div>\n";
  }
  if (!plots.curves.empty()) s << figures(measurements, plots);
  s << "<nav>All of it: <a href=\"claims.csv\">claims.csv</a></nav>\n</section>\n";
  return s.str();
}

std::string cost_section(const Measurements& measurements) {
  if (measurements.costs.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"cost\">\n<h2>What an answer costs</h2>\n<p>Operations of one answer, counted on a "
       "scalar that enters each of "
       "them into a tally and carries the longest chain behind it: m multiplications, a additions; T₁ all of "
       "them, T∞ the "
       "longest chain, T₁/T∞ the processors that could be kept busy. Sines and cosines are left out. Where "
       "the paper has a "
       "formula, the phases that it covers are held against it.</p>\n<div class=\"scroll\"><table>\n"
    << heading({{"plugin", false},
                {"problem", false},
                {"tree", false},
                {"n", true},
                {"m", true},
                {"a", true},
                {"div", true},
                {"sqrt", true},
                {"T₁", true},
                {"T∞", true},
                {"T₁/T∞", true},
                {"formula", false},
                {"", false}})
    << "<tbody>\n";
  for (const CountedCost& c : measurements.costs) {
    if (!c.unsupported.empty()) continue;
    const Operations o = c.operations();
    s << "<tr>" << cell(html(c.plugin), "plugin") << cell(html(c.problem)) << cell(html(c.tree))
      << count(c.degrees_of_freedom) << count(o.multiplications) << count(o.additions) << count(o.divisions)
      << count(o.square_roots) << count(o.total()) << count(c.depth)
      << count(o.total() / std::max<std::int64_t>(c.depth, 1))
      << cell(c.relation.empty() ? "" : html(c.relation + " " + m_and_a(c.expected)))
      << cell(c.relation.empty() || c.relation == "published"
                  ? ""
                  : chip(c.difference.empty() ? "agrees" : "DIFFERS"))
      << "</tr>\n";
  }
  s << "</tbody></table></div>\n<nav>All of it: <a href=\"costs.csv\">costs.csv</a></nav>\n</section>\n";
  return s.str();
}

std::string growth_section(const Measurements& measurements) {
  if (measurements.growth.empty()) return {};
  std::ostringstream s;
  s << "<section id=\"growth\">\n<h2>How costs grow</h2>\n<p>The exponent of each size in the counted "
       "operations, with 95 % "
       "confidence, beside that of the paper’s O(·): on unbranched chains, with the number N of bodies at "
       "one depth, with the "
       "depth d of as many bodies, with the number m of end-effectors. An O(·) is a bound: <em>lower</em> "
       "keeps it.</p>\n"
       "<div class=\"scroll\"><table>\n"
    << heading({{"plugin", false},
                {"problem", false},
                {"size", false},
                {"paper", true},
                {"counted", true},
                {"±", true},
                {"", false}})
    << "<tbody>\n";
  for (const GrownCost& g : measurements.growth)
    s << "<tr>" << cell(html(g.plugin), "plugin") << cell(html(g.problem)) << cell(html(g.size))
      << number_cell(std::to_string(g.claimed)) << number_cell(exponent(g.exponent))
      << number_cell(exponent(g.half_width)) << cell(chip(g.verdict)) << "</tr>\n";
  s << "</tbody></table></div>\n<nav>All of it: <a href=\"growth.csv\">growth.csv</a></nav>\n</section>\n";
  return s.str();
}

}  // namespace kintree::report
