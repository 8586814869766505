// The text of bench for artificial runs that have every kind of row.
#include "bench_text.hpp"

#include <boost/test/unit_test.hpp>

#include "command.hpp"

using namespace kintree;

namespace {

report::Timing timing(const std::string& model, Problem problem, const std::string& plugin,
                      const std::string& mode) {
  report::Timing t;
  t.model = model, t.problem = problem, t.plugin = plugin, t.mode = mode;
  t.bodies = 10, t.degrees_of_freedom = 16, t.depth = 5, t.states = 64, t.rounds = 15;
  t.median = 1234, t.spread = 0.0125;
  t.ratio = 1.5, t.ratio_low = 1.25, t.ratio_high = 1.75;
  t.verdict = Verdict::B, t.error = 1e-14;
  return t;
}

suite::BenchRun run() {
  suite::BenchRun r;
  std::vector<report::Timing> rows(9, timing("chain-10", Problem::forward_dynamics, "aba", "single"));
  rows[0].pareto = true;
  rows[0].error = 0;  // which has 40 digits
  rows[1].plugin = "other", rows[1].conversions = 2.5e6, rows[1].verdict = {};
  rows[2].plugin = "counted", rows[2].cycles = 3456, rows[2].instructions = 8640,
  rows[2].error = report::Timing::nan;
  rows[3].plugin = "without", rows[3].skipped = "it is not built for float";
  rows[4].mode = "lanes", rows[4].ratio = report::Timing::nan, rows[4].verdict = Verdict::D,
  rows[4].error = 0.5;
  rows[5] = timing("chain-10", Problem::mass_matrix, "crba", "path_rows");
  rows[6] = timing("tree", Problem::inverse_osim, "pv_osim", "batch");
  rows[6].end_effectors = 1, rows[6].median = 999.6;
  rows[7] = rows[6];
  rows[7].end_effectors = 4, rows[7].scalar = Format::binary32;
  rows[8] = timing("tree", Problem::inverse_dynamics, "rnea", "threads");
  rows[8].median = 12.4, rows[8].conversions = 0, rows[8].cycles = 40, rows[8].instructions = 10;
  for (const report::Timing& t : rows) {
    std::vector<suite::Sample> samples;
    for (int k = 0; k < 3 && t.timed(); ++k)
      samples.push_back({.processor = t.median + k,
                         .wall = t.median + 2 * k,
                         .conversions = 0.25 * k,
                         .cycles = 100.0 + k,
                         .instructions = 200.0 + k});
    r.rows.push_back({t, samples});
  }
  r.profiles = {
      {"forward_dynamics/single/double", "aba", {1, 1, 1.5, 2, 4, 9}, 8},
      {"forward_dynamics/single/double", "never", {}, 8},
      {"a group with a name that is longer than the column is wide, and more", "aba, lanes", {1.01, 1.6}, 2},
      {"mass_matrix/single/double", "crba", {1.01}, 1},
      {"mass_matrix/single/double", "crba_minimal", {1}, 1},
      {"mass_matrix/single/double", "never", {}, 1}};
  r.core = 3;
  r.counters = "cycles are not counted: no such device";
  return r;
}

}  // namespace

// If the text has changed, bench.txt is recorded again with KINTREE_WRITE_HELP.
BOOST_AUTO_TEST_CASE(bench_prints_the_text_of_the_file) {
  using namespace kintree::command;
  suite::BenchRun all = run();
  suite::BenchChoice choice;
  choice.rounds = 7, choice.sample_seconds = 0.0025;
  std::string text = rows_text(all, choice) + "\n" + profiles_text(all) + "\n" + notes_text(all, choice, 2);
  suite::BenchRun loaded;
  loaded.system_load.preempted = 0.5;
  BOOST_TEST_REQUIRE(loaded.system_load.busy());
  BOOST_TEST_REQUIRE(!all.system_load.busy());
  text += "\n" + rows_text(loaded, {}) + profiles_text(loaded) + notes_text(loaded, {}, 3);
  text += "\n" +
          roofline_text({{"forward_dynamics/chain-10/aba/single/double", 200, 50}, {"b", 123.6, 98.4}}) +
          roofline_text({});
  const suite::BenchComparison changes{{{"a", 1000, 1200, 0.05, 0.001},
                                        {"b", 1000, 1200, 0.25, 0.001},
                                        {"c", 1000, 1200, 0.05, 0.06},
                                        {"d", 1200, 1000, 0.05, 0.04},
                                        {"e", 1200, 1000, 0.25, 0.001},
                                        {"f", 1e6, 3e6, 0.0123, 1e-9}},
                                       {"gone"},
                                       {"new", "newer"},
                                       1.0625};
  text += "\n" + comparison_text(changes, "old.json") + comparison_text({{}, {}, {}, 1}, "a\nb.json");
  ::command::check_lines_of(BENCH_TEXT, text);
}

BOOST_AUTO_TEST_CASE(bench_warns_if_a_compared_machine_was_busy) {
  const suite::BenchRun quiet = run();
  suite::BenchRun loaded = quiet;
  loaded.system_load.preempted = 0.5;
  const auto told = [](const suite::BenchRun& r, const char* older) {
    return !kintree::command::busy_text(r, nlohmann::ordered_json::parse(older)).empty();
  };
  for (const char* older : {"{}", R"({"context": {}})", R"({"context": {"busy": false}})"})
    BOOST_TEST((!told(quiet, older) && told(loaded, older)), older);
  const char* busy = R"({"context": {"busy": true}})";
  BOOST_TEST((told(quiet, busy) && told(loaded, busy)));
}

// Google's format and ours contain each sample and row. The page names the machine.
BOOST_AUTO_TEST_CASE(bench_writes_the_rows_of_the_file) {
  using namespace ::command;
  const suite::BenchRun all = run();
  suite::BenchChoice choice;
  choice.rounds = 3, choice.sample_seconds = 0.005, choice.seed = 77, choice.scalar = Format::binary32;
  nlohmann::ordered_json json = suite::as_google_benchmark(all, choice, "kintree bench --of 'mine'");
  json["context"]["date"] = "2026-01-02T03:04:05Z";
  json["context"]["kintree_commit"] = "0123456789abcdef";
  std::string text;
  for (const auto& row : json.at("benchmarks")) text += row.dump() + "\n";
  for (const auto& row : json.at("kintree").at("rows")) text += row.dump() + "\n";
  for (const auto& row : json.at("kintree").at("profiles")) text += row.dump() + "\n";
  for (const char* key :
       {"executable", "core", "rounds", "sample_seconds", "seed", "scalar", "busy", "burden", "command"})
    if (json.at("context").contains(key))
      text += std::string(key) + ": " + json.at("context").at(key).dump() + "\n";
  ::command::check_lines_of(BENCH_WRITTEN_TEXT, text);

  const Scratch folder;
  const std::string file = folder.write("bench.json", json.dump());
  const Result r = ::command::kintree({"report",
                                       "--plugin",
                                       "crba",
                                       "--trees",
                                       "1",
                                       "--states",
                                       "1",
                                       "--bodies",
                                       "2",
                                       "--out",
                                       folder.path("page"),
                                       "--bench",
                                       file,
                                       "--skip",
                                       "power",
                                       "growth",
                                       "claims",
                                       "throughput",
                                       "float_digits",
                                       "large_trees",
                                       "costs",
                                       "proofs"});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  std::ifstream page(folder.path("page/time.html"));
  const std::string html(std::istreambuf_iterator<char>(page), {});
  const std::string how =
      "Measured 2026-01-02T03:04:05Z at commit 0123456789ab, on core 3; the machine was quiet: load average "
      "0.00 before and 0.00 after; ";
  BOOST_TEST(html.find(how) != std::string::npos);
  BOOST_TEST(html.find("aba, lanes") != std::string::npos);
}
