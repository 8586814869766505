// Dual numbers a + b e with e^2 = 0, over any scalar: whatever is computed in them has its derivative behind e. With them the tree moves
// along a direction of its tangent space.
#pragma once

#include <cmath>

#include "mechanics/field_scalar.hpp"
#include "mechanics/motion.hpp"

namespace kintree::oracle {

template <class T>
bool is_zero(const T& x) {
  if constexpr (requires { x.is_zero(); })
    return x.is_zero();  // makes no number to compare with
  else
    return x == T{};
}

template <class T>
struct Dual {
  T x, e;

  Dual() = default;                              // no value: as of the numbers themselves
  Dual(const T& constant) : x(constant), e{} {}  // NOLINT: constants are dual numbers
  Dual(int constant) : Dual(T(constant)) {}      // NOLINT
  Dual(const T& value, const T& derivative) : x(value), e(derivative) {}

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.x + b.x, a.e + b.e}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.x - b.x, a.e - b.e}; }
  friend Dual operator-(const Dual& a) { return {-a.x, -a.e}; }
  /// Most numbers do not depend on one coordinate, and numbers of many digits are slow.
  friend Dual operator*(const Dual& a, const Dual& b) {
    if (oracle::is_zero(a.e)) return {a.x * b.x, oracle::is_zero(b.e) ? T{} : T(a.x * b.e)};
    if (oracle::is_zero(b.e)) return {a.x * b.x, a.e * b.x};
    return {a.x * b.x, a.x * b.e + a.e * b.x};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T q = a.x / b.x;
    if (oracle::is_zero(a.e) && oracle::is_zero(b.e)) return {q, T{}};
    return {q, (a.e - q * b.e) / b.x};
  }
  Dual& operator+=(const Dual& b) {
    x += b.x;
    if (!oracle::is_zero(b.e)) e += b.e;
    return *this;
  }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.x == b.x && a.e == b.e; }
  bool is_zero() const { return oracle::is_zero(x) && oracle::is_zero(e); }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.x);
    if (oracle::is_zero(a.e)) return {root, T{}};  // at zero as well
    return {root, a.e / (root + root)};
  }
  friend Dual sin(const Dual& a) { return sine_cosine(a).first; }
  friend Dual cos(const Dual& a) { return sine_cosine(a).second; }
};
template <class T>
std::pair<Dual<T>, Dual<T>> sine_cosine(const Dual<T>& a) {
  const auto [s, c] = sine_cosine(a.x);
  return {{s, c * a.e}, {c, -(s * a.e)}};
}

/// The rates of a joint's coordinates at its velocities v: reference/notation.md.
template <class T>
Vector<T> position_rates(const BodyIn<T>& body, const T* v) {
  Vector<T> rates(body.q.size());
  const auto turn = [&](Eigen::Index first) {  // q' = q (0, omega) / 2
    const auto q = [&](int i) { return body.q(first + i); };
    const T two(2);
    rates(first) = -(q(1) * v[0] + q(2) * v[1] + q(3) * v[2]) / two;
    rates(first + 1) = (q(0) * v[0] + q(2) * v[2] - q(3) * v[1]) / two;
    rates(first + 2) = (q(0) * v[1] + q(3) * v[0] - q(1) * v[2]) / two;
    rates(first + 3) = (q(0) * v[2] + q(1) * v[1] - q(2) * v[0]) / two;
  };
  switch (body.kind) {
    case JointKind::spherical:
      turn(0);
      break;
    case JointKind::free: {
      turn(3);
      const Matrix3<T> R = rotation_by_quaternion<T>({body.q(3), body.q(4), body.q(5), body.q(6)});
      for (int i = 0; i < 3; ++i) rates(i) = R(i, 0) * v[3] + R(i, 1) * v[4] + R(i, 2) * v[5];
      break;
    }
    case JointKind::planar: {
      const auto [s, c] = sine_cosine(body.q(2));
      rates << c * v[0] - s * v[1], s * v[0] + c * v[1], v[2];
      break;
    }
    default:
      for (Eigen::Index i = 0; i < rates.size(); ++i) rates(i) = v[i];
  }
  return rates;
}

/// The input with the coordinates displaced by e along generalized velocities dq, and the velocities by e dv. External wrenches stay in
/// the axes of their bodies.
template <class T>
Input<Dual<T>> along(const Input<T>& in, const Vector<T>& dq, const Vector<T>& dv) {
  using D = Dual<T>;
  const auto triple = [](const Vector3<T>& a) { return Vector3<D>(D(a(0)), D(a(1)), D(a(2))); };
  const auto vector = [](const Vector<T>& a, const Vector<T>* rates) {
    Vector<D> result(a.size());
    for (Eigen::Index i = 0; i < a.size(); ++i) result(i) = rates == nullptr ? D(a(i)) : D(a(i), (*rates)(i));
    return result;
  };
  const auto placement = [&](const PlacementIn<T>& p) {
    return PlacementIn<D>{triple(p.xyz), triple(p.rpy), {p.quaternion.begin(), p.quaternion.end()}};
  };
  Input<D> result{triple(in.gravity),
                  {},
                  in.n,
                  vector(in.v, &dv),
                  vector(in.qdd, nullptr),
                  vector(in.tau, nullptr),
                  in.end_effector_body,
                  {},
                  {},
                  vector(in.gamma, nullptr),
                  D(in.restitution)};
  for (const PlacementIn<T>& p : in.end_effector_pose) result.end_effector_pose.push_back(placement(p));
  for (const ConstraintIn<T>& c : in.constraints)
    result.constraints.push_back(
        {c.relative_to, c.body, placement(c.pose), c.rows, c.is_coupling, D(c.multiplier)});
  for (const BodyIn<T>& b : in.bodies) {
    const Vector<T> rates = position_rates(b, dq.data() + b.first);
    BodyIn<D> body{b.parent,
                   b.kind,
                   placement(b.placement),
                   triple(b.axis),
                   triple(b.second_axis),
                   b.points_down,
                   D(b.pitch),
                   b.massless,
                   b.weightless,
                   placement(b.centre),
                   D(b.mass),
                   {},
                   vector(b.q, &rates),
                   b.first,
                   b.dof,
                   {b.armature.begin(), b.armature.end()},
                   triple(b.couple),
                   triple(b.force)};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) body.inertia(i, j) = D(b.inertia(i, j));
    result.bodies.push_back(std::move(body));
  }
  return result;
}

}  // namespace kintree::oracle

namespace Eigen {
template <class T>
struct NumTraits<kintree::oracle::Dual<T>> : kintree::oracle::ExactTraits<kintree::oracle::Dual<T>> {
  enum { RequireInitialization = 1 };
};
}  // namespace Eigen
