#include "kintree/oracle/limits.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

// Inside the namespace: <cmath> has a gamma of its own.
namespace kintree::oracle::limits {
namespace {

BOOST_AUTO_TEST_SUITE(limit)

BOOST_AUTO_TEST_CASE(gamma_of_one_rounding) {
  BOOST_TEST(u == 0x1p-53);
  BOOST_TEST(1 + 2 * u > 1);
  BOOST_TEST(1 + u == 1);  // to even
  BOOST_TEST(gamma(1) == u / (1 - u));
  BOOST_TEST(gamma(0) == 0);
  // gamma_j + gamma_k + gamma_j gamma_k <= gamma_{j+k} [Higham, ASNA, lemma 3.3], to the rounding of this
  // line.
  for (const double j : {1.0, 7.0, 1e6})
    for (const double k : {1.0, 3.0, 1e9})
      BOOST_TEST(gamma(j) + gamma(k) + gamma(j) * gamma(k) <= gamma(j + k) * (1 + 8 * u));
}

BOOST_AUTO_TEST_CASE(limits_grow_with_the_tree) {
  for (int k = 1; k < 1000; ++k) {
    BOOST_TEST(gamma(k + 1) > gamma(k));
    BOOST_TEST(alpha_A(k + 1) > alpha_A(k));
    BOOST_TEST(factor_backward_error(k + 1) > factor_backward_error(k));
    BOOST_TEST(solve_backward_error(k + 1) > solve_backward_error(k));
    BOOST_TEST(solve_B(k + 1, 5, 0.5) > solve_B(k, 5, 0.5));
    BOOST_TEST(solve_B(5, k + 1, 0.5) > solve_B(5, k, 0.5));
    BOOST_TEST(solve_B(5, 5, 1.0 / (k + 1)) > solve_B(5, 5, 1.0 / k));
  }
  BOOST_TEST(alpha_A(0) == alpha_A(1));
  BOOST_TEST(alpha_A(1) >= 1);
}

// A right method loses its error with the roundoff, whatever it lost in double; a wrong one keeps it, and
// none gets by for being more wrong in double.
BOOST_AUTO_TEST_CASE(the_ladder_tells_wrong_from_inaccurate) {
  for (const double lost : {1e-14, 1e-3, 1e10, 1e20}) {
    for (const int digits : {50, 100}) {
      BOOST_TEST(falls_with_roundoff(lost, lost / u * std::pow(10, -digits), digits));
      BOOST_TEST(!falls_with_roundoff(lost, lost, digits));
      BOOST_TEST(!falls_with_roundoff(lost, std::numeric_limits<double>::quiet_NaN(), digits));
    }
    BOOST_TEST(!falls_with_roundoff(lost, 1e-3, 100));
  }
  const double breakdown = std::numeric_limits<double>::infinity();
  BOOST_TEST(falls_with_roundoff(breakdown, 1e-60, 100));
  BOOST_TEST(!falls_with_roundoff(breakdown, 1e-3, 100));
}

// The limits of a single body are far from anything that a wrong formula would give.
BOOST_AUTO_TEST_CASE(limits_of_one_body_are_small) {
  BOOST_TEST(alpha_A(1) * u < 1e-13);
  BOOST_TEST(solve_B(1, 1, 1) < 1e-14);
  BOOST_TEST(factor_backward_error(1) < 3 * u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kintree::oracle::limits
