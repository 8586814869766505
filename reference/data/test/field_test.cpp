#include "kintree/data/field.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

using kintree::Field, kintree::FieldPoint;

BOOST_AUTO_TEST_SUITE(field)

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
  const FieldPoint point(1);
  sqrt(Field(-1));
  BOOST_TEST(!point.without_root());
  BOOST_TEST((sqrt(sqrt(Field(-1))) == sqrt(sqrt(Field(-1)) + Field(1))));  // both do not exist
  BOOST_TEST(point.without_root());
}

BOOST_AUTO_TEST_CASE(angles_are_points_of_the_circle) {
  Field s, c, minus_s, same_c;
  sincos(Field(0.7), s, c);
  BOOST_TEST((s * s + c * c == Field(1)));
  sincos(Field(-0.7), minus_s, same_c);
  BOOST_TEST((s + minus_s == Field() && same_c == c));
  {
    Field other_s, other_c;
    const FieldPoint point(7);
    sincos(Field(0.7), other_s, other_c);
    BOOST_TEST((other_s * other_s + other_c * other_c == Field(1)));
    BOOST_TEST(!(other_s == s || other_c == c));
  }
  sincos(Field(), s, c);
  BOOST_TEST((s == Field() && c == Field(1)));
}

BOOST_AUTO_TEST_CASE(zero_has_no_reciprocal) {
  const FieldPoint point(1);
  BOOST_TEST((Field(1) / Field(3) * Field(3) == Field(1)));
  BOOST_TEST(!point.divided_by_zero());
  BOOST_TEST((Field() / Field() == Field(std::numeric_limits<double>::infinity())));
  BOOST_TEST(point.divided_by_zero());
  BOOST_TEST(!is_positive(Field(2) - Field(2)));
  BOOST_TEST((Field(std::numeric_limits<double>::quiet_NaN()) == Field()) == false);
}

BOOST_AUTO_TEST_SUITE_END()
