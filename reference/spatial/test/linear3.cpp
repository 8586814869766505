#include "kintree/spatial/linear3.hpp"

#include <boost/test/unit_test.hpp>

#include "dense.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

Matrix3 turn(double angle, const Vector3& axis) {
  return Eigen::AngleAxis<Real>(static_cast<Real>(angle), axis).toRotationMatrix();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(linear3)

BOOST_AUTO_TEST_CASE(vectors) {
  for_seeds([](Random& random) {
    const Vec3<double> a = random.vector(), b = random.vector();
    const double s = random.number();
    const Vector3 A = dense(a), B = dense(b), one = Vector3::Ones();
    const Vector3 sum = A.cwiseAbs() + B.cwiseAbs();
    check_within(1, sum, dense(a + b), Vector3(A + B));
    check_within(1, sum, dense(a - b), Vector3(A - B));
    check_within(1, Vector3(A.cwiseAbs()), dense(a * s), Vector3(A * Real(s)));
    check_within(0, one, dense(-a), Vector3(-A));
    Vec3<double> plus = a, minus = a;
    plus += b;
    minus -= b;
    check_within(0, one, dense(plus), dense(a + b));
    check_within(0, one, dense(minus), dense(a - b));
    check_within(3, Vector3(skew(A).cwiseAbs() * B.cwiseAbs()), dense(cross(a, b)), Vector3(A.cross(B)));
    // Three products and two sums: at most 3 roundings of any term, and one for the reference.
    BOOST_TEST(std::abs(dot(a, b) - A.dot(B)) <= 4 * unit_roundoff * A.cwiseAbs().dot(B.cwiseAbs()));
  });
}

BOOST_AUTO_TEST_CASE(matrices) {
  for_seeds([](Random& random) {
    const Mat3<double> a = random.matrix(), b = random.matrix();
    const Sym3<double> c = random.symmetric(), d = random.symmetric();
    const Vec3<double> v = random.vector(), w = random.vector();
    const double s = random.number();
    const Matrix3 A = dense(a), B = dense(b), C = dense(c), D = dense(d), one = Matrix3::Ones();
    const Vector3 V = dense(v), W = dense(w);
    const Matrix3 abs_A = A.cwiseAbs(), abs_C = C.cwiseAbs();
    const Vector3 abs_V = V.cwiseAbs();
    check_within(4, Vector3(abs_A * abs_V), dense(a * v), Vector3(A * V));
    check_within(4, Vector3(abs_A.transpose() * abs_V), dense(transpose_times(a, v)),
                 Vector3(A.transpose() * V));
    check_within(4, Vector3(abs_C * abs_V), dense(c * v), Vector3(C * V));
    check_within(4, Matrix3(abs_A * B.cwiseAbs()), dense(a * b), Matrix3(A * B));
    check_within(1, abs_A, dense(a * s), Matrix3(A * Real(s)));
    check_within(1, Matrix3(abs_A + B.cwiseAbs()), dense(a + b), Matrix3(A + B));
    check_within(1, Matrix3(abs_A + B.cwiseAbs()), dense(a - b), Matrix3(A - B));
    check_within(1, Matrix3(abs_C + D.cwiseAbs()), dense(c + d), Matrix3(C + D));
    check_within(1, Matrix3(abs_C + D.cwiseAbs()), dense(c - d), Matrix3(C - D));
    check_within(0, one, dense(transpose(a)), Matrix3(A.transpose()));
    check_within(0, one, dense(identity3<double>()), Matrix3(Matrix3::Identity()));
    check_within(0, one, dense(cross_matrix(v)), skew(V));
    const Matrix3 VW = V * W.transpose();
    check_within(1, Matrix3(VW.cwiseAbs()), dense(outer(v, w)), VW);
    check_within(2, Matrix3(VW.cwiseAbs() + VW.transpose().cwiseAbs()), dense(symmetric_outer(v, w)),
                 Matrix3(VW + VW.transpose()));
    // R A R^T for any R: 3 roundings in each of the two products.
    check_within(7, Matrix3(abs_A * abs_C * abs_A.transpose()), dense(rotate(a, c)),
                 Matrix3(A * C * A.transpose()));
    check_within(
        0, one, dense(as_symmetric(Mat3<double>{{c.xx, c.xy, c.xz}, {c.xy, c.yy, c.yz}, {c.xz, c.yz, c.zz}})),
        C);
  });
}

BOOST_AUTO_TEST_CASE(as_symmetric_reads_the_upper_triangle) {
  const Sym3<double> A = as_symmetric(Mat3<double>{{1, -1, -1}, {2, 4, -1}, {3, 5, 6}});
  BOOST_TEST((A.xx == 1 && A.xy == 2 && A.xz == 3 && A.yy == 4 && A.yz == 5 && A.zz == 6));
}

BOOST_AUTO_TEST_CASE(rotation_is_yaw_after_pitch_after_roll) {
  for_seeds([](Random& random) {
    Triple rpy = random.triple();
    for (double& angle : rpy) angle *= 4;
    const Matrix3 x = turn(rpy[0], Vector3::UnitX()), y = turn(rpy[1], Vector3::UnitY()),
                  z = turn(rpy[2], Vector3::UnitZ());
    // Sine and cosine count two roundings each (libm is within one ulp): 6, 2 products, 1 sum.
    check_within(10, Matrix3(z.cwiseAbs() * y.cwiseAbs() * x.cwiseAbs()), dense(rotation_of_rpy<double>(rpy)),
                 Matrix3(z * y * x));
  });
}

BOOST_AUTO_TEST_CASE(rotation_of_a_quaternion_is_that_of_the_normalized) {
  for_seeds([](Random& random) {
    const Triple v = random.triple();
    const double w = random.triple()[0];
    const Placement pose{.xyz = {}, .rpy = {}, .quaternion = {w, v[0], v[1], v[2]}};
    const Matrix3 expected = Eigen::Quaternion<Real>(w, v[0], v[1], v[2]).normalized().toRotationMatrix();
    // 2 / q.q: 4 roundings. A product of entries, their sum, the product and the difference: 4.
    check_within(8, Matrix3(Matrix3::Constant(3)), dense(rotation<double>(pose)), expected);
  });
}

BOOST_AUTO_TEST_CASE(normalized_is_of_unit_length_and_keeps_the_direction) {
  for_seeds([](Random& random) {
    const Vec3<double> a = random.vector();
    const Vector3 expected = dense(a).normalized();
    // Half of the 3 roundings of a.a, the root, the division.
    check_within(5, expected, dense(normalized(a)), expected);
  });
}

BOOST_AUTO_TEST_SUITE_END()
