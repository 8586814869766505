// The dense counterparts of the structured types, by RBDA's definitions, in long double: their own roundings
// are 2^-11 of those under test, so one more rounding in a count covers them all.
#pragma once

#include <Eigen/Dense>
#include <boost/test/unit_test.hpp>
#include <limits>

#include "kintree/spatial/spatial.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::test {

using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64, "the reference needs a type wider than double");

using Matrix3 = Eigen::Matrix<Real, 3, 3>;
using Matrix6 = Eigen::Matrix<Real, 6, 6>;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Vector6 = Eigen::Matrix<Real, 6, 1>;

inline constexpr Real unit_roundoff = std::numeric_limits<double>::epsilon() / 2;

/// |actual - expected| <= roundings u |scale| for every block of three rows and three columns (one of a
/// vector), in the Frobenius norm. A NaN fails.
template <class Dense>
void check_within(int roundings, const Dense& scale, const Dense& actual, const Dense& expected) {
  const Eigen::Index width = actual.cols() % 3 == 0 ? 3 : 1;
  for (Eigen::Index i = 0; i < actual.rows(); i += 3)
    for (Eigen::Index j = 0; j < actual.cols(); j += width) {
      const Real error = (actual - expected).block(i, j, 3, width).norm();
      const Real bound = roundings * unit_roundoff * scale.block(i, j, 3, width).norm();
      BOOST_TEST(error <= bound, "block " << i / 3 << "," << j / 3 << ": error " << error << " > " << bound);
    }
}

inline Vector3 dense(const Vec3<double>& a) {
  return {a.x, a.y, a.z};
}

template <class V>
Vector6 stack(const V& above, const V& below) {
  Vector6 result;
  result << dense(above), dense(below);
  return result;
}
inline Vector6 dense(const Motion<double>& m) {
  return stack(m.w, m.v);
}
inline Vector6 dense(const Force<double>& f) {
  return stack(f.n, f.f);
}

inline Matrix3 dense(const Mat3<double>& A) {
  Matrix3 result;
  result << dense(A.x), dense(A.y), dense(A.z);
  return result;
}

inline Matrix3 dense(const Sym3<double>& A) {
  Matrix3 result;
  result << A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz;
  return result;
}

inline Matrix6 blocks(const Matrix3& a, const Matrix3& b, const Matrix3& c, const Matrix3& d) {
  Matrix6 result;
  result << a, b, c, d;
  return result;
}

/// [a]x.
inline Matrix3 skew(const Vector3& a) {
  Matrix3 result;
  result << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return result;
}

/// RBDA (2.63).
inline Matrix6 dense(const RigidInertia<double>& A) {
  const Matrix3 hx = skew(dense(A.h));
  return blocks(dense(A.I), hx, -hx, A.m * Matrix3::Identity());
}

/// RBDA sec. 7.1.
inline Matrix6 dense(const ArticulatedInertia<double>& A) {
  return blocks(dense(A.I), dense(A.H), dense(A.H).transpose(), dense(A.M));
}

/// X_child_parent, RBDA (2.24): E = R^T takes parent to child axes, r is the child's origin.
inline Matrix6 motion_transform(const Matrix3& R, const Vector3& r) {
  const Matrix3 E = R.transpose();
  return blocks(E, Matrix3::Zero(), -E * skew(r), E);
}

/// RBDA (2.31) and (2.32).
inline Matrix6 crm(const Vector6& v) {
  return blocks(skew(v.head<3>()), Matrix3::Zero(), skew(v.tail<3>()), skew(v.head<3>()));
}
inline Matrix6 crf(const Vector6& v) {
  return -crm(v).transpose();
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(make_generator({word("algebra"), seed})) {}

  double number() { return uniform(generator_, -1, 1); }
  Vec3<double> vector() { return {number(), number(), number()}; }
  Triple triple() { return {number(), number(), number()}; }
  Motion<double> motion() { return {vector(), vector()}; }
  Force<double> force() { return {vector(), vector()}; }
  Mat3<double> matrix() { return {vector(), vector(), vector()}; }
  Sym3<double> symmetric() { return {number(), number(), number(), number(), number(), number()}; }
  /// Any ten numbers; the operations require nothing else.
  RigidInertia<double> rigid() { return {number(), vector(), symmetric()}; }
  ArticulatedInertia<double> articulated() { return {symmetric(), matrix(), symmetric()}; }
  /// Exact to long double: a rotation matrix of doubles is none.
  Matrix3 rotation() {
    const auto [w, x, y, z] = random_quaternion(generator_);
    return Eigen::Quaternion<Real>(w, x, y, z).normalized().toRotationMatrix();
  }
  Generator& generator() { return generator_; }

 private:
  Generator generator_;
};

/// A frame, and its transform with the rotation rounded to double (one rounding for each R in a product).
struct Frame {
  explicit Frame(Random& random) : R(random.rotation()), r(random.vector()) {
    const auto column = [&](Eigen::Index j) {
      return Vec3<double>{static_cast<double>(R(0, j)), static_cast<double>(R(1, j)),
                          static_cast<double>(R(2, j))};
    };
    X = {{column(0), column(1), column(2)}, r};
  }
  Matrix6 dense() const { return motion_transform(R, test::dense(r)); }

  Matrix3 R;
  Vec3<double> r;
  Transform<double> X;
};

/// Runs `check(random)` for a hundred seeds, each named in what fails.
template <class Check>
void for_seeds(Check check) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      Random random(seed);
      check(random);
    }
  }
}

}  // namespace kintree::test
