#include "kintree/oracle/limits.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "judge/perturbed.hpp"

// Inside the namespace: <cmath> has a gamma of its own.
namespace kintree::oracle::limits {
namespace {

constexpr double u = u_double;

BOOST_AUTO_TEST_SUITE(limit)

BOOST_AUTO_TEST_CASE(gamma_of_one_rounding) {
  BOOST_TEST(u == 0x1p-53);
  BOOST_TEST(1 + 2 * u > 1);
  BOOST_TEST(1 + u == 1);  // to even
  BOOST_TEST(gamma(1, u) == u / (1 - u));
  BOOST_TEST(gamma(0, u) == 0);
  // gamma_j + gamma_k + gamma_j gamma_k <= gamma_{j+k} [Higham, ASNA, lemma 3.3], to the rounding of this
  // line.
  for (const double j : {1.0, 7.0, 1e6})
    for (const double k : {1.0, 3.0, 1e9})
      BOOST_TEST(gamma(j, u) + gamma(k, u) + gamma(j, u) * gamma(k, u) <= gamma(j + k, u) * (1 + 8 * u));
}

BOOST_AUTO_TEST_CASE(each_format_has_its_own_roundings) {
  BOOST_TEST(unit_roundoff(Format::binary64) == std::numeric_limits<double>::epsilon() / 2);
  BOOST_TEST(unit_roundoff(Format::binary32) == std::numeric_limits<float>::epsilon() / 2);
  BOOST_TEST(smallest_positive(Format::binary64) == std::numeric_limits<double>::denorm_min());
  BOOST_TEST(smallest_positive(Format::binary32) == std::numeric_limits<float>::denorm_min());
  BOOST_TEST(rounded_to(Format::binary64, 0.1) == 0.1);
  BOOST_TEST(rounded_to(Format::binary32, 0.1) == static_cast<double>(0.1F));
  BOOST_TEST(half_of_the_digits(0x1p-24) == 0x1p-12);
}

BOOST_AUTO_TEST_CASE(limits_grow_with_the_tree) {
  for (int k = 1; k < 1000; ++k) {
    BOOST_TEST(gamma(k + 1, u) > gamma(k, u));
    BOOST_TEST(alpha_A(k + 1) > alpha_A(k));
    BOOST_TEST(factor_backward_error(k + 1, u) > factor_backward_error(k, u));
    BOOST_TEST(solve_backward_error(k + 1, u) > solve_backward_error(k, u));
    BOOST_TEST(solve_B(k + 1, 5, 0.5, u) > solve_B(k, 5, 0.5, u));
    BOOST_TEST(solve_B(5, k + 1, 0.5, u) > solve_B(5, k, 0.5, u));
    BOOST_TEST(solve_B(5, 5, 1.0 / (k + 1), u) > solve_B(5, 5, 1.0 / k, u));
    BOOST_TEST(consistent_B(k + 1, 1e-15, 0.5, u) > consistent_B(k, 1e-15, 0.5, u));
    BOOST_TEST(consistent_B(6, 1e-15 * (k + 1), 0.5, u) > consistent_B(6, 1e-15 * k, 0.5, u));
    BOOST_TEST(consistent_B(6, 1e-15, 1.0 / (k + 1), u) > consistent_B(6, 1e-15, 1.0 / k, u));
  }
  BOOST_TEST(alpha_A(0) == alpha_A(1));
  BOOST_TEST(alpha_A(1) >= 1);
}

// Each number by its formula, written out.
BOOST_AUTO_TEST_CASE(limits_are_what_they_say) {
  BOOST_TEST(samples == 8);
  BOOST_TEST(sampling_factor == 3);
  BOOST_TEST(enough_digits == 20);
  BOOST_TEST(roundings_per_body == 1 + 3 + 2 * 3 + 2 * 3 + 3 + 1);
  BOOST_TEST(long_step == std::ldexp(1, -30));
  BOOST_TEST(linear_change == std::ldexp(1, -10));
  BOOST_TEST(tolerable_noise == std::ldexp(1, -6));
  BOOST_TEST(alpha_A(7) == 3 * 20 * 7);
  BOOST_TEST(running_error(7, u) == 20 * 7 * u);
  BOOST_TEST(right_side_B(7, 100, u) == 20 * 7 * u * 100);
  BOOST_TEST(factor_backward_error(5, u) == gamma(6, u));
  BOOST_TEST(solve_backward_error(5, u) == gamma(16, u));
  BOOST_TEST(solve_B(5, 7, 0.25, u) == 5 * (gamma(16, u) + 20 * 7 * u) * 4);
  BOOST_TEST(consistent_B(6, 100 * u, 0.25, u) == 6 * (100 * u + gamma(19, u)) * 4);
  BOOST_TEST(positive_definite(5, u) == 5 * gamma(6, u) / (1 - gamma(6, u)));
  BOOST_TEST(half_of_the_digits(u) == std::sqrt(u));
  BOOST_TEST(underflow(3, 1, 7, Format::binary32) == 4 * 0x1p-149 * 4 * 8);
  BOOST_TEST(underflow(3, 1, 7, Format::binary64) == 4 * 0x1p-1074 * 4 * 8);
  BOOST_TEST(rounded_image(1e-10) == 1e-5);
  BOOST_TEST(rounded_image(0) == std::sqrt(u));
  BOOST_TEST(rounded_image(2) == 1);
}

// The limits of a single body are far from anything that a wrong formula would give.
BOOST_AUTO_TEST_CASE(limits_of_one_body_are_small) {
  BOOST_TEST(alpha_A(1) * u < 1e-13);
  BOOST_TEST(solve_B(1, 1, 1, u) < 1e-14);
  BOOST_TEST(factor_backward_error(1, u) < 3 * u);
}

BOOST_AUTO_TEST_CASE(the_mean_of_nothing_is_zero) {
  BOOST_TEST(root_mean_square({}) == 0);
  BOOST_TEST(root_mean_square({3, 4, 0, 0}) == 2.5);
}

// Both bounds count, and each holds where it is just kept.
BOOST_AUTO_TEST_CASE(samples_are_trusted) {
  const double moved = linear_change, noise = tolerable_noise * moved, step = long_step;
  const auto more = [](double x) { return x * (1 + 0x1p-52); };
  BOOST_TEST((Sampled{moved, noise, step}.trusted()));
  BOOST_TEST(!(Sampled{more(moved), noise, step}.trusted()));
  BOOST_TEST(!(Sampled{moved, more(noise), step}.trusted()));
  BOOST_TEST((Sampled{0, tolerable_noise * step, step}.trusted()));
  BOOST_TEST(!(Sampled{0, more(tolerable_noise * step), step}.trusted()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kintree::oracle::limits
