// kintree report: its store, what it compares, and its exit codes.
#include <boost/test/unit_test.hpp>
#include <functional>

#include <SQLiteCpp/SQLiteCpp.h>

#include "command.hpp"
#include "kintree/report/store.hpp"

using namespace command;
namespace report = kintree::report;

/// Everything that a report shows is in its store, and the page can be rendered again from that alone.
BOOST_AUTO_TEST_CASE(a_report_is_a_run_in_a_store) {
  const Scratch folder;
  const Result r = command::kintree({"report",
                                     "--out",
                                     folder.path("page"),
                                     "--plugin",
                                     "ltdl",
                                     "--plugin",
                                     "aba",
                                     "--trees",
                                     "3",
                                     "--bodies",
                                     "4",
                                     "--states",
                                     "1",
                                     "--skip",
                                     "power",
                                     "growth",
                                     "claims",
                                     "throughput",
                                     "float_digits",
                                     "--largest-tree",
                                     "1000",
                                     "--mutants",
                                     std::string(KINTREE_TESTDATA) + "/mutants/scores.json"});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  const auto read = [&](const std::string& file) {
    std::ifstream stream(folder.path(file), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  for (const auto& [page, shown] : {std::pair{"cost", "id=\"cost\""},
                                    {"cost", "id=\"large\""},
                                    {"trust", "id=\"mutants\""},
                                    {"index", "id=\"verdicts\""}})
    BOOST_TEST(read(std::string("page/") + page + ".html").find(shown) != std::string::npos, shown);
  BOOST_TEST(read("page/cost.html").find("id=\"growth\"") == std::string::npos);

  const Result again = command::kintree(
      {"report", "--out", folder.path("again"), "--from", folder.path("page/records.sqlite")});
  BOOST_TEST_REQUIRE(again.code == 0, again.out + again.err);
  for (const char* file : {"index.html", "records.csv", "costs.csv", "mutants.csv", "large_trees.csv"})
    BOOST_TEST((read(std::string("page/") + file) == read(std::string("again/") + file)), file);

  // Against itself, and against a run in which one answer was better.
  const WithoutFigures without;
  const auto against = [&](const std::string& change) {
    std::filesystem::copy_file(folder.path("page/records.sqlite"), folder.path("before.sqlite"),
                               std::filesystem::copy_options::overwrite_existing);
    SQLite::Database(folder.path("before.sqlite"), SQLite::OPEN_READWRITE).exec(change);
    return command::kintree({"report", "--out", folder.path("again"), "--from",
                             folder.path("page/records.sqlite"), "--against", folder.path("before.sqlite")});
  };
  const Result same = against("UPDATE runs SET \"commit\" = 'before'");
  BOOST_TEST(same.code == 0, same.out + same.err);
  BOOST_TEST(same.out.find("commit before: nothing changed") != std::string::npos, same.out);
  BOOST_TEST(same.out.find("\n0 worse than in ") != std::string::npos, same.out);
  const Result worse = against(
      "UPDATE measurements SET json = json_set(json, '$.depth', json_extract(json, '$.depth') - 1) WHERE "
      "ordinal = "
      "(SELECT min(ordinal) FROM measurements WHERE kind = 'costs')");
  BOOST_TEST(worse.code == 1, worse.out + worse.err);
  BOOST_TEST(worse.out.find("\n1 worse than in ") != std::string::npos, worse.out);
  BOOST_TEST(read("again/changes.csv").find("worse,longest chain of operations,") != std::string::npos);
}

/// A report is rendered from a store. If any of its rows fails, `report` does not pass.
BOOST_AUTO_TEST_CASE(every_row_of_a_report_may_refuse_it) {
  const Scratch folder;
  const WithoutFigures without;
  const Result made =
      command::kintree({"report", "--plugin", "crba", "--trees", "1", "--states", "1", "--bodies", "2",
                        "--out", folder.path("page"), "--skip", "power", "growth", "claims", "throughput",
                        "float_digits", "large_trees", "costs"});
  BOOST_TEST_REQUIRE(made.code == 0, made.out << made.err);
  // Progress is written to the standard error.
  BOOST_TEST(!says(made.out, "measuring"), made.out);
  BOOST_TEST(says(made.err, "kintree: info: measuring"), made.err);

  report::ReproducedClaim claim;
  claim.paper = "p", claim.id = "i", claim.where = "w", claim.claim = "c";
  report::CountedCost cost;
  report::CostGrowth growth;
  report::PowerCurve curve;
  report::FieldPower field;
  report::SmallTreesProof proof;
  report::FloatDigits digits;
  cost.plugin = growth.plugin = curve.plugin = field.plugin = proof.plugin = digits.plugin = "crba";
  growth.size = "chain", growth.claimed = 2, growth.exponent = 2;
  curve.trials = 2, curve.unseen = 1;
  field.trials = 3, field.unseen = 1, field.flagged = 2;
  proof.trees = proof.proved = 3;
  const auto rendered = [&](const std::function<void(report::Store&, std::int64_t)>& change) {
    const std::string file = folder.path("changed.sqlite");
    std::filesystem::remove(file);
    report::Store(folder.path("page/records.sqlite")).copy_to(file);
    {
      report::Store store(file);
      const std::int64_t run = store.runs().back().id;
      store.replace<report::ReproducedClaim>(run, {claim});
      store.replace<report::CountedCost>(run, {cost});
      store.replace<report::CostGrowth>(run, {growth});
      store.replace<report::PowerCurve>(run, {curve});
      store.replace<report::FieldPower>(run, {field});
      store.replace<report::SmallTreesProof>(run, {proof});
      store.replace<report::FloatDigits>(run, {digits});
      change(store, run);
    }
    return command::kintree({"report", "--from", file, "--out", folder.path("again")});
  };
  const Result sound = rendered([](report::Store&, std::int64_t) {});
  BOOST_TEST(sound.code == 0, sound.out << sound.err);
  BOOST_TEST(says(sound.out, "1 claim, 1 cost, 1 order, 1 curve of power, 1 proof, 0 not as they should be"),
             sound.out);

  const auto refused = [&](const auto& row, auto&& change) {
    auto changed = row;
    change(changed);
    const Result r = rendered([&](report::Store& store, std::int64_t run) {
      store.replace<std::remove_cvref_t<decltype(row)>>(run, {row, changed, changed});
    });
    BOOST_TEST(r.code == 1, r.out << r.err);
    BOOST_TEST(says(r.out, ", 0 failed\n"), r.out);
    BOOST_TEST(says(r.out, ", 2 not as they should be"), r.out);
  };
  refused(claim, [](auto& c) { c.verdict = report::ClaimVerdict::disagrees; });
  refused(cost, [](auto& c) { c.difference = "differs"; });
  refused(cost, [](auto& c) { c.reason = kintree::Reason::breakdown; });
  refused(growth, [](auto& g) { g.verdict = report::Order::higher; });
  refused(growth, [](auto& g) { g.verdict = report::Order::not_counted; });
  refused(curve, [](auto& c) { c.false_alarms = 1; });
  refused(field, [](auto& f) { f.trials = f.unseen = f.flagged = 0; });
  refused(field, [](auto& f) { f.flagged = 1; });
  refused(proof, [](auto& p) { p.wrong = 1; });
  refused(digits, [](auto& d) { d.failed = 1; });
}

/// The exit code depends on what is worse only if the user names the run to compare with.
BOOST_AUTO_TEST_CASE(report_compares_with_the_run_before) {
  const Scratch folder;
  const WithoutFigures without;
  const std::string before = folder.path("before.sqlite"), both = folder.path("both.sqlite");
  const auto add = [](const std::string& file, kintree::Verdict verdict, bool finished = true) {
    report::Record answer;
    answer.id.family = "chain", answer.plugin = "crba", answer.problem = kintree::Problem::mass_matrix;
    answer.verdict = verdict, answer.passed = true;
    report::Store store(file);
    const std::int64_t run = store.begin({});
    store.add(run, {answer});
    if (finished) store.finish(run);
  };
  const auto rendered = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"report", "--out", folder.path("page"), "--from"});
    return command::kintree(arguments);
  };
  add(before, kintree::Verdict::A);
  const Result first = rendered({before});
  BOOST_TEST(first.code == 0, first.out << first.err);
  BOOST_TEST(!says(first.out, "Since "), first.out);
  report::Store(before).copy_to(both);
  add(both, kintree::Verdict::A, false);  // an unfinished run is none to compare with
  add(both, kintree::Verdict::B);
  const Result second = rendered({both});
  BOOST_TEST(second.code == 0, second.out << second.err);
  BOOST_TEST(says(second.out, ": 1 worse, of 1 answer that both runs have\n"), second.out);
  BOOST_TEST(!says(second.out, "worse than in"), second.out);
  const Result named = rendered({both, "--against", before});
  BOOST_TEST(named.code == 1, named.out << named.err);
  BOOST_TEST(says(named.out, "\n1 worse than in "), named.out);
}

BOOST_AUTO_TEST_CASE(a_report_of_which_nothing_was_judged_does_not_pass) {
  const Scratch folder;
  {
    report::Store store(folder.path("none.sqlite"));
    report::Record unsupported;
    unsupported.id.family = "chain";
    unsupported.plugin = "crba";
    unsupported.problem = kintree::Problem::mass_matrix;
    unsupported.standing = kintree::ResultStatus::unsupported;
    unsupported.passed = true;
    unsupported.reason = kintree::Reason::outside_domain;
    const std::int64_t run = store.begin({});
    store.add(run, {unsupported});
    store.finish(run);
  }
  const Result r =
      command::kintree({"report", "--from", folder.path("none.sqlite"), "--out", folder.path("page")});
  BOOST_TEST(r.code == 1);
  BOOST_TEST(r.out.find("\n1 record, 0 judged, 0 failed\n") != std::string::npos, r.out << r.err);
}
