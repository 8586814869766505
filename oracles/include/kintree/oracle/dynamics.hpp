// All quantities of the dynamics in one state, exact to the digits of the scalar, by dense methods from the
// mechanics of points and vectors in world axes. Nothing here shares a formula with a plugin: poses are
// Taylor series along the motion, H is a sum over bodies of m Jv^T Jv + Jw^T I Jw, and systems are solved by
// a dense L L^T.
#pragma once

#include <array>
#include <string>

#include "kintree/model/model.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/oracle/precision.hpp"
#include "kintree/oracle/real.hpp"

namespace kintree::oracle {

template <class T>
struct Dynamics {
  Matrix<T> H;  ///< n x n
  Vector<T> C;  ///< n; the bias force with gravity and external forces, if a problem reads velocities
  Matrix<T> L;  ///< n x n lower triangular, H = L L^T; where held_at is not 0, H + K^T W K = L L^T
  Matrix<T> J;  ///< 6m x n, in end-effector frames, angular rows first; if a problem reads end-effectors
  int singular_at = 0;  ///< the coordinate 1..n at which H turned out not to be positive definite (of
                        ///< intervals: could not be proved to be), or 0
  /// The same coordinate where H is singular, but the constraints hold what it does not move: if all problems that
  /// divide by H solve with constraints, they are solved with H + K^T W K, W > 0. Then singular_at is 0.
  int held_at = 0;
  Matrix<T> K;  ///< the rows of the constraints, by n

  /// Rows R, where a problem divides by R H^-1 R^T = F F^T.
  struct Rows {
    Matrix<T> factor;  ///< F, lower triangular
    /// The first row, from 1, that depends on those before it (of intervals: could not be proved not to), or 0.
    int dependent_row = 0;
  };
  const Rows& rows(SolvesWith with) const { return with == SolvesWith::constraints ? of_K : of_J; }
  Rows of_J, of_K;

  // The sizes of the terms that cancel in the answer. They are the scale of its errors where the answer
  // itself is zero, or nearly so.
  Eigen::MatrixXd H_size;  ///< n x n; of H, with every lever arm taken along the tree
  Eigen::VectorXd C_size;  ///< n; the sum of the magnitudes of the terms of C
  Eigen::VectorXd reach;   ///< m; the length of the path from the base to the end-effector [m].

  /// An output of the answer to a problem. A vector is a column. Empty if there is none, or if it was not
  /// requested.
  const Matrix<T>& of(Problem problem, std::size_t output = 0) const {
    return answers_[static_cast<std::size_t>(problem)][output];
  }
  Matrix<T>& of(Problem problem, std::size_t output = 0) {
    return answers_[static_cast<std::size_t>(problem)][output];
  }
  /// The magnitudes of its terms; for a problem that divides by H those of its right side, a force. Empty if
  /// the description has none.
  const Eigen::MatrixXd& sizes_of(Problem problem, std::size_t output = 0) const {
    return sizes_[static_cast<std::size_t>(problem)][output];
  }
  Eigen::MatrixXd& sizes_of(Problem problem, std::size_t output = 0) {
    return sizes_[static_cast<std::size_t>(problem)][output];
  }

 private:
  std::array<std::array<Matrix<T>, Quantities::most>, problem_count> answers_;
  std::array<std::array<Eigen::MatrixXd, Quantities::most>, problem_count> sizes_;
};

/// H and L, and the answers to the problems. Answers that need H^-1 are left out if H is singular. The inputs
/// are widened to T exactly. T is Real or Interval at its current precision, or one of Exact, Check, dd_real
/// and double. `with_sizes`: the sizes of the terms as well.
template <class T>
Dynamics<T> evaluate(const Model& model, const State& state, const ProblemSet& problems,
                     bool with_sizes = true);

/// The name of a coordinate's joint, as messages and reports print it.
std::string joint_of_coordinate(const Model& model, int coordinate);

/// Sets the precision of Real while it lives.
using Digits = Precision<Real>;

}  // namespace kintree::oracle
