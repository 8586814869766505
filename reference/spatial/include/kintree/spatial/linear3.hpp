// Vectors and matrices of ordinary space: three numbers, nine, and six for a symmetric matrix.
#pragma once

#include <array>

#include "kintree/model/model.hpp"
#include "kintree/numbers/scalar.hpp"

namespace kintree {

template <class S>
struct Vec3 {
  S x{}, y{}, z{};

  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const Vec3& a, const S& s) { return {a.x * s, a.y * s, a.z * s}; }
  Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
};

template <class S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A general matrix, by columns x, y, z.
template <class S>
struct Mat3 {
  Vec3<S> x, y, z;

  friend Vec3<S> operator*(const Mat3& A, const Vec3<S>& v) { return A.x * v.x + A.y * v.y + A.z * v.z; }
  friend Mat3 operator*(const Mat3& A, const Mat3& B) { return {A * B.x, A * B.y, A * B.z}; }
  friend Mat3 operator*(const Mat3& A, const S& s) { return {A.x * s, A.y * s, A.z * s}; }
  friend Mat3 operator+(const Mat3& A, const Mat3& B) { return {A.x + B.x, A.y + B.y, A.z + B.z}; }
  friend Mat3 operator-(const Mat3& A, const Mat3& B) { return {A.x - B.x, A.y - B.y, A.z - B.z}; }
};

template <class S>
Mat3<S> transpose(const Mat3<S>& A) {
  return {{A.x.x, A.y.x, A.z.x}, {A.x.y, A.y.y, A.z.y}, {A.x.z, A.y.z, A.z.z}};
}

/// A^T v.
template <class S>
Vec3<S> transpose_times(const Mat3<S>& A, const Vec3<S>& v) {
  return {dot(A.x, v), dot(A.y, v), dot(A.z, v)};
}

template <class S>
Mat3<S> identity3() {
  return {{S(1), S{}, S{}}, {S{}, S(1), S{}}, {S{}, S{}, S(1)}};
}

/// a b^T.
template <class S>
Mat3<S> outer(const Vec3<S>& a, const Vec3<S>& b) {
  return {a * b.x, a * b.y, a * b.z};
}

/// The matrix [a]x of the product a x b.
template <class S>
Mat3<S> cross_matrix(const Vec3<S>& a) {
  return {{S{}, a.z, -a.y}, {-a.z, S{}, a.x}, {a.y, -a.x, S{}}};
}

/// A symmetric matrix.
template <class S>
struct Sym3 {
  S xx{}, xy{}, xz{}, yy{}, yz{}, zz{};

  friend Sym3 operator+(const Sym3& A, const Sym3& B) {
    return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
  }
  friend Sym3 operator-(const Sym3& A, const Sym3& B) {
    return {A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yy - B.yy, A.yz - B.yz, A.zz - B.zz};
  }
  Sym3& operator+=(const Sym3& B) { return *this = *this + B; }
  friend Vec3<S> operator*(const Sym3& A, const Vec3<S>& v) {
    return {A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
            A.xz * v.x + A.yz * v.y + A.zz * v.z};
  }
};

/// R A R^T. Only the six independent entries are computed.
template <class S>
Sym3<S> rotate(const Mat3<S>& R, const Sym3<S>& A) {
  const Mat3<S> Rt = transpose(R);  // columns of Rt are rows of R
  const Vec3<S> ax = A * Rt.x, ay = A * Rt.y, az = A * Rt.z;
  return {dot(Rt.x, ax), dot(Rt.x, ay), dot(Rt.x, az), dot(Rt.y, ay), dot(Rt.y, az), dot(Rt.z, az)};
}

/// a b^T + b a^T.
template <class S>
Sym3<S> symmetric_outer(const Vec3<S>& a, const Vec3<S>& b) {
  const S xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {xx + xx, a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, yy + yy, a.y * b.z + a.z * b.y, zz + zz};
}

/// The symmetric part's entries of a matrix that is symmetric by its mathematics (the upper triangle is
/// read).
template <class S>
Sym3<S> as_symmetric(const Mat3<S>& A) {
  return {A.x.x, A.y.x, A.z.x, A.y.y, A.z.y, A.z.z};
}

template <class S>
Vec3<S> widen(const Triple& t) {
  return {S(t[0]), S(t[1]), S(t[2])};
}

template <class S>
Vec3<S> normalized(const Vec3<S>& a) {
  using std::sqrt;
  const S length = sqrt(dot(a, a));
  return {a.x / length, a.y / length, a.z / length};
}

/// True if the axis points below the x-y plane: the argument `down` of axes_along.
inline bool points_down(const Triple& axis) {
  return axis[2] < 0;
}

/// Axes with z along the unit vector n. They are turned by the shortest rotation, or, if n points down, by
/// half a turn about x and then the shortest rotation.
template <class S>
Mat3<S> axes_along(const Vec3<S>& n, bool down) {
  const Vec3<S> u = down ? Vec3<S>{n.x, -n.y, -n.z} : n;
  const S one(1), k = one / (one + u.z), xy = -(u.x * u.y) * k;
  const Vec3<S> x{one - u.x * u.x * k, xy, -u.x}, y{xy, one - u.y * u.y * k, -u.y};
  if (!down) return {x, y, n};
  return {{x.x, -x.y, -x.z}, {y.x, -y.y, -y.z}, n};
}

/// The rotation of a quaternion w, x, y, z of any length.
template <class S>
Mat3<S> rotation_of_quaternion(const S* q) {
  const S &w = q[0], &x = q[1], &y = q[2], &z = q[3];
  const S one(1), two = S(2) / (w * w + x * x + y * y + z * z);
  return {{one - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y)},
          {two * (x * y - w * z), one - two * (x * x + z * z), two * (y * z + w * x)},
          {two * (x * z + w * y), two * (y * z - w * x), one - two * (x * x + y * y)}};
}

/// R = Rz(yaw) Ry(pitch) Rx(roll).
template <class S>
Mat3<S> rotation_of_rpy(const Triple& rpy) {
  S sr, cr, sp, cp, sy, cy;
  sincos(S(rpy[0]), sr, cr);
  sincos(S(rpy[1]), sp, cp);
  sincos(S(rpy[2]), sy, cy);
  return {{cy * cp, sy * cp, -sp},
          {cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr},
          {cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr}};
}

/// The rotation from the frame of a placement to the frame in which the placement is given.
template <class S>
Mat3<S> rotation(const Placement& pose) {
  if (!has_quaternion(pose)) return rotation_of_rpy<S>(pose.rpy);
  const auto& [w, x, y, z] = pose.quaternion;
  const std::array<S, 4> q{S(w), S(x), S(y), S(z)};
  return rotation_of_quaternion(q.data());
}

}  // namespace kintree
