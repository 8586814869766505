// A model and rows that tests time, and the equality of times.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "suite/timing/accuracy.hpp"
#include "suite/timing/inputs.hpp"
#include "suite/timing/timed_plugin.hpp"

namespace kintree::suite::test {

/// Five bodies in so many states, with two end-effectors.
inline BenchModel model_with(int states) {
  const Case c = random_case(Family::recursive, 5, 8);
  BenchModel model{"five", c.model, {}};
  Generator generator = make_generator({word("timed_plugins")});
  for (int k = 0; k < states; ++k) {
    State state = random_state(c.model, generator, {.max_end_effectors = 0});
    state.end_effectors = {{1, {}}, {2, {}}};
    model.states.push_back(state);
  }
  return model;
}

inline report::Timing row_of(Problem problem, const std::string& mode, Format scalar) {
  report::Timing row;
  row.problem = problem;
  row.mode = mode;
  row.scalar = scalar;
  return row;
}

/// The numbers of a view, in their order.
template <class S, class View>
std::vector<S> numbers(const View& view) {
  std::vector<S> x;
  for (int i = 1; i <= view.size; ++i) x.push_back(view(i));
  return x;
}

/// Equal up to 32 roundings of half an epsilon. The compared numbers result from the same numbers by fewer
/// operations than that.
inline bool is_near(double a, double b) {
  return std::abs(a - b) <= 16 * std::numeric_limits<double>::epsilon() * std::abs(b);
}

}  // namespace kintree::suite::test
