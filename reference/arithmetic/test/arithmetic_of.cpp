#include "kintree/arithmetic/arithmetic_of.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "kintree/algebra/spatial.hpp"
#include "kintree/arithmetic/counted.hpp"

using namespace kintree;

namespace {

/// As a finite field will be: two words, no order, no phases.
struct Modulo {
  std::uint64_t value = 0, unused = 0;

  static constexpr std::uint64_t p = 1000003;

  Modulo() = default;
  explicit Modulo(double x) : value(static_cast<std::uint64_t>(x) % p) {}
  friend Modulo operator+(Modulo a, Modulo b) { return of(a.value + b.value); }
  friend Modulo operator-(Modulo a, Modulo b) { return of(a.value + p - b.value); }
  friend Modulo operator*(Modulo a, Modulo b) { return of(a.value * b.value); }
  friend Modulo operator/(Modulo a, Modulo b) {
    Modulo inverse(1);
    for (std::uint64_t k = 2; k < p; ++k) inverse = inverse * b;  // b^(p-2) = 1/b, Fermat
    return a * inverse;
  }
  friend Modulo operator-(Modulo a) { return Modulo() - a; }
  friend Modulo sqrt(Modulo a) { return a; }
  friend void sincos(Modulo a, Modulo& s, Modulo& c) { s = a, c = Modulo(1); }
  friend bool is_positive(Modulo a) { return a.value != 0; }

 private:
  static Modulo of(std::uint64_t value) {
    Modulo result;
    result.value = value % p;
    return result;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(arithmetic_of)

BOOST_AUTO_TEST_CASE(numbers_do_what_the_type_does) {
  const ArithmeticScope scope(kintree::arithmetic_of<Modulo>());
  const Number a(1000002), b(5);
  BOOST_TEST(read<Modulo>(a + b).value == 4u);
  BOOST_TEST(read<Modulo>(b - a).value == 6u);
  BOOST_TEST(read<Modulo>(a * b).value == 999998u);
  BOOST_TEST(read<Modulo>(a / b * b).value == 1000002u);
  BOOST_TEST(read<Modulo>(-b).value == 999998u);
  BOOST_TEST(read<Modulo>(sqrt(b)).value == 5u);
  BOOST_TEST(is_positive(a));
  BOOST_TEST(!is_positive(a + Number(1)));
  BOOST_TEST(read<Modulo>(Number()).value == 0u);
  Number s, c;
  sincos(b, s, c);
  BOOST_TEST(read<Modulo>(s).value == 5u);
  BOOST_TEST(read<Modulo>(c).value == 1u);
  const Phase<Number> phase("has none");
}

BOOST_AUTO_TEST_CASE(counts_and_depths_are_those_of_the_type) {
  const auto work = [](auto one) {
    using S = decltype(one);
    const Phase<S> phase("outer");
    S s, c;
    sincos(one + one, s, c);
    {
      const Phase<S> inner("inner");
      s = sqrt(s * s) / c;
    }
    return -s - one;
  };
  const Counting direct;
  const Counted x = work(Counted(1));
  const std::vector<PhaseCost>& expected = direct.phases();

  const ArithmeticScope scope(kintree::arithmetic_of<Counted>());
  const Counting counting;
  const Counted y = read<Counted>(work(Number(1)));
  BOOST_TEST(y.value == x.value);
  BOOST_TEST(y.depth == x.depth);
  BOOST_TEST(y.depth == 6);
  BOOST_TEST_REQUIRE(counting.phases().size() == 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    BOOST_TEST(counting.phases()[k].phase == expected[k].phase);
    BOOST_TEST((counting.phases()[k].operations == expected[k].operations));
  }
}

BOOST_AUTO_TEST_CASE(the_arithmetic_is_that_of_the_thread) {
  const ArithmeticScope scope(kintree::arithmetic_of<Counted>());
  std::thread([] {
    BOOST_TEST(Number::arithmetic == nullptr);
    const ArithmeticScope other(kintree::arithmetic_of<Modulo>());
    BOOST_TEST(read<Modulo>(Number(1000004)).value == 1u);
  }).join();
  BOOST_TEST(read<Counted>(Number(1000004)).value == 1000004);
}

BOOST_AUTO_TEST_CASE(scopes_nest) {
  {
    const ArithmeticScope outer(kintree::arithmetic_of<Counted>());
    {
      const ArithmeticScope inner(kintree::arithmetic_of<Modulo>());
      BOOST_TEST(Number::arithmetic == &kintree::arithmetic_of<Modulo>());
    }
    BOOST_TEST(Number::arithmetic == &kintree::arithmetic_of<Counted>());
  }
  BOOST_TEST(Number::arithmetic == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
