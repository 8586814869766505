// Runs a program under a supervisor: a process between the suite and the program, to which everything falls that the program
// leaves behind.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>

namespace kintree::suite {

/// The supervisor's report when the program has ended.
struct ProgramEnd {
  int wait_status = 0;     ///< as of waitpid()
  int left_processes = 0;  ///< that the program had started and that were still there; they are killed
};

struct SupervisedProgram {
  pid_t supervisor = -1;
  int input = -1, output = -1,
      errors = -1;  ///< our ends of the program's standard streams; they do not block
  /// One ProgramEnd comes out of it. When it is closed, as it is when this process ends in whatever way, the program and all
  /// that it started are killed.
  int lifeline = -1;
};

/// Starts `sh -c command`. The limit is so many bytes of memory for each process (mapped memory that may be
/// written) and for each file that it writes. Throws InputError if no process can be started.
SupervisedProgram start_supervised(const char* command, std::uint64_t memory);
/// Forks a program that calls work() and ends, without limits. It has no files of this process but its standard streams.
SupervisedProgram start_supervised(const std::function<void()>& work);

}  // namespace kintree::suite
