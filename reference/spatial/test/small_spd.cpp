#include "kintree/spatial/small_spd.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

#include "dense.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

/// A positive definite matrix of doubles; its condition number grows with the seed's luck only.
Matrix random_spd(Random& random, int n) {
  Matrix W(n, n);
  for (Real& entry : W.reshaped()) entry = random.number();
  const Matrix A = W * W.transpose() + 0.01L * Matrix::Identity(n, n);
  return A.cast<double>().cast<Real>();
}

bool factor(SmallSpd<double>& spd, const Matrix& A) {
  const int n = static_cast<int>(A.rows());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) spd(i, j) = static_cast<double>(A(i, j));
  return spd.factor(n);
}

/// Higham, Accuracy and Stability, thm. 10.4: (A + dA) x = b with |dA| <= gamma(3n + 1) |L|D|L^T|. Here the
/// product with the rounded reciprocal of D adds 2, and the reference 1.
Vector forward_bound(const Matrix& A, const Vector& x) {
  const Matrix L = Eigen::LLT<Matrix>(A).matrixL();
  const auto n = static_cast<Real>(A.rows());
  return (3 * n + 4) * unit_roundoff *
         (A.inverse().cwiseAbs() * L.cwiseAbs() * L.cwiseAbs().transpose() * x.cwiseAbs());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small_spd)

BOOST_AUTO_TEST_CASE(solves_like_eigen) {
  for (int n = 1; n <= 6; ++n)
    for_seeds([n](Random& random) {
      const Matrix A = random_spd(random, n);
      SmallSpd<double> spd;
      BOOST_TEST_REQUIRE(factor(spd, A));

      std::array<double, 6> x{};
      std::array<Force<double>, 6> force;
      Vector b(n);
      Matrix right(n, 6);
      for (int i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i);
        b(i) = x[k] = random.number();
        right.row(i) = dense(force[k] = random.force()).transpose();
      }
      spd.solve(x.data());
      spd.solve(force.data());

      const Eigen::LDLT<Matrix> reference(A);
      const Vector expected = reference.solve(b), bound = forward_bound(A, expected);
      const Matrix expected_forces = reference.solve(right);
      for (int i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i);
        BOOST_TEST(std::abs(x[k] - expected(i)) <= bound(i));
        for (int j = 0; j < 6; ++j)
          BOOST_TEST(std::abs(dense(force[k])(j) - expected_forces(i, j)) <=
                     forward_bound(A, expected_forces.col(j))(i));
      }
    });
}

BOOST_AUTO_TEST_CASE(a_solver_can_be_filled_again) {
  SmallSpd<double> spd;
  BOOST_TEST(factor(spd, Matrix::Identity(6, 6)));
  BOOST_TEST(factor(spd, 4 * Matrix::Identity(2, 2)));
  std::array<double, 3> x{4, 8, 5};
  spd.solve(x.data());
  BOOST_TEST((x == std::array<double, 3>{1, 2, 5}));
}

BOOST_AUTO_TEST_CASE(no_coordinates_are_sound) {
  SmallSpd<double> spd;
  BOOST_TEST(spd.factor(0));
}

BOOST_AUTO_TEST_CASE(a_pivot_that_is_not_positive_is_reported) {
  for (int n = 1; n <= 6; ++n)
    for (int bad = 0; bad < n; ++bad)
      for (const double pivot : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        // L D L^T with small whole numbers: the pivots come out exactly.
        Matrix L = Matrix::Identity(n, n), D = 2 * Matrix::Identity(n, n);
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < i; ++j) L(i, j) = i - 2 * j;
        SmallSpd<double> spd;
        BOOST_TEST(factor(spd, L * D * L.transpose()));
        D(bad, bad) = pivot;
        BOOST_TEST(!factor(spd, L * D * L.transpose()), "pivot " << pivot << " at " << bad << " of " << n);
      }
}

BOOST_AUTO_TEST_SUITE_END()
