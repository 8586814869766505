// Timed plugins that crash, hang or fail in a process of their own are rows with a reason. The timed plugins and the clock are scripted,
// so nothing is timed.
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
