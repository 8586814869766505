// A crash of a plugin in one thread is reported, although other threads crash before the process ends.
#include "suite/execution/crash_report.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

using namespace kintree;

namespace {

/// The state of a thread, as ps shows it: S if it sleeps.
char state_of(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string number, name;
  char state = '?';
  file >> number >> name >> state;
  return state;
}

/// Standard error is a full pipe, so that the report of the first crash waits. Then the calling thread crashes.
[[noreturn]] void crash_in_two_threads(int errors) {
  for (const int signal : {SIGSEGV, SIGABRT}) std::signal(signal, SIG_DFL);
  suite::report_crashes();
  dup2(errors, STDERR_FILENO);
  std::atomic<pid_t> first = 0;
  const std::thread thread([&] {
    const suite::RunningCall call("mine", Problem::inverse_dynamics, "chain-1");
    suite::RunningCall::asks(Problem::mass_matrix);
    first = gettid();
    std::raise(SIGSEGV);
  });
  while (first == 0 || state_of(first) != 'S') std::this_thread::yield();
  std::abort();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crash_report)

BOOST_AUTO_TEST_CASE(crash_report_outlives_a_crash_in_another_thread) {
  int ends[2];
  BOOST_TEST_REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  const int size = fcntl(ends[1], F_SETPIPE_SZ, 4096);
  const std::string filling(static_cast<std::size_t>(size), 'x');
  BOOST_TEST_REQUIRE(write(ends[1], filling.data(), filling.size()) == size);
  const pid_t child = fork();
  if (child == 0) crash_in_two_threads(ends[1]);
  close(ends[1]);
  int status = 0;
  BOOST_TEST(waitpid(child, &status, WNOHANG) == 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::string text;
  char piece[4096];
  for (ssize_t n = 0; (n = read(ends[0], piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(n));
  close(ends[0]);
  waitpid(child, &status, 0);
  BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 1), "status " << status);
  BOOST_TEST(
      text.ends_with("plugin 'mine': crashed (SIGSEGV) at mass_matrix, case chain-1; with --isolate the "
                     "run goes on\n"),
      text.substr(filling.size()));
}

BOOST_AUTO_TEST_SUITE_END()
