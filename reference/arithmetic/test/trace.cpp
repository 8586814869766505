#include "kintree/arithmetic/trace.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "kintree/arithmetic/arithmetic_of.hpp"

using namespace kintree;

BOOST_AUTO_TEST_SUITE(trace)

BOOST_AUTO_TEST_CASE(the_error_of_a_cancellation_is_known_and_where_it_arose) {
  Trace trace(Format::binary64);
  const ArithmeticScope scope(trace.arithmetic());
  const Number a(0.1), b(1e10);
  Number s, r;
  {
    const Phase<Number> phase("far away");
    s = a + b;
  }
  {
    const Phase<Number> phase("and back");
    r = s - b;
  }
  const TracedOperation& result = trace.operation(r);
  BOOST_TEST(result.value == (0.1 + 1e10) - 1e10);
  BOOST_TEST(result.error == result.value - 0.1);
  BOOST_TEST(result.rounding == 0);  // a subtraction of close numbers is exact
  BOOST_TEST(trace.phases().at(result.phase) == "and back");
  const std::vector<double> influence = trace.influence(r);
  BOOST_TEST(influence.at(Trace::index(s)) == 1);
  BOOST_TEST(influence.at(Trace::index(b)) == 0);  // it goes in and out
  BOOST_TEST(trace.operation(s).rounding == result.error);
  BOOST_TEST(trace.phases().at(trace.operation(s).phase) == "far away");
}

void sincos(long double x, long double& s, long double& c) {
  s = std::sin(x);
  c = std::cos(x);
}

/// A formula with every operation.
template <class S>
S formula(const S& x, const S& y, const S& z) {
  using std::sqrt;
  S s, c;
  sincos(x * y, s, c);
  return sqrt(x + s * s / (y - z)) * c - (x - y * z) / z;
}

// Against the same formula with 11 bits more; and the sum of influence times rounding is the error.
BOOST_AUTO_TEST_CASE(errors_are_those_of_every_operation) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> number(1, 2);
  for (const auto& [format, relative] : {std::pair{Format::binary64, 0.05}, {Format::binary32, 1e-5}})
    for (int k = 0; k < 200; ++k) {
      const double x = rounded_to(format, number(engine)), y = 2 + rounded_to(format, number(engine) - 1),
                   z = rounded_to(format, number(engine));
      Trace trace(format);
      const ArithmeticScope scope(trace.arithmetic());
      const Number result = formula(Number(x), Number(y), Number(z));
      const TracedOperation& o = trace.operation(result);
      const auto exact = formula<long double>(x, y, z);
      const double error = static_cast<double>(o.value - exact), u = unit_roundoff(format);
      BOOST_TEST(std::abs(o.error - error) <= relative * u * std::max(1.0, std::abs(o.value)));
      if (format == Format::binary32) BOOST_TEST(o.value == static_cast<double>(static_cast<float>(o.value)));
      const std::vector<double> influence = trace.influence(result);
      double sum = 0;
      for (std::size_t i = 0; i < influence.size(); ++i) sum += influence[i] * trace.tape()[i].rounding;
      BOOST_TEST(std::abs(sum - o.error) <= 1e-12 * u);
    }
}

BOOST_AUTO_TEST_CASE(an_operation_belongs_to_the_body_whose_parameters_enter) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  Trace trace(Format::binary64, {{bits(1.25), 1}, {bits(2.5), 2}, {bits(3.75), 3}});
  const ArithmeticScope scope(trace.arithmetic());
  const auto body = [&](Number x) { return trace.operation(x).body; };
  const Number one(1.25), two(-2.5), three(3.75), nobody(7);
  BOOST_TEST(body(nobody) == 0);
  BOOST_TEST(body(nobody * nobody) == 0);
  BOOST_TEST(body(one * nobody) == 1);
  BOOST_TEST(body(two) == 2);
  const Number down = two * one;  // a sweep to the tips
  BOOST_TEST(body(three * down) == 3);
  const Number up = three * three + two;  // of the tips: 2 takes what comes from 3
  BOOST_TEST(body(up * one) == 1);
  BOOST_TEST(body(sqrt(up)) == body(up));
  BOOST_TEST(body((three * down) + down) == 3);
}

BOOST_AUTO_TEST_CASE(zero_is_no_operation) {
  Trace trace(Format::binary64);
  const ArithmeticScope scope(trace.arithmetic());
  BOOST_TEST(trace.operation(Number()).value == 0);
  BOOST_TEST(Trace::index(Number(0)) == 0u);
  BOOST_TEST(trace.operation(sqrt(Number())).error == 0);
  BOOST_TEST(trace.influence(Number()).at(0) == 0);
  BOOST_TEST(!is_positive(Number()));
  BOOST_TEST(is_positive(Number(2)));
}

BOOST_AUTO_TEST_SUITE_END()
