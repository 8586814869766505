// Answers of the oracle, at 60 digits, against equations of motion that are written down.
#pragma once

#include <Eigen/LU>
#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <utility>
#include <vector>

#include "check.hpp"

namespace kintree::test::closed_form {

using oracle::Digits;
using oracle::Dynamics;

inline constexpr unsigned digits = 60;
inline constexpr double tolerance = 1e-55;
inline constexpr double g = 9.81;  // gravity is (0, 0, -g) unless a test says otherwise

inline State state_of(const Model& model, std::vector<double> q, std::vector<double> v,
                      std::vector<double> qdd, std::vector<double> tau) {
  State state = neutral_state(model);
  state.q = std::move(q);
  state.v = std::move(v);
  state.qdd = std::move(qdd);
  state.tau = std::move(tau);
  return state;
}

inline Vector<Real> reals(const std::vector<double>& x) {
  Vector<Real> result(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) result(static_cast<Eigen::Index>(i)) = Real(x[i]);
  return result;
}

/// Checks H and C, tau = H qdd + C, and that H times the oracle's own qdd balances tau. All of these must be
/// in the enclosures that 40 digits give.
inline void check_equation(const Model& model, const State& state, const Matrix<Real>& H,
                           const Vector<Real>& C) {
  const Dynamics<Real> answer = oracle::evaluate<Real>(model, state, everything);
  check_matrix(answer.H, H, tolerance, "H");
  check_vector(answer.C, C, tolerance, "C");
  check_vector(answer.of(Problem::inverse_dynamics), H * reals(state.qdd) + C, tolerance, "tau");
  BOOST_TEST_REQUIRE(answer.singular_at == 0);
  check_vector(H * answer.of(Problem::forward_dynamics), reals(state.tau) - C, tolerance, "H qdd");

  const oracle::Precision<oracle::Interval> scope(40);
  const Dynamics<oracle::Interval> enclosures = oracle::evaluate<oracle::Interval>(model, state, everything);
  check_enclosed(enclosures.H, H, tolerance, "H");
  check_enclosed(enclosures.C, C, tolerance, "C");
  check_enclosed(enclosures.of(Problem::inverse_dynamics), H * reals(state.qdd) + C, tolerance, "tau");
  const Vector<Real> qdd = H.partialPivLu().solve(reals(state.tau) - C);
  check_enclosed(enclosures.of(Problem::forward_dynamics), qdd, tolerance, "qdd");
}

inline Matrix<Real> square(int n, std::initializer_list<Real> rows) {
  Matrix<Real> result(n, n);
  auto entry = rows.begin();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) result(i, j) = *entry++;
  return result;
}

/// The derivatives of tau by q and v as given, and those of qdd by v that follow.
inline void check_derivatives(const Model& model, const State& state, const Matrix<Real>& by_q,
                              const Matrix<Real>& by_v) {
  const Dynamics<Real> answer = oracle::evaluate<Real>(
      model, state, {Problem::inverse_dynamics_derivatives, Problem::forward_dynamics_derivatives});
  check_matrix(answer.of(Problem::inverse_dynamics_derivatives, 0), by_q, tolerance, "d tau / dq");
  check_matrix(answer.of(Problem::inverse_dynamics_derivatives, 1), by_v, tolerance, "d tau / dv");
  check_matrix(Matrix<Real>(answer.H * answer.of(Problem::forward_dynamics_derivatives, 1)),
               Matrix<Real>(-by_v), tolerance, "H d qdd / dv");
}

inline Matrix3 crossing(const Vector3& a) {
  Matrix3 result;
  result << Real(0), -a(2), a(1), a(2), Real(0), -a(0), -a(1), a(0), Real(0);
  return result;
}

inline Matrix3 diagonal(const Triple& moments) {
  return widened(moments).asDiagonal();
}

}  // namespace kintree::test::closed_form
