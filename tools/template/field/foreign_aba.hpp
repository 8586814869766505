// A library that knows nothing of Kintree: the articulated-body algorithm of the textbook [Featherstone, RBDA 2008, table 7.1] for
// revolute joints, a template over its number, on Eigen's types.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace foreign {

template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;
template <class Scalar>
using Vector6 = Eigen::Matrix<Scalar, 6, 1>;
template <class Scalar>
using Matrix6 = Eigen::Matrix<Scalar, 6, 6>;
template <class Scalar>
using VectorX = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

template <class Scalar>
Matrix3<Scalar> rotation(const Vector3<Scalar>& axis, const Scalar& angle) {
  return Eigen::AngleAxis<Scalar>(angle, axis).toRotationMatrix();
}

template <class Scalar>
Matrix3<Scalar> rotation_of_rpy(const Vector3<Scalar>& rpy) {
  using V = Vector3<Scalar>;
  return rotation<Scalar>(V::UnitZ(), rpy(2)) * rotation<Scalar>(V::UnitY(), rpy(1)) *
         rotation<Scalar>(V::UnitX(), rpy(0));
}

template <class Scalar>
Matrix3<Scalar> skew(const Vector3<Scalar>& a) {
  Matrix3<Scalar> result;
  result << 0, -a(2), a(1), a(2), 0, -a(0), -a(1), a(0), 0;
  return result;
}

/// v x, on motions; on forces it is minus the transpose.
template <class Scalar>
Matrix6<Scalar> cross(const Vector6<Scalar>& v) {
  Matrix6<Scalar> result = Matrix6<Scalar>::Zero();
  result.template topLeftCorner<3, 3>() = result.template bottomRightCorner<3, 3>() =
      skew<Scalar>(v.template head<3>());
  result.template bottomLeftCorner<3, 3>() = skew<Scalar>(v.template tail<3>());
  return result;
}

template <class Scalar>
struct Body {
  int parent = -1;           ///< from 0, or -1 for the base
  Matrix3<Scalar> rotation;  ///< of the joint frame, to the parent's axes
  Vector3<Scalar> origin, axis, centre;
  Scalar mass = 0;
  Matrix3<Scalar> inertia;  ///< about the centre of mass, in the body's axes

  Matrix6<Scalar> spatial_inertia() const {
    const Matrix3<Scalar> c = skew<Scalar>(centre);
    Matrix6<Scalar> I;
    I << inertia + mass * c * c.transpose(), mass * c, mass * c.transpose(),
        mass * Matrix3<Scalar>::Identity();
    return I;
  }
};

/// The accelerations of the joints. `f_ext`: by body, couple and force in its coordinates. `planted`: what the velocity products are
/// multiplied by, so that a test may plant a slip.
template <class Scalar>
VectorX<Scalar> forward_dynamics(const std::vector<Body<Scalar>>& bodies, const Vector3<Scalar>& gravity,
                                 const VectorX<Scalar>& q, const VectorX<Scalar>& qd,
                                 const VectorX<Scalar>& tau, const std::vector<Vector6<Scalar>>& f_ext,
                                 const Scalar& planted = 1) {
  const std::size_t N = bodies.size();
  const auto parent = [&](std::size_t i) { return static_cast<std::size_t>(bodies[i].parent); };
  std::vector<Matrix6<Scalar>> X(N), IA(N);
  std::vector<Vector6<Scalar>> v(N), c(N), pA(N), S(N), U(N), a(N);
  VectorX<Scalar> D(tau.size()), u(tau.size()), qdd(tau.size());
  const Vector6<Scalar> none = Vector6<Scalar>::Zero();
  Vector6<Scalar> base;
  base << 0, 0, 0, -gravity;
  for (std::size_t i = 0; i < N; ++i) {
    const Body<Scalar>& b = bodies[i];
    const auto k = static_cast<Eigen::Index>(i);
    const Vector3<Scalar> axis = b.axis.normalized();
    const Matrix3<Scalar> E = (b.rotation * rotation<Scalar>(axis, q(k))).transpose();
    X[i] << E, Matrix3<Scalar>::Zero(), -E * skew<Scalar>(b.origin), E;
    S[i] << axis, Vector3<Scalar>::Zero();
    v[i] = X[i] * (b.parent < 0 ? none : v[parent(i)]) + S[i] * qd(k);
    c[i] = planted * (cross<Scalar>(v[i]) * S[i] * qd(k));
    IA[i] = b.spatial_inertia();
    pA[i] = -cross<Scalar>(v[i]).transpose() * (IA[i] * v[i]) - f_ext[i];
  }
  for (std::size_t i = N; i-- > 0;) {
    const auto k = static_cast<Eigen::Index>(i);
    U[i] = IA[i] * S[i];
    D(k) = S[i].dot(U[i]);
    u(k) = tau(k) - S[i].dot(pA[i]);
    if (bodies[i].parent < 0) continue;
    const Matrix6<Scalar> Ia = IA[i] - U[i] * U[i].transpose() / D(k);
    IA[parent(i)] += X[i].transpose() * Ia * X[i];
    pA[parent(i)] += X[i].transpose() * (pA[i] + Ia * c[i] + U[i] * (u(k) / D(k)));
  }
  for (std::size_t i = 0; i < N; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    a[i] = X[i] * (bodies[i].parent < 0 ? base : a[parent(i)]) + c[i];
    qdd(k) = (u(k) - U[i].dot(a[i])) / D(k);
    a[i] += S[i] * qdd(k);
  }
  return qdd;
}

}  // namespace foreign
