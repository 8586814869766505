// The unit-free norms in which errors are measured, for differences that are already formed.
//   H, H^-1            max |dX_ij| / sqrt(X_ii X_jj)             (radians and metres do not mix)
//   J H^-1 J^T         the same, but the three angular rows of an end-effector, and its three linear ones,
//   share the largest of
//                      their diagonals: how a frame is turned does not change the error
//   q-ddot             |dx|_H / |x|_H,            |x|_H = |L^T x|
//   tau                |df|_{H^-1} / |f|_{H^-1},  |f|_{H^-1} = |L^-1 f|
// An answer that is zero because its terms cancel has no size of its own: no scale is smaller than u times
// what the terms' sizes give.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/SVD>

#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/oracle.hpp"

namespace kintree::oracle {

template <class M>
Eigen::MatrixXd rounded(const M& m) {
  Eigen::MatrixXd r(m.rows(), m.cols());
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) r(i, j) = to_double(m(i, j));
  return r;
}

struct Measured {
  double error = 0;
  int row = 0, column = 0;  ///< of the entry that contributes most, from 1
};

/// 0/0 is no error; anything else over nothing is infinite; NaN stays NaN.
inline double ratio(double a, double b) {
  return a == 0 ? 0 : a / b;
}

/// A matrix against the diagonal of the exact one.
inline Measured measure_entries(const Eigen::MatrixXd& difference, const Eigen::VectorXd& diagonal) {
  Measured worst;
  for (Eigen::Index i = 0; i < difference.rows(); ++i)
    for (Eigen::Index j = 0; j < difference.cols(); ++j) {
      const double e = ratio(std::abs(difference(i, j)), std::sqrt(diagonal(i)) * std::sqrt(diagonal(j)));
      if (!(e <= worst.error)) worst = {e, static_cast<int>(i) + 1, static_cast<int>(j) + 1};
    }
  return worst;
}

inline int largest(const Eigen::VectorXd& x) {
  if (x.size() == 0) return 0;
  Eigen::Index at = 0;
  x.cwiseAbs().maxCoeff(&at);
  return static_cast<int>(at) + 1;
}

/// The diagonal that scales J H^-1 J^T: by triples of rows, the linear ones no smaller than the angular ones
/// times (u reach)^2.
inline Eigen::VectorXd osim_scale(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& reach) {
  Eigen::VectorXd scale = diagonal;
  for (Eigen::Index e = 0; e < reach.size(); ++e) {
    const double angular = diagonal.segment(6 * e, 3).maxCoeff();
    const double least = limits::u * reach(e);
    scale.segment(6 * e, 3).setConstant(angular);
    scale.segment(6 * e + 3, 3)
        .setConstant(std::max(diagonal.segment(6 * e + 3, 3).maxCoeff(), angular * least * least));
  }
  return scale;
}

/// Norms of forces and accelerations, for the L of H = L L^T.
class Norms {
 public:
  explicit Norms(Eigen::MatrixXd L) : L_(std::move(L)), root_diagonal_(L_.rowwise().norm()) {}

  double force(const Eigen::VectorXd& f) const { return L_.triangularView<Eigen::Lower>().solve(f).norm(); }
  double acceleration(const Eigen::VectorXd& x) const { return (L_.transpose() * x).norm(); }

  /// What errors are relative to. `size`: of the terms of the exact force; for an acceleration, of the force
  /// that makes it.
  double force_scale(const Eigen::VectorXd& exact, const Eigen::VectorXd& size) const {
    return std::max(force(exact), limits::u * force(size));
  }
  double acceleration_scale(const Eigen::VectorXd& exact, const Eigen::VectorXd& size) const {
    return std::max(acceleration(exact), limits::u * force(size));
  }

  /// The entry that contributes most is found by |df_i| / sqrt(H_ii).
  Measured measure_force(const Eigen::VectorXd& difference, const Eigen::VectorXd& exact,
                         const Eigen::VectorXd& size) const {
    return {ratio(force(difference), force_scale(exact, size)),
            largest(difference.cwiseQuotient(root_diagonal_))};
  }

  /// The entry that contributes most: by |dx_i| sqrt(H_ii).
  Measured measure_acceleration(const Eigen::VectorXd& difference, const Eigen::VectorXd& exact,
                                const Eigen::VectorXd& size) const {
    return {ratio(acceleration(difference), acceleration_scale(exact, size)),
            largest(difference.cwiseProduct(root_diagonal_))};
  }

  const Eigen::MatrixXd& L() const { return L_; }

  /// The smallest eigenvalue of H scaled to unit diagonal: the square of the smallest singular value of the
  /// scaled factor, which keeps its digits where the eigenvalue of the product would not.
  double smallest_scaled_eigenvalue() const {
    const Eigen::MatrixXd scaled = root_diagonal_.cwiseInverse().asDiagonal() * L_;
    const double s = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues().minCoeff();
    return s * s;
  }

 private:
  Eigen::MatrixXd L_;
  Eigen::VectorXd root_diagonal_;
};

/// Magnitudes of the terms of tau - C.
inline Eigen::VectorXd net_force_size(const std::vector<double>& tau, const Eigen::VectorXd& C_size) {
  return Eigen::Map<const Eigen::VectorXd>(tau.data(), static_cast<Eigen::Index>(tau.size())).cwiseAbs() +
         C_size;
}

/// Decimal digits in which two answers to a state agree, in those norms; at most 1000.
template <class A>
int agreeing_digits(const A& a, const A& b, const State& state, const Wanted& wanted) {
  double worst = 0;
  const auto take = [&](double error) {
    if (!(error <= worst)) worst = error;
  };
  const auto entries = [&](const auto& x, const auto& y) {
    take(measure_entries(rounded(x - y), rounded(y).diagonal()).error);
  };
  entries(a.H, b.H);
  if (b.singular_at == 0) {
    const Norms norms(rounded(b.L));
    take(norms.measure_force(rounded(a.C - b.C), rounded(b.C), b.C_size).error);
    if (wanted.tau) take(norms.measure_force(rounded(a.tau - b.tau), rounded(b.tau), b.tau_size).error);
    if (wanted.qdd)
      take(norms
               .measure_acceleration(rounded(a.qdd - b.qdd), rounded(b.qdd),
                                     net_force_size(state.tau, b.C_size))
               .error);
    if (wanted.inverse) entries(a.H_inverse, b.H_inverse);
    if (wanted.inverse_osim)
      take(measure_entries(rounded(a.Lambda_inverse - b.Lambda_inverse),
                           osim_scale(rounded(b.Lambda_inverse).diagonal(), b.reach))
               .error);
  } else {
    // Without H^-1 there is no norm of forces: the plain relative one serves.
    const auto plain = [&](const auto& x, const auto& y, const Eigen::VectorXd& size) {
      take(ratio(rounded(x - y).norm(), std::max(rounded(y).norm(), limits::u * size.norm())));
    };
    plain(a.C, b.C, b.C_size);
    if (wanted.tau) plain(a.tau, b.tau, b.tau_size);
  }
  if (std::isnan(worst)) return 0;
  return worst == 0 ? 1000 : std::max(0, static_cast<int>(std::floor(-std::log10(worst))));
}

}  // namespace kintree::oracle
