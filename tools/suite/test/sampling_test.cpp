// The number of calls of plugins under the clock, by the times that they report. The timed_plugins and the clock are scripted, so
// nothing is timed.
#include "suite/timing/sampling.hpp"

#include <poll.h>
#include <sys/time.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <boost/interprocess/anonymous_shared_memory.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <deque>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <set>

#include "busy_core.hpp"
#include "suite/execution/process.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

/// The calls of a timed_plugin, in short: "prepare", "run 3", "release".
using Calls = std::vector<std::string>;

double scripted_time = 1e15;  ///< [ns]

/// Records its calls, and takes the time that the test sets.
class Scripted final : public TimedPlugin {
 public:
  void prepare(std::uint64_t seed) override {
    requested.emplace_back("prepare");
    seeds.push_back(seed);
    scripted_time += preparing;
  }
  void release() override { requested.emplace_back("release"); }
  Sample run(std::int64_t calls, const Counters& /*counters*/, TimedStretches& timed) override {
    requested.push_back("run " + std::to_string(calls));
    timed.add(1, 2);
    if (order != nullptr) order->push_back(this);
    const Sample sample = samples.size() > 1 ? samples.front() : samples.at(0);
    if (samples.size() > 1) samples.pop_front();
    if (runs_left == 0) why = "no answer";
    --runs_left;
    return sample;
  }
  std::string failure() const override { return why; }

  Calls requested;
  std::vector<std::uint64_t> seeds;
  double preparing = 0;
  std::deque<Sample> samples;  ///< the last again and again
  int runs_left = -1;          ///< before one gives no answer
  std::string why;
  std::vector<const Scripted*>* order = nullptr;
};

Sample takes(double processor, double conversions = std::numeric_limits<double>::quiet_NaN()) {
  return {processor, processor, conversions, 0, 0};
}

/// Rows that are measured as a bench does. Samples of 8000 ns, calls of at most 1,000,000.
struct ScriptedBench {
  BenchChoice choice;
  std::deque<BenchRow> rows;
  std::vector<Group> groups{1};
  std::vector<std::pair<std::size_t, std::size_t>> progress;
  TimedStretches timed;

  ScriptedBench() {
    choice.rounds = 1;
    choice.sample_seconds = 8e-6;
    choice.longest_call = 1e-3;
  }
  Scripted& add(std::deque<Sample> samples, int states = 5) {
    auto scripted = std::make_unique<Scripted>();
    Scripted& added = *scripted;
    added.samples = std::move(samples);
    rows.emplace_back().timing.states = states;
    groups.back().push_back({&rows.back(), std::move(scripted)});
    return added;
  }
  /// The groups, and with them the recorded calls, outlive it.
  void measure() {
    Sampling sampling(choice, [] { return scripted_time; });
    std::vector<Group> given;
    for (Group& group : groups) {
      Group& copy = given.emplace_back();
      for (Entry& entry : group)
        copy.push_back({entry.row, std::make_unique<Forwarding>(*entry.timed_plugin)});
    }
    sampling.measure(std::move(given),
                     [&](std::size_t done, std::size_t total) { progress.emplace_back(done, total); });
    timed = sampling.timed();
  }

 private:
  class Forwarding final : public TimedPlugin {
   public:
    explicit Forwarding(TimedPlugin& to) : to_(to) {}
    void prepare(std::uint64_t seed) override { to_.prepare(seed); }
    void release() override { to_.release(); }
    Sample run(std::int64_t calls, const Counters& counters, TimedStretches& timed) override {
      return to_.run(calls, counters, timed);
    }
    std::string failure() const override { return to_.failure(); }

   private:
    TimedPlugin& to_;
  };
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sampling)

// Twice as many until they take more than an eighth of a sample; then as many as take a sample, in whole turns of the states.
BOOST_AUTO_TEST_CASE(a_sample_has_as_many_calls_as_take_its_time) {
  const auto iterations = [](double call, int states, const Calls& requested) {
    ScriptedBench bench;
    Scripted& scripted = bench.add({takes(call)}, states);
    bench.measure();
    const std::int64_t found = bench.rows[0].timing.iterations;
    Calls all{"prepare", "run 1"};  // cold
    all.insert(all.end(), requested.begin(), requested.end());
    const std::string warm = "run " + std::to_string(std::min<std::int64_t>(states, 1 + found / 10));
    all.insert(all.end(), {"release", "prepare", warm, "run " + std::to_string(found), "release"});
    BOOST_TEST(scripted.requested == all, boost::test_tools::per_element());
    BOOST_TEST(bench.rows[0].samples.size() == 1u);
    BOOST_TEST(bench.rows[0].timing.skipped == "");
    BOOST_TEST(bench.timed.processor == static_cast<double>(requested.size()) + 3);
    BOOST_TEST(bench.timed.wall == 2 * bench.timed.processor);
    return found;
  };
  const Calls to_8{"run 1", "run 2", "run 4", "run 8"}, to_4{"run 1", "run 2", "run 4"};
  BOOST_TEST(iterations(250, 5, to_8) == 35);
  BOOST_TEST(iterations(250, 8, to_8) == 32);
  BOOST_TEST(iterations(250, 31, to_8) == 62);
  BOOST_TEST(iterations(250, 32, to_8) == 32);
  BOOST_TEST(iterations(250, 33, to_8) == 32);
  BOOST_TEST(iterations(250.1, 1, to_4) == 32);
  BOOST_TEST(iterations(200, 8, to_8) == 40);
  BOOST_TEST(iterations(1000, 1, {"run 1", "run 2"}) == 8);
  BOOST_TEST(iterations(1000.5, 2, {"run 1"}) == 8);
  BOOST_TEST(iterations(5400, 4, {"run 1"}) == 1);
  BOOST_TEST(iterations(20000, 4, {"run 1"}) == 1);
  BOOST_TEST(iterations(999999.5, 4, {"run 1"}) == 1);
}

BOOST_AUTO_TEST_CASE(conversions_are_a_part_of_a_call) {
  ScriptedBench bench;
  bench.add({takes(50, 200)}, 1);
  bench.add({takes(1), takes(250)}, 1);  // the first is cold
  bench.add({takes(50, 0)}, 1);
  bench.measure();
  BOOST_TEST(bench.rows[0].timing.iterations == 32);
  BOOST_TEST(bench.rows[1].timing.iterations == 32);
  BOOST_TEST(bench.rows[2].timing.iterations == 160);
  BOOST_TEST(bench.rows[0].samples.at(0).conversions == 200);
}

BOOST_AUTO_TEST_CASE(a_call_that_takes_too_long_is_the_last) {
  for (const auto& [samples, requested] :
       {std::pair{std::deque{takes(1e6)}, Calls{"prepare", "run 1", "release"}},
        {{takes(1.5e6)}, {"prepare", "run 1", "release"}},
        {{takes(5), takes(5), takes(1e6), takes(1)}, {"prepare", "run 1", "run 1", "run 2", "release"}}}) {
    ScriptedBench bench;
    Scripted& scripted = bench.add(samples);
    bench.measure();
    BOOST_TEST(scripted.requested == requested, boost::test_tools::per_element());
    BOOST_TEST(bench.rows[0].timing.skipped == "one call takes longer than the limit");
    BOOST_TEST(bench.rows[0].samples.empty());
    BOOST_TEST(bench.progress.empty());
  }
}

// Then it is the same one all the time, unless it is of no use.
BOOST_AUTO_TEST_CASE(sampling_prepares_slow_plugins_once) {
  const auto requested = [](double preparing, double call) {
    ScriptedBench bench;
    bench.choice.rounds = 2;
    Scripted& scripted = bench.add({takes(call)}, 1);
    scripted.preparing = preparing;
    bench.measure();
    const std::set<std::uint64_t> seeds(scripted.seeds.begin(), scripted.seeds.end());
    BOOST_TEST(seeds.size() == scripted.seeds.size());  // elsewhere in memory each time
    return scripted.requested;
  };
  const Calls each{"prepare", "run 1",   "run 1",   "release", "prepare", "run 1",
                   "run 4",   "release", "prepare", "run 1",   "run 4",   "release"};
  const Calls once{"prepare", "run 1", "run 1", "run 1", "run 4", "run 1", "run 4"};
  BOOST_TEST(requested(80000, 2000) == each, boost::test_tools::per_element());
  BOOST_TEST(requested(80000.5, 2000) == once, boost::test_tools::per_element());
  BOOST_TEST(requested(80000.5, 1e6) == (Calls{"prepare", "run 1", "release"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(sampling_leaves_out_plugins_after_a_missing_answer) {
  ScriptedBench bench;
  bench.choice.rounds = 2;
  Scripted& cold = bench.add({takes(2000)}, 1);
  Scripted& warm = bench.add({takes(100)}, 1);
  bench.groups.emplace_back();
  Scripted& late = bench.add({takes(2000)}, 1);
  Scripted& sound = bench.add({takes(2000), takes(2000), takes(7), takes(8), takes(9), takes(10)}, 1);
  cold.runs_left = 0;
  warm.runs_left = 1;
  late.runs_left = 3;
  bench.measure();
  BOOST_TEST(cold.requested == (Calls{"prepare", "run 1", "release"}), boost::test_tools::per_element());
  BOOST_TEST(warm.requested == (Calls{"prepare", "run 1", "run 1", "release"}),
             boost::test_tools::per_element());
  BOOST_TEST(late.requested ==
                 (Calls{"prepare", "run 1", "run 1", "release", "prepare", "run 1", "run 4", "release"}),
             boost::test_tools::per_element());
  for (const std::size_t row : {0, 1, 2}) BOOST_TEST(bench.rows[row].timing.skipped == "no answer");
  BOOST_TEST(sound.seeds.size() == 3u);
  BOOST_TEST(bench.rows[3].timing.skipped == "");
  BOOST_TEST_REQUIRE(bench.rows[3].samples.size() == 2u);  // samples before each are warming up
  BOOST_TEST((bench.rows[3].samples[0].processor == 8 && bench.rows[3].samples[1].processor == 10));
  const std::vector<std::pair<std::size_t, std::size_t>> progress{{1, 4}, {2, 4}, {3, 4}};
  BOOST_TEST((bench.progress == progress));
}

// Once a round each, not always in the same order, which is that of the seed.
BOOST_AUTO_TEST_CASE(rows_of_a_group_take_turns) {
  const auto turns = [](std::uint64_t seed) {
    ScriptedBench bench;
    bench.choice.rounds = 20;
    bench.choice.seed = seed;
    std::vector<const Scripted*> order;
    std::vector<const Scripted*> all;
    for (int k = 0; k < 3; ++k) {
      all.push_back(&bench.add({takes(2000)}, 1));
      if (k == 1) bench.groups.emplace_back();
    }
    for (Group& group : bench.groups)
      for (Entry& entry : group) dynamic_cast<Scripted&>(*entry.timed_plugin).order = &order;
    bench.measure();
    std::string text;
    for (const Scripted* one : order)
      text += std::to_string(std::find(all.begin(), all.end(), one) - all.begin());
    BOOST_TEST(text.substr(0, 6) == "001122");  // two runs each to find out how many calls there are
    std::set<std::string> rounds;
    for (std::size_t at = 6; at < text.size(); at += 6) rounds.insert(text.substr(at, 6));
    BOOST_TEST((rounds == std::set<std::string>{"001122", "110022"}));
    BOOST_TEST(bench.progress.size() == 60u);
    BOOST_TEST((bench.progress.back() == std::pair<std::size_t, std::size_t>{60, 60}));
    return text;
  };
  BOOST_TEST(turns(1) == turns(1));
  BOOST_TEST(turns(1) != turns(2));
}

BOOST_AUTO_TEST_SUITE_END()
