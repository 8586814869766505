#include "suite/execution/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>

#include "kintree/model/printable.hpp"

namespace kintree::suite {
namespace {

constexpr std::size_t longest_words = 200;
constexpr std::size_t errors_kept = 1 << 14;

/// write() to a pipe without a reader fails, instead of ending this process.
ssize_t write_without_signal(int file, const char* data, std::size_t size) {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = write(file, data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE) {
    constexpr timespec now{};
    sigtimedwait(&pipe, nullptr, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

bool says_memory_is_out(const std::string& words) {
  constexpr std::array signs{"MemoryError", "bad_alloc", "ut of memory", "annot allocate memory",
                             "OutOfMemory"};
  return std::any_of(signs.begin(), signs.end(),
                     [&](const char* sign) { return words.find(sign) != std::string::npos; });
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

/// The last line of a program's standard error, to follow a reason.
std::string said_after(const std::string& words) {
  return words.empty() ? "" : ", and says: " + words;
}

/// Returns the fault that ended the program. A shell returns 128 + n if signal n ended its command.
Fault fault_of(const ProgramEnd& end, const std::string& words) {
  const std::string said = said_after(words);
  const int status = end.wait_status;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  const int signal = WIFSIGNALED(status)               ? WTERMSIG(status)
                     : code > 128 && code < 128 + NSIG ? code - 128
                                                       : 0;
  if (says_memory_is_out(words)) return {Reason::out_of_memory, words};
  if (end.left_processes > 0)
    return {Reason::leaves_processes,
            fmt::format("{} of them, which are killed{}", end.left_processes, said)};
  if (signal != 0) return {Reason::crashed, signal_name(signal) + said};
  return {Reason::exits, fmt::format("exit code {}{}", code, said)};
}

}  // namespace

Process::Process(const std::string& command, const ProgramLimits& limits)
    : limits_(limits), program_(start_supervised(command.c_str(), limits.memory)) {}

Process::Process(const std::function<void(const Line&)>& work, double seconds)
    : limits_{.seconds = seconds}, program_(start_supervised([&work] {
        const int output = dup(STDOUT_FILENO);
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);  // some libraries print much
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        try {
          work(Line(STDIN_FILENO, output));
        } catch (...) {
          std::terminate();
        }
      })) {}

namespace {

/// Calls call(at, size), as read() or write(), until all bytes are through. False at the end of the file or on an error.
template <class Call>
bool all_bytes(Call&& call, char* at, std::size_t size) {
  while (size > 0) {
    const ssize_t count = call(at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

bool Process::Line::read_bytes(char* bytes, std::size_t size) const {
  return all_bytes([&](char* at, std::size_t left) { return ::read(input_, at, left); }, bytes, size);
}

bool Process::Line::write_bytes(char* bytes, std::size_t size) const {
  return all_bytes([&](const char* at, std::size_t left) { return ::write(output_, at, left); }, bytes, size);
}

Process::~Process() {
  // finish() has closed the first: that there is no such file then is no mistake.
  for (const int file : {program_.input, program_.output, program_.errors, program_.lifeline}) close(file);
  waitpid(program_.supervisor, nullptr, 0);
}

void Process::finish() {
  close(program_.input);
  program_.input = -1;
  ProgramEnd end;
  wait_for_end(std::chrono::seconds(1), end);
}

bool Process::wait_for_end(std::chrono::milliseconds longest, ProgramEnd& end) const {
  pollfd said{program_.lifeline, POLLIN, 0};
  return poll(&said, 1, static_cast<int>(longest.count())) > 0 &&
         read(program_.lifeline, &end, sizeof end) == sizeof end;
}

std::string Process::last_words() const {
  std::string_view text = errors_;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  text.remove_prefix(std::min(text.size(), text.rfind('\n') + 1));
  return printable(text, longest_words);
}

/// False where the program reads no more.
bool Process::write_some() {
  const ssize_t n =
      write_without_signal(program_.input, unwritten_.data() + written_, unwritten_.size() - written_);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  written_ += static_cast<std::size_t>(n);
  if (written_ == unwritten_.size()) {
    unwritten_.clear();
    written_ = 0;
  }
  return true;
}

/// False where there will be no more of it.
bool Process::read_errors() {
  std::array<char, 4096> piece{};
  const ssize_t n = read(program_.errors, piece.data(), piece.size());
  if (n <= 0) return n < 0 && (errno == EAGAIN || errno == EINTR);
  errors_.append(piece.data(), static_cast<std::size_t>(n));
  errors_.erase(0, errors_.size() - std::min(errors_.size(), errors_kept));
  return true;
}

Fault Process::at_its_end() {
  ProgramEnd end;
  if (!wait_for_end(std::chrono::seconds(1), end)) return {Reason::exits, "it closes its standard output"};
  while (read_errors()) {
    pollfd more{program_.errors, POLLIN, 0};
    if (poll(&more, 1, 0) <= 0) break;
  }
  Fault fault = fault_of(end, last_words());
  if (!unread_.empty() && fault.reason == Reason::exits)
    return {Reason::truncated, "after " + std::to_string(unread_.size()) + " bytes the program ends"};
  return fault;
}

Fault Process::receive(std::string& line, std::size_t longest) {
  std::size_t searched = 0, end = std::string::npos;
  Fault fault = wait_for(
      [&] {
        end = unread_.find('\n', std::exchange(searched, unread_.size()));
        return end != std::string::npos && end <= longest;
      },
      longest);
  if (fault) return fault;
  line.assign(unread_, 0, end);
  unread_.erase(0, end + 1);
  return {};
}

Fault Process::wait_for(const std::function<bool()>& is_complete, std::size_t longest) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(limits_.seconds));
  bool reads = true, has_errors = true;
  for (;;) {
    if (is_complete()) return {};
    if (unread_.size() > longest)
      return {Reason::endless_output, fmt::format("more than {} bytes without an end", longest)};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const bool writes = reads && !unwritten_.empty();
    std::array<pollfd, 3> files{{{program_.output, POLLIN, 0},
                                 {writes ? program_.input : -1, POLLOUT, 0},
                                 {has_errors ? program_.errors : -1, POLLIN, 0}}};
    const int ready = left <= 0 ? 0 : poll(files.data(), files.size(), static_cast<int>(left));
    if (ready == 0)
      return {Reason::timed_out,
              (unread_.empty() ? fmt::format("{} s", limits_.seconds)
                               : fmt::format("{} s, after {} bytes of a line without an end", limits_.seconds,
                                             unread_.size())) +
                  said_after(last_words())};
    if (ready < 0) continue;
    if (files[1].revents != 0) reads = write_some();
    if (files[2].revents != 0) has_errors = read_errors();
    if (files[0].revents == 0) continue;
    std::array<char, 1 << 16> piece;
    const ssize_t n = read(program_.output, piece.data(), piece.size());
    if (n > 0)
      unread_.append(piece.data(), static_cast<std::size_t>(n));
    else if (n == 0)
      return at_its_end();
  }
}

}  // namespace kintree::suite
