// A program that answers lines by lines, or a forked process that answers messages of fixed sizes, within
// limits. A crash or a hang of these does not harm this process.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "suite/execution/program.hpp"
#include "suite/execution/supervisor.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// Answers until the first fault, and never after it.
class Process {
 public:
  /// The end of a forked process. Both functions return false if the other end is closed.
  class Line {
   public:
    Line(int input, int output) : input_(input), output_(output) {}
    template <class T>
    bool read(T& message) const {
      static_assert(std::is_trivially_copyable_v<T>);
      return read_bytes(reinterpret_cast<char*>(&message), sizeof message);
    }
    template <class T>
    bool write(T message) const {
      static_assert(std::is_trivially_copyable_v<T>);
      return write_bytes(reinterpret_cast<char*>(&message), sizeof message);
    }

   private:
    bool read_bytes(char* bytes, std::size_t size) const;
    bool write_bytes(char* bytes, std::size_t size) const;
    int input_, output_;
  };

  /// Starts `sh -c command`.
  Process(const std::string& command, const ProgramLimits& limits);
  /// Forks a process that runs work(line), and ends. Its outputs go nowhere. `seconds`: for one answer.
  Process(const std::function<void(const Line&)>& work, double seconds);
  /// Kills it and all that it started.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Takes a line, without its end, to be written while answers are waited for.
  void send(const std::string& line) { unwritten_.append(line).push_back('\n'); }
  /// The next line that it prints, of so many bytes at most.
  Fault receive(std::string& line, std::size_t longest);

  /// The same of a message of a fixed size.
  template <class T>
  void send_message(const T& message) {
    static_assert(std::is_trivially_copyable_v<T>);
    unwritten_.append(reinterpret_cast<const char*>(&message), sizeof message);
  }
  template <class T>
  Fault receive_message(T& message) {
    static_assert(std::is_trivially_copyable_v<T>);
    Fault fault = wait_for([&] { return unread_.size() >= sizeof message; }, sizeof message);
    if (fault) return fault;
    std::memcpy(&message, unread_.data(), sizeof message);
    unread_.erase(0, sizeof message);
    return {};
  }

  /// Closes its standard input and gives it a second to end by itself.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  /// Writes and reads until an answer of so many bytes at most is complete.
  Fault wait_for(const std::function<bool()>& is_complete, std::size_t longest);
  bool write_some();
  bool read_errors();
  Fault at_its_end();
  /// The last line of its standard error, printable.
  std::string last_words() const;
  bool wait_for_end(std::chrono::milliseconds longest, ProgramEnd& end) const;

  ProgramLimits limits_;
  SupervisedProgram program_;
  std::string unwritten_, unread_, errors_;
  std::size_t written_ = 0;
};

}  // namespace kintree::suite
