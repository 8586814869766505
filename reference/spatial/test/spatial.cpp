// Every operation on spatial quantities against the dense 6x6 matrices of RBDA. The number that check_within
// takes first is the number of roundings on the longest path of the structured operation, and one for the
// reference.
#include "kintree/spatial/spatial.hpp"

#include <boost/test/unit_test.hpp>

#include "dense.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class A, class B>
auto absolute_product(const A& a, const B& b) {
  return (a.cwiseAbs() * b.cwiseAbs()).eval();
}

Matrix6 absolute_congruence(const Matrix6& X, const Matrix6& A) {
  return X.transpose().cwiseAbs() * A.cwiseAbs() * X.cwiseAbs();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial)

BOOST_AUTO_TEST_CASE(sums_and_multiples) {
  for_seeds([](Random& random) {
    const Motion<double> a = random.motion(), b = random.motion();
    const Force<double> f = random.force(), g = random.force();
    const double s = random.number();
    const Vector6 A = dense(a), B = dense(b), F = dense(f), G = dense(g), one = Vector6::Ones();
    const Vector6 ab = A.cwiseAbs() + B.cwiseAbs(), fg = F.cwiseAbs() + G.cwiseAbs();
    check_within(1, ab, dense(a + b), Vector6(A + B));
    check_within(1, ab, dense(a - b), Vector6(A - B));
    check_within(0, one, dense(-a), Vector6(-A));
    check_within(1, ab, dense(a * s), Vector6(A * Real(s)));
    check_within(1, fg, dense(f + g), Vector6(F + G));
    check_within(1, fg, dense(f - g), Vector6(F - G));
    check_within(1, fg, dense(f * s), Vector6(F * Real(s)));
    Motion<double> motion = a;
    motion += b;
    check_within(0, one, dense(motion), dense(a + b));
    Force<double> plus = f, minus = f;
    plus += g;
    minus -= g;
    check_within(0, one, dense(plus), dense(f + g));
    check_within(0, one, dense(minus), dense(f - g));
    // Product, 2 sums in the part, 1 of the parts, 1 for the reference.
    BOOST_TEST(std::abs(dot(a, f) - A.dot(F)) <= 5 * unit_roundoff * A.cwiseAbs().dot(F.cwiseAbs()));
  });
}

BOOST_AUTO_TEST_CASE(cross_products) {
  for_seeds([](Random& random) {
    const Motion<double> v = random.motion(), m = random.motion();
    const Force<double> f = random.force();
    const Matrix6 on_motion = crm(dense(v)), on_force = crf(dense(v));
    // Product, difference, sum.
    check_within(4, absolute_product(on_motion, dense(m)), dense(cross(v, m)), Vector6(on_motion * dense(m)));
    check_within(4, absolute_product(on_force, dense(f)), dense(cross(v, f)), Vector6(on_force * dense(f)));
  });
}

BOOST_AUTO_TEST_CASE(transform_of_motion_and_force) {
  for_seeds([](Random& random) {
    const Frame frame(random);
    const Motion<double> m = random.motion();
    const Force<double> f = random.force();
    const Matrix6 X = frame.dense(), Xt = X.transpose();
    // r x w 2, v - 1, R rounded 1, R^T 3.
    check_within(8, absolute_product(X, dense(m)), dense(frame.X * m), Vector6(X * dense(m)));
    // R rounded 1, R f 3, r x 2, sum 1.
    check_within(8, absolute_product(Xt, dense(f)), dense(transpose_times(frame.X, f)),
                 Vector6(Xt * dense(f)));
  });
}

BOOST_AUTO_TEST_CASE(transform_of_a_placement) {
  const Placement pose{{1, 2, 3}, {0.1, -0.2, 0.3}};
  const Transform<double> X = transform<double>(pose);
  check_within(0, Vector3(Vector3::Ones()), dense(X.r), Vector3(1, 2, 3));
  check_within(0, Matrix3(Matrix3::Ones()), dense(X.R), dense(rotation_of_rpy<double>(pose.rpy)));
}

BOOST_AUTO_TEST_CASE(inertia_times_motion) {
  for_seeds([](Random& random) {
    const Motion<double> a = random.motion();
    const RigidInertia<double> rigid = random.rigid();
    const ArticulatedInertia<double> articulated = random.articulated();
    // Product, 2 sums, sum of the two parts.
    const Matrix6 R = dense(rigid), A = dense(articulated);
    check_within(5, absolute_product(R, dense(a)), dense(rigid * a), Vector6(R * dense(a)));
    check_within(5, absolute_product(A, dense(a)), dense(articulated * a), Vector6(A * dense(a)));
  });
}

BOOST_AUTO_TEST_CASE(gyroscopic_force_of_a_body) {
  for_seeds([](Random& random) {
    const Motion<double> v = random.motion();
    const RigidInertia<double> rigid = random.rigid();
    const Matrix6 R = dense(rigid), on_force = crf(dense(v));
    // Two products, each with its difference or sums, and the sum of the parts.
    check_within(8, absolute_product(on_force, Vector6(absolute_product(R, dense(v)))),
                 dense(gyroscopic_force(rigid, v)), Vector6(on_force * (R * dense(v))));
    // A translation, however fast, needs no force.
    const Force<double> none = gyroscopic_force(rigid, Motion<double>{{}, v.v * 1e8});
    BOOST_TEST((dot(none.n, none.n) == 0 && dot(none.f, none.f) == 0));
  });
}

BOOST_AUTO_TEST_CASE(inertias_add) {
  for_seeds([](Random& random) {
    const RigidInertia<double> r = random.rigid(), s = random.rigid();
    RigidInertia<double> rigid = r;
    rigid += s;
    check_within(1, Matrix6(dense(r).cwiseAbs() + dense(s).cwiseAbs()), dense(rigid),
                 Matrix6(dense(r) + dense(s)));
    const ArticulatedInertia<double> a = random.articulated(), b = random.articulated();
    ArticulatedInertia<double> sum = a;
    sum += b;
    check_within(1, Matrix6(dense(a).cwiseAbs() + dense(b).cwiseAbs()), dense(sum),
                 Matrix6(dense(a) + dense(b)));
  });
}

BOOST_AUTO_TEST_CASE(rigid_inertia_by_the_parallel_axis_theorem) {
  for_seeds([](Random& random) {
    Inertial inertial;
    inertial.origin = {random.triple(), random.triple()};
    inertial.mass = 1 + random.number();
    const Sym3<double> I = random.symmetric();
    inertial.ixx = I.xx, inertial.ixy = I.xy, inertial.ixz = I.xz;
    inertial.iyy = I.yy, inertial.iyz = I.yz, inertial.izz = I.zz;

    const auto turn = [&](std::size_t k) {
      return Eigen::AngleAxis<Real>(inertial.origin.rpy[k], Vector3::Unit(static_cast<Eigen::Index>(k)))
          .toRotationMatrix();
    };
    const Matrix3 R = turn(2) * turn(1) * turn(0);
    const Vector3 c(inertial.origin.xyz[0], inertial.origin.xyz[1], inertial.origin.xyz[2]);
    const Real m = inertial.mass;
    const Matrix3 cx = skew(c), about_centre = R * dense(I) * R.transpose();
    const Matrix6 expected =
        blocks(about_centre + m * cx * cx.transpose(), m * cx, m * cx.transpose(), m * Matrix3::Identity());

    // Each R has 9 roundings of numbers within 1, R I R^T has 6, the shift 7 (less), their sum 1.
    const Matrix3 rotated_scale = Matrix3::Ones() * dense(I).cwiseAbs() * Matrix3::Ones();
    Matrix6 scale = expected.cwiseAbs();
    scale.topLeftCorner<3, 3>() = rotated_scale + m * cx.cwiseAbs() * cx.cwiseAbs().transpose();
    check_within(26, scale, dense(rigid_inertia<double>(inertial)), expected);
  });
}

BOOST_AUTO_TEST_CASE(rigid_inertia_to_parent) {
  for_seeds([](Random& random) {
    const Frame frame(random);
    const RigidInertia<double> A = random.rigid();
    const Matrix6 X = frame.dense();
    // R h 4, + r m 5, times r 6, the sum of both 7, of two axes 8, on R I R^T 9, the reference 1.
    check_within(10, absolute_congruence(X, dense(A)), dense(to_parent(frame.X, A)),
                 Matrix6(X.transpose() * dense(A) * X));
  });
}

// A lever arm along an axis is none about it: what is added and taken off again would leave its roundings.
BOOST_AUTO_TEST_CASE(inertia_about_an_axis_has_no_lever_arm_along_it) {
  for (std::size_t k = 0; k < 3; ++k) {
    Inertial inertial;
    inertial.mass = 2;
    inertial.ixx = inertial.iyy = inertial.izz = 0.1;
    std::array<double, 3>& c = inertial.origin.xyz;
    c[k] = 12345.6789, c[(k + 1) % 3] = 0.3, c[(k + 2) % 3] = 0.7;
    const RigidInertia<double> A = rigid_inertia<double>(inertial),
                               B = to_parent({identity3<double>(), {c[0], c[1], c[2]}}, A);
    const auto at = static_cast<Eigen::Index>(k);
    const double squared = 0.3 * 0.3 + 0.7 * 0.7;
    BOOST_TEST(dense(A)(at, at) == 0.1 + 2 * squared, boost::test_tools::tolerance(5 * unit_roundoff));
    BOOST_TEST(dense(B)(at, at) == 0.1 + 2 * 4 * squared, boost::test_tools::tolerance(10 * unit_roundoff));
  }
}

BOOST_AUTO_TEST_CASE(articulated_inertia_to_parent) {
  for_seeds([](Random& random) {
    const Frame frame(random);
    const ArticulatedInertia<double> A = random.articulated();
    const Matrix6 X = frame.dense();
    // R M R^T 8, [r] 10, [r]^T 12, the last sum 13.
    check_within(14, absolute_congruence(X, dense(A)), dense(to_parent(frame.X, A)),
                 Matrix6(X.transpose() * dense(A) * X));
  });
}

BOOST_AUTO_TEST_CASE(articulated_is_the_same_matrix) {
  for_seeds([](Random& random) {
    const RigidInertia<double> A = random.rigid();
    check_within(0, Matrix6(Matrix6::Ones()), dense(articulated(A)), dense(A));
  });
}

BOOST_AUTO_TEST_CASE(subtract_outer_sums_to_the_downdate) {
  for (int n = 1; n <= 6; ++n)
    for_seeds([n](Random& random) {
      using Columns = Eigen::Matrix<Real, 6, Eigen::Dynamic>;
      ArticulatedInertia<double> A = random.articulated();
      const Matrix6 before = dense(A);
      // D^-1 = W W^T in the reference's arithmetic, G = U D^-1 rounded once.
      Columns U(6, n);
      std::vector<Force<double>> force;
      for (int k = 0; k < n; ++k) {
        force.push_back(random.force());
        U.col(k) = dense(force.back());
      }
      Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> W(n, n);
      for (Real& entry : W.reshaped()) entry = random.number();
      const auto D_inverse = (W * W.transpose()).eval();
      const Columns G = U * D_inverse;
      for (int k = 0; k < n; ++k) {
        const auto entry = [&](int i) { return static_cast<double>(G(i, k)); };
        const Force<double> g{{entry(0), entry(1), entry(2)}, {entry(3), entry(4), entry(5)}};
        subtract_outer(A, g, force[static_cast<std::size_t>(k)]);
      }
      const Matrix6 scale = before.cwiseAbs() + G.cwiseAbs() * U.cwiseAbs().transpose();
      // G 1, the product 1, n subtractions.
      check_within(n + 3, scale, dense(A), Matrix6(before - U * D_inverse * U.transpose()));
    });
}

BOOST_AUTO_TEST_SUITE_END()
