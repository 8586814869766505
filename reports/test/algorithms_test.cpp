// The algorithms for each problem: rows, order, advice, and how much text of them the front page has.
#include <algorithm>
#include <array>
#include <cmath>

#include "data/algorithms.hpp"
#include "page/page.hpp"
#include "support.hpp"

namespace kintree::report::test {
namespace {

std::string a_set_rendered() {
  RenderedReport report(a_set());
  report.render();
  return markup(report.pages());
}

/// The row of a plugin in the table of its problem.
std::string row_of(const std::string& page, const std::string& problem, const std::string& plugin) {
  const std::string table =
      section_with(view(page, "algorithms"), " class=\"problem\" id=\"" + problem + "\"");
  const std::size_t from = table.find("<td class=\"plugin-name\"><a href=\"plugin-" + plugin + ".html\"");
  BOOST_TEST_REQUIRE(from != std::string::npos, plugin << " in " << problem);
  return table.substr(from, table.find("</tr>", from) - from);
}

BOOST_AUTO_TEST_CASE(problem_section_has_a_row_for_each_algorithm) {
  const std::string page = a_set_rendered(), aba = row_of(page, "forward_dynamics", "aba"),
                    slow = row_of(page, "forward_dynamics", "slow");
  // Two answers in three are A: nine in ten are B or better. The third has an error of 6e-15.
  BOOST_TEST(contains(aba, "<span class=\"chip B\">B</span>"), aba);
  BOOST_TEST(contains(aba, ">14.2<"), aba);
  BOOST_TEST(contains(aba, "<span class=\"yes\">yes</span>"), aba);
  BOOST_TEST(contains(slow, "<span class=\"chip F\">F</span> <span class=\"soft\">✗ 3 failed</span>"), slow);
  BOOST_TEST(contains(slow, "<span class=\"no\">✗ wrong in 1 case</span>"), slow);
  BOOST_TEST(contains(row_of(page, "mass_matrix", "crba"), "<span class=\"soft\">no</span>"));
}

BOOST_AUTO_TEST_CASE(hard_trees_do_not_change_the_typical_verdict) {
  std::vector<Record> records;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    records.push_back(judged("aba", Problem::forward_dynamics, a_case("chain", seed),
                             seed == 10 ? Verdict::C : Verdict::A, 1e-15));
  records.push_back(judged("aba", Problem::forward_dynamics, a_case("thin", 1), Verdict::D, 1e-2));
  records.push_back(judged("aba", Problem::forward_dynamics, a_case("worst", 1), Verdict::B, 1e-13));
  const auto row = [&] {
    RenderedReport report(records);
    report.render();
    return row_of(report.pages(), "forward_dynamics", "aba");
  };
  // One answer in ten may be worse; two may not.
  BOOST_TEST(contains(row(), "<span class=\"chip A\">A</span>"), row());
  BOOST_TEST(
      contains(row(),
               "<i class=\"D\" style=\"flex:1\"></i><i class=\"B\" style=\"flex:1\"></i></span>D on thin<"),
      row());
  BOOST_TEST(contains(row(), "title=\"thin D, worst B\""), row());
  records.push_back(judged("aba", Problem::forward_dynamics, a_case("worst", 2), Verdict::D, 1e-2));
  BOOST_TEST(contains(row(), "</span>D on 2<"), row());
  BOOST_TEST(contains(row(), ">15.0<"), row());
  records.push_back(judged("aba", Problem::forward_dynamics, a_case("star", 1), Verdict::C, 1e-9));
  BOOST_TEST(contains(row(), "<span class=\"chip C\">C</span>"), row());
}

BOOST_AUTO_TEST_CASE(advice_prefers_few_operations_and_names_the_safer) {
  const auto algorithm = [](const std::string& name, Verdict typical, std::int64_t operations,
                            Verdict worst) {
    Summary summary;
    summary.hard_families = hard_families;
    Record r = judged(name, Problem::forward_dynamics, a_case("chain", 1), typical, 1e-15);
    r.right = FieldCheck::proved;
    summary.add(r);
    summary.add(judged(name, Problem::forward_dynamics, a_case("thin", 1), worst, 1e-3));
    CountedCost cost;
    cost.plugin = name, cost.problem = r.problem, cost.tree = "humanoid30-1";
    cost.phases = {{"", {.additions = operations}}};
    Measurements measured;
    measured.costs = {cost};
    return algorithms_of(summary, measured).at(r.problem).at(0);
  };
  BOOST_TEST(reliability(algorithm("weak", Verdict::A, 7, Verdict::D)) ==
             "On ordinary trees verdict A, 15.0 digits in nine of ten answers. On hard trees D on thin.");
  Algorithm cheap = algorithm("cheap", Verdict::A, 7, Verdict::D),
            safe = algorithm("safe", Verdict::A, 9, Verdict::B);
  BOOST_TEST(
      advice({cheap, safe}).text() ==
      "Use cheap: the fewest operations of 2 with verdict A. For hard trees safe: B at worst, not D on "
      "thin.");
  BOOST_TEST(advice({cheap}).text() == "Use cheap: the only algorithm, verdict A. On hard trees: D on thin.");
  BOOST_TEST(reliability(safe).ends_with(" Safe on 1 hard tree."));
  BOOST_TEST(advice({safe}).safer_reason == "Safe on 1 hard tree.");
  BOOST_TEST(advice({cheap, algorithm("slow", Verdict::C, 9, Verdict::D)}).safer_reason ==
             "On hard trees: D on thin; no other is safer.");
  Algorithm unchecked = safe;
  unchecked.all.rights = {};
  BOOST_TEST(advice({cheap, unchecked}).safer_reason ==
             "B at worst, not D on thin; its formula is not checked.");
  cheap.all.failed = 1;
  BOOST_TEST(advice({cheap}).best == "");
}

BOOST_AUTO_TEST_CASE(algorithms_are_sorted_from_best_to_worst) {
  Summary summary;
  const auto add = [&](const std::string& plugin, Verdict verdict, double error, bool passed = true,
                       FieldCheck right = FieldCheck::proved) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Record r = judged(plugin, Problem::mass_matrix, a_case("chain", seed), verdict, error, passed);
      r.right = right;
      summary.add(r);
    }
  };
  add("e_failed", Verdict::A, 1e-16, false);
  add("d_unchecked", Verdict::A, 1e-16, true, FieldCheck::not_askable);
  add("c_inaccurate", Verdict::B, 1e-16);
  add("b_digits", Verdict::A, 1e-14);
  add("a_digits", Verdict::A, 1e-15);
  Record narrow = judged("f_narrow", Problem::mass_matrix, a_case("chain", 1), Verdict::A, 1e-16);
  narrow.right = FieldCheck::proved;
  summary.add(narrow);
  std::string order;
  const auto algorithms = algorithms_of(summary, {});
  for (const Algorithm& a : algorithms.at(Problem::mass_matrix)) order += a.plugin.substr(0, 1);
  BOOST_TEST(order == "abcdef");
}

BOOST_AUTO_TEST_CASE(front_page_compares_derivatives_for_optimal_control) {
  constexpr Problem derivatives = Problem::forward_dynamics_derivatives;
  const auto of = [](const std::string& plugin, Verdict verdict, double error, FieldCheck right) {
    Record r = judged(plugin, derivatives, a_case("chain", 1), verdict, error);
    r.right = right;
    return r;
  };
  RenderedReport report({of("analytic", Verdict::A, 1e-15, FieldCheck::proved),
                         of("differences", Verdict::C, 1e-8, FieldCheck::not_askable)});
  const auto cost = [](const std::string& plugin, std::int64_t operations) {
    CountedCost c;
    c.plugin = plugin, c.problem = derivatives, c.tree = "humanoid30-1";
    c.phases = {{"", {.additions = operations}}};
    return c;
  };
  report.store.replace<CountedCost>(report.id, {cost("analytic", 200), cost("differences", 2500)});
  report.render();
  BOOST_TEST(contains(section(report.pages(), "linearization"),
                      "Derivatives of forward dynamics: analytic keeps 15.0 digits with 200 operations. Not "
                      "exact, or not checked: differences keeps 8.0 digits with 12.5 times as many."),
             section(report.pages(), "linearization"));
  BOOST_TEST(section(a_set_rendered(), "linearization").empty());
}

BOOST_AUTO_TEST_CASE(a_false_equal_has_a_probability_in_each_row) {
  const auto rendered_with = [](double escape) {
    RenderedReport report(a_set());
    SmallTreesProof proof;
    proof.plugin = "aba", proof.problem = Problem::forward_dynamics;
    proof.bodies = 3, proof.trees = proof.proved = 1234, proof.escape = escape;
    report.store.replace<SmallTreesProof>(report.id, {proof});
    report.render();
    std::string csv;
    for (const auto& row : csv_rows(report.read("algorithms.csv")))
      if (row.at("plugin") == "aba") csv = row.at("false_equal");
    return std::pair(row_of(report.pages(), "forward_dynamics", "aba"), csv);
  };
  const auto [row, csv] = rendered_with(3.9e-16);
  BOOST_TEST(contains(row, "<span class=\"yes\">yes</span> <span class=\"soft\">10⁻¹⁵</span>"), row);
  BOOST_TEST(
      contains(row,
               "title=\"Equal in the field in 2 answers, and on 1\u202f234 trees of up to 3 bodies. A wrong"),
      row);
  BOOST_TEST(csv == "3.9e-16");
  const auto [unknown, none] = rendered_with(nan);
  BOOST_TEST(contains(unknown, "The probability of a false equal is not known\""), unknown);
  BOOST_TEST(contains(unknown, "<span class=\"yes\">yes</span></td>"), unknown);
  BOOST_TEST(none == "");
}

/// As many algorithms as the largest report has, each with all that a row can show.
void add_full_rows(RenderedReport& report, const std::vector<Record>& records) {
  std::vector<CountedCost> costs;
  std::vector<PluginClaim> claims;
  std::vector<SmallTreesProof> proofs;
  std::vector<Timing> timings;
  std::set<std::pair<std::string, Problem>> seen;
  for (const Record& r : records) {
    if (!seen.emplace(r.plugin, r.problem).second) continue;
    CountedCost& cost = costs.emplace_back();
    cost.plugin = r.plugin, cost.problem = r.problem, cost.tree = "humanoid30-1";
    cost.phases = {{"", {.additions = 12'345}}};
    PluginClaim& claim = claims.emplace_back();
    claim.plugin = r.plugin, claim.problem = r.problem;
    constexpr std::array citations{
        "Featherstone, RBDA 2008, table 6.2", "Featherstone 2005, sec. 2; Gautier & Khalil 1990",
        "Eigen 3.4, LLT; Featherstone 2005", "Higham, ASNA, ch. 12, around Jain 1991"};
    claim.citation = citations[claims.size() % citations.size()],
    claim.cost = claims.size() % 4 == 0 ? "O(n (m + r)^2): a bound" : "O(n d)";
    SmallTreesProof& proof = proofs.emplace_back();
    proof.plugin = r.plugin, proof.problem = r.problem;
    proof.bodies = 3, proof.trees = proof.proved = 1234, proof.escape = 1e-15;
    Timing& timing = timings.emplace_back();
    timing.plugin = r.plugin, timing.problem = r.problem, timing.model = reference_tree, timing.median = 1000;
  }
  report.store.replace(report.id, costs);
  report.store.replace(report.id, claims);
  report.store.replace(report.id, proofs);
  report.store.replace(report.id, timings);
}

/// A report with more failures, failed checks and changes than its front page shows.
std::string front_page_of_failures(const std::vector<Record>& passed) {
  std::vector<Record> failed = passed;
  for (Record& r : failed) {
    r.verdict = Verdict::F, r.passed = false;
    r.reason = Reason::beyond_bounds, r.detail = "in a batch: state 34 of 39";
    r.command = "kintree verify --family thin --bodies 12 --seed 15 --trees 1 --plugin " + r.plugin +
                " --problem " + std::string(name(r.problem));
  }
  RenderedReport before(passed), report(failed);
  add_full_rows(report, failed);
  std::vector<CostGrowth> growth(100);
  for (CostGrowth& g : growth) g.plugin = "method_10", g.size = "star", g.verdict = Order::higher;
  report.store.replace(report.id, growth);
  report.render(Baseline{before / "store.sqlite", before.id});
  return report.read("index.html");
}

std::int64_t characters_of(const std::string& page) {
  const std::string text = plain_text(page.substr(page.find("<body>")));
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

BOOST_AUTO_TEST_CASE(front_page_is_small) {
  std::vector<Record> records;
  // Several problems have many algorithms, most have few.
  for (const Problem problem : all_problems)
    for (int k = 0; k < (problem < Problem::inverse_dynamics ? 16 : 3); ++k)
      for (const char* family : {"chain", "thin", "worst"}) {
        records.push_back(judged("method_" + std::to_string(k), problem, a_case(family, 1),
                                 family == std::string("thin") ? Verdict::D : Verdict::A, 1e-15));
        records.back().right = FieldCheck::proved;
      }
  RenderedReport report(records);
  add_full_rows(report, records);
  report.render();
  const std::string page = report.read("index.html");
  BOOST_TEST(page.size() + report.read("charts.js").size() + report.read("style.css").size() +
                 report.read("page.js").size() <
             1'500'000u);
  BOOST_TEST(characters_of(page) < 10'000);
  const std::string failed = front_page_of_failures(records);
  BOOST_TEST(count(section(failed, "failures"), "<tr") == 2 * (1 + 8) + 8u);
  BOOST_TEST(count(section(failed, "changes"), "<tr") == 1 + 2 * 8u);
  BOOST_TEST(characters_of(failed) < 10'000);
  BOOST_TEST(count(section(page, "problems"), "<tr>") == 1 + all_problems.size());
  BOOST_TEST(count(section(page, "robot"), "<a href=\"plugin-method_") == 16u);
}

BOOST_AUTO_TEST_CASE(algorithms_page_has_all_rows) {
  std::vector<Record> records;
  for (int k = 0; k < 16; ++k)
    records.push_back(
        judged("method_" + std::to_string(k), Problem::mass_matrix, a_case("chain", 1), Verdict::A, 1e-15));
  RenderedReport report(records);
  add_full_rows(report, records);
  report.render();
  const std::string page = report.read("algorithms.html"), text = plain_text(page);
  BOOST_TEST(count(section_with(page, " class=\"problem\" id=\"mass_matrix\""),
                   "<td class=\"plugin-name\">") == 16u);
  BOOST_TEST(contains(text, "12\u202f345"));
  BOOST_TEST(contains(text, "O(n (m + r)²)"));
  for (const char* paper : {"Featherstone 2008", "Featherstone 2005", "Eigen 3.4", "Higham, ASNA"})
    BOOST_TEST(contains(page, "\"paper\">" + std::string(paper) + "</td>"), paper);
}

BOOST_AUTO_TEST_CASE(front_page_names_the_algorithm_to_use) {
  std::vector<Record> records = a_set();
  std::erase_if(records, [](const Record& r) { return r.plugin == "slow"; });
  records.push_back(judged("aba", Problem::forward_dynamics, a_case("thin", 1), Verdict::D, 1e-2));
  Record safer = judged("safe", Problem::forward_dynamics, a_case("thin", 1), Verdict::B, 1e-12);
  safer.right = FieldCheck::proved;
  records.push_back(safer);
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    records.push_back(judged("safe", Problem::forward_dynamics, a_case("chain", seed), Verdict::C, 1e-8));
  records.push_back(judged("slow", Problem::inverse_dynamics, a_case("chain", 1), Verdict::F, 1, false));
  RenderedReport report(records);
  report.render();
  const std::string page = report.read("index.html"), choice = section(page, "problems");
  const auto row = [&](const std::string& problem) {
    const std::size_t from = choice.find("<a href=\"algorithms.html#" + problem + "\">");
    BOOST_TEST_REQUIRE(from != std::string::npos, problem);
    return choice.substr(from, choice.find("</tr>", from) - from);
  };
  const std::string forward = row("forward_dynamics"), inverse = row("inverse_dynamics");
  for (const char* part :
       {"<a href=\"plugin-aba.html\">aba</a>", "<span class=\"chip B\">B</span>", ">14.2<",
        ">verdict B, the best of 2.<", "<a href=\"plugin-safe.html\">safe</a>", "B at worst, not D on thin."})
    BOOST_TEST(contains(forward, part), part << " in " << forward);
  BOOST_TEST(!contains(inverse, "plugin-"), inverse);
  BOOST_TEST(contains(inverse, "some answer failed"), inverse);
  BOOST_TEST(contains(section(page, "robot"), "<a href=\"plugin-aba.html\">aba</a>"));
  BOOST_TEST(contains(section(page, "robot"), "<code>kintree robot robot.urdf --out page</code>"));
}

BOOST_AUTO_TEST_CASE(numbers_name_their_source) {
  const std::string page = a_set_rendered();
  const std::string front = view(page, "index");
  BOOST_TEST(contains(front, "<div title=\"records.csv: passed\"><dt>failed</dt>"));
  const std::size_t from = front.find("<dl class=\"figures\">");
  const std::string numbers = front.substr(from, front.find("</dl>", from) - from);
  BOOST_TEST(count(numbers, "<dt>") == count(numbers, "<div title=\""));
  const std::string choice = section(front, "problems"), heading = choice.substr(0, choice.find("</thead>"));
  BOOST_TEST(count(heading, "<th ") == count(heading, " title=\""), heading);
  const std::string slow = view(page, "plugin-slow");
  // Without the marks of Markdown.
  BOOST_TEST(contains(slow, "title=\"yes if the promise is kept (CSV: passed)\">passed</th>"), slow);
}

BOOST_AUTO_TEST_CASE(algorithm_table_shows_all_digits_of_an_exact_plugin) {
  RenderedReport report({judged("exact", Problem::mass_matrix, a_case("chain", 1), Verdict::A, 0)});
  report.render();
  const std::string page = markup(report.pages());
  BOOST_TEST(contains(row_of(page, "mass_matrix", "exact"), ">16.0<"));
  // A figure is red where something failed, and only there.
  const auto failed = [](const std::string& text) {
    const std::size_t from = text.find("<dt>failed</dt>");
    BOOST_TEST_REQUIRE(from != std::string::npos);
    return text.substr(from, text.find("</div>", from) - from);
  };
  BOOST_TEST(!contains(failed(page), "\"no\""), failed(page));
  BOOST_TEST(contains(failed(a_set_rendered()), "\"no\""), failed(a_set_rendered()));
}

}  // namespace
}  // namespace kintree::report::test
