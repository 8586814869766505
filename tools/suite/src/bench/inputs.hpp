// What the calls of one model and problem read.
#pragma once

#include <vector>

#include "contestant.hpp"
#include "kintree/suite/cost.hpp"

namespace kintree::suite {

template <class S>
VectorView<const S> view(const std::vector<S>& x) {
  return {x.data(), static_cast<int>(x.size())};
}

template <class S>
struct Inputs final : BenchInputs {
  struct One {
    std::vector<S> q, v, given;
    std::vector<Force<S>> f_ext;
    std::vector<S> H, H_rows;  ///< of a factorization: dense, and in path rows
  };
  std::vector<One> states;
  Layout layout;
  PathRowLayout rows;
  int end_effectors;

  Inputs(const BenchModel& model, Problem problem)
      : layout(model.model),
        rows(layout.expanded_parent),
        end_effectors(static_cast<int>(model.states.front().end_effectors.size())) {
    const auto in_S = [](const std::vector<double>& x) { return std::vector<S>(x.begin(), x.end()); };
    for (const State& state : model.states) {
      One& one = states.emplace_back();
      one.q = in_S(state.q), one.v = in_S(state.v);
      one.given = in_S(reads(problem, quantity::qdd) ? state.qdd : state.tau);
      for (const Wrench& w : state.f_ext)
        one.f_ext.push_back({{S(w[0]), S(w[1]), S(w[2])}, {S(w[3]), S(w[4]), S(w[5])}});
      if (!reads(problem, quantity::H)) continue;
      one.H = in_S(factorization_input(problem, model.model, state));
      one.H_rows.resize(static_cast<std::size_t>(rows.size()));
      gather_lower<S>({one.H.data(), layout.n, layout.n}, {one.H_rows.data(), &rows});
    }
  }
};

}  // namespace kintree::suite
