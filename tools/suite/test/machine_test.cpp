// The description of the machine on which a run measures, from given texts and numbers and from the system.
#include "suite/timing/machine.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>

#include "busy_core.hpp"
#include "kintree/model/error.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

bool same(const Ticks& a, const Ticks& b) {
  return a.total == b.total && a.idle == b.idle && a.stolen == b.stolen;
}

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

double processor_clock() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

std::int64_t switches_of_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(machine)

BOOST_AUTO_TEST_CASE(ticks_of_a_core) {
  const std::string text =
      "cpu  1 1 1 1 1 1 1 1 0 0\ncpu1 1 20 300 4000 50000 600000 7000000 80000000 5 5\n"
      "cpu10 9 9 9 9 9 9 9 9 9 9\nintr 12 1\n";
  const auto of = [&](int core) {
    std::istringstream stat(text);
    return ticks_of(stat, core);
  };
  BOOST_TEST(same(of(1), {87654321, 54000, 80000000}));
  BOOST_TEST(same(of(10), {72, 18, 9}));
  BOOST_TEST(same(of(0), {0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(the_idlest_core_is_the_first_of_them) {
  BOOST_TEST(idlest({4, 6, 8}, {10, 100, 1000}, {20, 111, 1011}) == 6);
  BOOST_TEST(idlest({4, 6, 8}, {10, 100, 1000}, {22, 111, 1011}) == 4);
  BOOST_TEST(idlest({4, 6}, {10, 10}, {9, 8}) == 4);
  BOOST_CHECK_EXCEPTION(idlest({}, {}, {}), InputError, [](const InputError& error) {
    return std::string(error.what()) == "the cores that this thread may run on are not known";
  });
}

// In 1000 ticks the core was idle for 400, others had it for all but 1 and those of 300 that this thread and processes of ours took.
BOOST_AUTO_TEST_CASE(the_burden_is_what_is_between_two_readings) {
  const double tick = 1e9 / static_cast<double>(sysconf(_SC_CLK_TCK));
  const Reading before{{1, 2, 3}, {5000, 700, 30}, 7 * tick, 11};
  const Reading after{{4, 5, 6}, {6000, 1100, 155}, 207 * tick, 16};
  TimedStretches timed;
  timed.add(1, 6);
  timed.add(2, 2);
  timed.elsewhere = 100 * tick;
  timed.switches = 1000;
  const SystemLoad all = system_load(before, after, timed);
  BOOST_TEST((all.load_before == before.load && all.load_after == after.load));
  BOOST_TEST(all.preempted == 0.625);
  BOOST_TEST(all.others == 0.299);
  BOOST_TEST(all.stolen == 0.125);
  BOOST_TEST(all.involuntary_switches == 1005);
}

// A time of length 0 has no share. No share is negative, though a core's ticks may decrease.
BOOST_AUTO_TEST_CASE(no_burden_where_nothing_passed) {
  const Reading begin{{}, {0, 0, 0}, 0, 0};
  const SystemLoad none = system_load(begin, begin, {});
  BOOST_TEST((none.preempted == 0 && none.others == 0 && none.stolen == 0 && none.involuntary_switches == 0));
  const TimedStretches nothing;
  BOOST_TEST(
      (nothing.processor == 0 && nothing.wall == 0 && nothing.elsewhere == 0 && nothing.switches == 0));
  TimedStretches odd;
  odd.add(-1, 0);
  BOOST_TEST(system_load(begin, begin, odd).preempted == 0);
  BOOST_TEST(system_load(begin, {{}, {0, -10, 10}, 0, 0}, {}).others == 0);
  BOOST_TEST(system_load(begin, {{}, {0, -10, 10}, 0, 0}, {}).stolen == 0);
  BOOST_TEST(system_load(begin, {{}, {1, -2, 1}, 0, 0}, {}).others == 2);
  BOOST_TEST(system_load(begin, {{}, {1, 0, 1}, 0, 0}, {}).stolen == 1);
  BOOST_TEST(system_load(begin, {{}, {10, 9, -1}, 0, 0}, {}).others == 0);
  BOOST_TEST(system_load(begin, {{}, {10, 10, -1}, 0, 0}, {}).others == 0);
  BOOST_TEST(system_load(begin, {{}, {10, 10, -1}, 0, 0}, {}).stolen == 0);
  TimedStretches more;
  more.add(3, 2);
  BOOST_TEST(system_load(begin, begin, more).preempted == 0);
  TimedStretches short_one;
  short_one.add(0.25, 1);
  BOOST_TEST(system_load(begin, begin, short_one).preempted == 0.75);
}

BOOST_AUTO_TEST_CASE(reading_returns_the_counters_of_the_machine) {
  const PinnedCore pinned(-1);
  const test::BusyCore busy(pinned.core());  // which takes the core from this thread, sooner or later
  const auto begin = std::chrono::steady_clock::now();
  while (switches_of_thread() < 3 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)) {
  }
  const auto ticks = [&] {
    std::ifstream stat("/proc/stat");
    return ticks_of(stat, pinned.core());
  };
  bool same_ticks = false, same_load = false;
  for (int tries = 0; tries < 1000 && !(same_ticks && same_load); ++tries) {
    const Ticks ticks_before = ticks();
    const std::string load = text_of("/proc/loadavg");
    const double processor = processor_clock();
    const std::int64_t switches = switches_of_thread();
    const Reading now = reading(pinned.core());
    BOOST_TEST((now.processor >= processor && now.processor <= processor_clock()));
    BOOST_TEST((now.switches >= switches && now.switches <= switches_of_thread()));
    // Unless they change just then.
    std::array<double, 3> average{};
    std::istringstream numbers(load);
    for (double& x : average) numbers >> x;
    const auto is_load = [&](std::size_t k) { return std::abs(now.load[k] - average[k]) < 0.0051; };
    same_ticks |= same(now.ticks, ticks_before) && same(now.ticks, ticks());
    same_load |= is_load(0) && is_load(1) && is_load(2);
  }
  BOOST_TEST((same_ticks && same_load));
}

BOOST_AUTO_TEST_CASE(the_clock_on_the_wall_is_that_of_the_library) {
  const auto clock = [] {
    return static_cast<double>(
        std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
  };
  const double before = clock(), now = wall_time();
  BOOST_TEST((now >= before && now <= clock()));
}

BOOST_AUTO_TEST_CASE(why_nothing_is_counted) {
  const std::string begin = "cycles and instructions are not counted: ";
  for (const int error : {EACCES, EPERM})
    BOOST_TEST(Counters::why_not(error) ==
               begin + "the kernel does not allow it (/proc/sys/kernel/perf_event_paranoid)");
  for (const int error : {ENOENT, EOPNOTSUPP})
    BOOST_TEST(Counters::why_not(error) == begin + "the processor, or its hypervisor, has no such counters");
  BOOST_TEST(Counters::why_not(EMFILE) == begin + std::strerror(EMFILE));
  errno = EMFILE;
  const Counters counters;
  BOOST_TEST(counters.why_not() != Counters::why_not(EMFILE));
  BOOST_TEST(counters.why_not().empty() == counters.available());
  BOOST_TEST(std::isnan(counters.read().cycles) == !counters.available());
}

BOOST_AUTO_TEST_CASE(counters_return_the_values_of_their_group) {
  std::array<int, 2> ends{};
  BOOST_TEST_REQUIRE(pipe(ends.data()) == 0);
  const auto counted = [&](const std::vector<std::uint64_t>& numbers) {
    const std::size_t size = numbers.size() * sizeof(std::uint64_t);
    BOOST_TEST_REQUIRE(write(ends[1], numbers.data(), size) == static_cast<ssize_t>(size));
    return Counters::counts_in(ends[0]);
  };
  const Counters::Counts early = counted({2, 700, 50}), late = counted({2, 1000, 74});
  BOOST_TEST((early.cycles == 700 && early.instructions == 50));
  const Counters::Counts of_call = late.since(early, 3);
  BOOST_TEST((of_call.cycles == 100 && of_call.instructions == 8));
  const Counters::Counts cut = counted({1, 700}), none = Counters::counts_in(-1);
  BOOST_TEST((std::isnan(cut.cycles) && std::isnan(cut.instructions)));
  BOOST_TEST((std::isnan(none.cycles) && std::isnan(none.instructions)));
  for (const int end : ends) close(end);
}

BOOST_AUTO_TEST_CASE(a_core_that_is_none_is_refused_and_a_pin_is_taken_back) {
  const auto refused = [](const InputError& error) {
    return std::string(error.what()) == "core 100000 is none that this process may run on";
  };
  BOOST_CHECK_EXCEPTION(PinnedCore{100000}, InputError, refused);
  const auto allowed = [] {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return CPU_COUNT(&set);
  };
  const int before = allowed();
  int last = 0;
  {
    const double begin = wall_time();
    const PinnedCore pinned(-1);
    BOOST_TEST(wall_time() - begin >= 1e8);  // the time in which it measured the idle cores
    BOOST_TEST(allowed() == 1);
    BOOST_TEST(cores_of_run().size() == static_cast<std::size_t>(before));
    last = cores_of_run().back();
    keep_to_core(last);
    BOOST_TEST(allowed() == 1);
    BOOST_TEST(sched_getcpu() == last);
    keep_to_core(100000);
    BOOST_TEST(sched_getcpu() == last);
  }
  BOOST_TEST(allowed() == before);
  const PinnedCore other(last);
  BOOST_TEST(other.core() == last);
  BOOST_TEST(sched_getcpu() == last);
  BOOST_TEST(cores_of_run().front() == last);
  const PinnedCore within(last);  // where this thread may run on no other
  BOOST_TEST((cores_of_run() == std::vector<int>{last}));
}

// It is not looked for, which takes a tenth of a second.
BOOST_AUTO_TEST_CASE(a_core_that_is_given_is_taken_at_once) {
  int first = 0;
  {
    const PinnedCore any(-1);
    std::vector<int> cores = cores_of_run();
    first = *std::min_element(cores.begin(), cores.end());
  }
  double least = 1e9;
  for (int tries = 0; tries < 20 && least >= 1e8; ++tries) {
    const double begin = wall_time();
    const PinnedCore pinned(first);
    least = std::min(least, wall_time() - begin);
    BOOST_TEST(pinned.core() == first);
  }
  BOOST_TEST(least < 1e8);
}

BOOST_AUTO_TEST_SUITE_END()
