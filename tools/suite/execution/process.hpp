// A program that answers lines by lines, within limits.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "suite/execution/program.hpp"
#include "suite/execution/supervisor.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// Until the first fault; after that it says nothing any more.
class Process {
 public:
  /// Starts `sh -c command`.
  Process(const std::string& command, const ProgramLimits& limits);
  /// Kills it and all that it started.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Takes a line, without its end, to be written while answers are waited for.
  void send(const std::string& line) { unwritten_.append(line).push_back('\n'); }
  /// The next line that it prints, of so many bytes at most.
  Fault receive(std::string& line, std::size_t longest);

  /// Closes its standard input and gives it a second to end by itself.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool write_some();
  bool read_errors();
  Fault at_its_end();
  /// The last line of its standard error, printable.
  std::string last_words() const;
  bool wait_for_end(std::chrono::milliseconds longest, ProgramEnd& end) const;

  ProgramLimits limits_;
  SupervisedProgram program_;
  std::string unwritten_, unread_, errors_;
  std::size_t written_ = 0, searched_ = 0;
};

}  // namespace kintree::suite
