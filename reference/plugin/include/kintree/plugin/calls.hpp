// Calls of a solver for a problem that is known when the program runs.
#pragma once

#include <array>

#include "kintree/plugin/solver.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// The inputs of a call. Those that the problem does not read may be empty.
template <class S>
struct CallInput {
  DynamicsInput<S> state;
  MatrixView<const S> H;
};

/// The outputs of a call, in the order of the problem's outputs; matrices row by row.
template <class S>
struct CallOutput {
  int n = 0, end_effector_rows = 0;
  std::array<S*, Quantities::most> numbers{};

  VectorView<S> vector(std::size_t k) const { return {numbers[k], n}; }
  MatrixView<S> square(std::size_t k) const { return {numbers[k], n, n}; }
};

/// use(call), where call(solver, in, out) is one call of the method that solves the problem.
template <class S, class Use>
auto with_call(Problem problem, Use&& use) {
  using In = CallInput<S>;
  using Out = CallOutput<S>;
  switch (problem) {
    case Problem::mass_matrix:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.mass_matrix(in.state.q, out.square(0));
      });
    case Problem::mass_matrix_inverse:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.mass_matrix_inverse(in.state.q, out.square(0));
      });
    case Problem::inverse_dynamics:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.inverse_dynamics(in.state, out.vector(0));
      });
    case Problem::forward_dynamics:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.forward_dynamics(in.state, out.vector(0));
      });
    case Problem::inverse_osim:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.inverse_osim(in.state.q, {out.numbers[0], out.end_effector_rows, out.end_effector_rows});
      });
    case Problem::dynamically_consistent_inverse:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.dynamically_consistent_inverse(in.state.q, {out.numbers[0], out.n, out.end_effector_rows});
      });
    case Problem::factorization:
      return use([](Solver<S>& s, const In& in, const Out& out) {
        return s.factorization({in.state.q, in.H, in.state.given},
                               {out.square(0), out.square(1), out.vector(2)});
      });
    default:
      return use([](Solver<S>&, const In&, const Out&) { return status_of_all<S>({Status::unsupported}); });
  }
}

/// One call of the batch entry.
template <class S>
void call_batch(Solver<S>& solver, Problem problem, const Batch<S>& batch, const DynamicsBatch<S>& in,
                BatchView<const S> H, const std::array<BatchView<S>, Quantities::most>& out) {
  switch (problem) {
    case Problem::mass_matrix:
      return solver.mass_matrix_batch(batch, in.q, out[0]);
    case Problem::mass_matrix_inverse:
      return solver.mass_matrix_inverse_batch(batch, in.q, out[0]);
    case Problem::inverse_osim:
      return solver.inverse_osim_batch(batch, in.q, out[0]);
    case Problem::dynamically_consistent_inverse:
      return solver.dynamically_consistent_inverse_batch(batch, in.q, out[0]);
    case Problem::inverse_dynamics:
      return solver.inverse_dynamics_batch(batch, in, out[0]);
    case Problem::forward_dynamics:
      return solver.forward_dynamics_batch(batch, in, out[0]);
    case Problem::factorization:
      return solver.factorization_batch(batch, {in.q, H, in.given}, {out[0], out[1], out[2]});
    default:
      for (int k = 0; k < batch.count; ++k) batch.status[k] = {Status::unsupported};
  }
}

}  // namespace kintree
