// The mechanics of a tree by sums over all bodies and all pairs of coordinates, for any scalar. From the
// motion of the poses come
//   partial velocities   the pose's first derivative under a unit velocity of one coordinate;
//   accelerations        the second derivative of the world poses.
#pragma once

#include <array>

#include "dual.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "motion.hpp"

namespace kintree::oracle {

/// True if numbers of this type have a magnitude. Those of a field have none, nor have degrees; of dual numbers none is used.
template <class T>
inline constexpr bool has_size = !std::is_same_v<T, Field> && !std::is_same_v<T, Degree>;
template <class T>
inline constexpr bool has_size<Dual<T>> = false;

/// Motion of the tree under a unit velocity of one coordinate: rotation about a line through a point, and
/// translation.
template <class T>
struct PartialVelocity {
  int coordinate;      // from 0
  Vector3<T> angular;  // world axes
  Vector3<T> linear;   // of the point
  Vector3<T> point;    // the origin of the joint's body
  int body;
};

/// By body: the partial velocities of the joints that support it. Every body lists all of them: dense on
/// purpose.
template <class T>
std::vector<std::vector<PartialVelocity<T>>> partial_velocities(const Input<T>& in, const Placed<T>& placed,
                                                                const std::vector<Pose<Jet<T>>>& world) {
  std::vector<std::vector<PartialVelocity<T>>> partial(in.bodies.size());
  const std::array<T, 6> zero{T(0), T(0), T(0), T(0), T(0), T(0)};
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const BodyIn<T>& body = in.bodies[i];
    const auto parent = static_cast<std::size_t>(body.parent);
    partial[i] = partial[parent];
    const Pose<T> joint_frame = value(world[parent]) * placed.joint[i];
    for (int k = 0; k < body.dof; ++k) {
      std::array<T, 6> rate = zero;
      rate[static_cast<std::size_t>(k)] = T(1);
      const Pose<Jet<T>> motion = joint_motion(body, rate.data(), zero.data());
      const Vector3<T> omega = angular_velocity(motion.R);
      const Vector3<T> linear(motion.p(0).d, motion.p(1).d, motion.p(2).d);
      partial[i].push_back({body.first + k, joint_frame.R * omega, joint_frame.R * linear, value(world[i]).p,
                            static_cast<int>(i)});
    }
  }
  return partial;
}

template <class T>
Vector3<T> velocity_of(const PartialVelocity<T>& u, const Vector3<T>& point) {
  return u.linear + cross(u.angular, Vector3<T>(point - u.point));
}

/// The mass properties of a body in world axes at one state.
template <class T>
struct WorldInertia {
  Vector3<T> centre;
  Matrix3<T> tensor;  // about the centre of mass
};

template <class T>
std::vector<WorldInertia<T>> world_inertias(const Input<T>& in, const Placed<T>& placed,
                                            const std::vector<Pose<Jet<T>>>& world) {
  std::vector<WorldInertia<T>> result;
  for (std::size_t i = 0; i < in.bodies.size(); ++i) {
    const Pose<T> centre = value(world[i]) * placed.centre[i];
    const Matrix3<T> half = centre.R * in.bodies[i].inertia;
    result.push_back({centre.p, half * centre.R.transpose()});
  }
  return result;
}

/// H = sum over bodies of m Jv^T Jv + Jw^T I Jw, Jv of the centre of mass.
template <class T>
Matrix<T> mass_matrix(const Input<T>& in, const std::vector<WorldInertia<T>>& inertias,
                      const std::vector<std::vector<PartialVelocity<T>>>& partial) {
  Matrix<T> H = Matrix<T>::Constant(in.n, in.n, T(0));
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const BodyIn<T>& body = in.bodies[b];
    if (body.massless) continue;
    const WorldInertia<T>& inertia = inertias[b];
    const auto& columns = partial[b];
    std::vector<Vector3<T>> Jv, mJv, IJw;
    for (const auto& u : columns) {
      Jv.push_back(velocity_of(u, inertia.centre));
      mJv.push_back(Jv.back() * body.mass);
      IJw.push_back(inertia.tensor * u.angular);
    }
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        H(columns[i].coordinate, columns[j].coordinate) +=
            dot3(Jv[i], mJv[j]) + dot3(columns[i].angular, IJw[j]);
  }
  for (int i = 0; i < in.n; ++i)
    for (int j = 0; j < i; ++j) H(j, i) = H(i, j);
  return H;
}

template <class T>
Eigen::Matrix3d rounded3(const Matrix3<T>& A) {
  Eigen::Matrix3d r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = to_double(A(i, j));
  return r;
}

template <class T>
double length(const Vector3<T>& a) {
  return Eigen::Vector3d(to_double(a(0)), to_double(a(1)), to_double(a(2))).norm();
}

/// The generalized forces of a motion (virtual power): what Newton and Euler ask of each body, less gravity
/// and external forces. `size`, if given, takes the sum of the magnitudes of the terms, by coordinate.
template <class T>
Vector<T> generalized_forces(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                             const std::vector<WorldInertia<T>>& inertias,
                             const std::vector<std::vector<PartialVelocity<T>>>& partial,
                             Eigen::VectorXd* size) {
  if (size != nullptr) *size = Eigen::VectorXd::Zero(in.n);
  Vector<T> tau = Vector<T>::Constant(in.n, T(0));
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const BodyIn<T>& body = in.bodies[b];
    const Pose<T> at = value(world[b]);
    const WorldInertia<T>& inertia = inertias[b];
    const Vector3<T> omega = angular_velocity(world[b].R), omega_dot = angular_acceleration(world[b].R);
    Vector3<T> acceleration = order(world[b].R, &Jet<T>::dd) * body.centre.xyz;
    for (int k = 0; k < 3; ++k) acceleration(k) += world[b].p(k).dd;
    const Vector3<T> force = (acceleration - in.gravity) * body.mass;
    const Vector3<T> I_omega = inertia.tensor * omega;
    const Vector3<T> euler = inertia.tensor * omega_dot;
    const Vector3<T> couple = euler + cross(omega, I_omega);
    const Vector3<T> external_force = at.R * body.force, external_couple = at.R * body.couple;
    for (const auto& u : partial[b]) {
      const Vector3<T> Jv = velocity_of(u, inertia.centre), Jo = velocity_of(u, at.p);
      tau(u.coordinate) += dot3(Jv, force) + dot3(u.angular, couple) - dot3(Jo, external_force) -
                           dot3(u.angular, external_couple);
    }
    if constexpr (has_size<T>) {
      if (size == nullptr) continue;
      const double force_size = to_double(body.mass) * (length(acceleration) + length(in.gravity));
      const double couple_size = length(euler) + length(omega) * length(I_omega) + length(external_couple);
      for (const auto& u : partial[b])
        (*size)(u.coordinate) += length(velocity_of(u, inertia.centre)) * force_size +
                                 length(u.angular) * couple_size +
                                 length(velocity_of(u, at.p)) * length(external_force);
    }
  }
  return tau;
}

/// [a] with [a] x = a x x, times [b].
template <class T>
Matrix3<T> product_of_cross_matrices(const Vector3<T>& a, const Vector3<T>& b) {
  return cross_matrix(a) * cross_matrix(b);
}

/// C_ij = sum over bodies of tr(d_i T Sigma (d/dt d_j T)^T), with T the pose of a body as a 4 x 4 matrix, d_i T its derivative along a unit
/// velocity of coordinate i, and Sigma its pseudo-inertia. Then dH/dt = C + C^T.
template <class T>
Matrix<T> coriolis_matrix(const Input<T>& in) {
  const Vector<T> zero = Vector<T>::Constant(in.n, T(0));
  const Input<Dual<T>> moving = along(in, in.v, zero);  // behind e stands d/dt
  const Vector<Dual<T>> rest = Vector<Dual<T>>::Constant(in.n, Dual<T>(0));
  const Placed<Dual<T>> placed(moving);
  const auto world = world_motion(moving, placed, rest, rest);
  const auto partial = partial_velocities(moving, placed, world);
  const auto inertias = world_inertias(moving, placed, world);
  const auto part = [](const Vector3<Dual<T>>& a, T Dual<T>::*which) {
    return Vector3<T>(a(0).*which, a(1).*which, a(2).*which);
  };
  Matrix<T> C = Matrix<T>::Constant(in.n, in.n, T(0));
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const BodyIn<T>& body = in.bodies[b];
    if (body.massless) continue;
    Matrix3<T> Sigma;  // of the rotation, about the centre of mass
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) Sigma(i, j) = -inertias[b].tensor(i, j).x;
    const T half_trace = -(Sigma(0, 0) + Sigma(1, 1) + Sigma(2, 2)) / T(2);
    for (int i = 0; i < 3; ++i) Sigma(i, i) += half_trace;
    Vector3<T> omega(T(0), T(0), T(0));
    for (const auto& u : partial[b]) omega += part(u.angular, &Dual<T>::x) * in.v(u.coordinate);
    for (const auto& u_j : partial[b]) {
      const Vector3<T> w_j = part(u_j.angular, &Dual<T>::x);
      const Matrix3<T> turning =
          cross_matrix(part(u_j.angular, &Dual<T>::e)) + product_of_cross_matrices(w_j, omega);
      const Vector3<T> acceleration = part(velocity_of(u_j, inertias[b].centre), &Dual<T>::e);
      const Matrix3<T> Sigma_turning = Sigma * turning.transpose();
      for (const auto& u_i : partial[b]) {
        const Matrix3<T> W = cross_matrix(part(u_i.angular, &Dual<T>::x));
        T sum = dot3(part(velocity_of(u_i, inertias[b].centre), &Dual<T>::x), acceleration) * body.mass;
        for (int r = 0; r < 3; ++r)
          for (int k = 0; k < 3; ++k) sum += W(r, k) * Sigma_turning(k, r);
        C(u_i.coordinate, u_j.coordinate) += sum;
      }
    }
  }
  return C;
}

/// Stacked over the end-effectors, in their own axes about their own origins; angular rows first.
template <class T>
Matrix<T> end_effector_jacobian(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                                const std::vector<std::vector<PartialVelocity<T>>>& partial) {
  const auto count = static_cast<int>(in.end_effector_body.size());
  Matrix<T> J(6 * count, in.n);
  for (int i = 0; i < 6 * count; ++i)
    for (int j = 0; j < in.n; ++j) J(i, j) = T(0);
  for (int e = 0; e < count; ++e) {
    const auto b = static_cast<std::size_t>(in.end_effector_body[static_cast<std::size_t>(e)]);
    const Pose<T> frame = value(world[b]) * pose(in.end_effector_pose[static_cast<std::size_t>(e)]);
    for (const auto& u : partial[b]) {
      const Vector3<T> angular = frame.R.transpose() * u.angular;
      const Vector3<T> linear = frame.R.transpose() * velocity_of(u, frame.p);
      for (int i = 0; i < 3; ++i) {
        J(6 * e + i, u.coordinate) = angular(i);
        J(6 * e + 3 + i, u.coordinate) = linear(i);
      }
    }
  }
  return J;
}

/// By body: the length of the path from the base to its origin, along the bodies' origins.
template <class T>
std::vector<double> paths(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world) {
  std::vector<double> path(in.bodies.size());
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const auto parent = static_cast<std::size_t>(in.bodies[i].parent);
    path[i] = path[parent] + length(Vector3<T>(value(world[i]).p - value(world[parent]).p));
  }
  return path;
}

/// Bounds of the speeds of a body's partial velocities, in their order: v of its centre of mass, w of its rotation.
struct Speeds {
  std::vector<double> v, w;
};

/// Of body b, with lever arms along the tree; path: as `paths` gives it.
template <class T>
Speeds speeds_of(const Input<T>& in, const std::vector<double>& path,
                 const std::vector<std::vector<PartialVelocity<T>>>& partial, std::size_t b) {
  Speeds speeds;
  for (const auto& u : partial[b]) {
    const double arm = path[b] - path[static_cast<std::size_t>(u.body)] + length(in.bodies[b].centre.xyz);
    speeds.w.push_back(length(u.angular));
    speeds.v.push_back(length(u.linear) + speeds.w.back() * arm);
  }
  return speeds;
}

/// Of the terms of H, in double: m |Jv_i| |Jv_j| + |Jw_i| |I| |Jw_j|, with |Jv| made of lever arms along the
/// tree.
template <class T>
Eigen::MatrixXd mass_matrix_size(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                                 const std::vector<std::vector<PartialVelocity<T>>>& partial) {
  const std::vector<double> path = paths(in, world);
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(in.n, in.n);
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const BodyIn<T>& body = in.bodies[b];
    const double mass = to_double(body.mass), tensor = rounded3(body.inertia).norm();
    const auto [v, w] = speeds_of(in, path, partial, b);
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j)
        size(partial[b][i].coordinate, partial[b][j].coordinate) += mass * v[i] * v[j] + tensor * w[i] * w[j];
  }
  return size;
}

/// Of the terms of the Coriolis matrix, in double: bounds made of speeds, with lever arms along the tree.
template <class T>
Eigen::MatrixXd coriolis_matrix_size(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                                     const std::vector<std::vector<PartialVelocity<T>>>& partial) {
  const std::vector<double> path = paths(in, world);
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(in.n, in.n);
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const BodyIn<T>& body = in.bodies[b];
    const double mass = to_double(body.mass), tensor = rounded3(body.inertia).norm();
    const auto [v, w] = speeds_of(in, path, partial, b);
    double linear = 0, angular = 0;  // bounds of the body's own speeds
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double rate = std::abs(to_double(in.v(partial[b][i].coordinate)));
      linear += v[i] * rate, angular += w[i] * rate;
    }
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j)
        size(partial[b][i].coordinate, partial[b][j].coordinate) +=
            mass * v[i] * (angular * v[j] + w[j] * linear) + 2 * tensor * w[i] * w[j] * angular;
  }
  return size;
}

/// Of the entries of J, in double, with lever arms along the tree.
template <class T>
Eigen::MatrixXd end_effector_jacobian_size(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                                           const std::vector<std::vector<PartialVelocity<T>>>& partial) {
  const std::vector<double> path = paths(in, world);
  Eigen::MatrixXd size = Eigen::MatrixXd::Zero(6 * static_cast<int>(in.end_effector_body.size()), in.n);
  for (std::size_t e = 0; e < in.end_effector_body.size(); ++e) {
    const auto b = static_cast<std::size_t>(in.end_effector_body[e]);
    const auto first = 6 * static_cast<Eigen::Index>(e);
    for (const auto& u : partial[b]) {
      const double arm =
          path[b] - path[static_cast<std::size_t>(u.body)] + length(in.end_effector_pose[e].xyz);
      size.col(u.coordinate).segment(first, 3).setConstant(length(u.angular));
      size.col(u.coordinate).segment(first + 3, 3).setConstant(length(u.linear) + length(u.angular) * arm);
    }
  }
  return size;
}

/// By end-effector: the length of the path from the base to it.
template <class T>
Eigen::VectorXd reach(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world) {
  const std::vector<double> path = paths(in, world);
  Eigen::VectorXd result(static_cast<Eigen::Index>(in.end_effector_body.size()));
  for (std::size_t e = 0; e < in.end_effector_body.size(); ++e)
    result(static_cast<Eigen::Index>(e)) =
        path[static_cast<std::size_t>(in.end_effector_body[e])] + length(in.end_effector_pose[e].xyz);
  return result;
}

}  // namespace kintree::oracle
