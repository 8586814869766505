#include "suite/verification/run.hpp"

#include <sys/utsname.h>
#include <unistd.h>
#include <boost/timer/progress_display.hpp>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <spdlog/fmt/chrono.h>
#include <spdlog/spdlog.h>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/execution/crash_report.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/parallel.hpp"
#include "suite/verification/verify.hpp"

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

namespace {

std::string utc(std::time_t time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time));
}

}  // namespace

std::string time_of_run() {
  const char* const given = std::getenv("SOURCE_DATE_EPOCH");
  if (given == nullptr) return utc(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()));
  std::int64_t seconds = 0;
  const char* const end = given + std::strlen(given);
  const auto [stop, error] = std::from_chars(given, end, seconds);
  if (error != std::errc() || stop != end || seconds < 0 || seconds > 253402300799)
    throw InputError("SOURCE_DATE_EPOCH: " + in_quotes(given) + " is no number of seconds since 1970");
  return utc(static_cast<std::time_t>(seconds));
}

report::Run describe_run(const std::string& command) {
  report::Run run;
  run.started = time_of_run();
  run.command = command;
  run.version = build_info::version;
  run.commit = build_info::commit;
  run.build = build_info::build;
  run.machine = processor() + ", " + std::to_string(default_threads()) + " cores, " + operating_system();
  return run;
}

namespace {

/// The records of finished cases, until they are handed over in the order of the plan.
class Window {
 public:
  Window(std::size_t first, std::size_t end, std::size_t most_waiting)
      : next_(first), end_(end), most_waiting_(most_waiting) {}

  /// Returns a case that no thread has begun. Waits while too many records wait. Returns nothing after the
  /// last case, or if the run has failed.
  std::optional<std::size_t> next() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return failure_ != nullptr || waiting_ < most_waiting_; });
    if (failure_ != nullptr || next_ == end_) return {};
    return next_++;
  }

  void put(std::size_t index, std::vector<report::Record> records) {
    const std::lock_guard lock(mutex_);
    waiting_ += records.size();
    finished_.emplace(index, std::move(records));
    ready_.notify_one();
  }

  /// The first failure ends the run.
  void fail(const std::exception_ptr& why) {
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr) failure_ = why;
    ready_.notify_one();
    room_.notify_all();
  }

  /// Waits for the records of this case. Throws the exception of a failed run. Calls `notice` once if that takes
  /// longer than the patience.
  std::vector<report::Record> take(std::size_t index, std::chrono::milliseconds patience,
                                   const std::function<void()>& notice) {
    std::unique_lock lock(mutex_);
    const auto is_there = [&] { return failure_ != nullptr || finished_.contains(index); };
    if (!ready_.wait_for(lock, patience, is_there)) {
      notice();
      ready_.wait(lock, is_there);
    }
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    std::vector<report::Record> records = std::move(finished_.extract(index).mapped());
    waiting_ -= records.size();
    room_.notify_all();
    return records;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_, room_;
  std::map<std::size_t, std::vector<report::Record>> finished_;
  std::size_t next_, end_, most_waiting_, waiting_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void run_cases(const Plan& plan, std::size_t first, const std::string& plugin_options, int threads,
               const std::function<void(std::vector<report::Record>)>& take, std::size_t most_waiting,
               std::chrono::milliseconds patience) {
  report_crashes();
  Window window(first, plan.size(), most_waiting);
  const auto work = [&] {
    const ThreadMemory memory;
    try {
      while (const auto index = window.next()) {
        const Task task = plan.at(*index);
        window.put(*index, verify_case(task.draw(), *task.request, task.command() + plugin_options));
      }
    } catch (...) {
      window.fail(std::current_exception());
    }
  };
  std::unique_ptr<boost::timer::progress_display> progress;
  if (isatty(STDERR_FILENO) != 0)
    progress = std::make_unique<boost::timer::progress_display>(plan.size() - first, std::cerr);
  std::vector<std::jthread> pool;
  pool.reserve(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) pool.emplace_back(work);
  try {
    for (std::size_t k = first; k < plan.size(); ++k) {
      take(window.take(k, patience, [&] {
        spdlog::warn("case {} takes longer than {} s; if a plugin hangs, --isolate ends its calls",
                     plan.at(k).draw().id.name(), patience.count() / 1000);
      }));
      if (progress) ++*progress;
    }
  } catch (...) {
    window.fail(std::current_exception());
    throw;
  }
}

}  // namespace kintree::suite
