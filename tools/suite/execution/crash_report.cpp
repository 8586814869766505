#include "suite/execution/crash_report.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <memory>
#include <vector>

#include "kintree/model/printable.hpp"

namespace kintree::suite {
namespace {

struct Crash {
  int signal;
  const char* name;
};
constexpr std::array crashes{Crash{SIGSEGV, "SIGSEGV"}, Crash{SIGBUS, "SIGBUS"}, Crash{SIGFPE, "SIGFPE"},
                             Crash{SIGILL, "SIGILL"}, Crash{SIGABRT, "SIGABRT"}};

/// The line for each signal, written before the call, since a handler must not take memory.
using Lines = std::array<std::array<char, 400>, crashes.size()>;

/// The lines of the call that this thread is busy with. A pointer, since a module that Python loads gets little
/// memory of threads.
thread_local const Lines* lines = nullptr;

std::atomic_flag is_reported = ATOMIC_FLAG_INIT;

void handle(int signal) {
  // One thread reports and ends the process. Others, which a crashed plugin may have harmed, wait for that.
  while (lines == nullptr ? is_reported.test() : is_reported.test_and_set()) pause();
  for (std::size_t k = 0; k < crashes.size(); ++k) {
    if (crashes[k].signal != signal || lines == nullptr) continue;
    const char* const line = (*lines)[k].data();
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, std::strlen(line));
    _exit(1);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// The memory of a thread that calls plugins: its lines, and a stack for the handler, for calls that have used up
/// their own.
class CallingThread {
 public:
  CallingThread() : lines(std::make_unique<Lines>()), stack_(std::size_t{1} << 16) {
    const stack_t stack{stack_.data(), 0, stack_.size()};
    sigaltstack(&stack, nullptr);
  }
  ~CallingThread() {
    const stack_t none{nullptr, SS_DISABLE, 0};
    sigaltstack(&none, nullptr);
  }
  CallingThread(const CallingThread&) = delete;
  CallingThread& operator=(const CallingThread&) = delete;

  void write_lines(Problem problem) {
    for (std::size_t k = 0; k < crashes.size(); ++k) {
      const std::string line =
          fmt::format("kintree: plugin {}: crashed ({}) at {}, case {}; with --isolate the run goes on",
                      in_quotes(plugin), crashes[k].name, name(problem), printable(of_case, 200));
      auto& text = (*lines)[k];
      text.fill('\0');
      text[line.copy(text.data(), text.size() - 2)] = '\n';
    }
  }

  const std::unique_ptr<Lines> lines;
  std::string plugin, of_case;

 private:
  std::vector<char> stack_;
};

CallingThread& calling_thread() {
  thread_local CallingThread thread;
  return thread;
}

}  // namespace

void report_crashes() {
  for (const Crash& crash : crashes) {
    struct sigaction before {};
    if (sigaction(crash.signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction handler {};
    handler.sa_handler = handle;
    handler.sa_flags = SA_ONSTACK;
    sigaction(crash.signal, &handler, nullptr);
  }
}

RunningCall::RunningCall(const std::string& plugin, Problem problem, const std::string& of_case) {
  CallingThread& thread = calling_thread();
  thread.plugin = plugin;
  thread.of_case = of_case;
  thread.write_lines(problem);
  lines = thread.lines.get();
}

RunningCall::~RunningCall() {
  lines = nullptr;
}

void RunningCall::asks(Problem problem) {
  if (lines != nullptr) calling_thread().write_lines(problem);
}

}  // namespace kintree::suite
