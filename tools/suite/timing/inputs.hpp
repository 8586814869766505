// The numbers that the calls of one model and problem read.
#pragma once

#include <array>
#include <vector>

#include "suite/counting/cost.hpp"
#include "suite/execution/call.hpp"
#include "suite/timing/timed_plugin.hpp"

namespace kintree::suite {

template <class S>
struct Inputs final : BenchInputs {
  using OfState = std::array<std::vector<S>, Quantities::most>;
  std::vector<OfState> states;          ///< dense
  std::vector<OfState> states_in_rows;  ///< in path rows
  Layout layout;
  PathRowLayout rows;
  Sizes sizes;

  Inputs(const BenchModel& model, Problem problem)
      : layout(model.model),
        rows(layout.expanded_parent),
        sizes(sizes_of(layout, model.states.front().end_effectors.size())) {
    for (const State& state : model.states) {
      const std::vector<double> H = reads(problem, quantity::H)
                                        ? factorization_input(problem, model.model, state)
                                        : SolverRequest::none;
      const std::vector<S> H_in_S(H.begin(), H.end());
      states.push_back(calls::arrays<S>({problem, state}, sizes, nullptr, H_in_S).in);
      states_in_rows.push_back(calls::arrays<S>({problem, state}, sizes, &rows, H_in_S).in);
    }
  }
};

}  // namespace kintree::suite
