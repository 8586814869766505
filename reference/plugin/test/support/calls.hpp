// Types shared by the tests of all algorithms for one problem. A problem is a type below, an algorithm a
// solver's template.
#pragma once

#include "solving.hpp"

namespace kintree::test {

struct MassMatrix {
  static constexpr std::size_t size(std::size_t n) { return n * n; }
  template <class S, class Algorithm>
  static Status solve(Algorithm& solver, const Widened<S>& state, std::vector<S>& H) {
    const int n = static_cast<int>(state.tau.size());
    return solver.mass_matrix(view(state.q), {H.data(), n, n});
  }
};

struct InverseDynamics {
  static constexpr std::size_t size(std::size_t n) { return n; }
  template <class S, class Algorithm>
  static Status solve(Algorithm& solver, const Widened<S>& state, std::vector<S>& tau) {
    return solver.inverse_dynamics(state.with_qdd(state.qdd), view(tau));
  }
};

struct ForwardDynamics {
  static constexpr std::size_t size(std::size_t n) { return n; }
  template <class S, class Algorithm>
  static Status solve(Algorithm& solver, const Widened<S>& state, std::vector<S>& qdd) {
    return solver.forward_dynamics(state.with_tau(state.tau), view(qdd));
  }
};

template <class Problem, class S, class Algorithm>
std::vector<S> answer(Algorithm& solver, const Widened<S>& state) {
  std::vector<S> result(Problem::size(state.tau.size()), poison<S>());
  BOOST_TEST(Problem::solve(solver, state, result).code == Status::ok);
  return result;
}

}  // namespace kintree::test
