#include "machine.hpp"

#include <linux/perf_event.h>
#include <sched.h>
#include <spdlog/fmt/fmt.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <thread>

#include "kintree/data/error.hpp"

namespace kintree::suite {
namespace {

double now(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

void run_on(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw InputError(std::string("the thread cannot be kept to one core: ") + std::strerror(errno));
}

std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  return cores;
}

/// The line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal [ticks].
std::array<double, 8> stat_of(int core) {
  std::ifstream stat("/proc/stat");
  const std::string wanted = "cpu" + std::to_string(core) + " ";
  std::array<double, 8> fields{};
  for (std::string line; std::getline(stat, line);)
    if (line.starts_with(wanted)) {
      std::istringstream numbers(line.substr(wanted.size()));
      for (double& field : fields) numbers >> field;
    }
  return fields;
}

std::vector<int>& pinned_run() {
  static std::vector<int> cores;
  return cores;
}

double idle_of(int core) {
  const auto stat = stat_of(core);
  return stat[3] + stat[4];
}

int idlest(const std::vector<int>& cores) {
  std::vector<double> before;
  for (const int core : cores) before.push_back(idle_of(core));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  int best = cores.front();
  double most = -1;
  for (std::size_t k = 0; k < cores.size(); ++k)
    if (const double idle = idle_of(cores[k]) - before[k]; idle > most) most = idle, best = cores[k];
  return best;
}

std::array<double, 3> load_averages() {
  std::array<double, 3> load{};
  getloadavg(load.data(), 3);
  return load;
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

PinnedCore::PinnedCore(int wanted) : before_(allowed_cores()), core_(wanted) {
  if (before_.empty()) throw InputError("the cores that this thread may run on are not known");
  if (wanted < 0) core_ = idlest(before_);
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

Counters::Counters() {
  files_[0] = open_counter(PERF_COUNT_HW_CPU_CYCLES, -1);
  if (files_[0] >= 0) files_[1] = open_counter(PERF_COUNT_HW_INSTRUCTIONS, files_[0]);
  if (files_[1] < 0)
    why_not_ =
        std::string("cycles and instructions are not counted: ") +
        (errno == EACCES || errno == EPERM
             ? "the kernel does not allow it (/proc/sys/kernel/perf_event_paranoid)"
         : errno == ENOENT || errno == EOPNOTSUPP ? "the processor, or its hypervisor, has no such counters"
                                                  : std::strerror(errno));
}

Counters::~Counters() {
  for (const int file : files_)
    if (file >= 0) close(file);
}

Counters::Counts Counters::read() const {
  struct {
    std::uint64_t count, cycles, instructions;
  } values{};
  if (!available() || ::read(files_[0], &values, sizeof values) != sizeof values) return {};
  return {static_cast<double>(values.cycles), static_cast<double>(values.instructions)};
}

/// One part in a hundred: of that size are the differences between medians that a run is asked about. Before the run, half a
/// processor in use: its neighbour shares caches, memory and the power budget.
bool Burden::busy() const {
  return preempted > 0.01 || others > 0.01 || stolen > 0.01 || load_before[0] > 0.5;
}

std::string Burden::words() const {
  return fmt::format(
      "load average {:.2f} before and {:.2f} after; the core was away for {:.1f} % of the timed stretches, "
      "by {} involuntary "
      "context switches; others had {:.1f} % of it in all, the hypervisor {:.1f} %",
      load_before[0], load_after[0], 100 * preempted, involuntary_switches, 100 * others, 100 * stolen);
}

BurdenWatch::BurdenWatch(int core)
    : core_(core),
      load_(load_averages()),
      ticks_(ticks(core)),
      started_(processor_time()),
      switches_(suite::involuntary_switches()) {}

BurdenWatch::Ticks BurdenWatch::ticks(int core) {
  const auto stat = stat_of(core);
  Ticks t;
  for (const double field : stat) t.total += field;
  t.idle = stat[3] + stat[4];
  t.stolen = stat[7];
  return t;
}

Burden BurdenWatch::burden(const TimedStretches& timed) const {
  Burden b;
  b.load_before = load_;
  b.load_after = load_averages();
  b.preempted = timed.wall > 0 ? std::max(0.0, 1 - timed.processor / timed.wall) : 0;
  const Ticks t = ticks(core_);
  const double total = t.total - ticks_.total, used = total - (t.idle - ticks_.idle);
  const double own =
      (processor_time() - started_ + timed.elsewhere) / 1e9 * static_cast<double>(sysconf(_SC_CLK_TCK));
  // A tick more or less is the resolution of these numbers.
  if (total > 0) b.others = std::max(0.0, (used - own - 1) / total);
  if (total > 0) b.stolen = (t.stolen - ticks_.stolen) / total;
  b.involuntary_switches = suite::involuntary_switches() - switches_ + timed.switches;
  return b;
}

}  // namespace kintree::suite
