#include "kintree/suite/run.hpp"

#include <sys/utsname.h>
#include <unistd.h>
#include <boost/timer/progress_display.hpp>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <spdlog/fmt/chrono.h>

#include "kintree/suite/build_info.hpp"
#include "kintree/suite/verify.hpp"

namespace kintree::suite {
namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::string operating_system() {
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);)
    if (line.starts_with("PRETTY_NAME=")) return line.substr(13, line.size() - 14);
  utsname name{};
  return uname(&name) == 0 ? name.sysname : "unknown system";
}

}  // namespace

int default_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

Run describe_run(const std::string& command) {
  Run run;
  run.started = utc_now();
  run.command = command;
  run.version = build_info::version;
  run.commit = build_info::commit;
  run.build = build_info::build;
  run.machine = processor() + ", " + std::to_string(default_threads()) + " cores, " + operating_system();
  return run;
}

namespace {

void add_in_turns(std::vector<PlannedCase>& planned, const std::vector<Source>& sources, int count,
                  std::uint64_t seed, const std::shared_ptr<const Request>& asked) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
    planned.push_back({sources[k % sources.size()], seed + k, asked});
}

}  // namespace

std::vector<PlannedCase> plan(const CaseChoice& flags, int count, std::shared_ptr<const Request> asked) {
  std::vector<PlannedCase> planned;
  add_in_turns(planned, flags.sources(), count, flags.seed, asked);
  if (!flags.model.empty() || !flags.joints.empty()) return planned;
  CaseChoice within = flags;
  std::erase_if(within.families, [](const std::string& name) { return !family(name); });
  if (within.families.empty() && !flags.families.empty())
    return planned;  // named trees: they are as they are
  for (const Plugin* plugin : asked->plugins) {
    const std::vector<JointKind>& kinds = plugin->description().domain.joints;
    if (kinds.size() == joint_kinds.size()) continue;
    within.joints = kinds;
    add_in_turns(planned, within.sources(), count, flags.seed,
                 std::make_shared<const Request>(
                     Request{{plugin}, asked->problems, asked->oracle, asked->transformations}));
  }
  return planned;
}

void run_cases(const std::vector<PlannedCase>& planned, const std::string& plugin_options, int threads,
               const std::function<void(std::vector<Record>)>& take) {
  std::mutex mutex;
  std::condition_variable ready;
  std::map<std::size_t, std::vector<Record>> done;
  std::size_t next = 0;
  std::exception_ptr failure;

  const auto work = [&] {
    while (true) {
      std::size_t k = 0;
      {
        const std::lock_guard lock(mutex);
        if (failure != nullptr || next == planned.size()) return;
        k = next++;
      }
      std::vector<Record> records;
      std::exception_ptr thrown;
      try {
        const PlannedCase& p = planned[k];
        records = verify_case(p.source.draw(p.seed), *p.asked,
                              "kintree verify" + p.source.repeat + " --seed " + std::to_string(p.seed) +
                                  " --trees 1" + plugin_options);
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      if (thrown != nullptr && failure == nullptr) failure = thrown;
      done.emplace(k, std::move(records));
      ready.notify_one();
    }
  };
  std::vector<std::jthread> pool;
  for (int t = 0; t < threads; ++t) pool.emplace_back(work);

  std::unique_ptr<boost::timer::progress_display> progress;
  if (isatty(STDERR_FILENO) != 0)
    progress = std::make_unique<boost::timer::progress_display>(planned.size(), std::cerr);
  const auto stop = [&](std::exception_ptr why) {
    {
      const std::lock_guard lock(mutex);
      failure = why;
    }
    pool.clear();
    std::rethrow_exception(why);
  };
  for (std::size_t k = 0; k < planned.size(); ++k) {
    std::vector<Record> records;
    std::exception_ptr thrown;
    {
      std::unique_lock lock(mutex);
      ready.wait(lock, [&] { return failure != nullptr || done.contains(k); });
      thrown = failure;
      if (thrown == nullptr) {
        records = std::move(done.at(k));
        done.erase(k);
      }
    }
    if (thrown != nullptr) stop(thrown);
    try {
      take(std::move(records));
    } catch (...) {
      stop(std::current_exception());
    }
    if (progress) ++*progress;
  }
}

}  // namespace kintree::suite
