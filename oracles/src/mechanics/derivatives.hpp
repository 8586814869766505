// Derivatives of the mechanics, by dual numbers: along the motion, and by coordinates and velocities.
#pragma once

#include <optional>

#include "mechanics/magnitudes.hpp"
#include "mechanics/mechanics.hpp"

namespace kintree::oracle {

/// The derivatives of numbers: the parts at e.
template <class D>
auto derivatives(const D& x) {
  using T = decltype(x(0, 0).e);
  Eigen::Matrix<T, D::RowsAtCompileTime, D::ColsAtCompileTime> result(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < x.cols(); ++j) result(i, j) = x(i, j).e;
  return result;
}

template <class T>
Vector<T> zeros(int n) {
  return Vector<T>::Constant(n, T(0));
}

/// The mechanics of a tree that is displaced.
template <class T>
struct Displaced {
  Input<Dual<T>> in;
  Placed<Dual<T>> placed{in};
  std::vector<Pose<Jet<Dual<T>>>> world = world_motion(in, placed, in.v, in.qdd);
  PartialVelocities<Dual<T>> partial = partial_velocities(in, placed, world);
  std::vector<WorldInertia<Dual<T>>> inertias = world_inertias(in, placed, world);
};

/// The tree a moment later, at its velocities. The part at e is the derivative by time at constant
/// generalized velocities.
template <class T>
Displaced<T> moment_later(const Input<T>& in) {
  return {along(in, in.v, zeros<T>(in.n))};
}

template <class T>
Vector3<Dual<T>> constant_in_e(const Vector3<T>& a) {
  return {Dual<T>(a(0)), Dual<T>(a(1)), Dual<T>(a(2))};
}
template <class T>
Pose<Dual<T>> constant_in_e(const Pose<T>& a) {
  Pose<Dual<T>> result{.R = {}, .p = constant_in_e(a.p)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result.R(i, j) = Dual<T>(a.R(i, j));
  return result;
}
template <class T>
Pose<Jet<Dual<T>>> constant_in_e(const Pose<Jet<T>>& a) {
  const auto jet = [](const Jet<T>& x) { return Jet<Dual<T>>(x.x, x.d, x.dd); };
  Pose<Jet<Dual<T>>> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.R(i, j) = jet(a.R(i, j));
    result.p(i) = jet(a.p(i));
  }
  return result;
}

/// The derivatives of the generalized forces at the accelerations of the input.
template <class T>
class ForceDerivatives {
 public:
  explicit ForceDerivatives(const Input<T>& in) : in_(in), placed_(in) {
    for (const BodyIn<T>& body : in.bodies) {
      motion_.push_back(joint_motion(body, in.v.data() + body.first, in.qdd.data() + body.first));
      units_.push_back(unit_velocities(body));
    }
  }

  /// n x n: column k by a displacement of q along the unit velocity k, or by velocity k. Only of the forces on bodies that coordinate
  /// `mover` moves, if one is given: nothing else has a second derivative by it.
  Matrix<T> matrix(By by, std::optional<int> mover = {}) const {
    const bool by_velocities = by == By::v;
    Matrix<T> result(in_.n, in_.n);
    for (int k = 0; k < in_.n; ++k) {
      std::vector<bool> moved = moved_by(k);
      if (mover) {
        const std::vector<bool> too = moved_by(*mover);
        for (std::size_t b = 0; b < moved.size(); ++b) moved[b] = moved[b] && too[b];
      }
      result.col(k) = column(k, by_velocities, with_ancestors(std::move(moved)));
    }
    return result;
  }

 private:
  static bool has(const BodyIn<T>& body, int k) { return body.first <= k && k < body.first + body.dof; }

  /// By body: whether coordinate k moves it. The forces on other bodies do not depend on k.
  std::vector<bool> moved_by(int k) const {
    std::vector<bool> is_moved(in_.bodies.size(), false);
    for (std::size_t b = 1; b < in_.bodies.size(); ++b)
      is_moved[b] = is_moved[static_cast<std::size_t>(in_.bodies[b].parent)] || has(in_.bodies[b], k);
    return is_moved;
  }

  /// These bodies and those that carry them, in ascending order.
  std::vector<std::size_t> with_ancestors(std::vector<bool> is_kept) const {
    for (std::size_t b = in_.bodies.size(); b-- > 1;)
      if (is_kept[b]) is_kept[static_cast<std::size_t>(in_.bodies[b].parent)] = true;
    is_kept[0] = true;
    std::vector<std::size_t> bodies;
    for (std::size_t b = 0; b < in_.bodies.size(); ++b)
      if (is_kept[b]) bodies.push_back(b);
    return bodies;
  }

  /// The forces on these bodies alone. The base comes first.
  Vector<T> column(int k, bool by_velocities, const std::vector<std::size_t>& bodies) const {
    Input<T> part{in_.gravity, {}, in_.n, in_.v, in_.qdd, in_.tau, {}, {}, {}, {}, T(0)};
    Placed<Dual<T>> placed;
    std::vector<int> index(in_.bodies.size(), 0);
    for (const std::size_t b : bodies) {
      index[b] = static_cast<int>(part.bodies.size());
      part.bodies.push_back(in_.bodies[b]);
      part.bodies.back().parent = index[static_cast<std::size_t>(in_.bodies[b].parent)];
      placed.joint.push_back(constant_in_e(placed_.joint[b]));
      placed.centre.push_back(constant_in_e(placed_.centre[b]));
    }
    Vector<T> unit = zeros<T>(in_.n);
    unit(k) = T(1);
    const Vector<T> zero = zeros<T>(in_.n);
    const Input<Dual<T>> in = by_velocities ? along(part, zero, unit) : along(part, unit, zero);
    const auto world = world_motion(in, placed, [&](std::size_t i) {
      const BodyIn<Dual<T>>& body = in.bodies[i];
      if (!has(part.bodies[i], k)) return constant_in_e(motion_[bodies[i]]);
      return joint_motion(body, in.v.data() + body.first, in.qdd.data() + body.first);
    });
    const auto partial = partial_velocities(in, placed, world, [&](std::size_t i) {
      if (!by_velocities && has(part.bodies[i], k)) return unit_velocities(in.bodies[i]);
      std::vector<UnitVelocity<Dual<T>>> units;
      for (const UnitVelocity<T>& of : units_[bodies[i]])
        units.push_back({constant_in_e(of.angular), constant_in_e(of.linear)});
      return units;
    });
    return derivatives(
        generalized_forces(in, world, world_inertias(in, placed, world), partial, in.qdd, nullptr));
  }

  const Input<T>& in_;
  Placed<T> placed_;
  std::vector<Pose<Jet<T>>> motion_;  ///< of the joints
  std::vector<std::vector<UnitVelocity<T>>> units_;
};

/// n x n^2: column (j, k) is the derivative by the first of the derivative by the second, at the accelerations of the input. The first moves
/// q or v along coordinate j. Where joints turn about a point the order matters.
template <class T>
Matrix<T> second_derivative(const Input<T>& in, By first, By second) {
  Matrix<T> result(in.n, in.n * in.n);
  for (int j = 0; j < in.n; ++j) {
    Vector<T> unit = zeros<T>(in.n);
    unit(j) = T(1);
    const Input<Dual<T>> moved =
        first == By::q ? along(in, unit, zeros<T>(in.n)) : along(in, zeros<T>(in.n), unit);
    const auto of = [&]() -> Matrix<Dual<T>> {
      if (second != By::qdd) return ForceDerivatives<Dual<T>>(moved).matrix(second, j);
      const Displaced<T> tree{moved};
      return mass_matrix(moved, tree.inertias, tree.partial);
    };
    result.middleCols(j * in.n, in.n) = derivatives(of());
  }
  return result;
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
  const Displaced<T> moving = moment_later(in);
  const auto& partial = moving.partial;
  const auto& inertias = moving.inertias;
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

}  // namespace kintree::oracle
