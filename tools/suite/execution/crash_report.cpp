#include "suite/execution/crash_report.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>
#include <array>
#include <csignal>
#include <cstring>
#include <vector>

#include "kintree/data/printable.hpp"

namespace kintree::suite {
namespace {

struct Crash {
  int signal;
  const char* name;
};
constexpr std::array crashes{Crash{SIGSEGV, "SIGSEGV"}, Crash{SIGBUS, "SIGBUS"}, Crash{SIGFPE, "SIGFPE"},
                             Crash{SIGILL, "SIGILL"}, Crash{SIGABRT, "SIGABRT"}};

/// The line of this thread for each signal, written before the call, since a handler must not take memory. Empty
/// outside a call.
thread_local std::array<std::array<char, 400>, crashes.size()> lines;

void handle(int signal) {
  for (std::size_t k = 0; k < crashes.size(); ++k) {
    if (crashes[k].signal != signal || lines[k][0] == '\0') continue;
    const char* const line = lines[k].data();
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, std::strlen(line));
    _exit(1);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// A stack for the handler, for calls that have used up their own.
class HandlerStack {
 public:
  HandlerStack() : memory_(std::size_t{1} << 16) {
    const stack_t stack{memory_.data(), 0, memory_.size()};
    sigaltstack(&stack, nullptr);
  }
  ~HandlerStack() {
    const stack_t none{nullptr, SS_DISABLE, 0};
    sigaltstack(&none, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

 private:
  std::vector<char> memory_;
};

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
  thread_local const HandlerStack stack;
  for (std::size_t k = 0; k < crashes.size(); ++k) {
    const std::string line =
        fmt::format("kintree: plugin {}: crashed ({}) at {}, case {}; with --isolate the run goes on",
                    in_quotes(plugin), crashes[k].name, name(problem), printable(of_case, 200));
    lines[k].fill('\0');
    line.copy(lines[k].data(), lines[k].size() - 2);
    lines[k][std::strlen(lines[k].data())] = '\n';
  }
}

RunningCall::~RunningCall() {
  for (auto& line : lines) line[0] = '\0';
}

}  // namespace kintree::suite
