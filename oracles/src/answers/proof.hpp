// The digits that enclosures prove.
#pragma once

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/interval.hpp"
#include "mechanics/cholesky.hpp"
#include "mechanics/norm.hpp"

namespace kintree::oracle {

/// Bounds of the norms that belong to an H. Errors are bounded from above, sizes from below.
class NormBounds {
 public:
  virtual ~NormBounds() = default;
  /// An upper bound of |f|_{H^-1} for a force whose entries are no larger than these.
  virtual double force_error(const Eigen::VectorXd& magnitudes) const = 0;
  /// A lower bound of |f|_{H^-1}, and of u times the norm of its terms if that is larger.
  virtual double force_size(const Eigen::VectorXd& f, const Eigen::VectorXd& terms) const = 0;
  /// An upper bound of |x|_H for an acceleration whose entries are no larger than these.
  virtual double acceleration_error(const Eigen::VectorXd& magnitudes) const = 0;
  /// A lower bound of |x|_H, and of u times the norm of the force that makes it if that is larger.
  virtual double acceleration_size(const Eigen::VectorXd& x, const Eigen::VectorXd& force_terms) const = 0;
};

/// The bounds from an enclosure of the factor of H = L L^T.
class FactorBounds final : public NormBounds {
 public:
  explicit FactorBounds(const Matrix<Interval>& L)
      : metric_(rounded(L)), inverse_(magnitudes_of_inverse(L)) {}

  double force_error(const Eigen::VectorXd& magnitudes) const override {
    return (inverse_ * magnitudes).norm();
  }
  double force_size(const Eigen::VectorXd& f, const Eigen::VectorXd& terms) const override {
    return ForceNorm(metric_, f, terms, limits::u_double).scale();
  }
  double acceleration_error(const Eigen::VectorXd& magnitudes) const override {
    return (metric_.L().transpose().cwiseAbs() * magnitudes).norm();
  }
  double acceleration_size(const Eigen::VectorXd& x, const Eigen::VectorXd& force_terms) const override {
    return AccelerationNorm(metric_, x, force_terms, limits::u_double).scale();
  }

 private:
  /// Magnitudes that those of the entries of L^-1 do not exceed: |L^-1 d| <= this times |d|.
  static Eigen::MatrixXd magnitudes_of_inverse(const Matrix<Interval>& L) {
    Matrix<Interval> Y(L.rows(), L.cols());
    for (Eigen::Index i = 0; i < Y.rows(); ++i)
      for (Eigen::Index j = 0; j < Y.cols(); ++j) Y(i, j) = Interval(i == j ? 1 : 0);
    solve_lower(L, Y);
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(L.rows(), L.cols());
    Real most;
    for (Eigen::Index i = 0; i < Y.rows(); ++i)
      for (Eigen::Index j = 0; j < Y.cols(); ++j) {
        mpfi_mag(most.backend().data(), Y(i, j).backend().data());
        result(i, j) = mpfr_get_d(most.backend().data(), MPFR_RNDU);
      }
    return result;
  }

  FactorMetric metric_;
  Eigen::MatrixXd inverse_;
};

/// The digits that the enclosures of one precision prove, and the digits that they lack.
class Proof {
 public:
  /// `bounds` is null where H is not proved to be positive definite: a force is then measured by its own length.
  Proof(const Dynamics<Interval>& a, const ProblemSet& problems, int digits, const NormBounds* bounds)
      : digits_(digits), unit_(pow(Real(10), digits)) {
    const Eigen::VectorXd least = limits::u_double * a.H_size.diagonal();
    entries(a.H, rounded(a.H).diagonal().cwiseMax(least));
    if (!problems.that_read(quantity::v).empty()) force(a.C, a.C_size, bounds);
    jacobian(a.J, a.reach);
    for (const Problem problem : problems) {
      if (!info(problem).is_unique() || (info(problem).divides() && bounds == nullptr)) continue;
      for (std::size_t k = 0; k < outputs(problem).size(); ++k)
        this->output(a, outputs(problem)[k], a.of(problem, k), a.sizes_of(problem, k), bounds);
    }
  }

  bool complete() const { return worst_ <= 1 && missing_ <= 0; }
  /// The digits proved, in the norms.
  int proved() const { return digits_ + digits_left(worst_, most_digits); }
  /// The digits by which the precision is too small, roughly.
  int missing() const {
    const double in_norm = std::isfinite(worst_) ? std::log10(worst_) : digits_;
    return static_cast<int>(std::ceil(std::max({0.0, in_norm, missing_})));
  }

 private:
  static constexpr int most_digits = 1000;

  int digits_;
  Real unit_;            ///< 10^digits
  double worst_ = 0;     ///< error in a norm, times 10^digits
  double missing_ = -1;  ///< digits that a number lacks

  /// Widths times 10^digits, so that none becomes zero by underflow; rounded up. Notes what digits are
  /// missing.
  template <class M>
  Eigen::MatrixXd widths(const M& enclosures) {
    Eigen::MatrixXd result(enclosures.rows(), enclosures.cols());
    Real width;
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      for (Eigen::Index j = 0; j < result.cols(); ++j) {
        const auto& x = enclosures(i, j).backend();
        mpfr_ptr w = width.backend().data();
        mpfr_sub(w, x.right_data(), x.left_data(), MPFR_RNDU);
        mpfr_mul(w, w, unit_.backend().data(), MPFR_RNDU);
        result(i, j) = mpfr_get_d(w, MPFR_RNDU);
        if (mpfi_has_zero(x.data()) == 0) own_digits(width, x);
      }
    return result;
  }

  /// With a quarter of a unit of the last requested digit, decimal() prints all of them.
  void own_digits(const Real& width, const Interval::backend_type& x) {
    Real least;
    mpfi_mig(least.backend().data(), x.data());
    const Real lacking = 4 * width / least;
    if (lacking <= 1) return;
    const double digits = isfinite(lacking) ? static_cast<double>(log10(lacking)) : digits_;
    missing_ = std::max(missing_, digits);
  }

  void take(double error, double scale) {
    const double e = ratio(error, scale);
    worst_ = std::isnan(e) ? std::numeric_limits<double>::infinity() : std::max(worst_, e);
  }

  void output(const Dynamics<Interval>& a, const Quantity& output, const Matrix<Interval>& X,
              const Eigen::MatrixXd& sizes, const NormBounds* bounds) {
    const Eigen::VectorXd diagonal = rounded(a.H).diagonal().cwiseMax(limits::u_double * a.H_size.diagonal());
    const bool over_coordinates = output.rows == Index::force || output.rows == Index::velocity;
    if (output.rows == Index::twist && output.columns == Index::force)
      return;  // J, which is checked in any case
    if (output.symmetry == Symmetry::symmetric && !output.is_metric() && output.rows != Index::force)
      scaled(X, sizes, output.rows == Index::twist ? rows_of_J(a, *bounds) : unit_forces(X.rows(), *bounds));
    else if (output.is_metric() && output.rows == Index::twist)
      entries(X, osim_scale(rounded(X).diagonal(), a.reach, limits::u_double));
    else if (output.is_metric() && output.rows == Index::force)
      entries(X, diagonal);
    else if (output.is_metric())
      entries(X, rounded(X).diagonal());
    else if (output.columns == Index::wrench && sizes.size() != 0)
      columns(X, sizes, unit_wrenches(a.of_J.factor), *bounds);
    else if (output.columns == Index::wrench)
      columns(X, *bounds);
    else if (output.is_vector() && output.rows == Index::force)
      force(X, sizes, bounds);
    else if (output.is_vector() && over_coordinates)
      take(bounds->acceleration_error(widths(X)), bounds->acceleration_size(rounded(X), sizes));
    else if (output.rows == Index::velocity)
      columns(X, sizes,
              output.columns == Index::velocity ? unit_forces(X.cols(), *bounds) : diagonal.cwiseSqrt(),
              *bounds);
    else if (output.rows == Index::force && output.columns == Index::force)
      scaled(X, sizes, diagonal.cwiseSqrt());
    else
      take(most(widths(X)), std::max(most(rounded(X)), limits::u_double * most(sizes)));
  }

  void entries(const Matrix<Interval>& X, const Eigen::VectorXd& diagonal) {
    take(EntryNorm(diagonal).measure(widths(X)).error, 1);
  }

  static double most(const Eigen::MatrixXd& m) { return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff(); }

  /// The sizes of unit forces, of the rows of J (the largest of three), and of unit wrenches: roots of the diagonals of H^-1,
  /// J H^-1 J^T and Lambda.
  static Eigen::VectorXd unit_forces(Eigen::Index n, const NormBounds& bounds) {
    Eigen::VectorXd size(n);
    for (Eigen::Index k = 0; k < n; ++k)
      size(k) = bounds.force_size(Eigen::VectorXd::Unit(n, k), Eigen::VectorXd::Zero(n));
    return size;
  }
  static Eigen::VectorXd rows_of_J(const Dynamics<Interval>& a, const NormBounds& bounds) {
    const Eigen::MatrixXd rows = rounded(a.J);
    Eigen::VectorXd size(rows.rows());
    for (Eigen::Index r = 0; r < rows.rows(); ++r)
      size(r) = bounds.force_size(rows.row(r).transpose(), Eigen::VectorXd::Zero(rows.cols()));
    return osim_scale(size.cwiseAbs2(), a.reach, limits::u_double).cwiseSqrt();
  }
  static Eigen::VectorXd unit_wrenches(const Matrix<Interval>& factor) {
    const FactorMetric metric(rounded(factor));
    Eigen::VectorXd size(factor.rows());
    for (Eigen::Index r = 0; r < size.size(); ++r)
      size(r) = metric.force(Eigen::VectorXd::Unit(size.size(), r));
    return size;
  }

  /// A matrix relative to its largest entry in these scales of its rows and columns.
  void scaled(const Matrix<Interval>& X, const Eigen::MatrixXd& sizes, const Eigen::VectorXd& scale) {
    const auto largest = [&](const Eigen::MatrixXd& M) {
      double result = 0;
      for (Eigen::Index i = 0; i < M.rows(); ++i)
        for (Eigen::Index j = 0; j < M.cols(); ++j)
          result = std::max(result, ratio(std::abs(M(i, j)), scale(i) * scale(j)));
      return result;
    };
    take(largest(widths(X)), std::max(largest(rounded(X)), limits::u_double * largest(sizes)));
  }

  void force(const Matrix<Interval>& f, const Eigen::VectorXd& terms, const NormBounds* bounds) {
    const Eigen::VectorXd error = widths(f), size = rounded(f);
    if (bounds != nullptr)
      take(bounds->force_error(error), bounds->force_size(size, terms));
    else
      take(error.norm(), std::max(size.norm(), limits::u_double * terms.norm()));
  }

  /// The columns of J-bar. The three columns of an end-effector's rotation share the largest size, and so do those of its translation.
  void columns(const Matrix<Interval>& J_bar, const NormBounds& bounds) {
    const Eigen::MatrixXd size = rounded(J_bar), error = widths(J_bar);
    const Eigen::VectorXd no_terms = Eigen::VectorXd::Zero(size.rows());
    for (Eigen::Index first = 0; first < size.cols(); first += 3) {
      double largest = 0;
      for (Eigen::Index r = first; r < first + 3; ++r)
        largest = std::max(largest, bounds.acceleration_size(size.col(r), no_terms));
      for (Eigen::Index r = first; r < first + 3; ++r) take(bounds.acceleration_error(error.col(r)), largest);
    }
  }

  /// The columns of accelerations, relative to the largest in these scales.
  void columns(const Matrix<Interval>& X, const Eigen::MatrixXd& sizes, const Eigen::VectorXd& scales,
               const NormBounds& bounds) {
    const Eigen::MatrixXd size = rounded(X), error = widths(X);
    double largest = 0;
    for (Eigen::Index j = 0; j < size.cols(); ++j)
      largest = std::max(largest, ratio(bounds.acceleration_size(size.col(j), sizes.col(j)), scales(j)));
    for (Eigen::Index j = 0; j < size.cols(); ++j)
      take(ratio(bounds.acceleration_error(error.col(j)), scales(j)), largest);
  }

  /// By end-effector and coordinate: relative to its angular velocity, and to the linear one that this makes
  /// at the end of the lever arm.
  void jacobian(const Matrix<Interval>& J, const Eigen::VectorXd& reach) {
    const Eigen::MatrixXd size = rounded(J), error = widths(J);
    for (Eigen::Index e = 0; e < reach.size(); ++e)
      for (Eigen::Index k = 0; k < J.cols(); ++k) {
        const double angular = size.col(k).segment(6 * e, 3).norm();
        const double linear = size.col(k).segment(6 * e + 3, 3).norm();
        take(error.col(k).segment(6 * e, 3).norm(), angular);
        take(error.col(k).segment(6 * e + 3, 3).norm(), std::max(linear, angular * reach(e)));
      }
  }
};

}  // namespace kintree::oracle
