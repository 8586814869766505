#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "support.hpp"

namespace kintree::report::test {
namespace {

using Rows = std::vector<std::map<std::string, std::string>>;

/// Two runs in stores of their own, the report of the second against the first.
struct TwoRuns {
  RenderedReport before, after;
  Rendered rendered;

  TwoRuns(const std::vector<Record>& was, const std::vector<Record>& is) : before(was), after(is) {
    render();
  }
  void render() { rendered = after.render(Baseline{before / "store.sqlite", before.id}); }
  Rows changes() const { return csv_rows(after.read("changes.csv")); }
  std::string in_words() const {
    std::string text;
    for (const auto& row : changes())
      text += row.at("change") + " " + row.at("quantity") + " " + row.at("plugin") + " " + row.at("subject") +
              ": " + row.at("before") + " -> " + row.at("after") + "\n";
    return text;
  }
};

Record answer(std::uint64_t seed, Verdict verdict, double error = 4e-16, bool passed = true) {
  return judged("aba", Problem::forward_dynamics, a_case("chain", seed), verdict, error, passed);
}

BOOST_AUTO_TEST_CASE(a_run_does_not_differ_from_itself) {
  const TwoRuns runs(a_set(), a_set());
  BOOST_TEST(runs.changes().empty(), runs.in_words());
  BOOST_TEST(runs.rendered.regressions == 0);
  BOOST_TEST(contains(
      runs.after.pages(),
      "Since 2024-05-06T07:08:09Z, commit abc123: nothing changed, of 10 answers that both runs have."));
}

BOOST_AUTO_TEST_CASE(twelve_digits_of_a_commit_are_said) {
  Run run = a_run();
  run.commit = "0123456789abcdef";
  RenderedReport before(a_set(), run), after(a_set());
  after.render(Baseline{before / "store.sqlite", before.id});
  BOOST_TEST(contains(after.pages(), ", commit 0123456789ab: nothing changed"));
}

BOOST_AUTO_TEST_CASE(without_a_baseline_there_are_no_changes) {
  RenderedReport report(a_set());
  BOOST_TEST(report.render().regressions == 0);
  BOOST_TEST(!report.has("changes.csv"));
  BOOST_TEST(!contains(report.pages(), "id=\"changes\""));
}

BOOST_AUTO_TEST_CASE(verdicts_get_worse_and_better) {
  Record proved = answer(5, Verdict::A), wrong = proved, refused = answer(6, Verdict::A),
         not_proved = answer(7, Verdict::A);
  proved.right = FieldCheck::proved;
  wrong.right = FieldCheck::wrong;
  refused.standing = ResultStatus::unsupported;
  refused.verdict.reset();
  refused.reason = Reason::outside_domain;
  refused.detail = "chains";
  Record was_proved = not_proved;
  was_proved.right = FieldCheck::proved;
  const TwoRuns runs(
      {answer(1, Verdict::A), answer(2, Verdict::B), answer(3, Verdict::B), answer(4, Verdict::D), proved,
       answer(6, Verdict::A), was_proved, answer(8, Verdict::A)},
      {answer(1, Verdict::B), answer(2, Verdict::A), answer(3, Verdict::B, 4e-16, false),
       answer(4, Verdict::D), wrong, refused, not_proved, answer(9, Verdict::A)});
  BOOST_TEST(runs.in_words() ==
             "worse verdict aba chain-1: A -> B\n"
             "better verdict aba chain-2: B -> A\n"
             "worse verdict aba chain-3: B -> B, failed\n"
             "worse verdict aba chain-5: A -> A, wrong in the field\n"
             "worse verdict aba chain-6: A -> unsupported: outside the domain: chains\n"
             "worse proof aba chain-7: proved -> not_asked\n"
             "new verdict aba 1 case:  -> \n"
             "gone verdict aba 1 case:  -> \n");
  BOOST_TEST(runs.rendered.regressions == 5);
  BOOST_TEST(
      contains(runs.rendered.overview, "5 worse, 1 better, 1 new, 1 gone, of 7 answers that both runs have"));
  BOOST_TEST(contains(runs.after.read("summary.md"),
                      "| worse | verdict | aba | forward_dynamics | chain-1 | A | B |"));
  BOOST_TEST(contains(section(runs.after.pages(), "changes"), "kintree verify --plugin aba"));
}

BOOST_AUTO_TEST_CASE(comparison_counts_a_lost_pass_as_worse_at_any_verdict) {
  const TwoRuns runs({answer(1, Verdict::D)}, {answer(1, Verdict::C, 4e-16, false)});
  BOOST_TEST(runs.rendered.regressions == 1);
  const TwoRuns back({answer(1, Verdict::C, 4e-16, false)}, {answer(1, Verdict::D)});
  BOOST_TEST(back.rendered.regressions == 0);
  BOOST_TEST(contains(back.in_words(), "better verdict"));
}

/// Errors of the second run: `factor` times as large as before, give or take `noise`.
std::string accuracy(double factor, double noise) {
  std::vector<Record> was, is;
  for (std::uint64_t k = 0; k < 40; ++k) {
    was.push_back(answer(k, Verdict::A, 4e-16));
    is.push_back(answer(k, Verdict::A, 4e-16 * factor * (k % 2 == 0 ? 1 + noise : 1 / (1 + noise))));
  }
  const TwoRuns runs(was, is);
  BOOST_TEST(runs.rendered.regressions == 0);
  return runs.in_words();
}

BOOST_AUTO_TEST_CASE(accuracy_changes_where_chance_does_not_explain_it) {
  BOOST_TEST(accuracy(1, 0).empty());
  BOOST_TEST(accuracy(1.1, 1).empty());
  BOOST_TEST(contains(accuracy(2, 0.5),
                      "worse accuracy aba 40 cases:  -> α 2.0 times as large (99.9 %: 1.6 to 2.5)"),
             accuracy(2, 0.5));
  BOOST_TEST(contains(accuracy(0.25, 0.5), "better accuracy aba 40 cases"));
}

// An error of zero, before or after, has no ratio, and spoils none. A breakdown that is within the promise has no error.
BOOST_AUTO_TEST_CASE(answers_without_an_error_do_not_count) {
  std::vector<Record> was, is;
  for (int k = 0; k < 44; ++k) {
    was.push_back(answer(k, Verdict::A, k == 40 ? 0 : 4e-16));
    is.push_back(answer(k, Verdict::A, k == 41 ? 0 : 8e-16 * (1 + 0.1 * (k % 2))));
    if (k == 42) was.back().standing = ResultStatus::breakdown;
    if (k == 43) is.back().standing = ResultStatus::breakdown;
  }
  const std::string said = TwoRuns(was, is).in_words();
  BOOST_TEST(contains(said, "worse accuracy aba 40 cases"), said);
}

BOOST_AUTO_TEST_CASE(only_some_of_many_are_shown) {
  std::vector<Record> was, is;
  for (std::uint64_t k = 0; k < 40; ++k) {
    was.push_back(answer(k, Verdict::A));
    is.push_back(answer(k, Verdict::B));
  }
  const TwoRuns runs(was, is);
  BOOST_TEST(runs.changes().size() == 40u);
  BOOST_TEST(runs.rendered.regressions == 40);
  const std::string changes = section(runs.after.pages(), "changes");
  BOOST_TEST(count(changes, ">worse<") == 5u);
  // Accuracy did not change: the errors are equal.
  BOOST_TEST(contains(changes, "35 more: <a href=\"changes.csv\">"), changes);
  BOOST_TEST(contains(runs.after.read("summary.md"), "\n35 more: `changes.csv`."));
  BOOST_TEST(contains(runs.rendered.overview, "\n35 more: changes.csv\n"));
}

CountedCost cost(const std::string& tree, std::int64_t multiplications, std::int64_t depth) {
  CountedCost c;
  c.plugin = "aba";
  c.problem = Problem::forward_dynamics;
  c.tree = tree;
  c.phases = {{"", {.multiplications = multiplications, .additions = 10}}};
  c.depth = depth;
  return c;
}

BOOST_AUTO_TEST_CASE(counts_and_claims_are_compared) {
  TwoRuns runs({answer(1, Verdict::A)}, {answer(1, Verdict::A)});
  ReproducedClaim claim;
  claim.paper = "Jain";
  claim.id = "sum";
  claim.ours = "7";
  ReproducedClaim refuted = claim;
  refuted.ours = "8";
  refuted.verdict = ClaimVerdict::disagrees;
  runs.before.store.replace<CountedCost>(runs.before.id,
                                         {cost("arm", 100, 20), cost("asimo", 50, 9), cost("old", 1, 1)});
  runs.after.store.replace<CountedCost>(runs.after.id, {cost("arm", 101, 20), cost("asimo", 40, 11)});
  runs.before.store.replace<ReproducedClaim>(runs.before.id, {claim});
  runs.after.store.replace<ReproducedClaim>(runs.after.id, {refuted});
  runs.after.store.replace<CostGrowth>(runs.after.id, {CostGrowth{}});  // not measured before
  runs.render();
  BOOST_TEST(runs.in_words() ==
             "worse operations aba arm: 100m + 10a -> 101m + 10a\n"
             "better operations aba asimo: 50m + 10a -> 40m + 10a\n"
             "worse longest chain of operations aba asimo: 9 -> 11\n"
             "gone operations aba 1 row:  -> \n"
             "worse claim  Jain: sum: agrees: 7 -> DISAGREES: 8\n");
  BOOST_TEST(runs.rendered.regressions == 3);
}

/// What is said of rows of which only the second differs from before, by one less, none and one more of what counts.
template <class T, class Change>
std::string steps(const T& row, Change&& change) {
  std::string said;
  for (const int step : {-1, 0, 1}) {
    TwoRuns runs({answer(1, Verdict::A)}, {answer(1, Verdict::A)});
    T changed = row;
    change(changed, step);
    runs.before.store.replace<T>(runs.before.id, {row});
    runs.after.store.replace<T>(runs.after.id, {changed});
    runs.render();
    BOOST_TEST(runs.rendered.regressions == (step == 1 ? 1 : 0));
    said += runs.in_words();
  }
  return said;
}

BOOST_AUTO_TEST_CASE(costs_that_are_no_more_counted_are_worse_and_new_ones_better) {
  CountedCost none = cost("arm", 0, 0);
  none.reason = Reason::breakdown;
  for (const bool lost : {true, false}) {
    TwoRuns runs({answer(1, Verdict::A)}, {answer(1, Verdict::A)});
    runs.before.store.replace<CountedCost>(runs.before.id, {lost ? cost("arm", 100, 20) : none});
    runs.after.store.replace<CountedCost>(runs.after.id, {lost ? none : cost("arm", 100, 20)});
    runs.render();
    const std::string why = explanation(none);
    BOOST_TEST(runs.in_words() == (lost ? "worse operations aba arm: counted -> " + why + "\n"
                                        : "better operations aba arm: " + why + " -> counted\n"));
  }
}

// What differs, but is neither more nor less of what counts, is neither worse nor better.
BOOST_AUTO_TEST_CASE(rows_get_better_and_worse_by_one_number) {
  BOOST_TEST(steps(cost("arm", 100, 20),
                   [](CountedCost& c, int step) {
                     c.phases[0].operations = {.multiplications = 99 + step, .additions = 11};
                   }) ==
             "better operations aba arm: 100m + 10a -> 98m + 11a\n"
             "other operations aba arm: 100m + 10a -> 99m + 11a\n"
             "worse operations aba arm: 100m + 10a -> 100m + 11a\n");
  BOOST_TEST(steps(cost("arm", 100, 20), [](CountedCost& c, int step) { c.depth += step; }) ==
             "better longest chain of operations aba arm: 20 -> 19\n"
             "worse longest chain of operations aba arm: 20 -> 21\n");
  SmallTreesProof proof;
  proof.plugin = "aba";
  proof.trees = 9, proof.proved = 4, proof.wrong = 3;
  BOOST_TEST(steps(proof,
                   [](SmallTreesProof& p, int step) {
                     p.proved = 5;
                     p.wrong += step;
                   }) ==
             "better small trees aba : 4 of 9 proved, 3 wrong -> 5 of 9 proved, 2 wrong\n"
             "other small trees aba : 4 of 9 proved, 3 wrong -> 5 of 9 proved, 3 wrong\n"
             "worse small trees aba : 4 of 9 proved, 3 wrong -> 5 of 9 proved, 4 wrong\n");
  FloatDigits digits;
  digits.plugin = "aba";
  digits.tree = "arm";
  digits.decade = 2, digits.failed = 3, digits.median = 5;
  BOOST_TEST(
      steps(digits,
            [](FloatDigits& f, int step) {
              f.median = 4;
              f.failed += step;
            }) ==
      "better digits in float aba arm, 2: 5.0 of the median, 3 failed -> 4.0 of the median, 2 failed\n"
      "other digits in float aba arm, 2: 5.0 of the median, 3 failed -> 4.0 of the median, 3 failed\n"
      "worse digits in float aba arm, 2: 5.0 of the median, 3 failed -> 4.0 of the median, 4 failed\n");
  PowerCurve power;
  power.plugin = "aba";
  power.planted = "a number";
  power.degrees_of_freedom = 7, power.false_alarms = 3;
  BOOST_TEST(steps(power, [](PowerCurve& p, int step) { p.false_alarms += step; }) ==
             "better false alarms aba a number, n = 7: 3 -> 2\n"
             "worse false alarms aba a number, n = 7: 3 -> 4\n");
  MutantScore score;
  score.plugin = "aba";
  score.mutants = 9, score.survivors.resize(2);
  BOOST_TEST(steps(score,
                   [](MutantScore& m, int step) {
                     m.mutants = 8;
                     m.survivors.resize(static_cast<std::size_t>(2 + step));
                   }) ==
             "better mutants aba : 2 of 9 survive -> 1 of 8 survive\n"
             "other mutants aba : 2 of 9 survive -> 2 of 8 survive\n"
             "worse mutants aba : 2 of 9 survive -> 3 of 8 survive\n");
}

// --- for machines ---

BOOST_AUTO_TEST_CASE(tests_stand_in_junit_xml) {
  RenderedReport report(a_set());
  report.store.replace<CountedCost>(report.id, {cost("arm", 100, 20)});
  report.render();
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(report.read("junit.xml").c_str()));
  std::string suites;
  for (const pugi::xml_node suite : document.child("testsuites"))
    suites += std::string(suite.attribute("name").value()) + " " + suite.attribute("tests").value() + "/" +
              suite.attribute("failures").value() + "/" + suite.attribute("skipped").value() + "; ";
  BOOST_TEST(suites == "run 1/0/0; aba 2/0/0; crba 1/0/0; slow 3/2/1; costs 1/0/0; ");
  const pugi::xml_node failed =
      document.select_node("//testcase[@classname='slow.forward_dynamics'][@name='chain']/failure").node();
  BOOST_TEST(failed.attribute("message").value() == std::string("2 of 2 failed"));
  BOOST_TEST(contains(failed.text().get(),
                      "chain-2: the error is beyond what the problem and the method allow: by far\nkintree "
                      "verify --plugin slow"));
  BOOST_TEST(contains(failed.text().get(), "kintree verify --plugin slow"));
}

BOOST_AUTO_TEST_CASE(a_run_that_judged_nothing_fails_in_junit_xml) {
  RenderedReport report({unsupported("slow", a_case("ball", 1), Reason::outside_domain, "chains only")});
  report.render();
  BOOST_TEST(contains(report.read("junit.xml"), "<failure message=\"nothing was judged\""));
  BOOST_TEST(contains(report.read("badge.svg"), "nothing judged"));
  RenderedReport one({answer(1, Verdict::A)});
  one.render();
  BOOST_TEST(!contains(one.read("junit.xml"), "<failure"));
}

BOOST_AUTO_TEST_CASE(everything_stands_in_report_json) {
  RenderedReport report(a_set());
  report.store.replace<CountedCost>(report.id, {cost("arm", 100, 20)});
  report.render();
  const auto json = nlohmann::json::parse(report.read("report.json"));
  BOOST_TEST(json.at("run").at("commit") == "abc123");
  BOOST_TEST(json.at("records").size() == a_set().size());
  BOOST_TEST(json.at("records").at(0).at("error") == 4e-16);
  BOOST_TEST(json.at("costs").at(0).at("tree") == "arm");
  BOOST_TEST(json.at("claims").empty());
}

BOOST_AUTO_TEST_CASE(the_badge_and_the_overview_count) {
  RenderedReport report(a_set());
  const std::string overview = report.render().overview;
  // 18 letters of seven pixels, and six before and behind.
  BOOST_TEST(report.read("badge.svg") ==
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"196\" height=\"20\" role=\"img\" "
             "aria-label=\"Kintree: 2 proved, 3 failed\">\n"
             "<title>Kintree: 2 proved, 3 failed</title>\n"
             "<rect width=\"196\" height=\"20\" rx=\"3\" fill=\"#3a3a3a\"/>\n"
             "<path fill=\"#b3261e\" d=\"M58 0h138v20h-138z\"/>\n"
             "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n"
             "<text x=\"6\" y=\"14\" textLength=\"46\">Kintree</text>\n"
             "<text x=\"64\" y=\"14\" textLength=\"126\">2 proved, 3 failed</text>\n"
             "</g>\n</svg>\n");
  BOOST_TEST(contains(overview, "\nmass_matrix       crba    A        15.7 "), overview);
  BOOST_TEST(contains(overview, "\nforward_dynamics  slow    F        0.0 "), overview);
  RenderedReport one({a_set().front()});
  BOOST_TEST(contains(one.render().overview, "  aba  "));
}

}  // namespace
}  // namespace kintree::report::test
