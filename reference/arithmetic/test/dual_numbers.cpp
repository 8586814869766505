#include "kintree/arithmetic/dual_numbers.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/arithmetic/counted.hpp"

using namespace kintree;

namespace {

const Arithmetic& plain() {
  return kintree::arithmetic_of<Counted>();  // not the suite of tests
}
Number of(double x) {
  return number(Counted(x));
}
double plain(Number x) {
  return read<Counted>(x).value;
}

/// With the operations of every kind; of x = 0.7 and its derivatives.
Number f(Number x) {
  Number s, c;
  sincos(x * x, s, c);
  return sqrt(c + Number(2)) / x - s * -x;
}
double f(double x) {
  return std::sqrt(std::cos(x * x) + 2) / x + std::sin(x * x) * x;
}
double f_derivative(double x) {
  const double root = std::sqrt(std::cos(x * x) + 2);
  return -std::sin(x * x) / root - root / (x * x) + 2 * x * x * std::cos(x * x) + std::sin(x * x);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dual_numbers)

BOOST_AUTO_TEST_CASE(dual_numbers_carry_the_derivative) {
  DualNumbers duals(plain());
  const ArithmeticScope scope(duals.arithmetic());
  const Number y = f(duals.dual(of(0.7), of(1)));
  BOOST_TEST(plain(DualNumbers::value(y)) == f(0.7));
  BOOST_TEST(std::abs(plain(DualNumbers::derivative(y)) - f_derivative(0.7)) < 1e-14);
  BOOST_TEST(plain(DualNumbers::derivative(f(Number(0.7)))) == 0);
  BOOST_TEST(plain(DualNumbers::value(Number())) == 0);
}

BOOST_AUTO_TEST_CASE(nested_dual_numbers_carry_the_second_derivative) {
  DualNumbers inner(plain()), outer(inner.arithmetic());
  const ArithmeticScope scope(outer.arithmetic());
  const Number x = outer.dual(inner.dual(of(0.7), of(1)), inner.dual(of(1), Number()));
  const double second = plain(DualNumbers::derivative(DualNumbers::derivative(f(x)))), h = 1e-5;
  const double by_differences = (f_derivative(0.7 + h) - f_derivative(0.7 - h)) / (2 * h);
  BOOST_TEST(std::abs(second - by_differences) < 1e-8);
}

BOOST_AUTO_TEST_CASE(dual_numbers_are_kept_or_dropped) {
  DualNumbers duals(plain());
  const Number kept = duals.dual(of(3), of(4));
  duals.keep();
  for (int k = 0; k < 100000; ++k) duals.dual(of(1), of(2));
  duals.drop();
  duals.dual(of(5), of(6));
  BOOST_TEST(plain(DualNumbers::value(kept)) == 3);
  BOOST_TEST(plain(DualNumbers::derivative(kept)) == 4);
}

BOOST_AUTO_TEST_CASE(operations_of_dual_numbers_are_counted_in_the_base) {
  DualNumbers duals(plain());
  const ArithmeticScope scope(duals.arithmetic());
  const Number x = duals.dual(of(2), of(1));
  const Counting counting;
  const Number y = x * x;
  BOOST_TEST(plain(DualNumbers::derivative(y)) == 4);
  BOOST_TEST(counting.total().multiplications == 3);
  BOOST_TEST(counting.total().additions == 1);
}

BOOST_AUTO_TEST_SUITE_END()
