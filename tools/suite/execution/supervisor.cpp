#include "suite/execution/supervisor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "kintree/model/error.hpp"

namespace kintree::suite {
namespace {

// Between fork() and exec() a program with threads may only make calls that are safe in signal handlers
// (POSIX, fork()). So no memory is allocated here, and no C++ object is used that might allocate.

/// /proc/self/task/<pid>/children, written by hand.
class ListOfChildren {
 public:
  ListOfChildren() {
    constexpr const char* before = "/proc/self/task/";
    constexpr const char* after = "/children";
    char* at = path_.data();
    for (const char* c = before; *c != '\0'; ++c) *at++ = *c;
    std::array<char, 16> digits{};
    int count = 0;
    for (pid_t pid = getpid(); pid != 0; pid /= 10)
      digits[static_cast<std::size_t>(count++)] = static_cast<char>('0' + pid % 10);
    while (count > 0) *at++ = digits[static_cast<std::size_t>(--count)];
    for (const char* c = after; *c != '\0'; ++c) *at++ = *c;
  }

  /// Calls visit(pid) for each child, of many for the first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const int file = open(path_.data(), O_RDONLY | O_CLOEXEC);
    std::array<char, 4096> text{};
    const ssize_t size = read(file, text.data(), text.size());
    close(file);
    pid_t pid = 0;
    for (ssize_t i = 0; i < size; ++i) {
      const char c = text[static_cast<std::size_t>(i)];
      if (c >= '0' && c <= '9') {
        pid = 10 * pid + (c - '0');
      } else if (pid != 0) {
        visit(pid);
        pid = 0;
      }
    }
  }

 private:
  std::array<char, 64> path_{};
};

/// Children of children become children of the supervisor when theirs ends. Returns how many there were at first.
int kill_all_children() {
  const ListOfChildren children;
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  int count = 0;
  children.for_each([&](pid_t pid) { count += kill(pid, 0) == 0 ? 1 : 0; });
  for (;;) {
    children.for_each([](pid_t pid) { kill(pid, SIGKILL); });
    if (waitpid(-1, nullptr, 0) < 0 && errno == ECHILD) return count;
  }
}

void limit(__rlimit_resource_t resource, std::uint64_t most) {
  const rlimit bound{most, most};
  setrlimit(resource, &bound);
}

void woken(int /*signal*/) {}

/// Waits until the program has ended or the other end of the lifeline is closed.
[[noreturn]] void supervise(pid_t program, int lifeline, const sigset_t& unblocked) {
  for (;;) {
    ProgramEnd end;
    const pid_t ended = waitpid(-1, &end.wait_status, WNOHANG);
    if (ended == program) {
      end.left_processes = kill_all_children();
      const ssize_t written = write(lifeline, &end, sizeof end);
      static_cast<void>(written);  // a failure cannot be reported
      _exit(0);
    }
    if (ended > 0) continue;
    pollfd other_end{lifeline, POLLIN, 0};
    if (ppoll(&other_end, 1, nullptr, &unblocked) > 0) {
      kill_all_children();
      _exit(0);
    }
  }
}

/// Closes all files but these.
void keep_only(std::array<int, 4> files) {
  std::sort(files.begin(), files.end());
  unsigned next = 0;
  for (const int file : files) {
    const auto kept = static_cast<unsigned>(file);
    if (kept > next) close_range(next, kept - 1, 0);
    next = kept + 1;
  }
  close_range(next, ~0U, 0);
}

[[noreturn]] void become_supervisor(const std::function<void()>& run, int input, int output, int errors,
                                    int lifeline) {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  keep_only({input, output, errors, lifeline});
  sigset_t blocked, unblocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigemptyset(&unblocked);
  struct sigaction action {};
  action.sa_handler = woken;
  sigaction(SIGCHLD, &action, nullptr);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);

  const pid_t program = fork();
  if (program < 0) _exit(1);
  if (program == 0) {
    // A handler of this process, such as that of a test runner, must not catch a crash of the program.
    for (const int signal : {SIGPIPE, SIGCHLD, SIGINT, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
      std::signal(signal, SIG_DFL);
    sigprocmask(SIG_SETMASK, &unblocked, nullptr);
    dup2(input, 0);
    dup2(output, 1);
    dup2(errors, 2);
    close_range(3, ~0U, 0);
    limit(RLIMIT_CORE, 0);
    run();
    _exit(0);
  }
  for (const int file : {input, output, errors}) close(file);
  supervise(program, lifeline, unblocked);
}

/// Two ends, read from the first, closed where another program begins.
std::array<int, 2> new_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw InputError(std::string("no process can be started: ") + std::strerror(errno));
  return ends;
}

}  // namespace

SupervisedProgram start_supervised(const std::function<void()>& run) {
  const std::array<int, 2> input = new_pipe(), output = new_pipe(), errors = new_pipe();
  std::array<int, 2> lifeline{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lifeline.data()) != 0)
    throw InputError(std::string("no process can be started: ") + std::strerror(errno));
  const pid_t supervisor = fork();
  if (supervisor == 0) become_supervisor(run, input[0], output[1], errors[1], lifeline[1]);
  for (const int theirs : {input[0], output[1], errors[1], lifeline[1]}) close(theirs);
  if (supervisor < 0) {
    for (const int ours : {input[1], output[0], errors[0], lifeline[0]}) close(ours);
    throw InputError(std::string("no process can be started: ") + std::strerror(errno));
  }
  for (const int ours : {input[1], output[0], errors[0]}) fcntl(ours, F_SETFL, O_NONBLOCK);
  constexpr int pipe_size = 1 << 20;  // so that several requests and answers can be under way
  fcntl(input[1], F_SETPIPE_SZ, pipe_size);
  fcntl(output[0], F_SETPIPE_SZ, pipe_size);
  return {supervisor, input[1], output[0], errors[0], lifeline[0]};
}

SupervisedProgram start_supervised(const char* command, std::uint64_t memory) {
  return start_supervised([=] {
    limit(RLIMIT_DATA, memory);
    limit(RLIMIT_FSIZE, memory);
    execl("/bin/sh", "sh", "-c", command, nullptr);
    _exit(127);
  });
}

}  // namespace kintree::suite
