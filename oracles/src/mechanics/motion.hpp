// Poses along a motion, for any scalar with + - * /, sqrt and sin, cos.
//
// A joint is known by one thing: the pose of the child in the joint frame as a function of its coordinates,
// and how the coordinates move under given generalized velocities. All else is differentiation along the
// motion.
#pragma once

#include <qd/dd_real.h>

#include <utility>

#include "kintree/oracle/fixed.hpp"
#include "mechanics/input.hpp"
#include "mechanics/jet.hpp"

namespace kintree::oracle {

template <class S>
struct Pose {
  Matrix3<S> R;  // axes of the posed frame, as columns
  Vector3<S> p;
};

/// The pose of a frame that has the pose b in another frame, which has the pose a. A pose that is constant
/// along the motion need not be a jet.
template <class S, class T>
Pose<S> operator*(const Pose<S>& a, const Pose<T>& b) {
  Pose<S> c{.R = {}, .p = a.p};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      c.R(i, j) = a.R(i, 0) * b.R(0, j);
      for (int k = 1; k < 3; ++k) c.R(i, j) += a.R(i, k) * b.R(k, j);
    }
    for (int k = 0; k < 3; ++k) c.p(i) += a.R(i, k) * b.p(k);
  }
  return c;
}

template <class S>
Matrix3<S> cross_matrix(const Vector3<S>& a) {
  Matrix3<S> A;
  A << S(0), -a(2), a(1), a(2), S(0), -a(0), -a(1), a(0), S(0);
  return A;
}

template <class T>
Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return {a(1) * b(2) - a(2) * b(1), a(2) * b(0) - a(0) * b(2), a(0) * b(1) - a(1) * b(0)};
}

/// Sums go on in place here and below: a number of MPFR is copied wherever it is returned.
template <class T>
T dot3(const Vector3<T>& a, const Vector3<T>& b) {
  T sum = a(0) * b(0);
  sum += a(1) * b(1);
  sum += a(2) * b(2);
  return sum;
}

template <class T>
Vector3<T> unit(const Vector3<T>& a) {
  using std::sqrt;
  const T length = sqrt(dot3(a, a));
  return Vector3<T>(a(0) / length, a(1) / length, a(2) / length);
}

template <class T>
Matrix3<T> identity() {
  Matrix3<T> one;
  one << T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1);
  return one;
}

template <class T>
std::pair<T, T> sine_cosine(const T& angle) {
  std::pair<T, T> result;
  if constexpr (requires { sincos(angle, result.first, result.second); }) {
    sincos(angle, result.first, result.second);
  } else {
    using std::cos;
    using std::sin;
    result = {sin(angle), cos(angle)};
  }
  return result;
}
/// MPFR finds both in little more than the time of one.
template <unsigned digits>
std::pair<Fixed<digits>, Fixed<digits>> sine_cosine(const Fixed<digits>& angle) {
  std::pair<Fixed<digits>, Fixed<digits>> result;
  mpfr_sin_cos(result.first.backend().data(), result.second.backend().data(), angle.backend().data(),
               MPFR_RNDN);
  return result;
}

/// NaN where no digit of a double-double angle is left after whole turns. QD reads outside of its tables beyond some angle.
inline std::pair<dd_real, dd_real> sine_cosine(const dd_real& angle) {
  if (!(abs(angle) < dd_real(0x1p104))) return {dd_real::_nan, dd_real::_nan};
  std::pair<dd_real, dd_real> result;
  sincos(angle, result.first, result.second);
  return result;
}

/// exp of the cross matrix of a unit axis times an angle with the given sine and cosine: 1 + s [n] + (1 - c)
/// [n]^2.
template <class S, class T>
Matrix3<S> rotation(const Vector3<T>& n, const S& sine, const S& cosine) {
  const Matrix3<T> N = cross_matrix(n);
  const Matrix3<T> NN = N * N;
  const S versine = S(1) - cosine;
  Matrix3<S> R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = sine * N(i, j) + versine * NN(i, j) + S(i == j ? 1 : 0);
  return R;
}

template <class T>
Matrix3<T> about(const Vector3<T>& n, const T& angle) {
  const auto [s, c] = sine_cosine(angle);
  return rotation<T>(n, s, c);
}

/// The rotation of a quaternion w, v of any length: ((w^2 - v.v) 1 + 2 v v^T + 2 w [v]) / (w^2 + v.v), where [v] is
/// the matrix of v x.
template <class T>
Matrix3<T> rotation_by_quaternion(const std::vector<T>& q) {
  const Vector3<T> v(q[1], q[2], q[3]);
  const Matrix3<T> cross = cross_matrix(v);
  const T ww = q[0] * q[0], vv = dot3(v, v);
  Matrix3<T> R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const T mixed = v(i) * v(j) + q[0] * cross(i, j);
      R(i, j) = (mixed + mixed + (i == j ? ww - vv : T(0))) / (ww + vv);
    }
  return R;
}

/// By a quaternion, or roll about x, pitch about y, yaw about z, all axes fixed.
template <class T>
Pose<T> pose(const PlacementIn<T>& at) {
  if (!at.quaternion.empty()) return {rotation_by_quaternion(at.quaternion), at.xyz};
  const Vector3<T> x(T(1), T(0), T(0)), y(T(0), T(1), T(0)), z(T(0), T(0), T(1));
  const Matrix3<T> pitch_roll = about(y, at.rpy(1)) * about(x, at.rpy(0));
  return {about(z, at.rpy(2)) * pitch_roll, at.xyz};
}

template <class T>
Matrix3<Jet<T>> rotation_along(const Vector3<T>& n, const Jet<T>& a) {
  const auto [s, c] = sine_cosine(a.x);
  const T squared = a.d * a.d;
  const Jet<T> sine(s, c * a.d, c * a.dd - s * squared), cosine(c, -(s * a.d), -(s * a.dd) - c * squared);
  return rotation<Jet<T>>(n, sine, cosine);
}

template <class T>
Pose<Jet<T>> constant(const Pose<T>& a) {
  Pose<Jet<T>> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.R(i, j) = Jet<T>(a.R(i, j));
    result.p(i) = Jet<T>(a.p(i));
  }
  return result;
}

template <class T>
Pose<T> value(const Pose<Jet<T>>& a) {
  Pose<T> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.R(i, j) = a.R(i, j).x;
    result.p(i) = a.p(i).x;
  }
  return result;
}

/// The rotation that takes z to n by the shortest way: about z x n, with cosine n_z and sine |z x n|. `down`: n_z < 0.
template <class T>
Matrix3<T> shortest_from_z(const Vector3<T>& n, bool down) {
  using std::sqrt;
  const T s = sqrt(n(0) * n(0) + n(1) * n(1));
  if (s == T(0)) {
    Matrix3<T> R = identity<T>();
    if (down) R(1, 1) = R(2, 2) = T(-1);  // by definition half a turn about x
    return R;
  }
  return rotation<T>(Vector3<T>(-n(1) / s, n(0) / s, T(0)), s, n(2));
}

/// The rotation of a quaternion w, x, y, z that turns at the rate omega (child axes), d omega/dt = alpha:
/// q' = q (0, omega) / 2. Its length, whatever it is, stays.
template <class T>
Matrix3<Jet<T>> turning_quaternion(const T* q, const Vector3<T>& omega, const Vector3<T>& alpha) {
  const auto times = [](const Eigen::Matrix<T, 4, 1>& a, const Vector3<T>& b) {
    Eigen::Matrix<T, 4, 1> c;
    c << -(a(1) * b(0) + a(2) * b(1) + a(3) * b(2)), a(0) * b(0) + a(2) * b(2) - a(3) * b(1),
        a(0) * b(1) + a(3) * b(0) - a(1) * b(2), a(0) * b(2) + a(1) * b(1) - a(2) * b(0);
    for (int i = 0; i < 4; ++i) c(i) = c(i) / T(2);
    return c;
  };
  const Eigen::Matrix<T, 4, 1> q0(q[0], q[1], q[2], q[3]);
  const Eigen::Matrix<T, 4, 1> q1 = times(q0, omega);
  const Eigen::Matrix<T, 4, 1> q2a = times(q1, omega), q2b = times(q0, alpha);
  std::array<Jet<T>, 4> j;
  for (int i = 0; i < 4; ++i) j[static_cast<std::size_t>(i)] = Jet<T>(q0(i), q1(i), q2a(i) + q2b(i));
  const auto& [w, x, y, z] = j;
  const T squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const T scale = T(1) / squared;
  const Jet<T> two(2);
  Matrix3<Jet<T>> R;
  R << w * w + x * x - y * y - z * z, two * (x * y - w * z), two * (x * z + w * y),  //
      two * (x * y + w * z), w * w - x * x + y * y - z * z, two * (y * z - w * x),   //
      two * (x * z - w * y), two * (y * z + w * x), w * w - x * x - y * y + z * z;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) R(i, k) = R(i, k) * scale;
  return R;
}

/// Pose of the child in the joint frame, along the motion with generalized velocity v and acceleration a.
/// This and the table in reference/notation.md are the definition of the joint kinds.
template <class T>
Pose<Jet<T>> joint_motion(const BodyIn<T>& body, const T* v, const T* a) {
  const Vector<T>& q = body.q;
  const auto along = [&](int k) { return Jet<T>(q(k), v[k], a[k]); };
  Pose<Jet<T>> result = constant(Pose<T>{identity<T>(), Vector3<T>(T(0), T(0), T(0))});
  const auto slide = [&](const Vector3<T>& direction, const Jet<T>& distance) {
    for (int i = 0; i < 3; ++i) result.p(i) += distance * direction(i);
  };

  switch (body.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
      result.R = rotation_along(unit(body.axis), along(0));
      break;
    case JointKind::prismatic:
      slide(unit(body.axis), along(0));
      break;
    case JointKind::helical:
      result.R = rotation_along(unit(body.axis), along(0));
      slide(unit(body.axis), along(0) * body.pitch);
      break;
    case JointKind::cylindrical:
      result.R = rotation_along(unit(body.axis), along(0));
      slide(unit(body.axis), along(1));
      break;
    case JointKind::universal:
      result.R = rotation_along(unit(body.axis), along(0)) * rotation_along(unit(body.second_axis), along(1));
      break;
    case JointKind::planar: {
      // (x', y') is (vx, vy) turned by theta; differentiated once more, theta' = omega.
      const auto [s, c] = sine_cosine(q(2));
      const T x1 = c * v[0] - s * v[1], y1 = s * v[0] + c * v[1];
      const T x2 = c * a[0] - s * a[1] - v[2] * y1, y2 = s * a[0] + c * a[1] + v[2] * x1;
      const Matrix3<T> plane = shortest_from_z(unit(body.axis), body.points_down);
      slide(plane.col(0), Jet<T>(q(0), x1, x2));
      slide(plane.col(1), Jet<T>(q(1), y1, y2));
      result.R = rotation_along(unit(body.axis), along(2));
      break;
    }
    case JointKind::spherical:
      result.R = turning_quaternion(q.data(), Vector3<T>(v[0], v[1], v[2]), Vector3<T>(a[0], a[1], a[2]));
      break;
    case JointKind::free: {
      result.R = turning_quaternion(q.data() + 3, Vector3<T>(v[0], v[1], v[2]), Vector3<T>(a[0], a[1], a[2]));
      // p' = R u, so p'' = R' u + R u'.
      for (int i = 0; i < 3; ++i) {
        T p1(0), p2(0);
        for (int k = 0; k < 3; ++k) {
          p1 += result.R(i, k).x * v[3 + k];
          p2 += result.R(i, k).d * v[3 + k] + result.R(i, k).x * a[3 + k];
        }
        result.p(i) = Jet<T>(q(i), p1, p2);
      }
      break;
    }
  }
  return result;
}

/// (W_32, W_13, W_21) of W = A B^T.
template <class T>
Vector3<T> axial_of_product(const Matrix3<T>& A, const Matrix3<T>& B) {
  const auto W = [&](int i, int j) { return dot3(Vector3<T>(A.row(i)), Vector3<T>(B.row(j))); };
  return {W(2, 1), W(0, 2), W(1, 0)};
}

/// One of the matrices that a rotation and its derivatives are along the motion: its part &Jet<T>::x, d or dd.
template <class T>
Matrix3<T> order(const Matrix3<Jet<T>>& R, T Jet<T>::*part) {
  Matrix3<T> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = R(i, j).*part;
  return result;
}

/// Angular velocity, in the axes that R refers to: [w] = R' R^T.
template <class T>
Vector3<T> angular_velocity(const Matrix3<Jet<T>>& R) {
  return axial_of_product(order(R, &Jet<T>::d), order(R, &Jet<T>::x));
}

/// Its derivative: [w'] = R'' R^T + R' R'^T.
template <class T>
Vector3<T> angular_acceleration(const Matrix3<Jet<T>>& R) {
  const Matrix3<T> R1 = order(R, &Jet<T>::d);
  return axial_of_product(order(R, &Jet<T>::dd), order(R, &Jet<T>::x)) + axial_of_product(R1, R1);
}

/// The constant poses of a model, by body: the joint frame in the parent, and the inertia's frame in the
/// body.
template <class T>
struct Placed {
  std::vector<Pose<T>> joint, centre;

  Placed() = default;
  explicit Placed(const Input<T>& in) {
    for (const BodyIn<T>& body : in.bodies) {
      joint.push_back(pose(body.placement));
      centre.push_back(pose(body.centre));
    }
  }
};

/// World poses of all bodies along the motion. `joint`: the pose of body i in its joint frame.
template <class T, class Joint>
std::vector<Pose<Jet<T>>> world_motion(const Input<T>& in, const Placed<T>& placed, Joint&& joint) {
  std::vector<Pose<Jet<T>>> world;
  world.reserve(in.bodies.size());
  world.push_back(constant(Pose<T>{identity<T>(), Vector3<T>(T(0), T(0), T(0))}));
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const Pose<Jet<T>> joint_frame = world[static_cast<std::size_t>(in.bodies[i].parent)] * placed.joint[i];
    world.push_back(joint_frame * joint(i));
  }
  return world;
}

template <class T>
std::vector<Pose<Jet<T>>> world_motion(const Input<T>& in, const Placed<T>& placed, const Vector<T>& v,
                                       const Vector<T>& a) {
  return world_motion(in, placed, [&](std::size_t i) {
    const BodyIn<T>& body = in.bodies[i];
    return joint_motion(body, v.data() + body.first, a.data() + body.first);
  });
}

}  // namespace kintree::oracle
