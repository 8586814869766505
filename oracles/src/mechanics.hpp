// The oracle's mathematics, for any scalar with + - * /, sqrt and sin, cos.
//
// A joint is known by one thing: the pose of the child in the joint frame as a function of its coordinates,
// and how the coordinates move under given generalized velocities. Everything else is differentiation along
// the motion:
//   partial velocities   the pose's first derivative under a unit velocity;
//   accelerations        the second derivative of the world poses.
#pragma once

#include "input.hpp"
#include "jet.hpp"
#include "kintree/oracle/oracle.hpp"

namespace kintree::oracle {

template <class S>
struct Pose {
  Matrix3<S> R;  // axes of the posed frame, as columns
  Vector3<S> p;
};

template <class S>
Pose<S> operator*(const Pose<S>& a, const Pose<S>& b) {
  const Matrix3<S> R = a.R * b.R;
  const Vector3<S> p = a.R * b.p;
  return {R, a.p + p};
}

template <class S>
Matrix3<S> cross_matrix(const Vector3<S>& a) {
  Matrix3<S> A;
  A << S(0), -a(2), a(1), a(2), S(0), -a(0), -a(1), a(0), S(0);
  return A;
}

template <class T>
Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return cross_matrix(a) * b;
}

template <class T>
T dot3(const Vector3<T>& a, const Vector3<T>& b) {
  return a(0) * b(0) + a(1) * b(1) + a(2) * b(2);
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

/// exp of the cross matrix of a unit axis times an angle with the given sine and cosine: 1 + s [n] + (1 - c)
/// [n]^2.
template <class S, class T>
Matrix3<S> turn(const Vector3<T>& n, const S& sine, const S& cosine) {
  const Matrix3<T> N = cross_matrix(n);
  const Matrix3<T> NN = N * N;
  Matrix3<S> R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      R(i, j) = S(i == j ? 1 : 0) + sine * S(N(i, j)) + (S(1) - cosine) * S(NN(i, j));
  return R;
}

template <class T>
Matrix3<T> about(const Vector3<T>& n, const T& angle) {
  using std::cos;
  using std::sin;
  return turn<T>(n, sin(angle), cos(angle));
}

/// Roll about x, pitch about y, yaw about z, all axes fixed.
template <class T>
Pose<T> pose(const PlacementIn<T>& at) {
  const Vector3<T> x(T(1), T(0), T(0)), y(T(0), T(1), T(0)), z(T(0), T(0), T(1));
  const Matrix3<T> pitch_roll = about(y, at.rpy(1)) * about(x, at.rpy(0));
  return {about(z, at.rpy(2)) * pitch_roll, at.xyz};
}

template <class T>
Jet<T> sine(const Jet<T>& a) {
  using std::cos;
  using std::sin;
  const T s = sin(a.x), c = cos(a.x);
  return {s, c * a.d, c * a.dd - s * a.d * a.d};
}

template <class T>
Jet<T> cosine(const Jet<T>& a) {
  using std::cos;
  using std::sin;
  const T s = sin(a.x), c = cos(a.x);
  return {c, -(s * a.d), -(s * a.dd) - c * a.d * a.d};
}

template <class T>
Matrix3<Jet<T>> turn_along(const Vector3<T>& n, const Jet<T>& angle) {
  return turn<Jet<T>>(n, sine(angle), cosine(angle));
}

template <class T>
Vector3<Jet<T>> constant(const Vector3<T>& a) {
  return {Jet<T>(a(0)), Jet<T>(a(1)), Jet<T>(a(2))};
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

/// The rotation that takes z to n by the shortest way: about z x n, with cosine n_z and sine |z x n|.
template <class T>
Matrix3<T> shortest_from_z(const Vector3<T>& n) {
  using std::sqrt;
  const T s = sqrt(n(0) * n(0) + n(1) * n(1));
  if (s == T(0)) {
    Matrix3<T> R = identity<T>();
    if (n(2) < T(0)) R(1, 1) = R(2, 2) = T(-1);  // by definition half a turn about x
    return R;
  }
  return turn<T>(Vector3<T>(-n(1) / s, n(0) / s, T(0)), s, n(2));
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
  const Jet<T> scale(T(1) / squared), two(2);
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
    for (int i = 0; i < 3; ++i) result.p(i) += Jet<T>(direction(i)) * distance;
  };

  switch (body.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
      result.R = turn_along(unit(body.axis), along(0));
      break;
    case JointKind::prismatic:
      slide(unit(body.axis), along(0));
      break;
    case JointKind::helical:
      result.R = turn_along(unit(body.axis), along(0));
      slide(unit(body.axis), Jet<T>(body.pitch) * along(0));
      break;
    case JointKind::cylindrical:
      result.R = turn_along(unit(body.axis), along(0));
      slide(unit(body.axis), along(1));
      break;
    case JointKind::universal:
      result.R = turn_along(unit(body.axis), along(0)) * turn_along(unit(body.second_axis), along(1));
      break;
    case JointKind::planar: {
      // (x', y') is (vx, vy) turned by theta; differentiated once more, theta' = omega.
      using std::cos;
      using std::sin;
      const T c = cos(q(2)), s = sin(q(2));
      const T x1 = c * v[0] - s * v[1], y1 = s * v[0] + c * v[1];
      const T x2 = c * a[0] - s * a[1] - v[2] * y1, y2 = s * a[0] + c * a[1] + v[2] * x1;
      const Matrix3<T> plane = shortest_from_z(unit(body.axis));
      slide(plane.col(0), Jet<T>(q(0), x1, x2));
      slide(plane.col(1), Jet<T>(q(1), y1, y2));
      result.R = turn_along(unit(body.axis), along(2));
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

template <class T>
Vector3<T> axial(const Matrix3<T>& W) {
  return Vector3<T>(W(2, 1), W(0, 2), W(1, 0));
}

/// Angular velocity and its derivative, in the axes that R refers to: [w] = R' R^T, [w'] = R'' R^T + R' R'^T.
template <class T>
void angular_motion(const Matrix3<Jet<T>>& R, Vector3<T>& omega, Vector3<T>& omega_dot) {
  Matrix3<T> R0, R1, R2;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      R0(i, j) = R(i, j).x;
      R1(i, j) = R(i, j).d;
      R2(i, j) = R(i, j).dd;
    }
  const Matrix3<T> W = R1 * R0.transpose();
  const Matrix3<T> A = R2 * R0.transpose();
  const Matrix3<T> B = R1 * R1.transpose();
  omega = axial(W);
  omega_dot = axial(Matrix3<T>(A + B));
}

/// The constant poses of a model, by body: the joint frame in the parent, and the inertia's frame in the
/// body.
template <class T>
struct Placed {
  std::vector<Pose<T>> joint, centre;

  explicit Placed(const Input<T>& in) {
    for (const BodyIn<T>& body : in.bodies) {
      joint.push_back(pose(body.placement));
      centre.push_back(pose(body.centre));
    }
  }
};

/// World poses of all bodies along the motion.
template <class T>
std::vector<Pose<Jet<T>>> world_motion(const Input<T>& in, const Placed<T>& placed, const Vector<T>& v,
                                       const Vector<T>& a) {
  std::vector<Pose<Jet<T>>> world;
  world.reserve(in.bodies.size());
  world.push_back(constant(Pose<T>{identity<T>(), Vector3<T>(T(0), T(0), T(0))}));
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const BodyIn<T>& body = in.bodies[i];
    const Pose<Jet<T>> joint_frame = world[static_cast<std::size_t>(body.parent)] * constant(placed.joint[i]);
    world.push_back(joint_frame * joint_motion(body, v.data() + body.first, a.data() + body.first));
  }
  return world;
}

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
  const std::vector<T> zero(6, T(0));
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const BodyIn<T>& body = in.bodies[i];
    const auto parent = static_cast<std::size_t>(body.parent);
    partial[i] = partial[parent];
    const Pose<T> joint_frame = value(world[parent]) * placed.joint[i];
    for (int k = 0; k < body.dof; ++k) {
      std::vector<T> rate(6, T(0));
      rate[static_cast<std::size_t>(k)] = T(1);
      const Pose<Jet<T>> motion = joint_motion(body, rate.data(), zero.data());
      Vector3<T> omega, unused;
      angular_motion(motion.R, omega, unused);
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
  Matrix<T> H(in.n, in.n);
  for (int i = 0; i < in.n; ++i)
    for (int j = 0; j < in.n; ++j) H(i, j) = T(0);
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
/// and external forces. `size` takes the sum of the magnitudes of the terms, by coordinate.
template <class T>
Vector<T> generalized_forces(const Input<T>& in, const std::vector<Pose<Jet<T>>>& world,
                             const std::vector<WorldInertia<T>>& inertias,
                             const std::vector<std::vector<PartialVelocity<T>>>& partial,
                             Eigen::VectorXd& size) {
  size = Eigen::VectorXd::Zero(in.n);
  Vector<T> tau(in.n);
  for (int i = 0; i < in.n; ++i) tau(i) = T(0);
  for (std::size_t b = 1; b < in.bodies.size(); ++b) {
    const BodyIn<T>& body = in.bodies[b];
    const Pose<T> at = value(world[b]);
    const WorldInertia<T>& inertia = inertias[b];
    Vector3<T> omega, omega_dot;
    angular_motion(world[b].R, omega, omega_dot);
    const Vector3<Jet<T>> offset = world[b].R * constant(body.centre.xyz);
    const Vector3<T> acceleration(world[b].p(0).dd + offset(0).dd, world[b].p(1).dd + offset(1).dd,
                                  world[b].p(2).dd + offset(2).dd);
    const Vector3<T> force = (acceleration - in.gravity) * body.mass;
    const Vector3<T> I_omega = inertia.tensor * omega;
    const Vector3<T> euler = inertia.tensor * omega_dot;
    const Vector3<T> couple = euler + cross(omega, I_omega);
    const Vector3<T> external_force = at.R * body.force, external_couple = at.R * body.couple;
    const double force_size = to_double(body.mass) * (length(acceleration) + length(in.gravity));
    const double couple_size = length(euler) + length(omega) * length(I_omega) + length(external_couple);
    for (const auto& u : partial[b]) {
      const Vector3<T> Jv = velocity_of(u, inertia.centre), Jo = velocity_of(u, at.p);
      tau(u.coordinate) += dot3(Jv, force) + dot3(u.angular, couple) - dot3(Jo, external_force) -
                           dot3(u.angular, external_couple);
      size(u.coordinate) +=
          length(Jv) * force_size + length(u.angular) * couple_size + length(Jo) * length(external_force);
    }
  }
  return tau;
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
  std::vector<double> path(in.bodies.size(), 0.0);
  for (std::size_t i = 1; i < in.bodies.size(); ++i) {
    const auto parent = static_cast<std::size_t>(in.bodies[i].parent);
    path[i] = path[parent] + length(Vector3<T>(value(world[i]).p - value(world[parent]).p));
  }
  return path;
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
    std::vector<double> v, w;
    for (const auto& u : partial[b]) {
      const double arm = path[b] - path[static_cast<std::size_t>(u.body)] + length(body.centre.xyz);
      w.push_back(length(u.angular));
      v.push_back(length(u.linear) + w.back() * arm);
    }
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j)
        size(partial[b][i].coordinate, partial[b][j].coordinate) += mass * v[i] * v[j] + tensor * w[i] * w[j];
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

/// H = L L^T. Returns 0, or the coordinate (from 1) whose pivot is not positive beyond the rounding errors of
/// the arithmetic, which are n eps H_kk at most to first order [Higham, ASNA, thm. 10.3].
template <class T>
int cholesky(const Matrix<T>& H, const T& epsilon, Matrix<T>& L) {
  using std::sqrt;
  const auto n = static_cast<int>(H.rows());
  L.resize(n, n);
  for (int j = 0; j < n; ++j) {
    T pivot = H(j, j);
    for (int k = 0; k < j; ++k) pivot -= L(j, k) * L(j, k);
    if (!(pivot > T(n) * epsilon * H(j, j))) return j + 1;
    L(j, j) = sqrt(pivot);
    for (int i = 0; i < j; ++i) L(i, j) = T(0);
    for (int i = j + 1; i < n; ++i) {
      T sum = H(i, j);
      for (int k = 0; k < j; ++k) sum -= L(i, k) * L(j, k);
      L(i, j) = sum / L(j, j);
    }
  }
  return 0;
}

/// Columns of B <- L^-1 B.
template <class T>
void solve_lower(const Matrix<T>& L, Matrix<T>& B) {
  for (int c = 0; c < B.cols(); ++c)
    for (int i = 0; i < L.rows(); ++i) {
      T sum = B(i, c);
      for (int k = 0; k < i; ++k) sum -= L(i, k) * B(k, c);
      B(i, c) = sum / L(i, i);
    }
}

/// Columns of B <- L^-T B.
template <class T>
void solve_upper(const Matrix<T>& L, Matrix<T>& B) {
  for (int c = 0; c < B.cols(); ++c)
    for (auto i = static_cast<int>(L.rows()) - 1; i >= 0; --i) {
      T sum = B(i, c);
      for (int k = i + 1; k < L.rows(); ++k) sum -= L(k, i) * B(k, c);
      B(i, c) = sum / L(i, i);
    }
}

/// B^T B.
template <class T>
Matrix<T> gram(const Matrix<T>& B) {
  Matrix<T> G(B.cols(), B.cols());
  for (int i = 0; i < B.cols(); ++i)
    for (int j = 0; j <= i; ++j) {
      T sum(0);
      for (int k = 0; k < B.rows(); ++k) sum += B(k, i) * B(k, j);
      G(i, j) = G(j, i) = sum;
    }
  return G;
}

template <class T>
Answer<T> answer(const Input<T>& in, const Wanted& wanted, const T& epsilon) {
  Answer<T> result;
  Vector<T> rest(in.n);
  for (int i = 0; i < in.n; ++i) rest(i) = T(0);
  const Placed<T> placed(in);
  const auto drift = world_motion(in, placed, in.v, rest);  // q-ddot = 0
  const auto partial = partial_velocities(in, placed, drift);
  const auto inertias = world_inertias(in, placed, drift);
  result.H = mass_matrix(in, inertias, partial);
  result.H_size = mass_matrix_size(in, drift, partial);
  result.C = generalized_forces(in, drift, inertias, partial, result.C_size);
  if (wanted.tau)
    result.tau =
        generalized_forces(in, world_motion(in, placed, in.v, in.qdd), inertias, partial, result.tau_size);
  if (wanted.inverse_osim) {
    result.J = end_effector_jacobian(in, drift, partial);
    result.reach = reach(in, drift);
  }
  result.singular_at = cholesky(result.H, epsilon, result.L);
  if (result.singular_at != 0) return result;

  if (wanted.qdd) {
    Matrix<T> x = in.tau - result.C;
    solve_lower(result.L, x);
    solve_upper(result.L, x);
    result.qdd = x.col(0);
  }
  if (wanted.inverse) {
    Matrix<T> Y(in.n, in.n);
    for (int i = 0; i < in.n; ++i)
      for (int j = 0; j < in.n; ++j) Y(i, j) = T(i == j ? 1 : 0);
    solve_lower(result.L, Y);
    result.H_inverse = gram(Y);
  }
  if (wanted.inverse_osim) {
    Matrix<T> Y = result.J.transpose();
    solve_lower(result.L, Y);
    result.Lambda_inverse = gram(Y);
  }
  return result;
}

}  // namespace kintree::oracle
