// kintree cost and kintree bench: counts, their formulas, and compared times.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

BOOST_AUTO_TEST_CASE(cost_counts_the_humanoid) {
  const Scratch folder;
  const Result r = command::kintree(
      {"cost", "--plugin", "ltdl", "--family", "humanoid30", "--json", folder.path("costs.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  const Json costs = json_of(folder.path("costs.json"));
  BOOST_TEST_REQUIRE(costs.size() == 1u);
  const Json& phase = costs[0].at("phases").at(1);
  BOOST_TEST(phase.at("phase") == "factorization");
  BOOST_TEST(phase.at("divisions") == 219);
  BOOST_TEST(phase.at("multiplications") == 1039);
  BOOST_TEST(phase.at("additions") == 1039);
  BOOST_TEST(costs[0].at("relation") == "equal");
  BOOST_TEST(r.out.find("  equal 1726m + 1477a: yes\n") != std::string::npos, r.out);
  BOOST_TEST(costs[0].at("difference") == "");
  BOOST_TEST(costs[0].at("depth").get<int>() < costs[0].at("work").get<int>());
}

BOOST_AUTO_TEST_CASE(cost_fails_if_no_plugin_can_be_counted) {
  const Scratch folder;
  std::filesystem::copy_file(DOUBLE_ONLY_LIBRARY, folder.path("kintree_plugin_zebra.so"));
  const Result r = command::kintree({"cost", "--plugin-path", folder.path(""), "--plugin", "zebra"});
  BOOST_TEST(r.code == 1);
  BOOST_TEST(r.out.find("unsupported: not built for this scalar") != std::string::npos);
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
