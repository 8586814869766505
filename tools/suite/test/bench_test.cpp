// The statistics of `kintree bench`, compared with known numbers, and their use for samples. No time is
// compared with a limit.
#include <sched.h>
#include <boost/interprocess/anonymous_shared_memory.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <numeric>
#include <utility>

#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/execution/worker.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/text.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/machine.hpp"
#include "suite/timing/statistics.hpp"

namespace {

using namespace kintree;
using namespace kintree::suite;
using Json = nlohmann::ordered_json;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

BenchRow row(const std::string& plugin, const std::string& model, const std::vector<double>& times,
             std::optional<Verdict> verdict = Verdict::A, double error = 1e-15) {
  BenchRow r;
  r.timing.plugin = plugin;
  r.timing.model = model;
  r.timing.iterations = 10;
  r.timing.verdict = verdict;
  r.timing.error = error;
  for (const double t : times) r.samples.push_back({t, 2 * t, nan, nan, nan});
  return r;
}

Json run_of(const std::vector<std::pair<std::string, std::vector<double>>>& rows) {
  std::vector<BenchRow> all;
  for (const auto& [plugin, times] : rows) all.push_back(row(plugin, "humanoid30", times));
  compare_rows(all);
  BenchRun run;
  run.rows = all;
  return as_google_benchmark(run, {}, "kintree bench");
}

const std::vector<double> calm{100, 101, 102, 103, 104, 105, 106, 107, 108, 109};

std::vector<double> times(const std::vector<double>& x, double factor) {
  std::vector<double> y;
  for (const double v : x) y.push_back(factor * v);
  return y;
}

bool says(const InputError& error, const std::string& text) {
  return std::string(error.what()).find(text) != std::string::npos;
}

BOOST_AUTO_TEST_SUITE(bench)

BOOST_AUTO_TEST_CASE(medians_and_spreads) {
  // R: quantile(c(3, 1, 4, 1, 5, 9, 2, 6), c(.25, .5, .75)) is 1.75, 3.5, 5.25.
  const std::vector<double> x{3, 1, 4, 1, 5, 9, 2, 6};
  BOOST_TEST(quantile(x, 0.25) == 1.75);
  BOOST_TEST(median(x) == 3.5);
  BOOST_TEST(quantile(x, 0.75) == 5.25);
  BOOST_TEST(quantile(x, 0) == 1);
  BOOST_TEST(quantile(x, 1) == 9);
  BOOST_TEST(relative_spread(x) == 1);
  BOOST_TEST(median({7}) == 7);
  BOOST_TEST(std::isnan(median({})));
  BOOST_TEST((std::isnan(standard_deviation({})) && std::isnan(standard_deviation({1}))));
  BOOST_TEST(standard_deviation({1, 3}) == std::sqrt(2.0));
  BOOST_TEST(standard_deviation({2, 4, 4, 4, 5, 5, 7, 9}) == std::sqrt(32.0 / 7),
             boost::test_tools::tolerance(1e-15));
  BOOST_TEST(standard_deviation({1e16, 1e16 + 2, 1e16 + 4}) == 2);  // a large mean takes no digits
  BOOST_TEST(geometric_mean({1, 8, 27}) == 6, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(std::isnan(geometric_mean({})));
}

BOOST_AUTO_TEST_CASE(ranks) {
  // scipy.stats.mannwhitneyu, of its documentation: U = 17, p = 1/9 exactly, 0.11134688653314041 by the normal approximation.
  const std::vector<double> males{19, 22, 16, 29, 24}, females{20, 11, 17, 12};
  const RankTest exact = mann_whitney(males, females);
  BOOST_TEST(exact.U == 17);
  BOOST_TEST(exact.p == 1.0 / 9, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(mann_whitney(females, males).p == exact.p);
  BOOST_TEST(mann_whitney(females, males).U == 3);
  // All of 3 before all of 4: 2 of C(7, 3) = 35 arrangements are as far apart.
  BOOST_TEST(mann_whitney({1, 2, 3}, {4, 5, 6, 7}).p == 2.0 / 35, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(smallest_rank_p(3, 4) == 2.0 / 35, boost::test_tools::tolerance(1e-14));
  // With ties, by hand: N = 6, one tie of two, so the variance is 9/12 (7 - 6/30) = 5.1.
  const RankTest tied = mann_whitney({1, 2, 3}, {3, 5, 6});
  BOOST_TEST(tied.U == 0.5);
  BOOST_TEST(tied.p == 0.12118327283746319,
             boost::test_tools::tolerance(1e-12));  // scipy, method="asymptotic"
  BOOST_TEST(tied.p == std::erfc((8.5 - 4.5 - 0.5) / std::sqrt(5.1) / std::sqrt(2)),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(mann_whitney({1, 1, 1}, {1, 1, 1}).p == 1);
  // U = 2.5 of a mean of 1.5 and a variance of 1: half a standard deviation, without the half of the correction.
  BOOST_TEST(mann_whitney({3}, {3, 1, 1}).p == std::erfc(0.5 / std::sqrt(2.0)),
             boost::test_tools::tolerance(1e-14));
  BOOST_TEST(mann_whitney(calm, calm).p == 1);
  // Up to 20 numbers the distribution is exact; far from the mean the normal one is another.
  for (const int size : {20, 21}) {
    std::vector<double> low(20), high(20);
    (size == 20 ? low : high).resize(static_cast<std::size_t>(size));
    std::iota(low.begin(), low.end(), 0);
    std::iota(high.begin(), high.end(), 100);
    const double exact = smallest_rank_p(low.size(), high.size());
    for (const double p : {mann_whitney(low, high).p, mann_whitney(high, low).p})
      BOOST_TEST((std::abs(p / exact - 1) <= 1e-9) == (size == 20));
  }
}

BOOST_AUTO_TEST_CASE(the_normal_approximation_is_near_the_exact_distribution) {
  std::vector<double> a, b;
  for (int k = 0; k < 20; ++k) a.push_back(2.0 * k), b.push_back(2.0 * k + 9);
  const double exact = mann_whitney(a, b).p;
  a.push_back(17.5);  // one more than is counted through
  BOOST_TEST(mann_whitney(a, b).p == exact, boost::test_tools::tolerance(0.15));
}

BOOST_AUTO_TEST_CASE(many_tests_at_once) {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03, 0.06, 0.06, 0.02.
  const std::vector<double> p = holm({0.01, 0.04, 0.03, 0.005}), expected{0.03, 0.06, 0.06, 0.02};
  for (std::size_t k = 0; k < p.size(); ++k)
    BOOST_TEST(p[k] == expected[k], boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(a_profile_counts_what_failed) {
  BOOST_TEST(performance_profile({1, 1.5, 3}, 4, 1) == 0.25);
  BOOST_TEST(performance_profile({1, 1.5, 3}, 4, 2) == 0.5);
  BOOST_TEST(performance_profile({1, 1.5, 3}, 4, 1e9) == 0.75);
  BOOST_TEST(performance_profile({}, 0, 1) == 0);
}

BOOST_AUTO_TEST_CASE(ratios_are_of_one_round) {
  // In the second round the machine was twice as slow for both.
  std::vector<BenchRow> rows{row("a", "m", {100, 200, 100}), row("b", "m", {150, 300, 150})};
  compare_rows(rows);
  BOOST_TEST(rows[0].timing.median == 100);
  BOOST_TEST(rows[0].timing.ratio == 1);
  BOOST_TEST(rows[1].timing.ratio == 1.5);
  BOOST_TEST(rows[1].timing.ratio_low == 1.5);
  BOOST_TEST(rows[1].timing.ratio_high == 1.5);
  BOOST_TEST(rows[1].timing.spread > 0.4);
  BOOST_TEST(rows[0].timing.rounds == 3);
}

BOOST_AUTO_TEST_CASE(ratios_of_a_profile_ascend) {
  std::vector<BenchRow> rows;
  for (const double time : {300, 200, 400}) {
    const std::string model = "m" + std::to_string(static_cast<int>(time));
    rows.push_back(row("a", model, {100, 100}));
    rows.push_back(row("b", model, {time, time}));
  }
  compare_rows(rows);
  const std::vector<BenchProfile> all = profiles(rows);
  BOOST_TEST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[1].ratios == (std::vector<double>{2, 3, 4}));
}

BOOST_AUTO_TEST_CASE(half_a_nanosecond_decides) {
  for (const bool first : {true, false}) {
    std::vector<BenchRow> rows{row("a", "m", {100, 100}), row("b", "m", {100.5, 100.5})};
    if (!first) std::swap(rows[0], rows[1]);
    compare_rows(rows);
    BOOST_TEST(rows[first ? 0 : 1].timing.ratio == 1);
    BOOST_TEST(rows[first ? 1 : 0].timing.ratio == 1.005);
  }
}

BOOST_AUTO_TEST_CASE(nobody_is_compared_with_what_is_no_answer) {
  std::vector<BenchRow> rows{
      row("wrong", "m", {1, 1}, Verdict::F, nan),   row("lossy", "m", {2, 2}, Verdict::D, 0.1),
      row("a", "m", {100, 100}, Verdict::B, 1e-14), row("b", "m", {200, 200}, Verdict::A, 1e-16),
      row("c", "m", {300, 300}, Verdict::A, 1e-15), row("left_out", "m", {})};
  rows.back().timing.skipped = "outside the domain";
  compare_rows(rows);
  BOOST_TEST(rows[0].timing.ratio == 0.01);
  BOOST_TEST(rows[2].timing.ratio == 1);
  BOOST_TEST(rows[3].timing.ratio == 2);
  const std::vector<bool> best{false, false, true, true, false, false};
  for (std::size_t k = 0; k < rows.size(); ++k) BOOST_TEST(rows[k].timing.pareto == best[k]);
  const std::vector<BenchProfile> all = profiles(rows);
  BOOST_TEST_REQUIRE(all.size() == 6u);
  BOOST_TEST(all[0].ratios.empty());
  BOOST_TEST(all[2].ratios == (std::vector<double>{1}));
  BOOST_TEST(all[5].ratios.empty());
  BOOST_TEST(all[5].models == 1u);
}

BOOST_AUTO_TEST_CASE(compare_rows_gives_no_ratio_without_a_usable_answer) {
  std::vector<BenchRow> rows{row("wrong", "m", {1, 1}, Verdict::F, nan),
                             row("lossy", "m", {2, 2}, Verdict::D, 0.1)};
  compare_rows(rows);
  for (const BenchRow& r : rows) BOOST_TEST((std::isnan(r.timing.ratio) && !r.timing.pareto));
}

BOOST_AUTO_TEST_CASE(compare_rows_prefers_accuracy_at_equal_speed) {
  std::vector<BenchRow> rows{row("a", "m", {100, 100}, Verdict::B, 1e-14),
                             row("b", "m", {100, 100}, Verdict::A, 1e-16),
                             row("as_b", "m", {100, 100}, Verdict::A, 1e-16)};
  compare_rows(rows);
  const std::vector<bool> best{false, true, true};
  for (std::size_t k = 0; k < rows.size(); ++k) BOOST_TEST(rows[k].timing.pareto == best[k]);
}

BOOST_AUTO_TEST_CASE(a_run_against_itself_and_against_others) {
  const Json before = run_of({{"a", calm}, {"b", calm}});
  const BenchComparison same = compare_runs(before, before, "old.json");
  BOOST_TEST_REQUIRE(same.changes.size() == 2u);
  BOOST_TEST(same.overall == 1);
  for (const BenchChange& change : same.changes)
    BOOST_TEST((!change.slower() && !change.faster() && change.p == 1));

  const BenchComparison changed =
      compare_runs(before, run_of({{"a", times(calm, 5)}, {"b", times(calm, 0.2)}}), "old.json");
  BOOST_TEST((changed.changes[0].slower() && !changed.changes[0].faster()));
  BOOST_TEST((changed.changes[1].faster() && !changed.changes[1].slower()));
  BOOST_TEST(changed.overall == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(changed.changes[0].ratio() == 5, boost::test_tools::tolerance(1e-12));

  // Significant, and within the spread of either.
  const BenchComparison slight =
      compare_runs(run_of({{"a", {100, 101, 102, 103, 104, 140, 141, 142}}}),
                   run_of({{"a", {139.5, 139.6, 139.7, 139.8, 142.5, 143, 144, 145}}}), "old.json");
  BOOST_TEST(slight.changes[0].p < BenchChange::level);
  BOOST_TEST(slight.changes[0].ratio() > 1.1);
  BOOST_TEST(!slight.changes[0].slower());

  const BenchComparison others =
      compare_runs(run_of({{"a", calm}, {"b", calm}}), run_of({{"c", calm}, {"b", calm}}), "old.json");
  BOOST_TEST(others.gone == (std::vector<std::string>{"mass_matrix/humanoid30/a/single/double"}));
  BOOST_TEST(others.added == (std::vector<std::string>{"mass_matrix/humanoid30/c/single/double"}));
}

BOOST_AUTO_TEST_CASE(compare_runs_rejects_runs_that_cannot_be_compared) {
  const Json run = run_of({{"a", calm}});
  const auto refused = [&](const Json& older, const std::string& why) {
    BOOST_CHECK_EXCEPTION(compare_runs(older, run, "old.json"), InputError,
                          [&](const InputError& e) { return says(e, "old.json: ") && says(e, why); });
  };
  refused(run_of({{"b", calm}}), "no row in common");
  refused(run_of({{"a", {100}}}), "too few repetitions");
  refused(Json{{"context", 1}}, "not what kintree bench or Google Benchmark writes");
  refused(Json{{"benchmarks", {{{"name", "x"}}}}}, "not what kintree bench or Google Benchmark writes");
  refused(Json{{"benchmarks", {{{"name", "x"}, {"cpu_time", 1}, {"time_unit", "years"}}}}},
          "unknown time_unit 'years'");
  refused(Json{{"benchmarks", {{{"name", "x"}, {"cpu_time", 0}}}}}, "cpu_time is not positive");
}

BOOST_AUTO_TEST_CASE(google_benchmarks_format) {
  const Json run = run_of({{"a", {100, 300, 200}}, {"b", {5}}});
  BOOST_TEST(run.at("context").contains("date"));
  BOOST_TEST(run.at("context").contains("num_cpus"));
  BOOST_TEST(run.at("context").at("kintree_version") == build_info::version);
  BOOST_TEST(run.at("context").at("kintree_commit") == build_info::commit);
  BOOST_TEST(run.at("context").at("kintree_build") == build_info::build);
  const auto entry = [](int family, const std::string& end, const Json& rest) {
    const std::string name =
        std::string("mass_matrix/humanoid30/") + (family == 0 ? "a" : "b") + "/single/double";
    Json whole{
        {"name", name + end}, {"family_index", family}, {"per_family_instance_index", 0}, {"run_name", name}};
    whole.update(rest);
    return whole;
  };
  const auto repetition = [&](int family, int of, int index, double cpu) {
    return entry(family, "",
                 {{"run_type", "iteration"},
                  {"repetitions", of},
                  {"repetition_index", index},
                  {"threads", 1},
                  {"iterations", 10},
                  {"real_time", 2 * cpu},
                  {"cpu_time", cpu},
                  {"time_unit", "ns"}});
  };
  const auto aggregate = [&](const std::string& name, const char* unit, double real, double cpu) {
    return entry(0, "_" + name,
                 {{"run_type", "aggregate"},
                  {"repetitions", 3},
                  {"threads", 1},
                  {"aggregate_name", name},
                  {"aggregate_unit", unit},
                  {"iterations", 3},
                  {"real_time", real},
                  {"cpu_time", cpu},
                  {"time_unit", "ns"}});
  };
  const Json expected{repetition(0, 3, 0, 100),
                      repetition(0, 3, 1, 300),
                      repetition(0, 3, 2, 200),
                      aggregate("mean", "time", 400, 200),
                      aggregate("median", "time", 400, 200),
                      aggregate("stddev", "time", 200, 100),
                      aggregate("cv", "percentage", 0.5, 0.5),
                      repetition(1, 1, 0, 5)};
  BOOST_TEST(run.at("benchmarks") == expected);
  BOOST_TEST(run.at("kintree").at("rows")[0].at("median") == 200.0);
}

BOOST_AUTO_TEST_CASE(a_shell_reads_an_argument_as_it_is) {
  BOOST_TEST(quoted("a/b-1.urdf") == "a/b-1.urdf");
  BOOST_TEST(quoted("") == "''");
  BOOST_TEST(quoted("it's one, $HOME") == "'it'\\''s one, $HOME'");
}

BOOST_AUTO_TEST_CASE(times_have_the_unit_of_their_size) {
  for (const auto& [nanoseconds, text] : {std::pair{0.4, "0 ns"},
                                          {812.3, "812 ns"},
                                          {999.4, "999 ns"},
                                          {1e3, "1.00 us"},
                                          {999990.0, "999.99 us"},
                                          {1e6, "1.00 ms"},
                                          {3.456e9, "3456.00 ms"}})
    BOOST_TEST(time_text(nanoseconds) == text);
}

BOOST_AUTO_TEST_CASE(the_burden_of_a_run_in_words) {
  const SystemLoad system_load{{0.125, 2, 3}, {4, 5, 6}, 0.5, 0.25, 0.125, 10};
  BOOST_TEST(
      system_load.to_string() ==
      "load average 0.12 before and 4.00 after; the core was away for 50.0 % of the timed stretches, by 10 "
      "involuntary context switches; others had 25.0 % of it in all, the hypervisor 12.5 %");
  SystemLoad calm{{0.5, 9, 9}, {9, 9, 9}, 0.01, 0.01, 0.01, 9};
  BOOST_TEST(!calm.busy());
  for (double* much : {&calm.load_before[0], &calm.preempted, &calm.others, &calm.stolen}) {
    const double before = std::exchange(*much, *much * (1 + 1e-9));
    BOOST_TEST(calm.busy());
    *much = before;
  }
}

BOOST_AUTO_TEST_CASE(a_run_is_read_back_and_parts_become_one) {
  BenchRun a, b;
  a.rows = {row("x", "m", {1, 2}), row("y", "m", {10, 20}, {}, nan), row("z", "m", {3, 3})};
  b.rows = {row("x", "m", {3}, {}, nan), row("y", "m", {30}, {}, nan), row("z", "m", {5})};
  a.rows[0].samples[1].cycles = 7;
  b.rows[2].timing.skipped = "it ends the process";
  a.system_load = {{1, 2, 3}, {4, 5, 6}, 0.5, 0.25, 0.125, 10};
  b.system_load = {{7, 8, 9}, {3, 2, 1}, 0, 0, 0, 5};
  const auto again = [](const BenchRun& run) { return read_bench(as_google_benchmark(run, {}, ""), "f"); };
  BOOST_TEST(again(a).rows[0].samples[1].cycles == 7);
  BOOST_TEST(std::isnan(again(a).rows[0].samples[0].cycles));
  BOOST_TEST(again(a).rows[0].samples[0].wall == 2);
  const Json written = as_google_benchmark(b, {}, ""), copy = as_google_benchmark(again(b), {}, "");
  for (const char* part : {"benchmarks", "kintree"}) BOOST_TEST(written.at(part) == copy.at(part));
  for (const char* number : {"burden", "load_before", "load_avg", "preempted", "others", "stolen",
                             "involuntary_switches", "core", "counters"})
    BOOST_TEST(written.at("context").at(number) == copy.at("context").at(number));
  for (const Json& entry : written.at("benchmarks"))  // a row that was not timed has no times here
    BOOST_TEST(entry.at("run_name") != b.rows[2].timing.name());
  BOOST_TEST(written.at("kintree").at("rows").size() == 3u);
  const BenchRun run = merged({again(a), again(b)});
  BOOST_TEST(run.rows[0].timing.median == 2);
  BOOST_TEST(run.rows[0].timing.rounds == 3);
  BOOST_TEST((run.rows[0].timing.verdict == Verdict::A));  // the first part alone is judged
  BOOST_TEST(run.rows[1].timing.ratio == 10);
  BOOST_TEST(run.rows[2].timing.skipped == "it ends the process");
  BOOST_TEST(run.system_load.load_before[0] == 1);
  BOOST_TEST(run.system_load.load_after[0] == 3);
  BOOST_TEST(run.system_load.preempted == 0.25);
  BOOST_TEST(run.system_load.others == 0.125);
  BOOST_TEST(run.system_load.stolen == 0.0625);
  BOOST_TEST(run.system_load.involuntary_switches == 15);
  const auto other_rows = [](const InputError& e) { return says(e, "parts of a run have different rows"); };
  std::swap(b.rows[0], b.rows[1]);
  BOOST_CHECK_EXCEPTION(merged({a, b}), InputError, other_rows);
  b.rows.pop_back();
  BOOST_CHECK_EXCEPTION(merged({a, b}), InputError, other_rows);
  BOOST_CHECK_THROW(read_bench(Json{{"context", 1}}, "f"), InputError);
  Json strange = as_google_benchmark(a, {}, "");
  strange["benchmarks"][0]["run_name"] = "nobody";
  BOOST_CHECK_THROW(read_bench(strange, "f"), InputError);
}

// A solver is prepared for each sample, so that samples differ in the places of memory. It is prepared once if that takes longer
// than ten samples, as it does for samples of 1 ns. The check of the answer prepares three more.
BOOST_AUTO_TEST_SUITE_END()

}  // namespace
