// The problems of the dense oracle.
#pragma once

#include <memory>

#include "judge/problem.hpp"
#include "mechanics/scalars.hpp"

namespace kintree::oracle {

/// The data that all problems of a case share.
struct DenseCase {
  Model model;
  State state;
  std::uint64_t seed;  ///< of the perturbations
  Format format;       ///< that algorithms compute in
  Layout layout;
  Sizes sizes;
  Dynamics<Exact> exact;
  std::optional<FactorMetric> metric;  ///< where H is not singular

  DenseCase(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
            Format format);

  FactorMetric::Eigenvalues scaled_eigenvalues() const {
    return eigenvalues_.get([this] { return metric->scaled_eigenvalues(); });
  }
  /// True if the rows that the problem solves with depend on each other.
  bool has_dependent_rows(Problem problem) const {
    return info(problem).needs_independent_rows() && exact.rows(info(problem).solves_with).dependent_row != 0;
  }
  /// |x|_A of A = R H^-1 R^T, and |b|_A^-1, where such rows R do not depend on each other.
  const FactorMetric& metric_of_rows(SolvesWith with) const {
    return (with == SolvesWith::constraints ? metric_of_K_ : metric_of_J_).get([&] {
      return FactorMetric(rounded(exact.rows(with).factor));
    });
  }

 private:
  Once<FactorMetric::Eigenvalues> eigenvalues_;
  Once<FactorMetric> metric_of_J_, metric_of_K_;
};

/// True if H_kk, counted from 0, is zero to the digits of Exact: no larger than a rounding of its terms.
inline bool moves_nothing(const Dynamics<Exact>& exact, Eigen::Index k) {
  return is_rounding_of_zero(exact.H(k, k), exact.H_size(k, k), exact.H.rows(), epsilon<Exact>());
}

template <class T>
Exact widened(const T& x) {
  return Exact(x);
}
inline Exact widened(const dd_real& x) {
  return Exact(x.x[0]) + Exact(x.x[1]);
}

/// Plugin minus exact, or of two exact answers: formed without a rounding that matters, then rounded.
template <class M, class N>
Eigen::MatrixXd disagreement(const M& a, const N& b) {
  Eigen::MatrixXd d(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < d.rows(); ++i)
    for (Eigen::Index j = 0; j < d.cols(); ++j)
      d(i, j) = to_double(Exact(widened(a(i, j)) - widened(b(i, j))));
  return d;
}

/// A problem that is one of the results of the mechanics.
class DenseProblem : public NormedProblem {
 public:
  /// Certifies the digits of the exact answer by one of fewer digits.
  virtual void certify(const Dynamics<dd_real>& second) = 0;
  virtual void certify(const Dynamics<Check>& second) = 0;
  /// The distance of two answers.
  virtual double distance_of(const Dynamics<double>& a, const Dynamics<double>& b) const = 0;
  virtual double distance_of(const Dynamics<dd_real>& a, const Dynamics<dd_real>& b) const = 0;
  /// The error of an answer, rounded to double.
  virtual double error_of(const Dynamics<double>& a) const = 0;
  virtual double error_of(const Dynamics<dd_real>& a) const = 0;
  /// Called when both are sampled: `inverse_osim` gives the bound of J-bar.
  virtual void rest_on(const DenseProblem& /*inverse_osim*/) {}

 protected:
  DenseProblem(std::shared_ptr<const DenseCase> of, Kind kind)
      : NormedProblem(std::move(kind)), case_(std::move(of)) {}
  const DenseCase& of() const { return *case_; }
  double smallest_scaled_eigenvalue() const override { return case_->scaled_eigenvalues().smallest; }

 private:
  std::shared_ptr<const DenseCase> case_;
};

/// The problem of one output with a unique answer. `singular`: H is singular, so that norms that need it do
/// not exist.
std::unique_ptr<DenseProblem> dense_problem(Problem problem, std::size_t output,
                                            const std::shared_ptr<const DenseCase>& of, bool singular);
std::unique_ptr<ProblemOracle> factorization_problem(const std::shared_ptr<const DenseCase>& of);

}  // namespace kintree::oracle
