// The interface of algorithms: a solver is one algorithm, prepared for one model in one scalar.
#pragma once

#include "kintree/model/factor_form.hpp"
#include "kintree/model/status.hpp"
#include "kintree/numbers/pivots.hpp"
#include "kintree/plugin/batch.hpp"
#include "kintree/plugin/call.hpp"
#include "kintree/plugin/methods.hpp"

namespace kintree {

class SolverBase {
 public:
  virtual ~SolverBase() = default;
};

/// Solvers as the suite calls them. A call is one state: it reads the exact inputs, widened to S, writes every number of its
/// outputs, allocates nothing, keeps nothing between calls, prints nothing and throws nothing. Shapes, units and frames are those of
/// reference/notation.md. Matrices are full, and symmetric if their definition is.
///
/// In a pack S a call solves one state in each lane, and StatusOf<S> has a status for each.
template <class S>
class StateSolver : public SolverBase {
 public:
  /// Returns Status::unsupported for problems that it does not solve.
  virtual StatusOf<S> call(Problem problem, const Call<S>& call) = 0;
};

/// A solver of many states at once.
template <class S, bool pack = is_pack<S>>
class Solver : public StateSolver<S> {
 public:
  /// Solves the states one by one, unless a plugin is built for packs (plugin/packs.hpp).
  virtual void call_batch(Problem problem, const BatchCall<S>& batch) {
    for (int k = 0; k < batch.count; ++k) {
      Arrays<S>& one = *batch.single;
      for (std::size_t i = 0; i < one.in.size(); ++i) gather(batch.in[i], k, one.in[i]);
      batch.status[k] = this->call(problem, one.call(batch.sizes, batch.path_rows));
      for (std::size_t i = 0; i < one.out.size(); ++i) scatter(one.out[i], batch.out[i], k);
    }
  }
};

/// A pack is a batch itself.
template <class S>
class Solver<S, true> : public StateSolver<S> {};

/// The base of algorithms: a solver of the problems P, types of namespace problems. An algorithm overrides the method of each, which
/// has the name of the problem: StatusOf<S> mass_matrix(VectorView<const S> q, MatrixView<S> H). Several inputs or outputs are one
/// argument with members: StatusOf<S> forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) reads in.q,
/// in.v, in.tau and in.f_ext.
template <class S, class... P>
class Solves : public Solver<S>, public Method<S, P>... {
 public:
  StatusOf<S> call([[maybe_unused]] Problem problem, [[maybe_unused]] const Call<S>& call) override {
    StatusOf<S> status = status_of_all<S>({Status::unsupported});
    (void)((problem == problem_described_by<P> && (status = Method<S, P>::call_by_name(call), true)) || ...);
    return status;
  }
};

/// The solver's method for problem P. Throws std::bad_cast if it has none.
template <class S, class P>
Method<S, P>& method(SolverBase& solver) {
  return dynamic_cast<Method<S, P>&>(solver);
}

}  // namespace kintree
