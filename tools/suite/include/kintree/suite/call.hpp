// One call of a plugin: the exact inputs widened to its scalar, poisoned outputs, the call, the numbers that
// came out.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/suite/allocations.hpp"

namespace kintree::suite {

/// What came out, row by row. For a factorization `values` is L.
template <class S>
struct Outcome {
  Status status;
  std::vector<S> values;
  std::vector<S> D, x;
  std::uint64_t allocations = 0;  ///< blocks that the plugin took from the heap, see AllocationCount
};

/// A plugin prepared for a model, which answers states of it.
template <class S>
class Caller {
 public:
  Caller(const Model& model, std::unique_ptr<SolverBase> solver)
      : layout_(model), owner_(std::move(solver)), solver_(dynamic_cast<Solver<S>*>(owner_.get())) {}

  /// False if the plugin is not built for this scalar.
  bool ready() const { return solver_ != nullptr; }

  /// `H` (row by row) is the input of a factorization, whose right side is state.tau.
  Outcome<S> call(Problem problem, const State& state, const std::vector<double>& H = {}) {
    const int n = layout_.n, rows = 6 * static_cast<int>(state.end_effectors.size());
    const std::vector<S> q = widen(state.q), v = widen(state.v), qdd = widen(state.qdd),
                         tau = widen(state.tau);
    std::vector<Force<S>> f_ext;
    for (const Wrench& w : state.f_ext)
      f_ext.push_back({{S(w[0]), S(w[1]), S(w[2])}, {S(w[3]), S(w[4]), S(w[5])}});
    const VectorView<const S> q_view{q.data(), layout_.nq};
    const DynamicsInput<S> in{q_view, view(v), view(problem == Problem::inverse_dynamics ? qdd : tau),
                              f_ext.data()};

    Outcome<S> out;
    switch (problem) {
      case Problem::mass_matrix:
        out.values = poison(n * n);
        watch(out, [&] { return solver_->mass_matrix(q_view, {out.values.data(), n, n}); });
        break;
      case Problem::mass_matrix_inverse:
        out.values = poison(n * n);
        watch(out, [&] { return solver_->mass_matrix_inverse(q_view, {out.values.data(), n, n}); });
        break;
      case Problem::inverse_osim:
        out.values = poison(rows * rows);
        watch(out, [&] { return solver_->inverse_osim(q_view, {out.values.data(), rows, rows}); });
        break;
      case Problem::inverse_dynamics:
        out.values = poison(n);
        watch(out, [&] { return solver_->inverse_dynamics(in, {out.values.data(), n}); });
        break;
      case Problem::forward_dynamics:
        out.values = poison(n);
        watch(out, [&] { return solver_->forward_dynamics(in, {out.values.data(), n}); });
        break;
      case Problem::factorization: {
        const std::vector<S> matrix = widen(H);
        out.values = poison(n * n);
        out.D = poison(n * n);
        out.x = poison(n);
        watch(out, [&] {
          return solver_->factorization({q_view, {matrix.data(), n, n}, view(tau)},
                                        {{out.values.data(), n, n}, {out.D.data(), n, n}, {out.x.data(), n}});
        });
        break;
      }
    }
    return out;
  }

 private:
  static std::vector<S> widen(const std::vector<double>& values) {
    return std::vector<S>(values.begin(), values.end());
  }
  template <class Solve>
  static void watch(Outcome<S>& out, Solve&& solve) {
    const AllocationCount count;
    out.status = solve();
    out.allocations = count.blocks();
  }
  static VectorView<const S> view(const std::vector<S>& values) {
    return {values.data(), static_cast<int>(values.size())};
  }
  /// A result that is left out must not look like one.
  static std::vector<S> poison(int size) {
    return std::vector<S>(static_cast<std::size_t>(size), S(std::numeric_limits<double>::quiet_NaN()));
  }

  Layout layout_;
  std::unique_ptr<SolverBase> owner_;
  Solver<S>* solver_;
};

}  // namespace kintree::suite
