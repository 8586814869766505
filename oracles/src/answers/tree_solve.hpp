// Enclosures of the dynamics of large trees. The mechanics are those of the tree oracle (tree_mechanics.hpp) in intervals. A
// solution with H is an approximation x, enclosed by its residual: with S a diagonal, y = S^-1 x and A = S H S,
//
//   |dy| <= |S (r - H x)| / lambda,
//
// where lambda is a proved lower bound of the smallest eigenvalue of A.
#pragma once

#include "answers/proof.hpp"
#include "kintree/oracle/solve.hpp"
#include "mechanics/elimination.hpp"

namespace kintree::oracle {

/// The matrix H, scaled by powers of two to a diagonal between 1/2 and 4.
struct ScaledMatrix {
  Eigen::VectorXd scale;  ///< S; zero where H_kk is not proved positive
  double smallest = 0;    ///< a lower bound of the smallest eigenvalue, or 0 if none is proved
  int singular_at =
      0;  ///< where nothing is proved: the coordinate 1..n of the first pivot that is not positive
  bool is_exact = false;  ///< H_kk is exactly zero there.

  /// Proves a bound. If the factorization of A - c 1 in floating point succeeds, the smallest eigenvalue of A
  /// is at least c less a bound of the roundings [Rump 2006, Verification of positive definiteness, BIT 46,
  /// thm. 2.3 and cor. 2.4].
  ScaledMatrix(const Matrix<Interval>& H, const EliminationIn<Real>& elimination, bool last);
};

/// The norms of one H from its scale and the bound lambda: the largest eigenvalue of A is at most its trace, 4 n.
class ScaledBounds final : public NormBounds {
 public:
  explicit ScaledBounds(const ScaledMatrix& H)
      : scale_(H.scale), lambda_(H.smallest), most_(4 * static_cast<double>(H.scale.size())) {}

  double force_error(const Eigen::VectorXd& magnitudes) const override {
    return scale_.cwiseProduct(magnitudes).norm() / std::sqrt(lambda_);
  }
  double force_size(const Eigen::VectorXd& f, const Eigen::VectorXd& terms) const override {
    return std::max(scale_.cwiseProduct(f).norm(), limits::u_double * scale_.cwiseProduct(terms).norm()) /
           std::sqrt(most_);
  }
  double acceleration_error(const Eigen::VectorXd& magnitudes) const override {
    return magnitudes.cwiseQuotient(scale_).norm() * std::sqrt(most_);
  }
  double acceleration_size(const Eigen::VectorXd& x, const Eigen::VectorXd& force_terms) const override {
    return std::max(x.cwiseQuotient(scale_).norm() * std::sqrt(lambda_),
                    limits::u_double * scale_.cwiseProduct(force_terms).norm() / std::sqrt(most_));
  }

 private:
  Eigen::VectorXd scale_;
  double lambda_, most_;
};

/// The enclosures of one precision.
struct TreeEnclosure {
  Dynamics<Interval> dynamics;         ///< no L; of the sizes of H the diagonal
  std::optional<ScaledBounds> bounds;  ///< where H is proved to be positive definite
  bool is_exactly_singular = false;
  int lacking = 0;  ///< digits by which the precision is too small to begin a solution
};

/// The precision from which on rows of J count as dependent unless they are proved independent.
constexpr int digits_of_rank(int digits) {
  return digits + 50;
}

/// At the current precision of Real and Interval. `problems` were requested; those that need the inverse of H are answered as far as
/// they are open. `last`: whether no higher precision follows.
TreeEnclosure enclose_tree(const Model& model, const State& state, const ProblemSet& problems,
                           const ProblemSet& open, int digits, bool last, const SolveProgress& progress);

}  // namespace kintree::oracle
