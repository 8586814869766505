// Answers in other coordinates, about other points, or in another order.
#pragma once

#include <array>

#include "suite/vectors/misread_constraints.hpp"

namespace kintree::suite::mistakes {

template <class T>
Matrix3x3<T> crossing(const Vector3x1<T>& a) {
  Matrix3x3<T> result;
  result << T(0), -a(2), a(1), a(2), T(0), -a(0), -a(1), a(0), T(0);
  return result;
}

/// The velocities under unit rates of the coordinates, n x n. The scalar parts of quaternions are left out.
template <class T>
oracle::Matrix<T> velocities_by_coordinates(const Case& c) {
  const Layout layout(c.model);
  oracle::Matrix<T> P = oracle::Matrix<T>::Identity(layout.n, layout.n);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    const JointKind kind = c.model.bodies[i].joint.kind;
    const Eigen::Index first = layout.first_velocity[i] - 1;
    const double* q = c.state.q.data() + (layout.first_position[i] - 1);
    if (kind == JointKind::planar) {
      using std::cos, std::sin;
      const T angle(q[2]);
      P.block(first, first, 2, 2) << cos(angle), sin(angle), -sin(angle), cos(angle);
    }
    if (!has_quaternion(kind)) continue;
    if (kind == JointKind::free) q += 3;
    const T w(q[0]);
    const Vector3x1<T> u{T(q[1]), T(q[2]), T(q[3])};
    const Matrix3x3<T> one = Matrix3x3<T>::Identity(), u_cross = crossing(u);
    const T length = w * w + u.dot(u);
    P.block(first, first, 3, 3) = (w * one - u_cross) * (T(2) / length);
    if (kind != JointKind::free) continue;
    const Matrix3x3<T> R = one + (u_cross * w + u_cross * u_cross) * (T(2) / length);
    P.block(first + 3, first + 3, 3, 3) = R.transpose();
  }
  return P;
}

template <class T>
Vector3x1<T> centre_of_mass(const Case& c) {
  const auto X = transforms_from_base(links_of<T>(c, false));
  Vector3x1<T> moment = Vector3x1<T>::Zero();
  T mass(0);
  for (std::size_t i = 1; i < X.size(); ++i) {
    const Inertial& inertial = c.model.bodies[i].inertial;
    const PoseInBase<T> pose(inverse_transform(X[i]));
    const Triple& at = inertial.origin.xyz;
    moment += (pose.p + pose.R * Vector3x1<T>(T(at[0]), T(at[1]), T(at[2]))) * T(inertial.mass);
    mass += T(inertial.mass);
  }
  return moment / mass;
}

/// The columns of the masses get the difference of the inertias about the origin from those about the centre
/// of mass.
template <class T>
void refer_inertias_to_the_centre(const Case& c, oracle::Matrix<T>& Y) {
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    const Triple& at = c.model.bodies[i].inertial.origin.xyz;
    const T x(at[0]), y(at[1]), z(at[2]);
    const std::array<T, 6> more{y * y + z * z, -x * y, z * z + x * x, -x * z, -y * z, x * x + y * y};
    const auto first = 10 * (static_cast<Eigen::Index>(i) - 1);
    for (Eigen::Index k = 0; k < 6; ++k)
      Y.col(first) += Y.col(first + 4 + k) * more[static_cast<std::size_t>(k)];
  }
}

template <class T>
void swap_pairs(oracle::Matrix<T>& X) {
  const Eigen::Index n = X.rows();
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index k = 0; k < j; ++k) X.col(j * n + k).swap(X.col(k * n + j));
}

template <class T>
void swap_halves(oracle::Matrix<T>& X) {
  for (Eigen::Index row = 0; row < X.rows(); row += 6) {
    const oracle::Matrix<T> angular = X.middleRows(row, 3);
    X.middleRows(row, 3) = X.middleRows(row + 3, 3).eval();
    X.middleRows(row + 3, 3) = angular;
  }
}

}  // namespace kintree::suite::mistakes
