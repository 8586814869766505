#include "suite/timing/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include <spdlog/fmt/fmt.h>

#include "kintree/data/error.hpp"

namespace kintree::suite {

bool Child::Line::read_bytes(void* bytes, std::size_t size, int milliseconds) const {
  auto* to = static_cast<char*>(bytes);
  while (size > 0) {
    pollfd ready{socket_, POLLIN, 0};
    const int answers = poll(&ready, 1, milliseconds);
    if (answers < 0 && errno == EINTR) continue;
    if (answers <= 0) return false;
    const ssize_t count = recv(socket_, to, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    to += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool Child::Line::write_bytes(const void* bytes, std::size_t size) const {
  const auto* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = send(socket_, from, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    from += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

Child::Child(const std::function<void(const Line&)>& work, double patience)
    : patience_(static_cast<int>(std::ceil(1e3 * patience))) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw InputError(std::string("no process can be started: ") + std::strerror(errno));
  std::cout.flush();  // or both would print it
  std::fflush(nullptr);
  process_ = fork();
  if (process_ < 0) {
    close(ends[0]);
    close(ends[1]);
    throw InputError(std::string("no process can be started: ") + std::strerror(errno));
  }
  if (process_ == 0) {
    close(ends[0]);
    // Some libraries say much.
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    try {
      work(Line(ends[1]));
    } catch (...) {
      std::terminate();
    }
    _exit(0);
  }
  close(ends[1]);
  line_ = Line(ends[0]);
}

Child::~Child() {
  end();
}

void Child::end() {
  if (process_ < 0) return;
  pollfd other{line_.socket_, POLLIN, 0};
  const bool gone = poll(&other, 1, 0) > 0;  // whoever waits for the next question is not, nor who hangs
  // It ends when it sees that nobody asks; not by close() alone, since later children have the socket as well.
  shutdown(line_.socket_, SHUT_RDWR);
  close(line_.socket_);
  int status = 0;
  pid_t ended = waitpid(process_, &status, WNOHANG);
  // What is asked to end, ends at once, and what has ended is soon to be had; what hangs is killed.
  for (int milliseconds = 0; ended == 0 && milliseconds < (gone ? 100 : 10); ++milliseconds) {
    poll(nullptr, 0, milliseconds);
    ended = waitpid(process_, &status, WNOHANG);
  }
  hung_ = !gone;
  if (ended == 0) {
    kill(process_, SIGKILL);
    waitpid(process_, &status, 0);
  }
  if (hung_) {
    how_ = fmt::format("it gives no answer in {:g} s", 1e-3 * patience_);
  } else if (WIFSIGNALED(status)) {
    how_ = std::string("it ends the process: ") + strsignal(WTERMSIG(status));
  } else {
    how_ = "it ends the process with exit code " + std::to_string(WEXITSTATUS(status));
  }
  process_ = -1;
}

}  // namespace kintree::suite
