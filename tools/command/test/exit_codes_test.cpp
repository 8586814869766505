// Rejected input, and requested output: exit code, standard output and standard error.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

#include "command.hpp"
#include "kintree/report/store.hpp"

using namespace command;

namespace {

using Json = nlohmann::json;
namespace report = kintree::report;

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Json json_of(const std::string& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

std::vector<std::string> with_plugin(std::vector<std::string> arguments, const char* library,
                                     const char* name) {
  const std::string folder = std::filesystem::path(library).parent_path().string();
  arguments.insert(arguments.end(), {"--plugin-path", folder, "--plugin", name});
  return arguments;
}

}  // namespace

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

/// With one wrong plugin, the campaign lists all failures, and does not print that there are more.
BOOST_AUTO_TEST_CASE(a_campaign_with_a_failure_does_not_pass) {
  const Scratch folder;
  const Result r =
      command::kintree(with_plugin({"campaign", "--cases", "2", "--bodies", "4", "--store", folder.path("c")},
                                   ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(r.code == 1, r.out << r.err);
  BOOST_TEST(says(r.out, "\n2 cases, 2 verdicts, seeds 1 to 2: failed\n"), r.out);
  BOOST_TEST(says(r.out, "FAILED one_ulp mass_matrix: case "), r.out);
  BOOST_TEST(!says(r.out, "more failures"), r.out);
}

BOOST_AUTO_TEST_CASE(verify_stops_at_the_first_failure_if_asked) {
  const std::vector<std::string> requested{"verify", "--trees", "5", "--bodies", "4", "--jobs", "1"};
  const Result all = command::kintree(with_plugin(requested, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(all.code == 1);
  BOOST_TEST(says(all.out, "\n5 cases, 5 verdicts, "), all.out);
  BOOST_TEST(!says(all.out, "stopped"), all.out);
  BOOST_TEST(!says(all.out, "more failures"), all.out);
  auto many = requested;
  many[2] = "23";
  const Result most = command::kintree(with_plugin(many, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(says(most.out,
                  "\n  the same in 22 more cases: complete-1, grid-2, erdos_renyi-3, small_world-4, "
                  "power_law-5, recursive-6, chain-7, ...\n23 cases, "),
             most.out);
  auto fast = requested;
  fast.push_back("--fail-fast");
  const Result first = command::kintree(with_plugin(fast, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(first.code == 1);
  BOOST_TEST(says(first.out, "\nstopped at the first failure, after 1 of 5 cases, 1 verdict, "), first.out);
}

/// Digits are traced in the worst answer, not in the last one.
BOOST_AUTO_TEST_CASE(the_worst_answer_is_traced) {
  const Scratch folder;
  const Result r =
      command::kintree({"verify", "--where", "--plugin", "crba", "--family", "chain", "--bodies", "6",
                        "--seed", "19", "--trees", "4", "--json", folder.path("records.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  const Json records = json_of(folder.path("records.json"));
  std::vector<double> alphas;
  for (const Json& record : records) alphas.push_back(record.at("alpha"));
  BOOST_TEST_REQUIRE(alphas.size() == 4u);
  const auto worst = std::max_element(alphas.begin(), alphas.end());
  BOOST_TEST_REQUIRE((worst + 1 != alphas.end() && alphas.back() > *worst - 1));  // the last is nearly as bad
  const std::string name = records.at(static_cast<std::size_t>(worst - alphas.begin())).at("case");
  BOOST_TEST(says(r.out, "WHERE crba mass_matrix: case " + name + ", alpha "), r.out);
}

BOOST_AUTO_TEST_CASE(a_breakdown_is_named_before_the_largest_alpha) {
  const Result r = command::kintree({"verify", "--where", "--plugin", "divide_and_conquer", "--family",
                                     "mass_ratio", "--bodies", "8", "--seed", "1", "--trees", "20"});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  BOOST_TEST(says(r.out,
                  "WHERE divide_and_conquer forward_dynamics: case mass_ratio-5, no number to trace "
                  "(breakdown, at joint 'joint1'): a pivot is not positive\n"),
             r.out);
}

/// The smallest wrong answer shows a mistake best, wherever it is among the failures.
BOOST_AUTO_TEST_CASE(verify_explains_the_smallest_failure) {
  const Result r = command::kintree(
      with_plugin({"verify", "--family", "complete", "--bodies", "6", "--seed", "6", "--trees", "3"},
                  GRAVITY_REVERSED_LIBRARY, "gravity_reversed"));
  BOOST_TEST_REQUIRE(r.code == 1, r.out << r.err);
  int explained = 0, freedom = 0, smallest = 1000;
  std::istringstream lines(r.out);
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find(" bodies, "); says(line, "FAILED ") && at != std::string::npos) {
      freedom = std::stoi(line.substr(at + 9));
      if (freedom > 1) smallest = std::min(smallest, freedom);
    }
    if (says(line, "entries are wrong")) explained = freedom;
  }
  BOOST_TEST_REQUIRE(explained > 0, r.out);
  BOOST_TEST(explained == smallest, r.out);
}

/// The verdict counts first: an answer of verdict B may have a larger alpha than one of C.
BOOST_AUTO_TEST_CASE(where_traces_the_worst_verdict) {
  const Scratch folder;
  const Result r =
      command::kintree({"verify", "--where", "--plugin", "rjk", "--family", "mass_ratio", "--bodies", "12",
                        "--trees", "9", "--json", folder.path("records.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  std::string verdict, name;
  double alpha = 0, largest = 0;
  for (const Json& record : json_of(folder.path("records.json"))) {
    if (record.at("alpha").is_null()) continue;
    largest = std::max(largest, record.at("alpha").get<double>());
    const std::pair at(record.at("verdict").get<std::string>(), record.at("alpha").get<double>());
    if (at <= std::pair(verdict, alpha)) continue;
    verdict = at.first, alpha = at.second, name = record.at("case");
  }
  BOOST_TEST_REQUIRE(alpha < largest);  // otherwise the choice does not show
  BOOST_TEST(says(r.out, "WHERE rjk inverse_osim: case " + name + ", alpha "), r.out);
}

BOOST_AUTO_TEST_CASE(a_transformation_is_asked_by_name) {
  const Scratch folder;
  const Result r =
      command::kintree({"verify", "--transformation", "mirrored", "--plugin", "crba", "--family", "chain",
                        "--bodies", "3", "--trees", "2", "--json", folder.path("records.json")});
  BOOST_TEST(r.code == 0, r.out << r.err);
  int transformed = 0;
  for (const Json& record : json_of(folder.path("records.json")))
    transformed += record.at("transformation") == "mirrored" ? 1 : 0;
  BOOST_TEST(transformed == 2);
}

BOOST_AUTO_TEST_CASE(prove_counts_what_is_wrong_and_what_was_never_proved) {
  const Scratch folder;
  const std::string json = folder.path("proofs.json");
  const Result wrong =
      command::kintree(with_plugin({"prove", "--bodies", "1", "--json", json}, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(wrong.code == 1);
  const std::int64_t count = json_of(json).at(0).at("wrong");
  BOOST_TEST(count > 0);
  BOOST_TEST(says(wrong.out, ": " + std::to_string(count) + " answers are wrong\n"), wrong.out);
  for (const char* part : {"FAILED one_ulp mass_matrix: case small_tree-1 (seed 1, 1 body, ",
                           "; worst entry: ", "\n  repeat: kintree verify --bodies 1 --joints free"})
    BOOST_TEST(says(wrong.out, part), wrong.out);
  std::filesystem::copy_file(DOUBLE_ONLY_LIBRARY, folder.path("kintree_plugin_zebra.so"));
  const Result never =
      command::kintree({"prove", "--bodies", "1", "--plugin-path", folder.path(""), "--plugin", "zebra"});
  BOOST_TEST(never.code == 1);
  BOOST_TEST(says(never.out, ": 1 plugin and problem was never proved\n"), never.out);
}

BOOST_AUTO_TEST_CASE(cost_shows_phases_if_asked_and_refuses_a_higher_order) {
  const std::vector<std::string> requested{"cost", "--plugin", "ltdl", "--family", "humanoid30"};
  auto phases = requested;
  phases.push_back("--phases");
  const Result plain = command::kintree(requested), detailed = command::kintree(phases);
  BOOST_TEST((plain.code == 0 && detailed.code == 0));
  for (const Result& r : {plain, detailed})
    BOOST_TEST(says(r.out, "\nltdl                           factorization "));
  BOOST_TEST(!says(plain.out, "\n    factorization "), plain.out);
  BOOST_TEST(says(detailed.out, "\n    factorization "), detailed.out);

  const Result higher = command::kintree(with_plugin({"cost", "--growth"}, MISCOUNTS_LIBRARY, "miscounts"));
  BOOST_TEST(higher.code == 1, higher.out << higher.err);
  BOOST_TEST(says(higher.out, "\n2 exponents, 2 above the paper's\n"), higher.out);
}

/// A published formula is compared with the count, but it is not a promise.
BOOST_AUTO_TEST_CASE(cost_enforces_promised_formulas_and_shows_published_ones) {
  const auto cost = [](const char* fault) {
    setenv("KINTREE_FAULT", fault, 1);
    Result r = command::kintree(with_plugin({"cost", "--family", "tree1"}, MISCOUNTS_LIBRARY, "miscounts"));
    unsetenv("KINTREE_FAULT");
    return r;
  };
  const Result promised = cost("none"), published = cost("published");
  BOOST_TEST(promised.code == 1, promised.out << promised.err);
  BOOST_TEST(says(promised.out, "  equal 0a: NO, it "), promised.out);
  BOOST_TEST(says(promised.out, "\n1 counted, 0 unsupported, 1 not as their formula says\n"), promised.out);
  BOOST_TEST(published.code == 0, published.out << published.err);
  BOOST_TEST(says(published.out, "  published 0a, here "), published.out);
}

/// In comparison with times that are alternately a hundredth and a hundredfold, no row is slower or faster.
BOOST_AUTO_TEST_CASE(bench_reports_no_change_if_it_is_not_significant) {
  const Scratch folder;
  const std::string file = folder.path("run.json");
  const auto bench = [&](const std::string& option) {
    return command::kintree({"bench", "--plugin", "ltdl_path_rows", "--family", "chain", "--bodies", "3",
                             "--states", "2", "--judged", "0", "--rounds", "8", "--min-time", "0.1",
                             "--processes", "3", option, file});
  };
  const Result first = bench("--out");
  BOOST_TEST(first.code == 0, first.out << first.err);
  BOOST_TEST(first.out.find("\n\n") == std::string::npos, first.out);
  Json run = json_of(file);
  std::size_t samples = 0;
  for (Json& row : run.at("benchmarks"))
    if (row.at("run_type") == "iteration") {
      for (const char* time : {"real_time", "cpu_time"})
        row.at(time) = row.at(time).get<double>() * (samples % 2 == 0 ? 0.01 : 100);
      ++samples;
    }
  BOOST_TEST(samples == 2 * 8u);  // a call, and path rows
  std::ofstream(file) << run;
  const Result again = bench("--against");
  BOOST_TEST(again.code == 0, again.out << again.err);
  BOOST_TEST(
      says(again.out, ": 0 of 2 rows are significantly slower and 0 faster, by more than their spread"),
      again.out);

  // The comparison warns if either run was on a busy machine. An older run may not describe its machine.
  const auto of_a_busy_machine = [](const Result& r) {
    return says(r.out, "at least one of the two runs was on a busy machine");
  };
  run["context"]["busy"] = true;
  std::ofstream(file) << run;
  const Result after_a_busy_one = bench("--against");
  BOOST_TEST(after_a_busy_one.code == 0, after_a_busy_one.out << after_a_busy_one.err);
  BOOST_TEST(of_a_busy_machine(after_a_busy_one), after_a_busy_one.out);
  for (const bool silent : {false, true}) {
    run["context"]["busy"] = false;
    if (silent) run.erase("context");
    std::ofstream(file) << run;
    const Result r = bench("--against");
    BOOST_TEST(r.code == 0, r.out << r.err);
    BOOST_TEST(of_a_busy_machine(r) == says(r.out, "The machine WAS BUSY"), r.out);
  }
}

/// Path rows of both problems that have them.
BOOST_AUTO_TEST_CASE(path_rows_are_timed_too) {
  const Result r = command::kintree({"bench", "--plugin=ltdl_path_rows", "--plugin=crba_columns",
                                     "--family=chain", "--bodies=3", "--states=2", "--judged=1", "--rounds=2",
                                     "--min-time=0.1", "--processes=1", "--csv=-"});
  BOOST_TEST(r.code == 0, r.err);
  for (const char* row : {"factorization/chain-3/ltdl_path_rows/path_rows/double,",
                          "mass_matrix/chain-3/crba_columns/path_rows/double,"})
    BOOST_TEST(says(r.out, row), r.out);
  BOOST_TEST(!says(r.err, "not timed:"), r.err);
}

/// The processes of a run write their results to a folder for temporary files, and need one. A single process
/// does not.
BOOST_AUTO_TEST_CASE(processes_share_the_rounds) {
  const Scratch folder;
  const auto code = [&](const std::string& processes) {
    return boost::process::system("/usr/bin/env TMPDIR=/nonexistent " KINTREE_COMMAND
                                  " bench --plugin ltdl --family chain --bodies 3 --states 2 --judged 0 "
                                  "--rounds 2 --min-time 0.1 --processes " +
                                      processes,
                                  boost::process::std_out > boost::process::null,
                                  boost::process::std_err > boost::process::null);
  };
  BOOST_TEST(code("1") == 0);
  BOOST_TEST(code("2") == 2);
}

/// Columns are as wide as they must be, the last one as it is.
BOOST_AUTO_TEST_CASE(list_is_a_table) {
  const std::string folder = std::filesystem::path(ONE_ULP_LIBRARY).parent_path().string();
  const Result r = command::kintree({"list", "--plugin-path", folder});
  BOOST_TEST(r.code == 0);
  BOOST_TEST(r.out ==
             "plugin   problem      promise  domain                citation\n"
             "one_ulp  mass_matrix  C        any tree, all joints  none: it breaks a promise for a test\n"
             "oracle   all          exact    any tree, all joints  dense multiprecision (kintree solve)\n");
}

BOOST_AUTO_TEST_CASE(vectors_pass_if_all_answers_are_right_and_some_were_compared) {
  const Result sound = command::kintree({"vectors", "--plugin", "crba"});
  BOOST_TEST(sound.code == 0, sound.err);
  BOOST_TEST(says(sound.out, " vectors: all passed\n"), sound.out);
  const Result wrong =
      command::kintree(with_plugin({"vectors"}, GRAVITY_REVERSED_LIBRARY, "gravity_reversed"));
  BOOST_TEST(wrong.code == 1, wrong.err);
  BOOST_TEST(says(wrong.out, "it looks as if gravity has the other sign"), wrong.out);
  BOOST_TEST(says(wrong.out, " vectors: failed\n"), wrong.out);
  const Result unasked = command::kintree({"vectors", "--plugin", "ltdl"});
  BOOST_TEST(unasked.code == 1, unasked.err);
  BOOST_TEST(says(unasked.out, "ltdl: not one answer was compared\n"), unasked.out);
}

/// The folder can be made, or is there; a file in it cannot.
BOOST_AUTO_TEST_CASE(vectors_name_the_file_that_cannot_be_written) {
  const Scratch folder;
  const std::filesystem::path out = folder.path("out"), vectors = KINTREE_TESTDATA "/vectors";
  for (const auto& entry : std::filesystem::directory_iterator(vectors))
    std::filesystem::create_directories(out / entry.path().filename());
  const Result r = command::kintree({"vectors", "--write", out.string()});
  BOOST_TEST(r.code == 2);
  BOOST_TEST(says(r.err, ".json: "), r.err);
  BOOST_TEST(!says(r.err, "cannot be made"), r.err);
}

/// The class has the plugin's name in camel case. The header and the registration have the name as it is.
BOOST_AUTO_TEST_CASE(a_new_plugin_has_its_name_in_its_files) {
  const Scratch folder;
  for (const auto& [name, of_class] : {std::pair{"my_own_2nd", "MyOwn2nd"}, std::pair{"q", "Q"}}) {
    const Result r = command::kintree({"new-plugin", name, "--out", folder.path(name)});
    BOOST_TEST(r.code == 0, r.err);
    const auto has = [&](const std::string& file, const std::string& part) {
      std::ifstream in(folder.path(std::string(name) + "/" + file));
      const std::string text(std::istreambuf_iterator<char>(in), {});
      BOOST_TEST(says(text, part), file << " has no '" << part << "': " << text);
      BOOST_TEST(!says(text, "NewPlugin"), text);
      BOOST_TEST(!says(text, "new_plugin"), text);
    };
    has(std::string(name) + ".hpp", "class " + std::string(of_class) + " final");
    has("plugin.cpp", "KINTREE_PLUGIN(kintree::" + std::string(of_class) + ",");
  }
}
