#pragma once

#include "suite/counting/cost.hpp"

namespace kintree::suite::test {

/// Counts a run of a plugin whose answers are wrong on purpose, for tests of the use of counts.
inline CountedRun unchecked_count(CountingCase& counting, const Plugin& plugin, Problem problem) {
  const Case& c = counting.get();
  const std::vector<double> H = factorization_input(problem, c.model, c.state);
  return {worker_of(plugin, c.model, c.state.end_effectors)->count({problem, c.state, H}, {})};
}

}  // namespace kintree::suite::test
