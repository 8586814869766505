#include "kintree/model/degree.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>

namespace kintree {
namespace {

std::uint64_t name(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

struct Parameters {
  DegreeScope scope{{{name(0.3), {1, 0}}, {name(0.7), {3, 0}}, {name(0.9), {1, 2}}}};
  Degree x{0.3}, cube{0.7}, quotient{0.9}, one{1};
};

BOOST_FIXTURE_TEST_CASE(degree_is_that_of_the_polynomial, Parameters) {
  BOOST_TEST(one.numerator() == 0);
  BOOST_TEST(Degree(0.123).numerator() == 0);  // no parameter
  BOOST_TEST((x * cube + x).numerator() == 4);
  BOOST_TEST((x * cube * Degree()).numerator() == 0);
  BOOST_TEST(!is_positive(x * Degree()));
  BOOST_TEST(is_positive(one));
  BOOST_TEST(!is_positive(Degree(0.3) - Degree(0.3)));
  BOOST_TEST(Degree(-0.7).numerator() == 3);
}

BOOST_FIXTURE_TEST_CASE(degree_cancels_common_denominators, Parameters) {
  const Degree y = x + cube, third = one / y;
  BOOST_TEST(third.numerator() == 0);
  BOOST_TEST((third + x).numerator() == 4);        // (1 + x y) / y
  BOOST_TEST((third + x / y).numerator() == 1);    // (1 + x) / y
  BOOST_TEST((one / third).numerator() == 0);      // a factor, which is not zero
  BOOST_TEST((one / third + x).numerator() == 3);  // but its degree counts in a sum
  BOOST_TEST((third * (one / third) + x).numerator() == 1);
  BOOST_TEST((one / (x * one) + one / (x + x)).numerator() == 1);  // (a + b) / (a b)
}

BOOST_FIXTURE_TEST_CASE(degree_counts_parameters_that_are_quotients, Parameters) {
  BOOST_TEST(quotient.numerator() == 1);
  BOOST_TEST((quotient + x).numerator() == 3);
  BOOST_TEST((quotient + Degree(0.9)).numerator() == 1);
}

BOOST_FIXTURE_TEST_CASE(degree_treats_sines_and_cosines_as_quotients, Parameters) {
  Degree s, c;
  sincos(x, s, c);
  BOOST_TEST(s.numerator() == 1);
  BOOST_TEST(c.numerator() == 2);
  BOOST_TEST((s * s + c * c - one).numerator() == 4);
  Degree again, other;
  sincos(Degree(0.3), again, other);
  BOOST_TEST((c + other).numerator() == 2);  // over the same 1 + t^2
  sincos(cube, again, other);
  BOOST_TEST((c + other).numerator() == 8);  // over two
  sincos(Degree(), s, c);
  BOOST_TEST(!is_positive(s));
  BOOST_TEST(c.numerator() == 0);
  sincos(quotient, s, c);  // t = n / d: 2nd / (d^2 + n^2)
  BOOST_TEST((s + x).numerator() == 5);
}

BOOST_FIXTURE_TEST_CASE(degree_scope_counts_roots, Parameters) {
  BOOST_TEST(sqrt(x * x + x * cube * x * x).numerator() == 3);
  BOOST_TEST(scope.roots() == 1);
  BOOST_TEST(sqrt(Degree(1)).numerator() == 0);
  BOOST_TEST(scope.roots() == 1);
  const Degree root = sqrt(one / cube);  // of 1 / a = a / a^2
  BOOST_TEST((root * root + x).numerator() == 7);
}

}  // namespace
}  // namespace kintree
