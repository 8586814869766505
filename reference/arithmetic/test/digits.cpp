#include "kintree/arithmetic/digits.hpp"

#include <boost/multiprecision/mpfr.hpp>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <thread>

#include "kintree/arithmetic/arithmetic_of.hpp"

using namespace kintree;

namespace {

using Wide = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<300>,
                                           boost::multiprecision::et_off>;

Wide read(Number x) {
  return Digits::read<Wide>(x);
}

/// True if x is equal to y to this number of digits, and to at most four more.
bool has_digits(const Wide& x, const Wide& y, int digits) {
  const Wide error = abs(x / y - 1);
  return error <= pow(Wide(10), -digits) && error >= pow(Wide(10), -digits - 4);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(digits)

BOOST_AUTO_TEST_CASE(each_operation_is_rounded_to_the_digits) {
  const Wide third = Wide(1) / 3;
  for (const int digits : {25, 50, 100}) {
    Digits many(static_cast<unsigned>(digits));
    const ArithmeticScope scope(many.arithmetic());
    const Number x = Number(1) / Number(3), y(7);
    Number s, c;
    sincos(y, s, c);
    BOOST_TEST(has_digits(read(x), third, digits));
    BOOST_TEST(has_digits(read(x + y), third + 7, digits));
    BOOST_TEST(has_digits(read(y - x), 7 - third, digits));
    BOOST_TEST(has_digits(read(x * y), 7 * third, digits));
    BOOST_TEST(has_digits(read(sqrt(y)), sqrt(Wide(7)), digits));
    BOOST_TEST(has_digits(read(s), sin(Wide(7)), digits));
    BOOST_TEST(has_digits(read(c), cos(Wide(7)), digits));
    BOOST_TEST(read(-x) == -read(x));
  }
}

BOOST_AUTO_TEST_CASE(all_zeros_are_zero) {
  Digits many(50);
  const ArithmeticScope scope(many.arithmetic());
  const Number zero, two(2);
  BOOST_TEST(read(zero) == 0);
  BOOST_TEST(read(zero + two) == 2);
  BOOST_TEST(read(zero - two) == -2);
  BOOST_TEST(read(zero * two) == 0);
  BOOST_TEST(read(-zero) == 0);
  BOOST_TEST(read(sqrt(zero)) == 0);
  BOOST_TEST((Number(0).words[0] == 0 && Number(0).words[1] == 0));
  Number s, c;
  sincos(zero, s, c);
  BOOST_TEST(read(s) == 0);
  BOOST_TEST(read(c) == 1);
}

BOOST_AUTO_TEST_CASE(only_what_is_above_zero_is_positive) {
  Digits many(50);
  const ArithmeticScope scope(many.arithmetic());
  const double tiny = std::numeric_limits<double>::denorm_min(),
               nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(is_positive(Number(tiny)));
  BOOST_TEST(is_positive(Number(std::numeric_limits<double>::infinity())));
  for (const double x : {0.0, -0.0, -tiny, nan}) BOOST_TEST(!is_positive(Number(x)), x);
  BOOST_TEST(!is_positive(Number()));
}

/// Inputs are exact, so that few digits round the results alone.
BOOST_AUTO_TEST_CASE(a_double_is_taken_exactly) {
  const double x = 1 + std::numeric_limits<double>::epsilon();
  for (const unsigned digits : {1U, 11U, 50U}) {
    Digits many(digits);
    const ArithmeticScope scope(many.arithmetic());
    BOOST_TEST(read(Number(x)) == Wide(x));
  }
}

BOOST_AUTO_TEST_CASE(digits_drop_all_numbers_except_the_kept_ones) {
  Digits many(50);
  const ArithmeticScope scope(many.arithmetic());
  const Number constant = sqrt(Number(2));
  many.keep();
  const std::size_t kept = many.used();
  BOOST_TEST(kept > 0u);
  for (int call = 0; call < 3; ++call) {
    Number sum;
    for (int k = 0; k < 20000; ++k) sum = sum + constant;        // several blocks
    BOOST_TEST(abs(read(sum) - 20000 * sqrt(Wide(2))) < 6e-42);  // 20000 roundings of at most 28285e-50
    BOOST_TEST(many.used() > kept);
    many.drop();
    BOOST_TEST(many.used() == kept);
  }
  BOOST_TEST(has_digits(read(constant), sqrt(Wide(2)), 50));
}

BOOST_AUTO_TEST_CASE(a_copy_outlives_its_original) {
  Digits many(50), fewer(25);
  Number third, rounded;
  {
    Digits gone(50);
    const ArithmeticScope scope(gone.arithmetic());
    const Number x = Number(1) / Number(3);
    third = many.copy(x);
    rounded = fewer.copy(x);
    BOOST_TEST(read(third) == read(x));
    BOOST_TEST(Digits::to_double(x) == 1.0 / 3);
  }
  BOOST_TEST(has_digits(read(third), Wide(1) / 3, 50));
  BOOST_TEST(has_digits(read(rounded), Wide(1) / 3, 25));
  BOOST_TEST(read(many.copy(Number())) == 0);
}

BOOST_AUTO_TEST_CASE(memory_is_limited) {
  Digits many(50, std::size_t{1} << 20);
  const ArithmeticScope scope(many.arithmetic());
  const Number one(1);
  many.keep();
  Number sum;
  const auto add = [&](int count) {
    for (int k = 0; k < count; ++k) sum = sum + one;
  };
  BOOST_CHECK_THROW(add(100000), std::bad_alloc);
  many.drop();
  sum = Number();
  add(1000);
  BOOST_TEST(read(sum) == 1000);
}

BOOST_AUTO_TEST_CASE(threads_of_different_digits_do_not_disturb_each_other) {
  const Wide expected = exp(Wide(1));
  const auto series = [&](unsigned digits, Wide& error) {
    Digits many(digits);
    const ArithmeticScope scope(many.arithmetic());
    Number e(1), term(1);
    for (int k = 1; k < 200; ++k) {
      term = term / Number(k);
      e = e + term;
    }
    error = abs(read(e) - expected);
  };
  Wide at_50, at_100;
  std::thread one([&] { series(50, at_50); }), other([&] { series(100, at_100); });
  one.join();
  other.join();
  BOOST_TEST(at_50 < 1e-48);
  BOOST_TEST(at_50 > 1e-60);
  BOOST_TEST(at_100 < 1e-97);
  BOOST_TEST(at_100 > 1e-110);
}

BOOST_AUTO_TEST_SUITE_END()
