// Poses that files state in parts: composed in 100 digits, and rounded once.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "kintree/model/model.hpp"

namespace kintree {

using Digits = boost::multiprecision::cpp_bin_float_100;
using DigitVector = std::array<Digits, 3>;
using DigitQuaternion = std::array<Digits, 4>;  ///< w, x, y, z

DigitVector operator+(const DigitVector& a, const DigitVector& b);
DigitVector operator-(const DigitVector& a, const DigitVector& b);
DigitVector operator*(const Digits& s, const DigitVector& a);
DigitVector cross(const DigitVector& a, const DigitVector& b);
Digits dot(const DigitVector& a, const DigitVector& b);
DigitQuaternion operator*(const DigitQuaternion& a, const DigitQuaternion& b);

DigitVector digits(const Triple& numbers);
/// The nearest doubles.
Triple rounded(const DigitVector& numbers);

/// The rotation by an angle [rad] about an axis of any length but 0.
DigitQuaternion rotation(const DigitVector& axis, const Digits& angle);
/// The rotation whose matrix has these columns, which are orthonormal.
DigitQuaternion rotation(const DigitVector& x, const DigitVector& y, const DigitVector& z);
/// The shortest rotation that takes the z axis to this direction; half a turn about x for -z.
DigitQuaternion rotation_of_z(const DigitVector& direction);

/// The pose of a frame in another. A rotation that no operation has changed keeps the doubles that stated it.
class Pose {
 public:
  Pose() = default;
  explicit Pose(const Placement& placement);
  Pose(const DigitVector& xyz, const DigitQuaternion& unit_quaternion);
  /// Moved, and not turned.
  explicit Pose(const DigitVector& xyz) : Pose(xyz, {1, 0, 0, 0}) {}

  bool is_turned() const { return is_turned_; }
  bool is_identity() const { return !is_turned_ && xyz_ == DigitVector{}; }
  const DigitVector& xyz() const { return xyz_; }

  /// Numbers of the other frame for a direction (of this frame).
  DigitVector direction(const DigitVector& of_this) const;
  Triple direction(const Triple& of_this) const;  ///< rounded

  /// The doubles that stated the pose, or the nearest to the exact numbers.
  Placement placement() const;

  Pose inverse() const;
  friend Pose operator*(const Pose& a, const Pose& b);

 private:
  DigitVector xyz_{};
  DigitQuaternion quaternion_{1, 0, 0, 0};
  bool is_turned_ = false;
  Placement stated_;  // its rotation, if it is stated
  bool is_stated_ = true;
};

}  // namespace kintree
