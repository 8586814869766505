#include "kintree/field.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>

using kintree::Field, kintree::FieldPoint, kintree::FieldScalar, kintree::FieldTest;

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

BOOST_AUTO_TEST_CASE(as_a_template_takes_it) {
  const FieldScalar third = FieldScalar(1) / 3, x = 2 * third - 0.5;
  BOOST_TEST((6 * x == 1));
  BOOST_TEST((FieldScalar(-7) + 7u == 0 && FieldScalar(std::int64_t{-1} << 62) == -std::ldexp(1, 62)));
  BOOST_TEST((FieldScalar(std::numeric_limits<std::uint64_t>::max()) == std::ldexp(1, 64) - FieldScalar(1)));
  for (int k = 1; k < 40; ++k)
    for (const FieldScalar& y : {k * third, FieldScalar(Field::of(0, 7)) * k * third})
      BOOST_TEST((abs(y) == abs(-y) && abs(y) * abs(y) == y * y && !(abs(y) == abs(y + 1))));
  BOOST_TEST((pow(x, 3) == x * x * x && pow(x, -1) * x == 1 && pow(x, 0) == 1));
  BOOST_TEST((sqrt(x * x) == x || sqrt(x * x) == -x));
  FieldScalar s, c;
  sincos(x, &s, &c);
  BOOST_TEST((s == sin(x) && c == cos(x) && s * s + c * c == 1 && tan(x) * c == s));
  const FieldScalar one_part(Field::of(3, 4)), other_part(Field::of(3, 5));
  BOOST_TEST(((one_part < other_part) != (other_part < one_part) && one_part != other_part));
  std::ostringstream text;
  text << FieldScalar(Field::of(3, 4)) << ' ' << FieldScalar(12);
  BOOST_TEST(text.str() == "3+4i 12");
  BOOST_TEST((FieldScalar("3+4i") == Field::of(3, 4)));
  for (const char* wrong : {"", "-1", "3+4", "3+4j", "2305843009213693951", "0.5"})
    BOOST_CHECK_THROW(FieldScalar{std::string_view(wrong)}, std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(field_test_reports_operations_that_a_field_lacks) {
  using Limits = std::numeric_limits<FieldScalar>;
  const FieldScalar x(0.1), y(-3);
  {
    const FieldTest test("17");
    BOOST_TEST((x > 0 && y > 0 && y >= 0 && !(y < 0) && !(FieldScalar(0) > 0) && FieldScalar(0) <= 0));
    BOOST_TEST((!(abs(x) < Limits::epsilon()) && abs(x - x) <= Limits::epsilon()));
    BOOST_TEST((sin(FieldScalar(1)) == 2 * FieldScalar(17) / (1 + FieldScalar(17) * 17)));
    BOOST_TEST(test.doubt().empty());
    BOOST_TEST((std::max(x, y) == std::max(y, x) && (x < y) != (y < x)));  // in one order, whatever it is
    BOOST_TEST(test.doubt() == "4 comparisons of numbers by their size");
  }
  {
    const FieldTest test("17");
    BOOST_TEST(test.doubt().empty());
    BOOST_TEST((sqrt(sqrt(FieldScalar(-1))) == Limits::quiet_NaN()));
    BOOST_TEST(test.doubt() == "a root was taken that the field does not have");
    BOOST_TEST((x / (y - y) == Limits::quiet_NaN()));
    BOOST_TEST(test.doubt() == "a number was divided by zero");
  }
  for (const char* wrong : {"0", "", "1+1i", "x"}) BOOST_CHECK_THROW(FieldTest{wrong}, std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
