// What a plugin computes: a Solver is one algorithm, prepared for one model in one scalar.
#pragma once

#include "kintree/algebra/spatial.hpp"
#include "kintree/algebra/views.hpp"
#include "kintree/data/factor_form.hpp"
#include "kintree/data/problem.hpp"

namespace kintree {

struct Status {
  enum Code {
    ok,
    unsupported,  ///< this solver does not solve this problem
    breakdown,    ///< a pivot was not positive
  };
  Code code = ok;
  /// Of a breakdown: a coordinate 1..n of the joint whose pivot it was; 0 where nothing is eliminated.
  int coordinate = 0;

  static Status breakdown_at(int coordinate) { return {breakdown, coordinate}; }
};

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
  MatrixView<S>
      D;  ///< n x n diagonal, or block-diagonal by joints; the unit matrix where the algorithm has no D
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
template <class S>
class Solver : public SolverBase {
 public:
  /// q -> H, n x n.
  virtual Status mass_matrix(VectorView<const S> /*q*/, MatrixView<S> /*H*/) { return {Status::unsupported}; }

  /// H, b (or q, b) -> L, D, and x with H x = b.
  virtual Status factorization(const FactorizationInput<S>& /*in*/, Factorization<S> /*result*/) {
    return {Status::unsupported};
  }

  /// q -> H^-1, n x n.
  virtual Status mass_matrix_inverse(VectorView<const S> /*q*/, MatrixView<S> /*H_inverse*/) {
    return {Status::unsupported};
  }

  /// q, q-dot, q-ddot, f_ext, g -> tau.
  virtual Status inverse_dynamics(const DynamicsInput<S>& /*in*/, VectorView<S> /*tau*/) {
    return {Status::unsupported};
  }

  /// q, q-dot, tau, f_ext, g -> q-ddot.
  virtual Status forward_dynamics(const DynamicsInput<S>& /*in*/, VectorView<S> /*qdd*/) {
    return {Status::unsupported};
  }

  /// q -> J H^-1 J^T, 6m x 6m, for the m end-effectors that the solver was prepared with.
  virtual Status inverse_osim(VectorView<const S> /*q*/, MatrixView<S> /*Lambda_inverse*/) {
    return {Status::unsupported};
  }
};

}  // namespace kintree
