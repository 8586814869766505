// What a plugin computes: a Solver is one algorithm, prepared for one model in one scalar.
#pragma once

#include <vector>

#include "kintree/algebra/path_rows.hpp"
#include "kintree/algebra/pivots.hpp"
#include "kintree/algebra/spatial.hpp"
#include "kintree/algebra/views.hpp"
#include "kintree/data/factor_form.hpp"
#include "kintree/data/status.hpp"
#include "kintree/plugin/batch.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// The state that dynamics is asked about. Views hold n numbers, q its nq; vectors that a problem does not
/// need are empty.
template <class S>
struct DynamicsInput {
  VectorView<const S> q;
  VectorView<const S> v;            ///< q-dot (generalized velocity)
  VectorView<const S> given;        ///< q-ddot for inverse dynamics, tau for forward dynamics
  const Force<S>* f_ext = nullptr;  ///< by body 0..N, in body coordinates
};

/// A symmetric positive definite H whose zeros fit lambda^e [Featherstone 2005, eqs. 2 and 6], and a right
/// side. Algorithms that factorize a model rather than a matrix take q, to which H belongs.
template <class S>
struct FactorizationInput {
  VectorView<const S> q;
  MatrixView<const S> H;
  VectorView<const S> b;
};

template <class S>
struct Factorization {
  MatrixView<S> L;  ///< n x n lower triangular, complete: zeros and the unit diagonal are written as well
  /// n x n diagonal, or block-diagonal by joints; the unit matrix where the algorithm has no D.
  MatrixView<S> D;
  VectorView<S> x;  ///< with H x = b
};

/// As FactorizationInput and Factorization, of an H in path rows (algebra/path_rows.hpp), which are what it holds.
template <class S>
struct PathFactorizationInput {
  VectorView<const S> q;
  PathRows<const S> H;
  VectorView<const S> b;
};
template <class S>
struct PathFactorization {
  PathRows<S> L;    ///< in the layout of H, the diagonal of ones included
  VectorView<S> D;  ///< n numbers, the diagonal; ones where the algorithm has no D
  VectorView<S> x;  ///< with H x = b
};

class SolverBase {
 public:
  virtual ~SolverBase() = default;
};

/// A plugin overrides what it solves. Every method is one whole call for one state: it reads the exact
/// inputs, widened to S, writes every number of its result, allocates nothing, keeps nothing between calls,
/// prints nothing and throws nothing. Shapes, units and frames: reference/notation.md. Matrices are full and
/// symmetric where the mathematics says so.
///
/// In a pack S a call is one for a state in each lane, and its status one for each: StatusOf<S>.
template <class S>
class StateSolver : public SolverBase {
 public:
  /// q -> H, n x n.
  virtual StatusOf<S> mass_matrix(VectorView<const S> /*q*/, MatrixView<S> /*H*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// H, b (or q, b) -> L, D, and x with H x = b.
  virtual StatusOf<S> factorization(const FactorizationInput<S>& /*in*/, Factorization<S> /*result*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// q -> H^-1, n x n.
  virtual StatusOf<S> mass_matrix_inverse(VectorView<const S> /*q*/, MatrixView<S> /*H_inverse*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// q, q-dot, q-ddot, f_ext, g -> tau.
  virtual StatusOf<S> inverse_dynamics(const DynamicsInput<S>& /*in*/, VectorView<S> /*tau*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// q, q-dot, tau, f_ext, g -> q-ddot.
  virtual StatusOf<S> forward_dynamics(const DynamicsInput<S>& /*in*/, VectorView<S> /*qdd*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// q -> J H^-1 J^T, 6m x 6m, for the m end-effectors that the solver was prepared with.
  virtual StatusOf<S> inverse_osim(VectorView<const S> /*q*/, MatrixView<S> /*Lambda_inverse*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// q -> J-bar = H^-1 J^T Lambda, n x 6m, or Status::dependent_at(row) where J has not full row rank and J-bar
  /// does not exist: the numbers mean nothing then.
  virtual StatusOf<S> dynamically_consistent_inverse(VectorView<const S> /*q*/, MatrixView<S> /*J_bar*/) {
    return status_of_all<S>({Status::unsupported});
  }

  /// The same matrices in path rows, whose layout is that of the model's expanded parents: of plugins whose claim says so
  /// (Claim::path_rows). The numbers are those of the dense answer, to the last bit.
  virtual StatusOf<S> mass_matrix_in_path_rows(VectorView<const S> /*q*/, PathRows<S> /*H*/) {
    return status_of_all<S>({Status::unsupported});
  }
  virtual StatusOf<S> factorization_in_path_rows(const PathFactorizationInput<S>& /*in*/,
                                                 PathFactorization<S> /*result*/) {
    return status_of_all<S>({Status::unsupported});
  }
};

/// What plugins derive from. The methods named ..._batch solve many states at once and set a status for each.
/// By default they call the method of one state in a loop; a plugin that is built for packs is called in
/// those instead (plugin/packs.hpp).
template <class S, bool pack = is_pack<S>>
class Solver : public StateSolver<S> {
 public:
  virtual void mass_matrix_batch(const Batch<S>& batch, BatchView<const S> q, BatchView<S> H) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      batch.status[k] = this->mass_matrix(gather(q, k, one.q), square(one.matrix, batch));
      scatter(one.matrix, H, k);
    }
  }

  /// Of plugins whose claim says so (Claim::path_rows).
  virtual void mass_matrix_in_path_rows_batch(const Batch<S>& batch, BatchView<const S> q,
                                              const PathRowsBatch<S>& H) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      batch.status[k] = this->mass_matrix_in_path_rows(gather(q, k, one.q), {one.matrix.data(), H.layout});
      scatter(one.matrix, H.numbers, k);
    }
  }

  virtual void factorization_batch(const Batch<S>& batch, const FactorizationInputBatch<S>& in,
                                   const FactorizationBatch<S>& result) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      gather(in.H, k, one.H);
      batch.status[k] = this->factorization(
          {gather(in.q, k, one.q), square(one.H, batch), gather(in.b, k, one.given)},
          {square(one.matrix, batch), square(one.D, batch), {one.vector.data(), result.x.size}});
      scatter(one.matrix, result.L, k);
      scatter(one.D, result.D, k);
      scatter(one.vector, result.x, k);
    }
  }

  virtual void mass_matrix_inverse_batch(const Batch<S>& batch, BatchView<const S> q,
                                         BatchView<S> H_inverse) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      batch.status[k] = this->mass_matrix_inverse(gather(q, k, one.q), square(one.matrix, batch));
      scatter(one.matrix, H_inverse, k);
    }
  }

  virtual void inverse_dynamics_batch(const Batch<S>& batch, const DynamicsBatch<S>& in, BatchView<S> tau) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      batch.status[k] = this->inverse_dynamics(state(in, k, one), {one.vector.data(), tau.size});
      scatter(one.vector, tau, k);
    }
  }

  virtual void forward_dynamics_batch(const Batch<S>& batch, const DynamicsBatch<S>& in, BatchView<S> qdd) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      batch.status[k] = this->forward_dynamics(state(in, k, one), {one.vector.data(), qdd.size});
      scatter(one.vector, qdd, k);
    }
  }

  virtual void inverse_osim_batch(const Batch<S>& batch, BatchView<const S> q, BatchView<S> Lambda_inverse) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      const int rows = one.end_effector_rows;
      batch.status[k] = this->inverse_osim(gather(q, k, one.q), {one.osim.data(), rows, rows});
      scatter(one.osim, Lambda_inverse, k);
    }
  }

  virtual void dynamically_consistent_inverse_batch(const Batch<S>& batch, BatchView<const S> q,
                                                    BatchView<S> J_bar) {
    for (int k = 0; k < batch.count; ++k) {
      BatchScratch<S>& one = *batch.scratch;
      batch.status[k] = this->dynamically_consistent_inverse(
          gather(q, k, one.q), {one.J_bar.data(), one.n, one.end_effector_rows});
      scatter(one.J_bar, J_bar, k);
    }
  }

 private:
  static MatrixView<S> square(std::vector<S>& numbers, const Batch<S>& batch) {
    return {numbers.data(), batch.scratch->n, batch.scratch->n};
  }
  static DynamicsInput<S> state(const DynamicsBatch<S>& in, int k, BatchScratch<S>& one) {
    return {gather(in.q, k, one.q), gather(in.v, k, one.v), gather(in.given, k, one.given),
            gather(in.f_ext, k, one.f_ext)};
  }
};

/// A pack is itself a batch.
template <class S>
class Solver<S, true> : public StateSolver<S> {};

}  // namespace kintree
