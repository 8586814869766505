// The number of calls of plugins under the clock, by the times that they report. Timed plugins that crash, hang or fail in
// a process of their own are rows with a reason. The timed_plugins and the clock are scripted, so nothing is
// timed.
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

namespace {

/// The calls of timed_plugins in other processes.
struct Log {
  struct Asked {
    pid_t process;
    char what;
    int row;
    std::uint64_t number;
  };
  std::array<Asked, 64> all;
  std::size_t count = 0;

  void note(char what, int row, std::uint64_t number) { all.at(count++) = {getpid(), what, row, number}; }
};

/// In a process of its own it records its calls, and fails where the test requests it.
class Elsewhere final : public TimedPlugin {
 public:
  enum Fault { none, crashes, hangs, fails, crashes_when_prepared, waits };

  Elsewhere(Log& log, int row, Fault fault) : log_(log), row_(row), fault_(fault) {}

  void prepare(std::uint64_t seed) override {
    log_.note('p', row_, seed);
    seed_ = seed;
    if (fault_ == crashes_when_prepared) std::raise(SIGKILL);
    const double begin = processor_time();
    while (processor_time() < begin + 3e6) {  // so that there is something to be taken
    }
    wait();
  }
  void release() override { log_.note('r', row_, 0); }
  Sample run(std::int64_t calls, const Counters& /*counters*/, TimedStretches& timed) override {
    log_.note('c', row_, static_cast<std::uint64_t>(calls));
    const double begin = processor_time();
    if (fault_ == crashes && calls == 13) std::raise(SIGKILL);
    while (fault_ == hangs && calls == 13) pause();
    if (fault_ == fails && calls == 13) failure_ = std::string(255, 'x') + "yz";
    timed.add(3, 5);
    timed.add(4, 6);
    if (fault_ == waits) {
      const std::int64_t before = involuntary_switches();
      wait();
      return {static_cast<double>(before), 2, static_cast<double>(involuntary_switches()), 0, 0};
    }
    return {begin, 2, 3, static_cast<double>(seed_), processor_time()};
  }
  std::string failure() const override { return failure_; }

 private:
  /// Until the core was taken from it.
  void wait() {
    const std::int64_t before = involuntary_switches();
    const double begin = wall_time();
    while (fault_ == waits && involuntary_switches() == before && wall_time() - begin < 2e10) {
    }
  }

  Log& log_;
  int row_;
  Fault fault_;
  std::uint64_t seed_ = 0;
  std::string failure_;
};

class NoPlugin final : public Plugin {
 public:
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& /*model*/,
                                      const std::vector<EndEffector>& /*end_effectors*/,
                                      Scalar /*scalar*/) const override {
    return nullptr;
  }
  void compute_in(const Arithmetic* /*arithmetic*/) const override {}

 private:
  Description description_;
};

/// Timed plugins of one plugin, of rows 0, 1, ...
struct Apart {
  explicit Apart(double time_limit = 600) : isolation(time_limit) {}

  TimedPlugin& add(Elsewhere::Fault fault, const std::string& model = "m",
                   Problem problem = Problem::mass_matrix) {
    report::Timing row;
    row.model = model;
    row.problem = problem;
    const int number = static_cast<int>(all.size());
    return *all.emplace_back(isolation.add(plugin, row, std::make_unique<Elsewhere>(log, number, fault)));
  }
  Sample run(TimedPlugin& requested, std::int64_t calls) { return requested.run(calls, counters, timed); }
  /// "p0 c0 r0": the calls with their rows, with a stroke where a process begins.
  std::string requested() const {
    std::string text;
    for (std::size_t k = 0; k < log.count; ++k) {
      if (k > 0) text += log.all[k].process == log.all[k - 1].process ? " " : " | ";
      text += log.all[k].what + std::to_string(log.all[k].row);
    }
    return text;
  }

  boost::interprocess::mapped_region shared = boost::interprocess::anonymous_shared_memory(sizeof(Log));
  Log& log = *new (shared.get_address()) Log;
  NoPlugin plugin;
  Isolation isolation;
  std::vector<std::unique_ptr<TimedPlugin>> all;
  Counters counters;
  TimedStretches timed;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(isolation)

// Neither end receives a message of this length at once.
BOOST_AUTO_TEST_CASE(a_long_message_arrives_as_it_was_sent) {
  using Message = std::array<std::uint32_t, 1 << 18>;
  const auto message = std::make_unique<Message>(), answer = std::make_unique<Message>();
  std::iota(message->begin(), message->end(), 1);
  Process process(
      [](const Process::Line& line) {
        const auto heard = std::make_unique<Message>();
        while (line.read(*heard)) {
          std::reverse(heard->begin(), heard->end());
          line.write(*heard);
        }
      },
      600);
  process.send_message(*message);
  BOOST_TEST_REQUIRE(!process.receive_message(*answer));
  BOOST_TEST(std::equal(message->rbegin(), message->rend(), answer->begin()));
}

// One that comes every millisecond, while an answer is waited for and while it arrives.
BOOST_AUTO_TEST_CASE(a_signal_is_no_end_of_an_answer) {
  using Message = std::array<std::uint32_t, 1 << 18>;
  const auto message = std::make_unique<Message>();
  Process process(
      [&](const Process::Line& line) {
        poll(nullptr, 0, 50);
        line.write(*message);
      },
      600);
  struct sigaction counting {
  }, before{};
  counting.sa_handler = [](int) {};
  sigaction(SIGALRM, &counting, &before);
  const itimerval often{{0, 1000}, {0, 1000}}, never{};
  setitimer(ITIMER_REAL, &often, nullptr);
  const bool answers = !process.receive_message(*message);
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  BOOST_TEST(answers);
}

BOOST_AUTO_TEST_CASE(isolation_calls_plugins_in_another_process) {
  Apart apart;
  TimedPlugin& first = apart.add(Elsewhere::none);
  TimedPlugin& second = apart.add(Elsewhere::none);
  first.prepare(70);
  second.prepare(71);
  const Sample of_first = apart.run(first, 5), of_second = apart.run(second, 6);
  BOOST_TEST((of_first.wall == 2 && of_first.conversions == 3));
  BOOST_TEST((of_first.cycles == 70 && of_second.cycles == 71));
  BOOST_TEST((apart.timed.processor == 14 && apart.timed.wall == 22));
  first.release();
  BOOST_TEST((first.failure().empty() && second.failure().empty()));
  BOOST_TEST(apart.requested() == "p0 p1 c0 c1 r0");
  BOOST_TEST(apart.log.all[0].process != getpid());
  BOOST_TEST((apart.log.all[2].number == 5 && apart.log.all[3].number == 6));
}

// All that the processes took, since the last run: that of a process which ended until its last answer.
BOOST_AUTO_TEST_CASE(isolation_counts_the_time_of_its_processes) {
  Apart apart;
  TimedPlugin& sound = apart.add(Elsewhere::none);
  TimedPlugin& crashing = apart.add(Elsewhere::crashes);
  sound.prepare(1);
  const Sample first = apart.run(sound, 1);
  BOOST_TEST(apart.timed.elsewhere >= first.instructions);  // read before it answers
  const double until_first = apart.timed.elsewhere;
  const Sample second = apart.run(sound, 1);
  BOOST_TEST(second.processor >= until_first);
  BOOST_TEST(apart.timed.elsewhere >= second.instructions);
  crashing.prepare(2);
  const Sample third = apart.run(crashing, 1);
  BOOST_TEST(apart.timed.elsewhere >= third.instructions);
  const double of_process = apart.timed.elsewhere;
  apart.run(crashing, 13);
  BOOST_TEST(apart.timed.elsewhere == of_process);
  const Sample again = apart.run(sound, 1);  // prepared again
  BOOST_TEST(apart.timed.elsewhere >= of_process + again.instructions);
  const double until_now = apart.timed.elsewhere;
  const Sample last = apart.run(sound, 1);
  BOOST_TEST(of_process + last.processor >= until_now);
  BOOST_TEST((apart.timed.switches >= 0 && apart.timed.switches < 100'000));
  BOOST_TEST((apart.timed.processor == 35 && apart.timed.wall == 55));
}

BOOST_AUTO_TEST_CASE(switches_of_processes_are_ours) {
  const PinnedCore pinned(-1);
  const suite::test::BusyCore busy(pinned.core());
  Apart apart;
  TimedPlugin& requested = apart.add(Elsewhere::waits);
  requested.prepare(1);
  const Sample first = apart.run(requested, 1);
  BOOST_TEST((first.conversions > 0 && static_cast<double>(apart.timed.switches) >= first.conversions));
  const auto until_first = static_cast<double>(apart.timed.switches);
  const Sample second = apart.run(requested, 1);
  BOOST_TEST(second.processor >= until_first);
  BOOST_TEST(static_cast<double>(apart.timed.switches) >= second.conversions);
  const auto until_second = static_cast<double>(apart.timed.switches);
  const Sample third = apart.run(requested, 1);
  BOOST_TEST(third.processor >= until_second);
}

BOOST_AUTO_TEST_CASE(isolation_prepares_others_again_after_a_crash) {
  for (const Elsewhere::Fault fault : {Elsewhere::crashes, Elsewhere::crashes_when_prepared}) {
    Apart apart;
    TimedPlugin& sound = apart.add(Elsewhere::none);
    TimedPlugin& crashing = apart.add(fault);
    sound.prepare(70);
    crashing.prepare(71);
    const TimedStretches before = apart.timed;
    const Sample none = apart.run(crashing, 13);
    BOOST_TEST((none.processor == 0 && none.wall == 0 && apart.timed.wall == before.wall));
    BOOST_TEST(crashing.failure() == "the plugin crashed: SIGKILL");
    crashing.release();
    BOOST_TEST(apart.run(crashing, 1).wall == 0);
    BOOST_TEST(crashing.failure() == "the plugin crashed: SIGKILL");
    sound.release();  // which went with the process
    BOOST_TEST(apart.run(sound, 1).cycles == 70);
    BOOST_TEST(sound.failure() == "");
    BOOST_TEST(apart.run(sound, 1).wall == 2);
    sound.release();
    BOOST_TEST(apart.requested() ==
               (fault == Elsewhere::crashes ? "p0 p1 c1 | p0 c0 c0 r0" : "p0 p1 | p0 c0 c0 r0"));
  }
}

// The first 256 characters of why.
BOOST_AUTO_TEST_CASE(isolation_reports_a_failure_and_stops) {
  Apart apart;
  TimedPlugin& failing = apart.add(Elsewhere::fails);
  failing.prepare(1);
  BOOST_TEST(apart.run(failing, 1).wall == 2);
  BOOST_TEST(failing.failure() == "");
  BOOST_TEST(apart.run(failing, 13).wall == 2);
  BOOST_TEST(failing.failure() == std::string(255, 'x') + "y");
  const double timed = apart.timed.wall;
  const Sample none = apart.run(failing, 1);
  BOOST_TEST((none.wall == 0 && apart.timed.wall == timed));
  failing.release();
  BOOST_TEST(apart.requested() == "p0 c0 c0 r0");
}

// About the same problem of models that it has not answered about.
BOOST_AUTO_TEST_CASE(isolation_skips_other_models_after_a_hang) {
  Apart apart(2);
  TimedPlugin& answered = apart.add(Elsewhere::none, "first");
  TimedPlugin& hanging = apart.add(Elsewhere::hangs, "second");
  TimedPlugin& other = apart.add(Elsewhere::none, "third");
  TimedPlugin& other_problem = apart.add(Elsewhere::none, "third", Problem::inverse_dynamics);
  answered.prepare(1);
  BOOST_TEST(apart.run(answered, 1).wall == 2);
  hanging.prepare(2);
  BOOST_TEST(apart.run(hanging, 13).wall == 0);
  BOOST_TEST(hanging.failure() == "no answer in the time allowed: 2 s");
  BOOST_TEST((kill(apart.log.all[3].process, 0) == -1 && errno == ESRCH));
  other.prepare(3);
  BOOST_TEST(other.failure() == "not asked: it gave no answer about second in time");
  BOOST_TEST(apart.run(other, 1).wall == 0);
  other_problem.prepare(4);
  BOOST_TEST(apart.run(other_problem, 1).wall == 2);
  BOOST_TEST(apart.run(answered, 1).wall == 2);
  BOOST_TEST((other_problem.failure().empty() && answered.failure().empty()));
  BOOST_TEST(apart.requested() == "p0 c0 p1 c1 | p3 c3 p0 c0");
}

// A crash of one plugin is none of another.
BOOST_AUTO_TEST_CASE(each_plugin_has_a_process_of_its_own) {
  Apart apart;
  const NoPlugin another;
  TimedPlugin& crashing = apart.add(Elsewhere::crashes);
  apart.all.push_back(apart.isolation.add(another, report::Timing{},
                                          std::make_unique<Elsewhere>(apart.log, 1, Elsewhere::none)));
  TimedPlugin& sound = *apart.all.back();
  sound.prepare(1);
  crashing.prepare(2);
  apart.run(crashing, 13);
  BOOST_TEST(apart.run(sound, 1).cycles == 1);
  BOOST_TEST(apart.requested() == "p1 | p0 c0 | c1");
}

BOOST_AUTO_TEST_SUITE_END()
