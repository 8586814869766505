// The errors that verdict B allows for the solutions of systems with constraints: accelerations and forces, and their derivatives.
#pragma once

#include "judge/dense.hpp"

namespace kintree::oracle {

/// A solution of H x = f + K^T y, K x = a: sizes and errors in the norms of limits::constraint_forces_B.
struct ConstrainedSolution {
  double f;          ///< |f|_H^-1
  double y;          ///< |y|_A, A = K H^-1 K^T
  double f_error;    ///< of f, before the solution
  double row_error;  ///< of a - K H^-1 f
};

struct ConstrainedErrors {
  double acceleration, forces;  ///< |dx|_H, |dy|_A
};

/// `solve_B`: of solutions with H. `rows_B`: limits::consistent_B of K.
inline ConstrainedErrors errors_of(const ConstrainedSolution& s, double solve_B, double rows_B) {
  const double free = s.f * solve_B + s.f_error;
  const double forces = limits::constraint_forces_B(free, s.y, rows_B, s.row_error);
  return {limits::constrained_acceleration_B(free, forces, s.y, solve_B), forces};
}

/// The accelerations and forces of a case, and the slopes of H and K by each coordinate of q. limits::slope_of_forces_B names the norms.
struct ConstrainedSlopes {
  ConstrainedSolution solution;
  Eigen::VectorXd of_H, of_K;  ///< |L^-1 dH L^-T|, |F^-1 dK L^-T|
};

inline double operator_norm(const Eigen::MatrixXd& M) {
  return M.size() == 0 ? 0 : Eigen::JacobiSVD<Eigen::MatrixXd>(M).singularValues()(0);
}

inline ConstrainedSlopes slopes_of(const DenseCase& of) {
  const auto& [depth, n, u] = of.sizes;
  const FactorMetric &of_H = *of.metric, &of_rows = of.metric_of_rows(SolvesWith::constraints);
  const auto in = read<Exact>(of.model, of.state, [](double x) { return Exact(x); });
  const Words<Exact> words(in, epsilon<Exact>(), true);
  using Free = problems::ConstrainedForwardDynamics;
  const auto x = Free::answer(words);
  const auto terms = Free::sizes(words);
  ConstrainedSlopes result{{of_H.force(rounded(Vector<Exact>(words.tau() - words.C())).col(0)),
                            of_rows.acceleration(rounded(x[1]).col(0)),
                            limits::right_side_B(depth, of_H.force_at_most(words.sizes_of_tau_minus_C()), u),
                            limits::right_side_B(depth, of_rows.force_at_most(terms[1].col(0)), u)},
                           Eigen::VectorXd(n),
                           Eigen::VectorXd(n)};
  const auto L = of_H.L().triangularView<Eigen::Lower>(), F = of_rows.L().triangularView<Eigen::Lower>();
  for (int j = 0; j < n; ++j) {
    const Displaced<Exact> moved{along_unit(in, By::q, j)};
    const Eigen::MatrixXd dH = rounded(derivatives(mass_matrix(moved.in, moved.inertias, moved.partial))),
                          dK =
                              rounded(derivatives(constraint_jacobian(moved.in, moved.world, moved.partial)));
    const Eigen::MatrixXd half = L.solve(dH), rows = F.solve(dK);
    result.of_H(j) = operator_norm(L.solve(half.transpose()));
    result.of_K(j) = operator_norm(L.solve(rows.transpose()));
  }
  return result;
}

}  // namespace kintree::oracle
