#include "finite_field.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using kintree::test::Field;

BOOST_AUTO_TEST_SUITE(finite_field)

BOOST_AUTO_TEST_CASE(doubles_are_exact) {
  const Field third = Field(1) / Field(3);
  BOOST_TEST((third + third + third == Field(1)));
  BOOST_TEST((Field(0.1) * Field(10) == Field(1)) == false);  // the double 0.1 is not 1/10
  BOOST_TEST((Field(-6.75) == Field() - Field(27) / Field(4)));
  for (const double x : {0.1, -3.7e40, 5e-324, 1.7976931348623157e308, 1.0}) {
    BOOST_TEST((Field(x) + Field(-x) == Field()));
    BOOST_TEST((Field(std::nextafter(x, 2 * x)) == Field(x)) == false);
  }
  BOOST_TEST((Field(1 + std::numeric_limits<double>::epsilon()) - Field(1) ==
              Field(std::numeric_limits<double>::epsilon())));
  BOOST_TEST((Field(std::ldexp(1, 61)) == Field(1)));
}

BOOST_AUTO_TEST_CASE(roots) {
  for (int k = 0; k < 40; ++k) {
    const Field x(k), root = sqrt(x);
    BOOST_TEST((root * root == x));
    BOOST_TEST((sqrt(x * x) == x));
  }
  BOOST_TEST((sqrt(Field(-1)) * sqrt(Field(-1)) == Field(-1)));
  BOOST_CHECK_THROW(sqrt(sqrt(Field(-1))), std::domain_error);
}

BOOST_AUTO_TEST_CASE(angles_are_points_of_the_circle) {
  Field s, c, minus_s, same_c;
  sincos(Field(0.7), s, c);
  BOOST_TEST((s * s + c * c == Field(1)));
  sincos(Field(-0.7), minus_s, same_c);
  BOOST_TEST((s + minus_s == Field() && same_c == c));
  sincos(Field(), s, c);
  BOOST_TEST((s == Field() && c == Field(1)));
}

BOOST_AUTO_TEST_CASE(zero_has_no_reciprocal) {
  BOOST_CHECK_THROW(Field(1) / Field(), std::domain_error);
  BOOST_TEST(!is_positive(Field(2) - Field(2)));
  BOOST_TEST((Field(std::numeric_limits<double>::quiet_NaN()) == Field()) == false);
}

BOOST_AUTO_TEST_SUITE_END()
