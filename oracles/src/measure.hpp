// The unit-free norms in which errors are measured, for differences that are already formed.
//   matrices     max |dX_ij| / sqrt(X_ii X_jj)             (H, H^-1, J H^-1 J^T: radians and metres do not mix)
//   q-ddot       |dx|_H / |x|_H,        |x|_H = |L^T x|
//   tau          |df|_{H^-1} / |f|_{H^-1},  |f|_{H^-1} = |L^-1 f|
#pragma once

#include <cmath>
#include <limits>

#include "kintree/data/problem.hpp"
#include "kintree/oracle/oracle.hpp"

namespace kintree::oracle {

template <class T>
double to_double(const T& x) {
  return static_cast<double>(x);
}

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
inline double ratio(double a, double b) { return a == 0 ? 0 : a / b; }

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

/// An acceleration in the H-norm; the entry that contributes most by |dx_i| sqrt(H_ii).
inline Measured measure_acceleration(const Eigen::VectorXd& difference, const Eigen::VectorXd& exact, const Eigen::MatrixXd& L) {
  const Eigen::VectorXd scale = L.rowwise().norm();  // sqrt(H_ii)
  return {ratio((L.transpose() * difference).norm(), (L.transpose() * exact).norm()),
          largest(difference.cwiseProduct(scale))};
}

/// A generalized force in the H^-1-norm.
inline Measured measure_force(const Eigen::VectorXd& difference, const Eigen::VectorXd& exact, const Eigen::MatrixXd& L) {
  const auto lower = L.triangularView<Eigen::Lower>();
  const Eigen::VectorXd scale = L.rowwise().norm();
  return {ratio(lower.solve(difference).norm(), lower.solve(exact).norm()), largest(difference.cwiseQuotient(scale))};
}

/// Decimal digits in which two answers agree, in those norms; at most 1000.
template <class A>
int agreeing_digits(const A& a, const A& b, const Wanted& wanted) {
  const Eigen::MatrixXd L = b.singular_at == 0 ? rounded(b.L) : Eigen::MatrixXd();
  const auto entries = [](const auto& x, const auto& y) {
    return measure_entries(rounded(x - y), rounded(y).diagonal()).error;
  };
  double worst = entries(a.H, b.H);
  const auto take = [&](double error) {
    if (!(error <= worst)) worst = error;
  };
  if (b.singular_at == 0) {
    const auto force = [&](const auto& x, const auto& y) { return measure_force(rounded(x - y), rounded(y), L).error; };
    take(force(a.C, b.C));
    if (wanted.tau) take(force(a.tau, b.tau));
    if (wanted.qdd) take(measure_acceleration(rounded(a.qdd - b.qdd), rounded(b.qdd), L).error);
    if (wanted.inverse) take(entries(a.H_inverse, b.H_inverse));
    if (wanted.inverse_osim) take(entries(a.Lambda_inverse, b.Lambda_inverse));
  } else {
    // Without H^-1 there is no norm of forces: the plain relative one serves.
    const auto plain = [](const auto& x, const auto& y) { return ratio(rounded(x - y).norm(), rounded(y).norm()); };
    take(plain(a.C, b.C));
    if (wanted.tau) take(plain(a.tau, b.tau));
  }
  if (std::isnan(worst)) return 0;
  return worst == 0 ? 1000 : std::max(0, static_cast<int>(std::floor(-std::log10(worst))));
}

}  // namespace kintree::oracle
