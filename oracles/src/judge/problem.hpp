// The parts that the problems of both oracles share: from an answer to its judgement.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "judge/perturbed.hpp"
#include "kintree/oracle/oracle.hpp"
#include "mechanics/norm.hpp"
#include "mechanics/once.hpp"

namespace kintree::oracle {

/// Returns an F that names the first number that is not finite, if there is one. `columns` is 0 for a vector.
std::optional<Judgement> refused_if_not_finite(const std::vector<double>& values, int columns);

/// The quantities that determine the limits of the judge.
struct Sizes {
  int depth;  ///< of the tree, in joints
  int n;      ///< degrees of freedom
  double u;   ///< unit roundoff of the format that algorithms compute in
};

/// A problem of a case whose mass matrix is singular where its inverse is needed, or whose J has not full row rank: there is nothing to judge.
class SingularProblem final : public ProblemOracle {
 public:
  explicit SingularProblem(IllPosed why) : why_(why) {}

  std::optional<IllPosed> ill_posed() const override { return why_; }
  Judgement judge(const Answer& /*answer*/) const override { return refused(Reason::ill_posed); }
  bool any_error_is_B() const override { return false; }
  double sigma() const override { return std::numeric_limits<double>::infinity(); }
  double unavoidable_error() const override { return sigma(); }
  int certified_digits() const override { return 0; }
  std::vector<Exact> exact() const override { return {}; }

 private:
  IllPosed why_;
};

/// One output of a problem, a vector or a matrix that is judged by a norm: of any problem but factorization.
class NormedProblem : public ProblemOracle {
 public:
  std::optional<IllPosed> ill_posed() const override;
  Judgement judge(const Answer& answer) const override;
  bool any_error_is_B() const override;
  double sigma() const override { return sampled.sigma(kind_.sizes.u); }
  double unavoidable_error() const override {
    return std::max({sigma(), kind_.sizes.u, norm().of_roundings(), norm().zero_by_cancellation() ? 1. : 0.});
  }
  int certified_digits() const override { return digits; }
  Sampled sampled;  ///< what sigma follows from
  int digits = 0;   ///< of the exact answer

 protected:
  struct Kind {
    Sizes sizes;
    std::size_t output = 0;
    Eigen::Index rows, columns;
    /// If every entry of the answer is a plain sum, the magnitudes of its terms; else empty. An error no
    /// larger than that of the sum's evaluation is excused.
    Eigen::MatrixXd term_sizes = {};
    /// True if the answer comes from a solution with H, so that verdict B is the bound of a backward-stable
    /// one.
    bool solves_with_H = false;
  };
  explicit NormedProblem(Kind kind) : kind_(std::move(kind)) {}
  const Kind& kind() const { return kind_; }

  virtual const Norm& norm() const = 0;
  /// Answer minus exact, formed without a rounding that matters, then rounded.
  virtual Eigen::MatrixXd difference(const std::vector<double>& values) const = 0;
  virtual double backward_error(const std::vector<double>& /*values*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// The sum of the magnitudes of the terms of the right side of a solution with H, where it is computed and not given:
  /// in the norm, and relative, as errors are.
  virtual double right_side() const { return 0; }
  /// The error that B allows in addition to those of a solution with H.
  virtual double further_B() const { return 0; }
  /// The smallest eigenvalue of H, scaled to unit diagonal.
  virtual double smallest_scaled_eigenvalue() const = 0;

 private:
  /// The error that verdict B allows.
  double limit_B() const;
  /// A bound relative to the answer or, where that is zero by cancellation and errors are multiples of a rounding of
  /// its terms, relative to the terms.
  double relative(double bound) const;
  /// True if this bound of B is no bound. It is none either if H + E of limits::solve_B may be singular: whatever is computed
  /// from H then has no digit, also where its terms cancel.
  bool allows_any_error(double bound) const;
  Judgement judged(const std::vector<double>& values) const;

  Kind kind_;
};

/// A problem with several outputs. Its judgement is that of the worst.
class SeveralOutputs final : public ProblemOracle {
 public:
  explicit SeveralOutputs(std::vector<std::unique_ptr<const ProblemOracle>> outputs)
      : outputs_(std::move(outputs)) {}

  std::optional<IllPosed> ill_posed() const override;
  bool is_singular_without_constraints() const override {
    return outputs_.front()->is_singular_without_constraints();
  }
  Judgement judge(const Answer& answer) const override;
  bool any_error_is_B() const override;
  double sigma() const override;
  double unavoidable_error() const override;
  int certified_digits() const override;
  std::vector<Exact> exact() const override;

 protected:
  std::vector<Matrix<Exact>> images(const std::vector<AnswerMap>& maps) const override;
  double distance_to(const std::vector<Matrix<Exact>>& images) const override;

 private:
  std::vector<std::unique_ptr<const ProblemOracle>> outputs_;
};

}  // namespace kintree::oracle
