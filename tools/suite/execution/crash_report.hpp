// Reports which plugin crashed the process that calls it.
#pragma once

#include <string>

#include "kintree/problems/problem.hpp"

namespace kintree::suite {

/// Prints a line about each crash in a RunningCall, and ends the process with exit code 1. A process that handles
/// these signals already, as with the sanitizers, keeps its own handlers.
void report_crashes();

/// The plugin, problem and case that this thread is busy with, until the end of the scope.
class RunningCall {
 public:
  RunningCall(const std::string& plugin, Problem problem, const std::string& of_case);
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;

  /// The call of this thread, if there is one, is about another problem from now on.
  static void asks(Problem problem);
};

}  // namespace kintree::suite
