// What the tests of all algorithms for one problem have in common. A problem is a type below, an algorithm a
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
    return solver.inverse_dynamics(state.given(state.qdd), view(tau));
  }
};

struct ForwardDynamics {
  static constexpr std::size_t size(std::size_t n) { return n; }
  template <class S, class Algorithm>
  static Status solve(Algorithm& solver, const Widened<S>& state, std::vector<S>& qdd) {
    return solver.forward_dynamics(state.given(state.tau), view(qdd));
  }
};

template <class Problem, class S, class Algorithm>
std::vector<S> answer(Algorithm& solver, const Widened<S>& state) {
  std::vector<S> result(Problem::size(state.tau.size()), poison<S>());
  BOOST_TEST(Problem::solve(solver, state, result).code == Status::ok);
  return result;
}

/// At 60 digits.
template <class Problem, template <class> class Algorithm, template <class> class Other>
void check_answers_like(int max_bodies, std::uint64_t seeds, double tolerance,
                        const CaseOptions& options = {}) {
  const PrecisionScope precision(60);
  for_cases(max_bodies, seeds, options, [tolerance](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    Algorithm<Multiprecision> solver(drawn.model);
    Other<Multiprecision> other(drawn.model);
    BOOST_TEST(relative_error(answer<Problem>(solver, state), answer<Problem>(other, state)) <= tolerance);
  });
}

/// Of a joint with several coordinates.
enum class Coordinate { first, last };

/// The last body that moves, and all numbered after it, without inertia: a breakdown at that joint.
template <template <class> class Algorithm>
void check_breakdown_without_inertia(Coordinate named, const CaseOptions& options = {}) {
  int breakdowns = 0;
  for_cases(12, 3, options, [&breakdowns, named](const Case& drawn) {
    Model model = drawn.model;
    std::size_t last = model.bodies.size() - 1;
    while (model.bodies[last].joint.kind == JointKind::fixed) --last;
    for (std::size_t i = last; i < model.bodies.size(); ++i) model.bodies[i].inertial = {};
    const Layout layout(model);
    Algorithm<double> solver(model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    const Status status = ForwardDynamics::solve(solver, state, qdd);
    const int expected = named == Coordinate::first ? layout.first_velocity[last] : layout.n;
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == expected));
    ++breakdowns;
  });
  BOOST_TEST(breakdowns > 0);
}

}  // namespace kintree::test
