// Each joint kind against notation.md: the pose against Eigen's rotations, S and its rate against the
// derivatives of X and S along a motion of the coordinates, taken by central differences at 60 digits.
#include "kintree/spatial/joint.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "coordinate_rates.hpp"
#include "dense.hpp"
#include "multiprecision.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using Numbers = std::vector<Multiprecision>;

constexpr unsigned digits = 60;

struct Sample {
  Joint joint;
  std::vector<double> q, v;
};

/// Normals where the plane's axes are hard to find, then any.
Triple normal(Random& random, int round) {
  switch (round) {
    case 0:
      return {0, 0, -2};
    case 1:
      return {1e-6, -2e-6, -1};
    case 2:
      return {0, 0, 3};
    case 3:
      return {-1e-6, 1e-6, 1};
    case 4:
      return {1e-6, 0, -1};
    case 5:
      return {0, 1, 0};
    default:
      return random.triple();
  }
}

Sample draw(JointKind kind, int round) {
  Random random(static_cast<std::uint64_t>(round) * 16 + static_cast<std::uint64_t>(kind));
  Sample sample;
  Joint& joint = sample.joint;
  joint.kind = kind;
  joint.placement = {random.triple(), random.triple()};
  for (double& angle : joint.placement.rpy) angle *= 3;
  joint.axis = kind == JointKind::planar ? normal(random, round) : random.triple();
  joint.second_axis = random.triple();
  joint.pitch = random.number();
  for (int k = 0; k < info(kind).positions; ++k) sample.q.push_back(2 * random.number());
  for (int k = 0; k < info(kind).velocities; ++k) sample.v.push_back(random.number());
  return sample;
}

/// Runs `check(sample)` for every kind.
template <class Check>
void for_joints(Check check) {
  for (const JointKindInfo& entry : joint_kinds)
    for (int round = 0; round < 12; ++round) {
      BOOST_TEST_CONTEXT(entry.name << " joint, round " << round) {
        check(draw(entry.kind, round));
      }
    }
}

template <class S>
std::vector<S> widened(const std::vector<double>& x) {
  return {x.begin(), x.end()};
}

/// A joint at a position.
template <class S>
struct Placed {
  Placed(const JointGeometry<S>& joint, const std::vector<S>& q) : subspace(joint.subspace()) {
    joint.place(q.data(), X, subspace);
  }
  Transform<S> X;
  Subspace<S> subspace;
};

/// The two ends of a short motion from q at the velocity v. Straight lines in q do: what they leave of the
/// true motion is even.
struct Ends {
  Ends(const Joint& joint, const Numbers& q, const Numbers& v)
      : geometry(joint), before(geometry, q), after(geometry, q) {
    const Numbers rates = coordinate_rates(joint.kind, q.data(), v.data());
    Numbers forward = q, backward = q;
    for (std::size_t k = 0; k < q.size(); ++k) {
      forward[k] += step * rates[k];
      backward[k] -= step * rates[k];
    }
    before = Placed<Multiprecision>(geometry, backward);
    after = Placed<Multiprecision>(geometry, forward);
  }

  // Truncation ~ step^2 and cancellation ~ 10^-60/step balance at 10^-20, with errors of about 10^-40.
  Multiprecision step = pow(Multiprecision(10), -20);
  JointGeometry<Multiprecision> geometry;
  Placed<Multiprecision> before, after;

  template <class T>
  T rate(const T& late, const T& early) const {
    return (late - early) * Multiprecision(1 / (2 * step));
  }
};

void check_equal(const Vec3<Multiprecision>& a, const Vec3<Multiprecision>& b, int decimals) {
  const Multiprecision bound = pow(Multiprecision(10), -decimals);
  BOOST_TEST(abs(a.x - b.x) <= bound);
  BOOST_TEST(abs(a.y - b.y) <= bound);
  BOOST_TEST(abs(a.z - b.z) <= bound);
}

void check_equal(const Mat3<Multiprecision>& A, const Mat3<Multiprecision>& B, int decimals) {
  check_equal(A.x, B.x, decimals);
  check_equal(A.y, B.y, decimals);
  check_equal(A.z, B.z, decimals);
}

Vector3 wide(const Triple& t) {
  return {t[0], t[1], t[2]};
}

Matrix3 turn(Real angle, const Triple& axis) {
  return Eigen::AngleAxis<Real>(angle, wide(axis).normalized()).toRotationMatrix();
}

/// Columns e_x, e_y, n: the axes turned by the shortest rotation that takes z to n.
Matrix3 plane(const Triple& given) {
  const Vector3 n = wide(given).normalized(), k = Vector3::UnitZ().cross(n);
  if (k.norm() == 0)
    return given[2] > 0 ? Matrix3(Matrix3::Identity()) : Matrix3(Vector3(1, -1, -1).asDiagonal());
  return Eigen::AngleAxis<Real>(std::atan2(k.norm(), n.z()), k.normalized()).toRotationMatrix();
}

Matrix3 of_quaternion(const double* q) {
  return Eigen::Quaternion<Real>(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

/// The motion of the child in the joint frame, notation.md's last column.
std::pair<Matrix3, Vector3> motion_of_child(const Joint& joint, const std::vector<double>& q) {
  const Vector3 n = joint.kind == JointKind::fixed ? Vector3() : wide(joint.axis).normalized(),
                still = Vector3::Zero();
  switch (joint.kind) {
    case JointKind::fixed:
      return {Matrix3::Identity(), still};
    case JointKind::revolute:
      return {turn(q[0], joint.axis), still};
    case JointKind::prismatic:
      return {Matrix3::Identity(), n * Real(q[0])};
    case JointKind::helical:
      return {turn(q[0], joint.axis), n * (Real(q[0]) * Real(joint.pitch))};
    case JointKind::cylindrical:
      return {turn(q[0], joint.axis), n * Real(q[1])};
    case JointKind::universal:
      return {turn(q[0], joint.axis) * turn(q[1], joint.second_axis), still};
    case JointKind::planar:
      return {turn(q[2], joint.axis), plane(joint.axis) * Vector3(q[0], q[1], 0)};
    case JointKind::spherical:
      return {of_quaternion(q.data()), still};
    case JointKind::free:
      return {of_quaternion(q.data() + 3), Vector3(q[0], q[1], q[2])};
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(joint)

BOOST_AUTO_TEST_CASE(the_pose_is_that_of_the_notation) {
  for_joints([](const Sample& sample) {
    const Placed<double> placed(JointGeometry<double>(sample.joint), sample.q);
    BOOST_TEST(placed.subspace.count == info(sample.joint.kind).velocities);
    const Triple& rpy = sample.joint.placement.rpy;
    const Matrix3 R_T = turn(rpy[2], {0, 0, 1}) * turn(rpy[1], {0, 1, 0}) * turn(rpy[0], {1, 0, 0});
    const auto [R, p] = motion_of_child(sample.joint, sample.q);
    const Vector3 p_T = wide(sample.joint.placement.xyz);
    // R_T 9 roundings, n 4. n n^T 9, R_T n n^T 21, 1 - n n^T 22, times the cosine 25, sum 27. A second
    // rotation 45. Each of the three terms is within 1. The plane's axes: n_x n_y 9, the divisor 16, R_T 38,
    // times q and two sums 41.
    check_within(45, Matrix3(3 * Matrix3::Ones()), dense(placed.X.R), Matrix3(R_T * R));
    const Real reach = p_T.norm() + p.norm();
    check_within(45, Vector3(Vector3::Constant(reach)), dense(placed.X.r), Vector3(p_T + R_T * p));
  });
}

BOOST_AUTO_TEST_CASE(at_zero_the_child_is_at_the_placement) {
  const PrecisionScope precision(digits);
  for_joints([](const Sample& sample) {
    const auto q = widened<Multiprecision>(neutral_position(sample.joint.kind));
    const Placed<Multiprecision> placed(JointGeometry<Multiprecision>(sample.joint), q);
    check_equal(placed.X.R, rotation_of_rpy<Multiprecision>(sample.joint.placement.rpy), digits - 2);
    check_equal(placed.X.r, widen<Multiprecision>(sample.joint.placement.xyz), digits - 2);
  });
}

BOOST_AUTO_TEST_CASE(rotations_are_orthogonal_and_proper) {
  const PrecisionScope precision(digits);
  for_joints([](const Sample& sample) {
    const Placed<Multiprecision> placed(JointGeometry<Multiprecision>(sample.joint),
                                        widened<Multiprecision>(sample.q));
    const Mat3<Multiprecision>& R = placed.X.R;
    check_equal(transpose(R) * R, identity3<Multiprecision>(), digits - 3);
    BOOST_TEST(abs(dot(R.x, cross(R.y, R.z)) - 1) <= pow(Multiprecision(10), 3 - static_cast<int>(digits)));
  });
}

BOOST_AUTO_TEST_CASE(the_subspace_is_the_derivative_of_the_transform) {
  const PrecisionScope precision(digits);
  for_joints([](const Sample& sample) {
    const auto q = widened<Multiprecision>(sample.q);
    const Placed<Multiprecision> here(JointGeometry<Multiprecision>(sample.joint), q);
    for (int k = 0; k < here.subspace.count; ++k) {
      Numbers unit(sample.v.size());
      unit[static_cast<std::size_t>(k)] = 1;
      const Ends ends(sample.joint, q, unit);
      // R^T dR/dt = [w]x with w in the child's axes, and v = R^T dr/dt.
      const Mat3<Multiprecision> spin = transpose(here.X.R) * ends.rate(ends.after.X.R, ends.before.X.R);
      check_equal(cross_matrix(here.subspace[k].w), spin, 37);
      check_equal(here.subspace[k].v, transpose_times(here.X.R, ends.rate(ends.after.X.r, ends.before.X.r)),
                  37);
    }
  });
}

BOOST_AUTO_TEST_CASE(the_velocity_product_is_the_rate_of_the_subspace) {
  const PrecisionScope precision(digits);
  for_joints([](const Sample& sample) {
    const auto q = widened<Multiprecision>(sample.q), v = widened<Multiprecision>(sample.v);
    const JointGeometry<Multiprecision> geometry(sample.joint);
    const Placed<Multiprecision> here(geometry, q);
    const Ends ends(sample.joint, q, v);
    const Motion<Multiprecision> expected =
        ends.rate(ends.after.subspace.times(v.data()), ends.before.subspace.times(v.data()));
    const Motion<Multiprecision> product = geometry.velocity_product(here.subspace, v.data());
    check_equal(product.w, expected.w, 37);
    check_equal(product.v, expected.v, 37);
  });
}

BOOST_AUTO_TEST_CASE(a_subspace_multiplies_from_both_sides) {
  for (int n = 0; n <= 6; ++n)
    for_seeds([n](Random& random) {
      Subspace<double> subspace(n);
      Eigen::Matrix<Real, 6, Eigen::Dynamic> S(6, n);
      Eigen::Matrix<Real, Eigen::Dynamic, 1> rate(n);
      std::array<double, 7> given{}, result{};
      result.fill(-7);
      for (int k = 0; k < n; ++k) {
        S.col(k) = dense(subspace[k] = random.motion());
        rate(k) = given[static_cast<std::size_t>(k)] = random.number();
      }
      const Force<double> f = random.force();
      subspace.transpose_times(f, result.data());
      // A product, n - 1 sums; a product and three sums.
      check_within(n + 1, Vector6(S.cwiseAbs() * rate.cwiseAbs()), dense(subspace.times(given.data())),
                   Vector6(S * rate));
      for (int k = 0; k < n; ++k) {
        const Real error = std::abs(result[static_cast<std::size_t>(k)] - S.col(k).dot(dense(f)));
        BOOST_TEST(error <= 5 * unit_roundoff * S.col(k).cwiseAbs().dot(dense(f).cwiseAbs()));
      }
      BOOST_TEST(result[static_cast<std::size_t>(n)] == -7);
    });
}

BOOST_AUTO_TEST_SUITE_END()
