#include "kintree/numbers/pack.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>
#include <vector>

#include "kintree/numbers/pack_sincos.hpp"
#include "multiprecision.hpp"

using namespace kintree;

namespace {

/// Each operation in the lanes that an instruction set without packs gives the same numbers in.
template <class P, class T>
void check_operations() {
  std::minstd_rand random(1);
  std::uniform_real_distribution<T> number(-2, 2);
  for (int repeated = 0; repeated < 100; ++repeated) {
    P a, b;
    for (std::size_t k = 0; k < P::lanes; ++k) a.vector[k] = number(random), b.vector[k] = number(random);
    const P sum = a + b, difference = a - b, product = a * b, quotient = a / b, negative = -a,
            root = sqrt(a * a);
    const auto positive = is_positive(a);
    const P larger = choose(is_positive(a - b), a, b);
    for (std::size_t k = 0; k < P::lanes; ++k) {
      BOOST_TEST(sum[k] == a[k] + b[k]);
      BOOST_TEST(difference[k] == a[k] - b[k]);
      BOOST_TEST(product[k] == a[k] * b[k]);
      BOOST_TEST(quotient[k] == a[k] / b[k]);
      BOOST_TEST(negative[k] == -a[k]);
      BOOST_TEST(root[k] == std::sqrt(a[k] * a[k]));
      BOOST_TEST(positive[k] == (a[k] > 0));
      BOOST_TEST(larger[k] == std::max(a[k], b[k]));
      BOOST_TEST(P{}[k] == 0);
      BOOST_TEST(P(0.5)[k] == 0.5);
    }
  }
}

/// The distance from the exact value, in units in the last place of T.
template <class T>
double units(T computed, const Multiprecision& exact) {
  const double ulp = std::ldexp(1.0, static_cast<int>(ilogb(exact)) + 1 - std::numeric_limits<T>::digits);
  return static_cast<double>(abs(Multiprecision(computed) - exact)) / ulp;
}

/// The largest error of sines and cosines of angles up to `range`, half of which are the numbers next to a
/// multiple of pi/2, where the reduction loses most.
template <class P, class T>
double largest_error(T range, int count) {
  const PrecisionScope precision(60);
  const Multiprecision quarter = acos(Multiprecision(0));
  std::minstd_rand random(2);
  std::uniform_real_distribution<T> angle(-range, range);
  double largest = 0;
  for (int repeated = 0; repeated < count; ++repeated) {
    P x, sine, cosine;
    for (std::size_t k = 0; k < P::lanes; ++k) {
      x.vector[k] = angle(random);
      if (k % 2 == 1) x.vector[k] = static_cast<T>(quarter * std::round(x[k] / T(1.5707963267948966)));
    }
    sincos(x, sine, cosine);
    for (std::size_t k = 0; k < P::lanes; ++k) {
      if (x[k] == 0 || std::abs(x[k]) > range) continue;
      largest = std::max(
          {largest, units(sine[k], sin(Multiprecision(x[k]))), units(cosine[k], cos(Multiprecision(x[k])))});
    }
  }
  return largest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(packs)

BOOST_AUTO_TEST_CASE(a_pack_computes_in_each_lane) {
  check_operations<Pack<double, 2>, double>();
  check_operations<Pack<double, 8>, double>();
  check_operations<Pack<float, 16>, float>();
}

BOOST_AUTO_TEST_CASE(a_mask_is_true_in_all_lanes_or_is_not) {
  using P = Pack<float, 4>;
  BOOST_TEST(in_all_lanes(is_positive(P(1))));
  for (std::size_t lane = 0; lane < 4; ++lane) {
    P x(1);
    x.vector[lane] = std::numeric_limits<float>::quiet_NaN();
    BOOST_TEST(!in_all_lanes(is_positive(x)));
    BOOST_TEST(!in_all_lanes(is_positive(x) & Mask<float, 4>(true)));
    BOOST_TEST(in_all_lanes(is_positive(x) | is_positive(P(1))));
  }
}

/// The bound that pack_sincos.hpp states.
BOOST_AUTO_TEST_CASE(sines_are_wrong_by_less_than_a_unit_in_the_last_place) {
  for (const double range : {1e-3, 0.8, 4.0, 100.0, SineTable<double>::limit})
    BOOST_TEST((largest_error<Pack<double, 4>>(range, 2000) < 0.95), "angles up to " << range);
  for (const float range : {1e-3F, 0.8F, 4.F, 100.F, SineTable<float>::limit})
    BOOST_TEST((largest_error<Pack<float, 4>>(range, 2000) < 0.95), "angles up to " << range << ", float");
}

BOOST_AUTO_TEST_CASE(pack_sincos_uses_the_c_library_only_in_lanes_beyond_limit) {
  using P = Pack<double, 4>;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  P small(0.7), few, sine, cosine, few_sines, few_cosines;
  sincos(small, sine, cosine);
  for (const double far :
       {1.1e5, -3e10, 1e300, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    for (std::size_t lane = 0; lane < 4; ++lane) {
      few = small;
      few.vector[lane] = far;
      sincos(few, few_sines, few_cosines);
      for (std::size_t k = 0; k < 4; ++k) {
        const double s = k == lane ? std::sin(far) : sine[k], c = k == lane ? std::cos(far) : cosine[k];
        BOOST_TEST((few_sines[k] == s || (std::isnan(s) && std::isnan(few_sines[k]))));
        BOOST_TEST((few_cosines[k] == c || (std::isnan(c) && std::isnan(few_cosines[k]))));
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
