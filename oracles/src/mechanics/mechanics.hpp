// The mechanics of a tree by sums over all bodies and all pairs of coordinates, for any scalar. From the
// motion of the poses come
//   partial velocities   the pose's first derivative under a unit velocity of one coordinate;
//   accelerations        the second derivative of the world poses.
#pragma once

#include <algorithm>
#include <array>

#include "kintree/oracle/dynamics.hpp"
#include "mechanics/dual.hpp"
#include "mechanics/motion.hpp"

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

/// The velocity of the child of a joint under a unit velocity of one coordinate, in the joint frame.
template <class T>
struct UnitVelocity {
  Vector3<T> angular, linear;
};

template <class T>
std::vector<UnitVelocity<T>> unit_velocities(const BodyIn<T>& body) {
  const std::array<T, 6> zero{T(0), T(0), T(0), T(0), T(0), T(0)};
  std::vector<UnitVelocity<T>> result;
  for (int k = 0; k < body.dof; ++k) {
    std::array<T, 6> rate = zero;
    rate[static_cast<std::size_t>(k)] = T(1);
    const Pose<Jet<T>> motion = joint_motion(body, rate.data(), zero.data());
    result.push_back({angular_velocity(motion.R), Vector3<T>(motion.p(0).d, motion.p(1).d, motion.p(2).d)});
  }
  return result;
}

template <class T>
using PartialVelocities = std::vector<std::vector<PartialVelocity<T>>>;

/// By body: the partial velocities of the joints that support it. Every body lists all of them: dense on
/// purpose. `units`: unit_velocities of joint i.
template <class T, class Units>
PartialVelocities<T> partial_velocities(const Input<T>& in, const Placed<T>& placed,
                                        const std::vector<Pose<Jet<T>>>& world, Units&& units) {
  PartialVelocities<T> partial(in.bodies.size());
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const auto parent = static_cast<std::size_t>(in.bodies[i].parent);
    partial[i] = partial[parent];
    const Matrix3<T> axes = value(world[parent]).R * placed.joint[i].R;
    int coordinate = in.bodies[i].first;
    for (const UnitVelocity<T>& unit : units(i))
      partial[i].push_back(
          {coordinate++, axes * unit.angular, axes * unit.linear, value(world[i]).p, static_cast<int>(i)});
  }
  return partial;
}

template <class T>
PartialVelocities<T> partial_velocities(const Input<T>& in, const Placed<T>& placed,
                                        const std::vector<Pose<Jet<T>>>& world) {
  return partial_velocities(in, placed, world, [&](std::size_t i) { return unit_velocities(in.bodies[i]); });
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

/// H = sum over bodies of m Jv^T Jv + Jw^T I Jw, Jv of the centre of mass, and the armature on the diagonal.
template <class T>
Matrix<T> mass_matrix(const Input<T>& in, const std::vector<WorldInertia<T>>& inertias,
                      const PartialVelocities<T>& partial) {
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
  for (const BodyIn<T>& body : in.bodies)
    for (std::size_t k = 0; k < body.armature.size(); ++k) {
      const Eigen::Index i = body.first + static_cast<Eigen::Index>(k);
      H(i, i) += body.armature[k];
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

/// The generalized forces of a motion (virtual power) with the accelerations qdd: those of Newton and Euler for each body, less gravity
/// and external forces, and those of the armature. `size`, if given, takes the sum of the magnitudes of the terms, by coordinate.
template <class T>
Vector<T> generalized_forces(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                             const std::vector<WorldInertia<T>>& inertias,
                             const PartialVelocities<T>& partial, const Vector<T>& qdd,
                             Eigen::VectorXd* size) {
  if (size != nullptr) *size = Eigen::VectorXd::Zero(in.n);
  Vector<T> tau = Vector<T>::Constant(in.n, T(0));
  for (const BodyIn<T>& body : in.bodies)
    for (std::size_t k = 0; k < body.armature.size(); ++k) {
      const Eigen::Index i = body.first + static_cast<Eigen::Index>(k);
      tau(i) += body.armature[k] * qdd(i);
      if constexpr (has_size<T>)
        if (size != nullptr) (*size)(i) += to_double(body.armature[k]) * std::abs(to_double(qdd(i)));
    }
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

/// Stacked over the end-effectors, in their own axes about their own origins; angular rows first.
template <class T>
Matrix<T> end_effector_jacobian(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                                const PartialVelocities<T>& partial) {
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

/// The rows of the constraints, in their order: of the twist of the frame less that of the other body, at the origin of the frame and in
/// its axes; of a coupling, the velocity of a joint less a multiple of that of another.
template <class T>
Matrix<T> constraint_jacobian(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                              const PartialVelocities<T>& partial) {
  int count = 0;
  for (const ConstraintIn<T>& c : in.constraints) count += c.row_count();
  Matrix<T> K = Matrix<T>::Constant(count, in.n, T(0));
  int first = 0;
  for (const ConstraintIn<T>& c : in.constraints) {
    const auto other = static_cast<std::size_t>(c.relative_to), body = static_cast<std::size_t>(c.body);
    if (c.is_coupling) {
      K(first, in.bodies[body].first) = T(1);
      if (other != 0) K(first, in.bodies[other].first) = -c.multiplier;
      ++first;
      continue;
    }
    const Pose<T> frame = value(world[body]) * pose(c.pose);
    const auto add = [&](const PartialVelocity<T>& u, const T& sign) {
      const Vector3<T> angular = frame.R.transpose() * u.angular;
      const Vector3<T> linear = frame.R.transpose() * velocity_of(u, frame.p);
      for (std::size_t r = 0; r < c.rows.size(); ++r) {
        const int k = c.rows[r];
        K(first + static_cast<int>(r), u.coordinate) += sign * (k < 3 ? angular(k) : linear(k - 3));
      }
    };
    for (const auto& u : partial[body]) add(u, T(1));
    for (const auto& u : partial[other]) add(u, T(-1));
    first += c.row_count();
  }
  return K;
}

/// q-dot = G q-dot where joints follow others, n x n: each velocity is a multiple of that of a joint that does not follow, or zero.
template <class T>
Matrix<T> coupling_matrix(const Input<T>& in) {
  struct Multiple {
    T factor;
    int of;  // a coordinate from 0
  };
  std::vector<Multiple> velocity;
  for (int i = 0; i < in.n; ++i) velocity.push_back({T(1), i});
  const auto of_joint = [&](int body) {
    return velocity[static_cast<std::size_t>(in.bodies[static_cast<std::size_t>(body)].first)];
  };
  for (auto each = in.constraints.begin(); each != in.constraints.end(); ++each) {
    const ConstraintIn<T>& c = *each;
    const auto repeats =
        [&](const ConstraintIn<T>& other) {  // products of its multipliers may be rounded in another order
          return other.is_coupling && other.body == c.body && other.relative_to == c.relative_to &&
                 is_zero(T(other.multiplier - c.multiplier));
        };
    if (!c.is_coupling || std::any_of(in.constraints.begin(), each, repeats)) continue;
    Multiple a = of_joint(c.body), b{T(0), a.of};
    if (c.relative_to != 0) b = of_joint(c.relative_to), b.factor *= c.multiplier;
    if (is_zero(a.factor)) std::swap(a, b);
    if (is_zero(a.factor) || (a.of == b.of && is_zero(T(a.factor - b.factor)))) continue;
    const T ratio = a.of == b.of ? T(0) : T(b.factor / a.factor);
    for (Multiple& one : velocity)
      if (one.of == a.of) one = {one.factor * ratio, b.of};
  }
  Matrix<T> G = Matrix<T>::Constant(in.n, in.n, T(0));
  for (int i = 0; i < in.n; ++i) {
    const auto& [factor, of] = velocity[static_cast<std::size_t>(i)];
    G(i, of) = factor;
  }
  return G;
}

/// The momentum about the centre of mass of all bodies under unit velocities, in world axes, angular rows first, 6 x n. Where no body has
/// mass the centre is the origin.
template <class T>
Matrix<T> centroidal_momentum_matrix(const Input<T>& in, const std::vector<WorldInertia<T>>& inertias,
                                     const PartialVelocities<T>& partial) {
  Vector3<T> centre(T(0), T(0), T(0));
  T mass(0);
  bool has_mass = false;
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    if (in.bodies[b].weightless) continue;
    centre += inertias[b].centre * in.bodies[b].mass;
    mass += in.bodies[b].mass;
    has_mass = true;
  }
  if (has_mass)
    for (int k = 0; k < 3; ++k) centre(k) /= mass;
  Matrix<T> A = Matrix<T>::Constant(6, in.n, T(0));
  for (std::size_t b = 1; b < in.bodies.size(); ++b)
    for (const auto& u : partial[b]) {
      const Vector3<T> p = velocity_of(u, inertias[b].centre) * in.bodies[b].mass;
      const Vector3<T> L = inertias[b].tensor * u.angular + cross(Vector3<T>(inertias[b].centre - centre), p);
      for (int k = 0; k < 3; ++k) A(k, u.coordinate) += L(k), A(3 + k, u.coordinate) += p(k);
    }
  return A;
}

/// The regressor Y with Y pi = tau without external forces, n x 10 N. The parameters of a body are its mass m, m c, and the entries xx, xy,
/// yy, xz, yz, zz of its tensor about the body's origin, in its axes. The force on a mass element at r is that of a_o - g + w' x r +
/// w x (w x r); integrals over the body give the columns.
template <class T>
Matrix<T> regressor(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                    const PartialVelocities<T>& partial) {
  Matrix<T> Y = Matrix<T>::Constant(in.n, 10 * (static_cast<int>(in.bodies.size()) - 1), T(0));
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const Pose<T> at = value(world[b]);
    const Vector3<T> w = angular_velocity(world[b].R), w_dot = angular_acceleration(world[b].R);
    Vector3<T> a;
    for (int k = 0; k < 3; ++k) a(k) = world[b].p(k).dd - in.gravity(k);
    const auto axis = [&](int k) { return Vector3<T>(at.R(0, k), at.R(1, k), at.R(2, k)); };
    const int first = 10 * (static_cast<int>(b) - 1);
    for (const auto& u : partial[b]) {
      const Vector3<T> Jo = velocity_of(u, at.p);
      Y(u.coordinate, first) = dot3(Jo, a);
      for (int k = 0; k < 3; ++k) {
        const Vector3<T> r = axis(k), relative = cross(w_dot, r) + cross(w, cross(w, r));
        Y(u.coordinate, first + 1 + k) = dot3(Jo, relative) + dot3(cross(u.angular, r), a);
      }
      int column = first + 4;
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l <= k; ++l, ++column) {
          const auto times_tensor = [&](const Vector3<T>& x) {  // e_k e_l^T, made symmetric
            Vector3<T> result = axis(k) * dot3(axis(l), x);
            if (k != l) result += axis(l) * dot3(axis(k), x);
            return result;
          };
          const Vector3<T> couple = times_tensor(w_dot) + cross(w, times_tensor(w));
          Y(u.coordinate, column) = dot3(u.angular, couple);
        }
    }
  }
  return Y;
}

}  // namespace kintree::oracle
