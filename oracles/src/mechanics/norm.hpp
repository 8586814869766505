// The unit-free norms in which errors are measured.
//
// - H, H^-1: max |dX_ij| / sqrt(X_ii X_jj). Radians and metres do not mix.
// - J H^-1 J^T: the same, but the three angular rows of an end-effector share the largest of their diagonals,
//   and so do its three linear ones. A rotation of its frame does not change the error.
// - J-bar: max |dx|_H / |x|_H over its columns x. A column is the acceleration with the smallest |x|_H that
//   gives an end-effector a unit acceleration. The three angular columns of an end-effector share the largest
//   |x|_H, and so do its three linear ones.
// - Matrices of accelerations (derivatives of q-ddot): max |dx|_H / s_j relative to max |x|_H / s_j over the
//   columns x, with s_j = sqrt(H_jj). The rate of J-bar: the same, with its own scale of J-bar.
// - The derivative of constrained q-ddot by tau: max |dx|_H / sqrt(H^-1_jj), where sqrt(H^-1_jj) is |x|_H of the same column without the
//   constraints. It is zero where they leave no motion.
// - Forces of constraints: |dy|_A / |y|_A with A = K H^-1 K^T. Their derivatives: as those of q-ddot, with A in the place of H.
// - q-ddot: |dx|_H / |x|_H, where |x|_H = |L^T x|.
// - tau: |df|_{H^-1} / |f|_{H^-1}, where |f|_{H^-1} = |L^-1 f|.
// - Others: max |dX_ij| / (s_i s_j) relative to max |X_ij| / (s_i s_j). The scale s depends on the index. For
//   a force it is sqrt(H_ii), and for a velocity sqrt(H^-1_ii). For a row r of a Jacobian it is the largest |r|_{H^-1} of the three of its
//   kind. For the momentum it is the root of the mass, or of the inertia about the centre of mass. For an
//   inertial parameter it is the largest term of its column, in the scale of the rows. For a number it is 1.
//
// An answer that is zero because its terms cancel has no size of its own. So no scale is smaller than u times
// the norm of the sizes of the terms. If H is singular, most of these norms do not exist. Then an answer
// other than H or a momentum is measured entry by entry against the magnitudes of its terms, and a diagonal entry of H that
// is zero is replaced by the magnitudes of its own.
//
// The entries of a vector are rounded one by one. The effect on its norm is more than u if the directions in
// which the norm is small are oblique to the coordinates. For example, a rounding of the force on a heavy
// body accelerates a light one.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/SVD>

#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/real.hpp"

namespace kintree::oracle {

template <class M>
Eigen::MatrixXd rounded(const M& m) {
  Eigen::MatrixXd r(m.rows(), m.cols());
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) r(i, j) = to_double(m(i, j));
  return r;
}

inline Eigen::VectorXd as_vector(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

/// From n^2 numbers, row by row.
inline Eigen::MatrixXd as_matrix(const std::vector<double>& m, Eigen::Index n) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(m.data(), n, n);
}

/// a / b, where 0/0 is no error. Any other a over 0 is infinite, and NaN remains NaN.
inline double ratio(double a, double b) {
  return a == 0 ? 0 : a / b;
}

/// The number of decimal digits, of `most`, that an error leaves.
inline int digits_left(double error, int most) {
  if (!(error < 1)) return 0;
  return error == 0 ? most : std::min(static_cast<int>(std::floor(-std::log10(error))), most);
}

/// The index of the largest entry, from 1; 0 if there is none.
inline int largest(const Eigen::VectorXd& x) {
  if (x.size() == 0) return 0;
  Eigen::Index at = 0;
  x.cwiseAbs().maxCoeff(&at);
  return static_cast<int>(at) + 1;
}

struct Measured {
  double error = 0;
  int row = 0, column = 0;  ///< of the entry that contributes most, from 1; the column is 0 for vectors
};

/// A measure of the errors of one answer, relative to its size.
class Norm {
 public:
  virtual ~Norm() = default;
  virtual Measured measure(const Eigen::MatrixXd& difference) const = 0;
  /// True if errors are measured by the size of the terms that cancel, so that sigma is a rounding of it.
  virtual bool zero_by_cancellation() const { return false; }
  /// The error of the exact answer, every entry rounded to the format: root mean square over independent
  /// relative roundings of size u. Norms of matrices by entry return 0, since there it is at most u.
  virtual double of_roundings() const { return 0; }
  /// The |x|_H relative to which errors of the acceleration in column j are measured; infinite if there is none.
  virtual double acceleration_scale(Eigen::Index /*j*/) const {
    return std::numeric_limits<double>::infinity();
  }
};

/// The norm of a matrix, entry by entry: max |dX_ij| / sqrt(d_i d_j).
class EntryNorm final : public Norm {
 public:
  explicit EntryNorm(Eigen::VectorXd diagonal) : diagonal_(std::move(diagonal)) {}

  Measured measure(const Eigen::MatrixXd& difference) const override {
    Measured worst;
    for (Eigen::Index i = 0; i < difference.rows(); ++i)
      for (Eigen::Index j = 0; j < difference.cols(); ++j) {
        const double e = ratio(std::abs(difference(i, j)), std::sqrt(diagonal_(i)) * std::sqrt(diagonal_(j)));
        if (!(e <= worst.error)) worst = {e, static_cast<int>(i) + 1, static_cast<int>(j) + 1};
        if (std::isnan(e)) return worst;  // no later entry hides it
      }
    return worst;
  }

  /// s with |dX_ij| <= error s_i s_j.
  Eigen::VectorXd scale() const { return diagonal_.cwiseSqrt(); }

 private:
  Eigen::VectorXd diagonal_;
};

/// The norm of a matrix that is no metric. It is the largest of |dX_ij| / (r_i c_j), relative to the largest
/// of |X_ij| / (r_i c_j), with scales r of the rows and c of the columns.
class ScaledNorm final : public Norm {
 public:
  /// `sizes`: the magnitudes of the terms of the exact X.
  ScaledNorm(const Eigen::MatrixXd& exact, const Eigen::MatrixXd& sizes, Eigen::VectorXd rows,
             Eigen::VectorXd columns, double u)
      : rows_(std::move(rows)), columns_(std::move(columns)) {
    const double size = worst(exact).error, least = u * worst(sizes).error;
    scale_ = std::max(size, least);
    zero_by_cancellation_ = size < scale_;
  }

  bool zero_by_cancellation() const override { return zero_by_cancellation_; }
  Measured measure(const Eigen::MatrixXd& difference) const override {
    Measured result = worst(difference);
    result.error = ratio(result.error, scale_);
    return result;
  }

 private:
  Measured worst(const Eigen::MatrixXd& X) const {
    Measured worst;
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j) {
        const double e = ratio(std::abs(X(i, j)), rows_(i) * columns_(j));
        const int column = X.cols() == 1 ? 0 : static_cast<int>(j) + 1;
        if (!(e <= worst.error)) worst = {e, static_cast<int>(i) + 1, column};
        if (std::isnan(e)) return worst;  // no later entry hides it
      }
    return worst;
  }

  Eigen::VectorXd rows_, columns_;
  double scale_ = 0;
  bool zero_by_cancellation_ = false;
};

/// The error of each entry relative to the magnitudes of its terms. It serves where H is singular: |f|_{H^-1} does not exist.
class TermNorm final : public Norm {
 public:
  explicit TermNorm(Eigen::MatrixXd sizes) : sizes_(std::move(sizes)) {}

  Measured measure(const Eigen::MatrixXd& difference) const override {
    Measured worst;
    for (Eigen::Index i = 0; i < difference.rows(); ++i)
      for (Eigen::Index j = 0; j < difference.cols(); ++j) {
        const double e = ratio(std::abs(difference(i, j)), sizes_(i, j));
        const int column = difference.cols() == 1 ? 0 : static_cast<int>(j) + 1;
        if (!(e <= worst.error)) worst = {e, static_cast<int>(i) + 1, column};
        if (std::isnan(e)) return worst;  // no later entry hides it
      }
    return worst;
  }

 private:
  Eigen::MatrixXd sizes_;
};

/// The diagonal that scales J H^-1 J^T: by triples of rows, the linear ones no smaller than the angular ones
/// times (u reach)^2.
inline Eigen::VectorXd osim_scale(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& reach, double u) {
  Eigen::VectorXd scale = diagonal;
  for (Eigen::Index e = 0; e < reach.size(); ++e) {
    const double angular = diagonal.segment(6 * e, 3).maxCoeff();
    const double least = u * reach(e);
    scale.segment(6 * e, 3).setConstant(angular);
    scale.segment(6 * e + 3, 3)
        .setConstant(std::max(diagonal.segment(6 * e + 3, 3).maxCoeff(), angular * least * least));
  }
  return scale;
}

/// The norms of vectors that belong to one H.
class Metric {
 public:
  virtual ~Metric() = default;
  virtual double force(const Eigen::VectorXd& f) const = 0;                ///< |f|_{H^-1}
  virtual double acceleration(const Eigen::VectorXd& x) const = 0;         ///< |x|_H
  const Eigen::VectorXd& root_diagonal() const { return root_diagonal_; }  ///< sqrt(H_ii)
  /// The same, root mean square over all choices of the entries' signs: (sum f_i^2 H^-1_ii)^1/2.
  virtual double force_of_any_signs(const Eigen::VectorXd& f) const = 0;
  /// (sum x_i^2 H_ii)^1/2.
  double acceleration_of_any_signs(const Eigen::VectorXd& x) const {
    return x.cwiseProduct(root_diagonal_).norm();
  }

 protected:
  explicit Metric(Eigen::VectorXd root_diagonal) : root_diagonal_(std::move(root_diagonal)) {}

 private:
  Eigen::VectorXd root_diagonal_;
};

/// By the factor of H = L L^T.
class FactorMetric final : public Metric {
 public:
  explicit FactorMetric(Eigen::MatrixXd L) : Metric(L.rowwise().norm()), L_(std::move(L)) {}

  double force(const Eigen::VectorXd& f) const override {
    return L_.triangularView<Eigen::Lower>().solve(f).norm();
  }
  double acceleration(const Eigen::VectorXd& x) const override { return (L_.transpose() * x).norm(); }
  double force_of_any_signs(const Eigen::VectorXd& f) const override {
    return L_.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd(f.asDiagonal())).norm();
  }
  const Eigen::MatrixXd& L() const { return L_; }

  /// The most that |f|_{H^-1} can be of any f whose entries are no larger than these: | |L^-1| size |.
  double force_at_most(const Eigen::VectorXd& size) const {
    const auto n = L_.rows();
    const Eigen::MatrixXd inverse = L_.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(n, n));
    return (inverse.cwiseAbs() * size).norm();
  }

  struct Eigenvalues {
    double smallest, largest;
    double ratio() const { return largest / smallest; }
  };
  /// The extreme eigenvalues of H scaled to unit diagonal: the squares of the singular values of the scaled
  /// factor, which keep more digits than the eigenvalues of the product. Ones for an empty matrix.
  Eigenvalues scaled_eigenvalues() const {
    if (L_.size() == 0) return {1, 1};
    const Eigen::MatrixXd scaled = root_diagonal().cwiseInverse().asDiagonal() * L_;
    const Eigen::VectorXd s = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues();
    return {s.minCoeff() * s.minCoeff(), s.maxCoeff() * s.maxCoeff()};
  }

 private:
  Eigen::MatrixXd L_;
};

/// The norm of a vector, relative to `scale`.
class VectorNorm : public Norm {
 public:
  double scale() const { return scale_; }
  bool zero_by_cancellation() const override { return zero_by_cancellation_; }
  double of_roundings() const override { return of_roundings_; }

 protected:
  /// `size` is the norm of the exact answer. `least` is u times the norm of its terms, and `any_signs` u
  /// times that of its entries with any signs.
  VectorNorm(const Metric& metric, double size, double least, double any_signs)
      : metric_(metric),
        scale_(std::max(size, least)),
        of_roundings_(ratio(any_signs, scale_)),
        zero_by_cancellation_(size < scale_) {}
  const Metric& metric_;

 private:
  double scale_;
  double of_roundings_;
  bool zero_by_cancellation_;
};

class ForceNorm final : public VectorNorm {
 public:
  /// `size`: of the terms of the exact force.
  ForceNorm(const Metric& metric, const Eigen::VectorXd& exact, const Eigen::VectorXd& size, double u)
      : VectorNorm(metric, metric.force(exact), u * metric.force(size),
                   u * metric.force_of_any_signs(exact)) {}
  /// The entry that contributes most is found by |df_i| / sqrt(H_ii).
  Measured measure(const Eigen::MatrixXd& difference) const override {
    const Eigen::VectorXd d = difference.col(0);
    return {ratio(metric_.force(d), scale()), largest(d.cwiseQuotient(metric_.root_diagonal()))};
  }
};

class AccelerationNorm final : public VectorNorm {
 public:
  /// `size`: of the terms of the force that makes the exact acceleration.
  AccelerationNorm(const Metric& metric, const Eigen::VectorXd& exact, const Eigen::VectorXd& size, double u)
      : VectorNorm(metric, metric.acceleration(exact), u * metric.force(size),
                   u * metric.acceleration_of_any_signs(exact)) {}
  /// The entry that contributes most is found by |dx_i| sqrt(H_ii).
  Measured measure(const Eigen::MatrixXd& difference) const override {
    const Eigen::VectorXd d = difference.col(0);
    return {ratio(metric_.acceleration(d), scale()), largest(d.cwiseProduct(metric_.root_diagonal()))};
  }
  double acceleration_scale(Eigen::Index /*j*/) const override { return scale(); }
};

/// The norm of a matrix of accelerations, column by column: max |dx_j|_H / s_j.
class ColumnNorm final : public Norm {
 public:
  /// `scale`: s, by column.
  ColumnNorm(const Metric& metric, const Eigen::MatrixXd& exact, Eigen::VectorXd scale, double u,
             bool zero_by_cancellation = false)
      : metric_(metric), scale_(std::move(scale)), zero_by_cancellation_(zero_by_cancellation) {
    for (Eigen::Index j = 0; j < scale_.size(); ++j)
      of_roundings_ =
          std::max(of_roundings_, ratio(u * metric.acceleration_of_any_signs(exact.col(j)), scale_(j)));
  }

  bool zero_by_cancellation() const override { return zero_by_cancellation_; }
  double of_roundings() const override { return of_roundings_; }

  /// The entry that contributes most to the worst column is found by |dx_i| sqrt(H_ii).
  Measured measure(const Eigen::MatrixXd& difference) const override {
    Measured worst;
    for (Eigen::Index r = 0; r < difference.cols(); ++r) {
      const Eigen::VectorXd d = difference.col(r);
      const double e = ratio(metric_.acceleration(d), scale_(r));
      if (!(e <= worst.error))
        worst = {e, largest(d.cwiseProduct(metric_.root_diagonal())), static_cast<int>(r) + 1};
      if (std::isnan(e)) return worst;  // no later column hides it
    }
    return worst;
  }
  double acceleration_scale(Eigen::Index j) const override { return scale_(j); }

 private:
  const Metric& metric_;
  Eigen::VectorXd scale_;
  double of_roundings_ = 0;
  bool zero_by_cancellation_;
};

/// The magnitudes of the terms of tau - C.
inline Eigen::VectorXd net_force_size(const std::vector<double>& tau, const Eigen::VectorXd& C_size) {
  return as_vector(tau).cwiseAbs() + C_size;
}

}  // namespace kintree::oracle
