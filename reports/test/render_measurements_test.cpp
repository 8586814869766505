#include "data/typography.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

const Record one_record = judged("aba", Problem::forward_dynamics, a_case("chain", 1), Verdict::A, 4e-16);

BOOST_AUTO_TEST_CASE(the_power_of_the_suite_is_shown_if_it_was_measured) {
  RenderedReport report({one_record});
  report.render();
  BOOST_TEST(section(report.pages(), "mutants").empty());
  BOOST_TEST(!report.has("mutants.csv"));

  MutantScore aba;
  aba.plugin = "aba";
  aba.commit = "0123456789abcdef";
  aba.date = "2024-05-06";
  aba.seed = 7;
  aba.fresh = true;
  aba.mutants = 40;
  aba.by_field = 33;
  aba.by_verify = 4;
  aba.by_test = 2;
  aba.equal = 5;
  aba.typical_against = "crba_ltdl on a robot";
  aba.typical_asked = 12;
  aba.typical_killed = 9;
  aba.survivors = {{"plugins/aba/aba.hpp", 17, "a < b", "a <= b"}};
  aba.known = {{"plugins/aba/aba.hpp", 18, "c > d", "c >= d", "c is never d"}};
  MutantScore armstrong;
  armstrong.plugin = "armstrong";
  armstrong.seed = 1;
  armstrong.mutants = armstrong.by_field = 24;
  report.store.replace<MutantScore>(report.id, {aba, armstrong});
  report.render();

  const std::string shown = section(report.pages(), "mutants");
  BOOST_TEST(contains(shown, ">97 %<"));
  BOOST_TEST(contains(shown, ">9 of 12<"));
  BOOST_TEST(contains(shown, "crba_ltdl on a robot"));
  BOOST_TEST(contains(shown, "plugins/aba/aba.hpp:17: <code>a &lt; b</code> as <code>a &lt;= b</code>"));
  BOOST_TEST(contains(shown, ">100 %<"));
  BOOST_TEST(contains(shown, ">fresh, seed 7<"));
  BOOST_TEST(contains(shown, ">known, seed 1<"));
  BOOST_TEST(count(shown, "Survived") == 1u);
  BOOST_TEST(!contains(shown, "Not measured"));
  const auto rows = csv_rows(report.read("mutants.csv"));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].at("test") == "2");
  BOOST_TEST(rows[0].at("field") == "33");
  BOOST_TEST(rows[0].at("verify") == "4");
  BOOST_TEST(rows[0].at("equal") == "5");
  BOOST_TEST(contains(rows[0].at("survivors"), "a <= b"));
  BOOST_TEST(contains(rows[0].at("known"), "c is never d"));
  BOOST_TEST(rows[0].at("survived") == "1");
  BOOST_TEST(rows[0].at("typical_killed") == "9");
  BOOST_TEST(rows[1].at("typical_killed").empty());

  report.store.replace<MutantScore>(report.id, {armstrong});
  report.render();
  const std::string without = section(report.pages(), "mutants");
  BOOST_TEST(contains(without, "Not measured: aba<"));
}

BOOST_AUTO_TEST_CASE(report_shows_line_coverage_if_measured) {
  RenderedReport report({one_record});
  report.render();
  BOOST_TEST(section(report.pages(), "coverage").empty());
  BOOST_TEST(!report.has("coverage.csv"));
  report.store.replace<LineCoverage>(report.id, {{"aba", 1040, 1040}, {"kernels", 300, 298}});
  report.render();
  BOOST_TEST(contains(section(report.pages(), "coverage"),
                      grouped(1338) + " of " + grouped(1340) + " lines are executed"));
  const auto rows = csv_rows(report.read("coverage.csv"));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[1].at("plugin") == "kernels");
  BOOST_TEST(rows[1].at("executed") == "298");
}

BOOST_AUTO_TEST_CASE(measurements_are_shown_where_they_are_there) {
  RenderedReport report({one_record});
  report.render();
  const std::string without = report.pages();
  BOOST_TEST(!contains(without, "id=\"power\""));
  BOOST_TEST(!contains(without, "throughput"));
  report.store.replace<PowerCurve>(report.id, {{.plugin = "aba",
                                                .problem = Problem::forward_dynamics,
                                                .planted = "one <inertia>",
                                                .degrees_of_freedom = 30,
                                                .trials = 1200,
                                                .unseen = 3,
                                                .half = 0x1p-40,
                                                .most = 0x1p-30,
                                                .always = nan,
                                                .errors = {0x1p-10, 0x1p-30, 0x1p-52},
                                                .flagged = {1, 0.75, 0}}});
  report.store.replace<Throughput>(report.id, {{"aba", Problem::forward_dynamics, 30, 300, 2.0}});
  report.store.replace<FieldPower>(report.id,
                                   {{"aba", Problem::forward_dynamics, "one <number>", 80, 7, 73}});
  report.store.replace<FloatDigits>(
      report.id, {{"<arm>", 3, Problem::forward_dynamics, "good", 5, 1, 0, 0, 5.5, 5.25, 4.5},
                  {"<arm>", 3, Problem::forward_dynamics, "bad", 4, 0, 2, 1, 5.5, 2.5, 0},
                  {"<arm>", 3, Problem::forward_dynamics, "fair", 0, 0, 0, 0, 5.5, 4.75, 4.5},
                  {"random", 1, Problem::forward_dynamics, "good", 7, 0, 0, 0, 6.5, 6.25, 6}});
  LargeTree tree;
  tree.plugin = "aba";
  tree.problem = Problem::forward_dynamics;
  tree.bodies = 1000;
  tree.verdict = Verdict::B;
  tree.right = FieldCheck::proved;
  tree.seconds = 0.5;
  tree.peak_bytes = nan;
  report.store.replace<LargeTree>(report.id, {tree});
  report.render_with_figures();
  const std::string page = report.pages();
  BOOST_TEST(contains(page, "one &lt;inertia&gt;"));
  BOOST_TEST(contains(page, "1\u202f200"));
  BOOST_TEST(contains(page, "Share of the planted errors"));
  BOOST_TEST(contains(section(page, "power"), "><svg class=\"key\""));  // which curve it is
  BOOST_TEST(contains(page, "150 cases a second of processor time, forward_dynamics at n = 30"));
  BOOST_TEST(count(view(page, "trust"), "id=\"mark6\"") == 1u);
  BOOST_TEST(contains(section(page, "field-power"), "73 of 73 are flagged"));
  BOOST_TEST(contains(section(page, "field-power"), "one &lt;number&gt;"));
  BOOST_TEST(csv_rows(report.read("power_in_field.csv")).at(0).at("flagged") == "73");
  const std::string in_float = section(page, "float");
  BOOST_TEST(contains(in_float, "16 answers, 1 below their promise"));
  BOOST_TEST(contains(in_float, "&lt;arm&gt;"));
  BOOST_TEST(in_float.find("&lt;arm&gt;") < in_float.find(">random<"));
  BOOST_TEST(contains(in_float, ">5.2<"));  // of the best; of the worst, and its name
  BOOST_TEST(contains(in_float, ">2.5<"));
  BOOST_TEST(contains(in_float, ">bad<"));
  BOOST_TEST(csv_rows(report.read("float_digits.csv")).at(1).at("breakdowns") == "2");
  const std::string large = section(page, "large");
  BOOST_TEST(contains(large,
                      "<td class=\"number\" data-label=\"µs per body\">500</td><td class=\"number\" "
                      "data-label=\"MB\">–</td>"));  // µs per body; no memory
  BOOST_TEST(contains(large, "proved"));
  BOOST_TEST(csv_rows(report.read("power.csv")).at(0).at("flagged") == "[1.0,0.75,0.0]");
  BOOST_TEST(csv_rows(report.read("large_trees.csv")).at(0).at("peak_bytes") == "nan");
}

constexpr ClaimSource quoted = ClaimSource::quoted;

BOOST_AUTO_TEST_CASE(costs_and_claims_are_shown_where_they_are_there) {
  RenderedReport report({one_record});
  report.render();
  for (const char* name : {"claims", "missing", "errata", "cost", "growth"})
    BOOST_TEST(section(report.pages(), name).empty());
  for (const char* name : {"claims.csv", "costs.csv", "growth.csv"}) BOOST_TEST(!report.has(name));

  report.store.replace<ReproducedClaim>(
      report.id, {{"a_paper", "x", "Table <1>", "cost of x", "7m", quoted, "7m", "conversion 1m + 2a",
                   ClaimVerdict::agrees, ""},
                  {"a_paper", "y", "Fig. 2", "order of y", "3", ClaimSource::derived, "2.1", "",
                   ClaimVerdict::finding, "we save a loop"},
                  {"another", "z", "Sec. 3", "z", "1", quoted, "2", "", ClaimVerdict::disagrees, ""}});
  report.store.replace<MissingClaim>(report.id,
                                     {{"a_paper", "t", "Fig. 9", "2 < 3 ms", "of a clock & gone"}});
  report.store.replace<Erratum>(report.id, {{"a_paper", "s", "eq. (9)", "a < b", "b < a", "b.hpp", "b - a"}});
  report.store.replace<Curve>(
      report.id, {{"A figure", "cost against n", "n", "operations", "ours", {1, 10, 100}, {3, 30, 300}},
                  {"A figure", "cost against n", "n", "operations", "theirs", {1, 10}, {4, 40}},
                  {"A figure", "cost against n", "n", "operations", "ours, quoted", {1, 10}, {3, 31}},
                  {"Bars", "cost of", "humanoid | chain", "operations", "ours", {1, 2}, {7, 9}},
                  {"Bars", "cost of", "humanoid | chain", "operations", "ours, quoted", {1, 2}, {8, 9}}});
  CountedCost counted;
  counted.plugin = "ltdl";
  counted.problem = Problem::factorization;
  counted.tree = "humanoid30-1";
  counted.phases = {{"factorization", {.multiplications = 1039, .additions = 1039, .divisions = 219}}};
  counted.depth = 23;
  counted.relation = Relation::equal;
  counted.expected = counted.phases[0].operations;
  counted.apart = {{"set-up", {.multiplications = 5, .additions = 6}}};
  CountedCost outside = counted, wrong = counted, refused;
  outside.reason = Reason::not_built;
  outside.tree = "another-1";
  wrong.difference = "costs more";
  refused.plugin = "ltdl", refused.problem = Problem::factorization, refused.tree = "refused-1";
  refused.reason = Reason::breakdown;
  report.store.replace<CountedCost>(report.id, {counted, outside, wrong, refused});
  report.store.replace<CostGrowth>(
      report.id, {{"ltdl", Problem::factorization, "d", 2, 1.957, 0.146, Order::agrees, {}, {}, {}}});
  report.render_with_figures();

  const std::string page = report.pages(), claims = section(page, "claims"), cost = section(page, "cost"),
                    growth = section(page, "growth");
  BOOST_TEST(contains(claims, "2 claims that the papers print, and 1 that we derived"));
  BOOST_TEST(contains(claims, "Not in the count: conversion 1m + 2a"));
  BOOST_TEST(contains(claims, "1 not accepted"));
  BOOST_TEST(contains(claims, "Table &lt;1&gt;"));
  BOOST_TEST(contains(claims, "we save a loop"));
  BOOST_TEST(contains(claims, "chip F\">DISAGREES"));
  for (const char* figure : {"a_figure", "bars"})
    BOOST_TEST(contains(section(page, "figures"), "<img src=\"figure_" + std::string(figure) + ".svg\""));
  const std::string lines = report.read("figure_a_figure.svg"), bars = report.read("figure_bars.svg");
  for (const char* text : {"ours", "theirs", "printed in the paper", "operations"})
    BOOST_TEST(contains(lines, ">" + std::string(text) + "</text>"), text);
  for (const char* text : {"ours", "humanoid", "chain"})
    BOOST_TEST(contains(bars, ">" + std::string(text) + "</text>"), text);
  BOOST_TEST(contains(cost, ">1\u202f039<"));
  BOOST_TEST(contains(cost, ">2\u202f297<"));  // T_1
  BOOST_TEST(contains(cost, "equal 1258m + 1039a"));
  BOOST_TEST(contains(cost, "set-up 5m + 6a"));
  const std::string missing = section(page, "missing");
  BOOST_TEST(contains(missing, "2 &lt; 3 ms"));
  BOOST_TEST(contains(missing, "of a clock &amp; gone"));
  BOOST_TEST(csv_rows(report.read("missing_claims.csv")).at(0).at("reason") == "of a clock & gone");
  const std::string errata = section(page, "errata");
  BOOST_TEST(contains(errata, "a &lt; b"));
  BOOST_TEST(contains(errata, "b.hpp"));
  BOOST_TEST(count(cost, "chip A\">agrees") == 1u);
  BOOST_TEST(count(cost, "chip F\">DIFFERS") == 1u);
  BOOST_TEST(count(cost, "chip F\">NOT COUNTED") == 1u);
  BOOST_TEST(contains(cost, "refused-1"), cost);
  BOOST_TEST(contains(cost, "a pivot is not positive"), cost);
  BOOST_TEST(!contains(cost, "another-1"));
  BOOST_TEST(contains(growth, ">1.957<"));
  BOOST_TEST(csv_rows(report.read("claims.csv")).size() == 3u);
  const auto costs = csv_rows(report.read("costs.csv"));
  BOOST_REQUIRE(costs.size() == 4u);
  BOOST_TEST(costs[0].at("operations_divisions") == "219");
  BOOST_TEST(costs[0].at("work") == "2297");
  BOOST_TEST(costs[0].at("relation") == "equal");
  BOOST_TEST(contains(costs[0].at("phases"), "\"phase\":\"factorization\",\"multiplications\":1039"));
  BOOST_TEST(costs[1].at("reason") == "not_built");
  BOOST_TEST(contains(report.read("costs.md"), "| 219 | 0 | 2297 | 23 | 99 | equal 1258m + 1039a |"));
  BOOST_TEST(csv_rows(report.read("growth.csv"))[0].at("exponent") == "1.957");
}

BOOST_AUTO_TEST_CASE(each_paper_has_a_page) {
  RenderedReport report({one_record});
  const auto claim = [](const char* paper) {
    return ReproducedClaim{
        paper, "x", "Table 1", std::string("claim of ") + paper, "7m", quoted, "7m", "", ClaimVerdict::agrees,
        ""};
  };
  report.store.replace<ReproducedClaim>(report.id, {claim("doe_2005"), claim("roe_2006")});
  report.store.replace<MissingClaim>(report.id, {{"roe_2006", "t", "Fig. 9", "3 ms", "a clock"}});
  report.store.replace<Erratum>(report.id, {{"doe_2005", "s", "eq. (9)", "a", "b", "b.hpp", "b - a"},
                                            {"poe_2007", "s", "eq. (8)", "c", "d", "d.hpp", "d - c"}});
  report.store.replace<Curve>(report.id,
                              {{"Doe 2005, Fig. 1", "cost", "n", "operations", "ours", {1, 10}, {3, 30}},
                               {"Doe 2004, Fig. 1", "cost", "n", "operations", "ours", {1, 10}, {3, 30}}});
  report.render_with_figures();
  const std::string doe = report.read("paper-doe_2005.html"), roe = report.read("paper-roe_2006.html"),
                    poe = report.read("paper-poe_2007.html");
  for (const char* text : {"claim of doe_2005", "eq. (9)", "figure_doe_2005_fig_1.svg", "1 claim"})
    BOOST_TEST(contains(doe, text), text);
  for (const char* text : {"claim of roe_2006", "eq. (8)", "a clock", "figure_doe_2004", "not measured"})
    BOOST_TEST(!contains(doe, text), text);
  for (const char* text : {"claim of roe_2006", "a clock", "not measured"})
    BOOST_TEST(contains(roe, text), text);
  for (const char* text : {"Slips in print", "Figures", "claim of doe_2005"})
    BOOST_TEST(!contains(roe, text), text);
  BOOST_TEST(contains(poe, "eq. (8)"));
  BOOST_TEST(contains(report.read("papers.html"), "<a href=\"paper-roe_2006.html\">roe_2006</a>"));
  report.store.replace<MissingClaim>(report.id, {});
  report.store.replace<ReproducedClaim>(report.id, {claim("doe_2005")});
  report.render();
  BOOST_TEST(report.has("paper-doe_2005.html"));
  BOOST_TEST(!report.has("paper-roe_2006.html"));
}

BOOST_AUTO_TEST_CASE(render_removes_tables_that_no_longer_have_rows) {
  RenderedReport report({one_record});
  report.store.replace<Curve>(report.id, {{"A figure", "cost", "n", "operations", "ours", {1, 10}, {3, 30}}});
  report.store.replace<ReproducedClaim>(report.id, {{"a_paper", "x", "Table 1", "cost of x", "7m", quoted,
                                                     "7m", "", ClaimVerdict::agrees, ""}});
  report.store.replace<MissingClaim>(report.id, {{"a_paper", "t", "Fig. 9", "3 ms", "gone"}});
  report.store.replace<Erratum>(report.id, {{"a_paper", "s", "eq. (9)", "a", "b", "b.hpp", "b - a"}});
  report.render();
  BOOST_TEST(report.has("claims.csv"));
  BOOST_TEST(report.has("errata.csv"));
  BOOST_TEST(report.has("missing_claims.csv"));
  report.store.replace<MissingClaim>(report.id, {});
  report.store.replace<ReproducedClaim>(report.id, {});
  report.store.replace<Erratum>(report.id, {});
  report.render();
  for (const char* name : {"claims.csv", "claims.md", "claims.tex", "missing_claims.csv", "errata.csv"})
    BOOST_TEST(!report.has(name));
}

}  // namespace
}  // namespace kintree::report::test
