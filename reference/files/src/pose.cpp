#include "pose.hpp"

#include <algorithm>

namespace kintree {
namespace {

/// The sum, or zero if it is no larger than the noise that remains when numbers of the size `scale` cancel.
Digits without_noise(const Digits& sum, const Digits& scale) {
  static const Digits noise("1e-85");
  return abs(sum) <= noise * scale ? Digits(0) : sum;
}

DigitQuaternion normalized(const DigitQuaternion& q) {
  const Digits length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

DigitQuaternion unit_quaternion(const Placement& placement) {
  const auto& [w, x, y, z] = placement.quaternion;
  if (has_quaternion(placement)) return normalized({w, x, y, z});
  const auto& [roll, pitch, yaw] = placement.rpy;
  return rotation({0, 0, 1}, yaw) * (rotation({0, 1, 0}, pitch) * rotation({1, 0, 0}, roll));
}

bool is_identity(const DigitQuaternion& q) {
  return q[1] == 0 && q[2] == 0 && q[3] == 0;
}

}  // namespace

DigitVector operator+(const DigitVector& a, const DigitVector& b) {
  DigitVector sum;
  for (std::size_t k = 0; k < 3; ++k) sum[k] = without_noise(a[k] + b[k], abs(a[k]) + abs(b[k]));
  return sum;
}

DigitVector operator-(const DigitVector& a, const DigitVector& b) {
  return a + Digits(-1) * b;
}

DigitVector operator*(const Digits& s, const DigitVector& a) {
  return {s * a[0], s * a[1], s * a[2]};
}

DigitVector cross(const DigitVector& a, const DigitVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Digits dot(const DigitVector& a, const DigitVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

DigitQuaternion operator*(const DigitQuaternion& a, const DigitQuaternion& b) {
  DigitQuaternion product{a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  for (Digits& entry : product) entry = without_noise(entry, 1);
  return product;
}

DigitVector digits(const Triple& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

Triple rounded(const DigitVector& numbers) {
  return {static_cast<double>(numbers[0]), static_cast<double>(numbers[1]), static_cast<double>(numbers[2])};
}

DigitQuaternion rotation(const DigitVector& axis, const Digits& angle) {
  const Digits half = angle / 2, s = sin(half) / sqrt(dot(axis, axis));
  return {cos(half), s * axis[0], s * axis[1], s * axis[2]};
}

DigitQuaternion rotation(const DigitVector& x, const DigitVector& y, const DigitVector& z) {
  // Four multiples of the quaternion. The longest loses no digits.
  const std::array<DigitQuaternion, 4> multiples{
      {{1 + x[0] + y[1] + z[2], y[2] - z[1], z[0] - x[2], x[1] - y[0]},
       {y[2] - z[1], 1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2]},
       {z[0] - x[2], x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1]},
       {x[1] - y[0], z[0] + x[2], y[2] + z[1], 1 - x[0] - y[1] + z[2]}}};
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 4; ++k)
    if (multiples[k][k] > multiples[longest][longest]) longest = k;
  return normalized(multiples[longest]);
}

DigitQuaternion rotation_of_z(const DigitVector& direction) {
  const Digits length = sqrt(dot(direction, direction));
  const DigitQuaternion twice{length + direction[2], -direction[1], direction[0], 0};
  if (twice == DigitQuaternion{}) return {0, 1, 0, 0};
  return normalized(twice);
}

Pose::Pose(const Placement& placement) : xyz_(digits(placement.xyz)), stated_(placement) {
  is_turned_ = kintree::is_turned(placement);
  if (!is_turned_) return;
  quaternion_ = unit_quaternion(placement);
  is_turned_ = !kintree::is_identity(quaternion_);
}

Pose::Pose(const DigitVector& xyz, const DigitQuaternion& unit_quaternion)
    : xyz_(xyz),
      quaternion_(unit_quaternion),
      is_turned_(!kintree::is_identity(unit_quaternion)),
      is_stated_(!is_turned_) {
  stated_.xyz = rounded(xyz);
}

DigitVector Pose::direction(const DigitVector& of_this) const {
  if (!is_turned_) return of_this;
  const DigitVector u{quaternion_[1], quaternion_[2], quaternion_[3]};
  const DigitVector t = Digits(2) * cross(u, of_this);
  const DigitVector result = of_this + quaternion_[0] * t + cross(u, t);
  const Digits size = sqrt(dot(of_this, of_this));
  return {without_noise(result[0], size), without_noise(result[1], size), without_noise(result[2], size)};
}

Triple Pose::direction(const Triple& of_this) const {
  return is_turned_ ? rounded(direction(digits(of_this))) : of_this;
}

Placement Pose::placement() const {
  if (is_stated_) return stated_;
  Placement result{.xyz = rounded(xyz_)};
  if (is_turned_)
    for (std::size_t k = 0; k < 4; ++k) result.quaternion[k] = static_cast<double>(quaternion_[k]);
  return result;
}

Pose Pose::inverse() const {
  const auto& [w, x, y, z] = quaternion_;
  const Pose turned_back({}, {w, -x, -y, -z});
  return Pose(turned_back.direction(Digits(-1) * xyz_), turned_back.quaternion_);
}

Pose operator*(const Pose& a, const Pose& b) {
  if (b.is_identity()) return a;
  if (a.is_identity()) return b;
  // The rotation is that of the pose that has one.
  Pose result = b.is_turned_ ? b : a;
  result.xyz_ = a.xyz_ + a.direction(b.xyz_);
  result.stated_.xyz = rounded(result.xyz_);
  if (a.is_turned_ && b.is_turned_) {
    result.quaternion_ = a.quaternion_ * b.quaternion_;
    result.is_turned_ = !kintree::is_identity(result.quaternion_);
    result.is_stated_ = !result.is_turned_;
    result.stated_.rpy = {};
    result.stated_.quaternion = {};
  }
  return result;
}

}  // namespace kintree
