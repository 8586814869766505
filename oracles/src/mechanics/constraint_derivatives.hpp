// Derivatives of the rows of the constraints, by dual numbers: of their forces and of their accelerations.
#pragma once

#include "mechanics/derivatives.hpp"

namespace kintree::oracle {

/// K alone, rows x n. It depends on q only.
template <class T>
Matrix<T> constraint_rows(const Input<T>& in) {
  const Placed<T> placed(in);
  const Vector<T> rest = zeros<T>(in.n);
  const auto world = world_motion(in, placed, rest, rest);
  return constraint_jacobian(in, world, partial_velocities(in, placed, world));
}

/// K qdd + K-dot v at the accelerations of the input.
template <class T>
Vector<T> constraint_accelerations(const Input<T>& in) {
  const Matrix<Dual<T>> K = constraint_rows(along(in, in.v, zeros<T>(in.n)));  // its part at e is K-dot
  Vector<T> result = zeros<T>(static_cast<int>(K.rows()));
  for (Eigen::Index r = 0; r < K.rows(); ++r)
    for (Eigen::Index j = 0; j < K.cols(); ++j) result(r) += K(r, j).x * in.qdd(j) + K(r, j).e * in.v(j);
  return result;
}

/// The tree with q moved by e along the unit velocity k, or with e added to velocity k.
template <class T>
Input<Dual<T>> along_unit(const Input<T>& in, By by, int k) {
  Vector<T> unit = zeros<T>(in.n);
  unit(k) = T(1);
  return by == By::v ? along(in, zeros<T>(in.n), unit) : along(in, unit, zeros<T>(in.n));
}

/// By coordinate: whether it moves a body of a constraint. K does not depend on the others.
template <class T>
std::vector<bool> moves_constraints(const Input<T>& in) {
  std::vector<bool> moves(static_cast<std::size_t>(in.n), false);
  for (const ConstraintIn<T>& c : in.constraints) {
    if (c.is_coupling) continue;
    for (const int body : {c.body, c.relative_to})
      for (auto b = static_cast<std::size_t>(body); b != 0; b = static_cast<std::size_t>(in.bodies[b].parent))
        for (int k = 0; k < in.bodies[b].dof; ++k)
          moves[static_cast<std::size_t>(in.bodies[b].first + k)] = true;
  }
  return moves;
}

/// The derivatives of K qdd + K-dot v by q or by v, rows x n, at the accelerations of the input.
template <class T>
Matrix<T> constraint_accelerations_by(const Input<T>& in, By by, Eigen::Index rows) {
  Matrix<T> result = Matrix<T>::Constant(rows, in.n, T(0));
  const std::vector<bool> moves = moves_constraints(in);
  for (int k = 0; k < in.n; ++k)
    if (moves[static_cast<std::size_t>(k)])
      result.col(k) = derivatives(constraint_accelerations(along_unit(in, by, k)));
  return result;
}

/// The derivatives of K^T lambda by q, n x n.
template <class T>
Matrix<T> constraint_forces_by_q(const Input<T>& in, const Matrix<T>& lambda) {
  Matrix<T> result = Matrix<T>::Constant(in.n, in.n, T(0));
  const std::vector<bool> moves = moves_constraints(in);
  for (int k = 0; k < in.n; ++k)
    if (moves[static_cast<std::size_t>(k)])
      result.col(k) = derivatives(constraint_rows(along_unit(in, By::q, k))).transpose() * lambda;
  return result;
}

}  // namespace kintree::oracle
