#include "suite/timing/machine.hpp"

#include <linux/perf_event.h>
#include <sched.h>
#include <spdlog/fmt/fmt.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <numeric>
#include <sstream>
#include <thread>

#include "kintree/model/error.hpp"

namespace kintree::suite {
namespace {

double now(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

void run_on(const std::vector<int>& cores) {
  cpu_set_t set{};
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw InputError(std::string("the thread cannot be kept to one core: ") + std::strerror(errno));
}

/// None if the kernel does not report them.
std::vector<int> allowed_cores() {
  cpu_set_t set{};
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  return cores;
}

std::vector<int>& pinned_run() {
  static std::vector<int> cores;
  return cores;
}

std::vector<double> idle_ticks(const std::vector<int>& cores) {
  std::vector<double> idle;
  for (const int core : cores) idle.push_back(reading(core).ticks.idle);
  return idle;
}

int idlest_now(const std::vector<int>& cores) {
  constexpr std::chrono::milliseconds look(100);
  const std::vector<double> before = idle_ticks(cores);
  std::this_thread::sleep_for(look);
  return idlest(cores, before, idle_ticks(cores));
}

int open_counter(std::uint64_t event, int leader) {
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = event;
  wanted.exclude_kernel = wanted.exclude_hv = 1;
  wanted.read_format = PERF_FORMAT_GROUP;
  return static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, leader, 0));
}

}  // namespace

double processor_time() {
  return now(CLOCK_THREAD_CPUTIME_ID);
}
double wall_time() {
  return now(CLOCK_MONOTONIC);
}

std::int64_t involuntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

PinnedCore::PinnedCore(int wanted)
    : before_(allowed_cores()), core_(wanted < 0 ? idlest_now(before_) : wanted) {
  if (std::find(before_.begin(), before_.end(), core_) == before_.end())
    throw InputError(fmt::format("core {} is none that this process may run on", core_));
  run_on({core_});
  pinned_run() = before_;
  std::swap(pinned_run().front(), *std::find(pinned_run().begin(), pinned_run().end(), core_));
}

PinnedCore::~PinnedCore() {
  try {
    run_on(before_);
  } catch (const InputError&) {  // those cores are no longer there
  }
}

std::vector<int> cores_of_run() {
  return pinned_run();
}

void keep_to_core(int core) {
  try {
    run_on({core});
  } catch (const InputError&) {  // that core is no longer there
  }
}

Counters::Counters()
    : cycles_(open_counter(PERF_COUNT_HW_CPU_CYCLES, -1)),
      instructions_(cycles_ == -1 ? -1 : open_counter(PERF_COUNT_HW_INSTRUCTIONS, cycles_)),
      why_not_(instructions_ == -1 ? why_not(errno) : "") {}

Counters::~Counters() {
  for (const int file : {cycles_, instructions_})
    if (file != -1) close(file);
}

std::string Counters::why_not(int error) {
  return std::string("cycles and instructions are not counted: ") +
         (error == EACCES || error == EPERM
              ? "the kernel does not allow it (/proc/sys/kernel/perf_event_paranoid)"
          : error == ENOENT || error == EOPNOTSUPP ? "the processor, or its hypervisor, has no such counters"
                                                   : std::strerror(error));
}

Counters::Counts Counters::counts_in(int file) {
  struct {
    std::uint64_t count, cycles, instructions;
  } values{};
  if (::read(file, &values, sizeof values) != sizeof values) return {};
  return {static_cast<double>(values.cycles), static_cast<double>(values.instructions)};
}

/// The limit is one part in a hundred, the size of the differences between medians that a run has to show.
/// Before the run the limit is half a processor in use: its neighbour shares caches, memory and the power
/// budget.
bool SystemLoad::busy() const {
  return preempted > 0.01 || others > 0.01 || stolen > 0.01 || load_before[0] > 0.5;
}

std::string SystemLoad::to_string() const {
  return fmt::format(
      "load average {:.2f} before and {:.2f} after; the core was away for {:.1f} % of the timed stretches, "
      "by {} involuntary "
      "context switches; others had {:.1f} % of it in all, the hypervisor {:.1f} %",
      load_before[0], load_after[0], 100 * preempted, involuntary_switches, 100 * others, 100 * stolen);
}

Ticks ticks_of(std::istream& stat, int core) {
  const std::string wanted = "cpu" + std::to_string(core) + " ";
  std::array<double, 8> fields{};  // user, nice, system, idle, iowait, irq, softirq, steal
  for (std::string line; std::getline(stat, line);)
    if (line.starts_with(wanted)) {
      std::istringstream numbers(line.substr(wanted.size()));
      for (double& field : fields) numbers >> field;
    }
  return {std::accumulate(fields.begin(), fields.end(), 0.0), fields[3] + fields[4], fields[7]};
}

int idlest(const std::vector<int>& cores, const std::vector<double>& before,
           const std::vector<double>& after) {
  if (cores.empty()) throw InputError("the cores that this thread may run on are not known");
  std::vector<double> idle;
  for (std::size_t k = 0; k < cores.size(); ++k) idle.push_back(after.at(k) - before.at(k));
  return cores[static_cast<std::size_t>(std::max_element(idle.begin(), idle.end()) - idle.begin())];
}

Reading reading(int core) {
  std::ifstream stat("/proc/stat");
  Reading now{{}, ticks_of(stat, core), processor_time(), involuntary_switches()};
  getloadavg(now.load.data(), static_cast<int>(now.load.size()));
  return now;
}

SystemLoad system_load(const Reading& before, const Reading& after, const TimedStretches& timed) {
  const auto share = [](double part, double whole) { return whole > 0 ? std::max(0.0, part / whole) : 0; };
  const double total = after.ticks.total - before.ticks.total;
  const double idle = after.ticks.idle - before.ticks.idle;
  const double own_time = after.processor - before.processor + timed.elsewhere;
  const double own = own_time / 1e9 * static_cast<double>(sysconf(_SC_CLK_TCK));
  return {before.load,
          after.load,
          share(timed.wall - timed.processor, timed.wall),
          share(total - idle - own - 1, total),  // a tick more or less is the resolution of these numbers
          share(after.ticks.stolen - before.ticks.stolen, total),
          after.switches - before.switches + timed.switches};
}

}  // namespace kintree::suite
