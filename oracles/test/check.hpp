// Support for the tests of the oracle: comparisons of multiprecision numbers, and small models.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/interval.hpp"

namespace kintree::test {

using oracle::Matrix;
using oracle::Real;
using oracle::Vector;

using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Matrix3 = Eigen::Matrix<Real, 3, 3>;

/// Second derivatives take seconds a tree: they are requested where they are tested.
inline const ProblemSet everything =
    ProblemSet::all().where([](const ProblemInfo& p) { return p.derivatives < 2; });
/// Problems whose time grows with n^3 at most.
inline const ProblemSet without_derivatives =
    everything.where([](const ProblemInfo& p) { return p.derivatives == 0; });

/// Finite first: NaN never passes.
inline void check_close(const Real& actual, const Real& expected, const Real& scale, double tolerance,
                        const std::string& what) {
  const Real error = abs(actual - expected);
  BOOST_TEST((isfinite(actual) && isfinite(expected) && error <= Real(tolerance) * scale),
             what << ": " << actual.str(20) << ", expected " << expected.str(20) << ", differs by "
                  << error.str(3) << " on the scale " << scale.str(3));
}

inline Real largest(const Vector<Real>& x) {
  Real most(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) most = std::max(most, Real(abs(x(i))));
  return most;
}

/// Entry by entry, on the scale of the largest (or of 1, if that is larger).
inline void check_vector(const Vector<Real>& actual, const Vector<Real>& expected, double tolerance,
                         const std::string& what) {
  BOOST_TEST_REQUIRE(actual.size() == expected.size(), what << ": size " << actual.size());
  const Real scale = std::max(Real(1), largest(expected));
  for (Eigen::Index i = 0; i < actual.size(); ++i)
    check_close(actual(i), expected(i), scale, tolerance, what + "(" + std::to_string(i + 1) + ")");
}

inline void check_matrix(const Matrix<Real>& actual, const Matrix<Real>& expected, double tolerance,
                         const std::string& what) {
  BOOST_TEST_REQUIRE(actual.rows() == expected.rows(), what << ": rows " << actual.rows());
  BOOST_TEST_REQUIRE(actual.cols() == expected.cols(), what << ": columns " << actual.cols());
  for (Eigen::Index j = 0; j < actual.cols(); ++j)
    check_vector(actual.col(j), expected.col(j), tolerance, what + " column " + std::to_string(j + 1));
}

/// Checks that every number is in its enclosure, up to its own `error`.
inline void check_enclosed(const Matrix<oracle::Interval>& enclosures, const Matrix<Real>& numbers,
                           double error, const std::string& what) {
  BOOST_TEST_REQUIRE(enclosures.rows() == numbers.rows(), what << ": rows " << enclosures.rows());
  BOOST_TEST_REQUIRE(enclosures.cols() == numbers.cols(), what << ": columns " << enclosures.cols());
  for (Eigen::Index i = 0; i < numbers.rows(); ++i)
    for (Eigen::Index j = 0; j < numbers.cols(); ++j) {
      const oracle::Interval& x = enclosures(i, j);
      const Real slack = Real(error) * std::max(Real(1), Real(abs(numbers(i, j))));
      BOOST_TEST((lower(x) - slack <= numbers(i, j) && numbers(i, j) <= upper(x) + slack),
                 what << "(" << i + 1 << ", " << j + 1 << "): " << numbers(i, j).str(50) << " is not in "
                      << x.str(50, std::ios_base::fmtflags()));
    }
}

template <class... Numbers>
Vector<Real> numbers(const Numbers&... values) {
  Vector<Real> result(static_cast<Eigen::Index>(sizeof...(values)));
  Eigen::Index i = 0;
  ((result(i++) = Real(values)), ...);
  return result;
}

inline Vector3 widened(const Triple& t) {
  return {Real(t[0]), Real(t[1]), Real(t[2])};
}

/// Hangs another body on `parent`; its name and its joint's are link<i> and joint<i>.
inline Body& add_body(Model& model, int parent, JointKind kind, const Triple& axis = {1, 0, 0}) {
  Body body;
  const std::string number = std::to_string(model.bodies.size());
  body.name = "link" + number;
  body.parent = parent;
  body.joint.name = "joint" + number;
  body.joint.kind = kind;
  body.joint.axis = axis;
  model.bodies.push_back(body);
  return model.bodies.back();
}

inline Inertial solid(double mass, const Triple& centre, const Triple& moments) {
  Inertial result;
  result.origin.xyz = centre;
  result.mass = mass;
  result.ixx = moments[0];
  result.iyy = moments[1];
  result.izz = moments[2];
  return result;
}

}  // namespace kintree::test
