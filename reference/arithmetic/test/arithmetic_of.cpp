#include "kintree/arithmetic/arithmetic_of.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "kintree/arithmetic/counted.hpp"
#include "kintree/numbers/number_pack.hpp"
#include "kintree/spatial/spatial.hpp"

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

BOOST_AUTO_TEST_CASE(number_pack_computes_each_lane_alone) {
  const ArithmeticScope scope(kintree::arithmetic_of<Modulo>());
  using P = Pack<Number, 3>;
  const std::array<Number, 4> numbers{Number(7), Number(0), Number(1000002), Number(9)};
  const P a = P::load(numbers.data()), b(5);
  P sine, cosine;
  sincos(a, sine, cosine);
  const auto positive = is_positive(a);
  const std::vector<P> packs{a + b, a - b,   a * b,  a / b, -a,
                             sine,  sqrt(a), cosine, P{},   choose(positive, a, b)};
  for (std::size_t k = 0; k < P::lanes; ++k) {
    const Number x = numbers[k], five(5), one(1);
    const std::vector<Number> expected{x + five, x - five, x * five, x / five, -x,
                                       x,        x,        one,      Number(), k == 1 ? five : x};
    for (std::size_t i = 0; i < packs.size(); ++i)
      BOOST_TEST(read<Modulo>(packs[i][k]).value == read<Modulo>(expected[i]).value, i << " in lane " << k);
    BOOST_TEST(positive[k] == (k != 1));
    BOOST_TEST(read<Modulo>(P::filled(numbers[3])[k]).value == 9u);
  }
  std::array<Number, 4> stored{};
  a.store(stored.data());
  BOOST_TEST(read<Modulo>(stored[2]).value == 1000002u);
  BOOST_TEST(read<Modulo>(stored[3]).value == 0u);
}

BOOST_AUTO_TEST_CASE(number_mask_has_a_truth_for_each_lane) {
  using M = Mask<Number, 3>;
  const M first(M::Bits{-1, 0, 0}), last(M::Bits{0, 0, -1});
  for (std::size_t k = 0; k < 3; ++k) {
    BOOST_TEST((first | last)[k] == (k != 1));
    BOOST_TEST(!(first & last)[k]);
  }
  BOOST_TEST(in_all_lanes(M(true)));
  BOOST_TEST(!in_all_lanes(first | last));
}

BOOST_AUTO_TEST_CASE(number_pack_pivots_name_the_first_of_each_lane) {
  Pivots<Pack<Number, 3>> pivots;
  using M = Mask<Number, 3>;
  pivots.check(M(M::Bits{-1, 0, -1}), 4);
  pivots.check(M(M::Bits{-1, 0, 0}), 2);
  const auto status = pivots.status();
  BOOST_TEST(status[0].code == Status::ok);
  BOOST_TEST((status[1].code == Status::breakdown && status[1].coordinate == 4));
  BOOST_TEST((status[2].code == Status::breakdown && status[2].coordinate == 2));
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
