// Intervals, the decimals that they prove, and enclosures of the dynamics: they hold the answer in 120
// digits.
#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "check.hpp"
#include "kintree/model/error.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/solve.hpp"
#include "kintree/trees/case.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::decimal;
using oracle::Dynamics;
using oracle::Interval;
using oracle::Precision;
using oracle::proves;

Interval between(const char* low, const char* high) {
  Interval x;
  mpfr_set_str(x.backend().left_data(), low, 10, MPFR_RNDD);
  mpfr_set_str(x.backend().right_data(), high, 10, MPFR_RNDU);
  return x;
}

bool holds(const Interval& x, const Real& number) {
  return mpfr_lessequal_p(x.backend().left_data(), number.backend().data()) != 0 &&
         mpfr_lessequal_p(number.backend().data(), x.backend().right_data()) != 0;
}

/// The digits of a decimal number, but for leading zeros.
long significant(const std::string& text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto first = std::find_if(text.begin(), text.end(), [](char c) { return c >= '1' && c <= '9'; });
  return std::count_if(first, std::find(first, text.end(), 'e'), digit);
}

/// Checks that every number is in its enclosure, and that its decimal is right. Returns how many there were.
int check_holds(const oracle::Matrix<Interval>& enclosures, const oracle::Matrix<Real>& numbers,
                const std::string& what) {
  BOOST_TEST_REQUIRE(enclosures.rows() == numbers.rows(), what);
  BOOST_TEST_REQUIRE(enclosures.cols() == numbers.cols(), what);
  for (Eigen::Index i = 0; i < numbers.rows(); ++i)
    for (Eigen::Index j = 0; j < numbers.cols(); ++j) {
      const Real& x = numbers(i, j);
      const Interval& enclosure = enclosures(i, j);
      BOOST_TEST(holds(enclosure, x), what << "(" << i + 1 << ", " << j + 1 << "): " << x.str(60)
                                           << " is not in " << enclosure.str(60, std::ios_base::fmtflags()));
      const std::string text = decimal(enclosure, 30);
      if (text == "0") {
        BOOST_TEST(x == 0, what);
      } else if (text.starts_with("0e")) {
        BOOST_TEST(abs(x) <= Real("1" + text.substr(1)), what << ": " << text);
      } else {
        BOOST_TEST(significant(text) == 30, what << ": " << text);
        BOOST_TEST(abs(Real(text) - x) <= abs(x) * Real("1e-29"), what << ": " << text);
      }
    }
  return static_cast<int>(numbers.size());
}

/// The same of all answers. Where one does not exist, both are empty.
int check_holds(const Dynamics<Interval>& a, const Dynamics<Real>& b) {
  int numbers = check_holds(a.H, b.H, "H") + check_holds(a.C, b.C, "C") + check_holds(a.J, b.J, "J");
  for (const Problem problem : all_problems)
    numbers += check_holds(a.of(problem), b.of(problem), std::string(name(problem)));
  return numbers;
}

BOOST_AUTO_TEST_SUITE(enclosures)

BOOST_AUTO_TEST_CASE(a_decimal_is_proved_by_every_number) {
  const Precision<Interval> scope(50);
  const Interval x = between("0.12338", "0.12341");
  BOOST_TEST(proves(x, "0.1234"));
  BOOST_TEST(!proves(x, "0.12339"));  // two units below 0.12341
  BOOST_TEST(!proves(x, "0.123395"));
  BOOST_TEST(!proves(x, "0.1236"));
  BOOST_TEST(!proves(x, "-0.1234"));
  BOOST_TEST(!proves(between("0.12328", "0.12341"), "0.1234"));  // too far below
  BOOST_TEST(!proves(between("0.12338", "0.12351"), "0.1234"));  // too far above
  BOOST_TEST(proves(between("123350", "123410"), "1.234e+05"));
  BOOST_TEST(!proves(between("123250", "123410"), "1.234e+05"));
  BOOST_TEST(proves(between("-2e-60", "9e-60"), "0e-59"));
  BOOST_TEST(!proves(between("-2e-60", "11e-60"), "0e-59"));
  Interval nan;
  mpfr_set_nan(nan.backend().left_data());
  BOOST_TEST(!proves(nan, "0"));
}

BOOST_AUTO_TEST_CASE(no_digit_is_printed_that_is_not_proved) {
  const Precision<Interval> scope(50);
  BOOST_TEST(decimal(Interval(0.5), 5) == "0.50000");
  BOOST_TEST(decimal(Interval(-1) / Interval(3), 40) == "-0." + std::string(40, '3'));
  BOOST_TEST(decimal(Interval(2) / Interval(3), 1) == "0.7");
  BOOST_TEST(decimal(Interval(1e-7) * Interval(1e7), 12) == "1.00000000000");
  BOOST_TEST(decimal(between("0.123381", "0.123412"), 10) == "0.1234");
  BOOST_TEST(decimal(between("-0.123412", "-0.123381"), 10) == "-0.1234");
  BOOST_TEST(decimal(between("4.2e80", "4.4e80"), 3) == "4.e+80");
  BOOST_TEST(decimal(Interval(0), 10) == "0");
  BOOST_TEST(decimal(between("-3e-53", "2e-54"), 10) == "0e-52");
  BOOST_TEST(decimal(between("-3e-53", "0"), 10) == "0e-52");
  BOOST_TEST(decimal(between("0", "3e300"), 10) == "0e301");
  BOOST_TEST(decimal(between("1", "9"), 10) == "0e1");  // not zero, but without a digit
  BOOST_CHECK_THROW(decimal(Interval(1) / between("-1", "1"), 10), std::domain_error);
}

// Each is within a unit of its last digit from either end, and has as many digits as that allows.
BOOST_AUTO_TEST_CASE(decimals_of_random_intervals) {
  const Precision<Interval> scope(60);
  const oracle::Digits real_scope(60);
  Generator generator = make_generator({word("intervals")});
  for (int k = 0; k < 2000; ++k) {
    const double at = uniform(generator, -1, 1) * std::pow(10, uniform(generator, -20, 20));
    const double width = std::abs(at) * std::pow(10, uniform(generator, -45, 1));
    Interval x(at);
    const Real far = Real(at) + width;
    mpfr_set(x.backend().right_data(), far.backend().data(), MPFR_RNDU);
    const std::string text = decimal(x, 40);
    BOOST_TEST(proves(x, text));
    const Real number(text);
    if (number == 0) {
      BOOST_TEST(10 * width >= std::abs(at));
    } else {
      const auto digits = static_cast<int>(significant(text));
      BOOST_TEST(abs(number - at) <= std::abs(at) * std::pow(10, 1 - digits));
      // One digit more would have shown the width.
      if (digits < 40) BOOST_TEST(width * std::pow(10, digits + 1) >= std::abs(at), text);
    }
  }
}

BOOST_AUTO_TEST_CASE(interval_comparisons_claim_nothing_if_undecided) {
  const Interval a = between("1", "2"), b = between("1.5", "3"), c = between("2.5", "4");
  BOOST_TEST((c > a));
  BOOST_TEST(!(a > c));
  BOOST_TEST(!(b > a));
  BOOST_TEST((a < c));
  BOOST_TEST(!(c < a));
  BOOST_TEST(!(a == c));
  BOOST_TEST((Interval(2) == Interval(2)));
  BOOST_CHECK_THROW((void)(a == b), boost::multiprecision::interval_error);
  BOOST_CHECK_THROW((void)(a == a), boost::multiprecision::interval_error);
  BOOST_CHECK_THROW((void)(a < b), boost::multiprecision::interval_error);
}

// Random trees of all families, the hard ones too: 30 digits are proved of each, and they are those of
// 120-digit arithmetic. Derivatives, which take long, of one tree of each.
BOOST_AUTO_TEST_CASE(enclosures_hold_the_answer_in_120_digits) {
  int compared = 0;
  for (const FamilyInfo& family : families)
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const Case c = random_case(family.family, 5, seed);
      BOOST_TEST_CONTEXT(c.id.name()) {
        const ProblemSet requested = oracle::answerable(
            c.model, c.state, c.model.bodies.size() <= 4 ? everything : without_derivatives);
        const oracle::CertifiedDynamics proved = oracle::solve(c.model, c.state, requested, 30);
        BOOST_TEST(proved.digits >= 30);
        const Dynamics<Interval>& a = proved.enclosures;
        const Precision<Real> scope(120);
        const auto b = oracle::evaluate<Real>(c.model, c.state, requested);
        compared += check_holds(a, b);
      }
    }
  BOOST_TEST(compared > 10000);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(large_trees)

// Beyond the limit of dense methods other mechanics enclose the answers, and residuals the solutions: they hold those of dense
// methods in 150 digits.
BOOST_AUTO_TEST_CASE(enclosures_of_large_trees_hold_dense_answers) {
  int compared = 0;
  for (const Family family : {Family::chain, Family::massless}) {
    std::uint64_t seed = 1;
    while (Layout(random_case(family, 60, seed).model).n <= oracle::dense_solve_limit) ++seed;
    const Case c = random_case(family, 60, seed);
    BOOST_TEST_CONTEXT(c.id.name()) {
      const ProblemSet requested =
          without_derivatives.where([](const ProblemInfo& p) { return !p.is_about_constraints(); });
      const oracle::CertifiedDynamics proved = oracle::solve_what_exists(c.model, c.state, requested, 30);
      BOOST_TEST(proved.digits >= 30);
      const Dynamics<Interval>& a = proved.enclosures;
      const Precision<Real> scope(150);
      const auto b = oracle::evaluate<Real>(c.model, c.state, requested);
      compared += check_holds(a, b);
      const bool has_J_bar = proved.unanswered.count(Problem::dynamically_consistent_inverse) == 0;
      BOOST_TEST(has_J_bar == (b.of_J.dependent_row == 0));
    }
  }
  BOOST_TEST(compared > 60000);
}

// The last joint of a long chain moves nothing: what exists is answered.
BOOST_AUTO_TEST_CASE(large_singular_tree_is_answered_in_part) {
  Model model;
  for (int i = 0; i <= oracle::dense_solve_limit; ++i) {
    Body& body = add_body(model, i, JointKind::revolute, i % 2 == 0 ? Triple{1, 0, 0} : Triple{0, 1, 0});
    body.joint.placement.xyz = {0.1, 0.2, 0.3};
    if (i < oracle::dense_solve_limit) body.inertial = solid(1, {0.1, 0, 0.1}, {1, 1, 1});
  }
  const State state = neutral_state(model);
  const auto a = oracle::solve_what_exists(model, state, everything, 20);
  BOOST_TEST(a.unanswered.at(Problem::inverse_dynamics_derivatives) ==
             "derivatives are solved for at most " + std::to_string(oracle::dense_solve_limit) +
                 " degrees of freedom; the model has " + std::to_string(oracle::dense_solve_limit + 1));
  BOOST_TEST(a.unanswered.at(Problem::forward_dynamics) == "the mass matrix is singular: joint 'joint" +
                                                               std::to_string(oracle::dense_solve_limit + 1) +
                                                               "' moves no inertia");
  BOOST_TEST(a.digits < 100);  // an exact zero is proved without more digits
  const Precision<Real> scope(100);
  const auto b = oracle::evaluate<Real>(model, state, without_derivatives);
  BOOST_TEST(check_holds(a.enclosures.H, b.H, "H") > 10000);
  check_holds(a.enclosures.of(Problem::inverse_dynamics), b.of(Problem::inverse_dynamics), "tau");
}

// The last two joints do the same: no entry of the mass matrix is zero, and no precision proves that it is singular.
BOOST_AUTO_TEST_CASE(large_tree_singular_to_all_digits_names_its_joint) {
  Model model;
  for (int i = 0; i <= oracle::dense_solve_limit; ++i) {
    const bool is_last = i == oracle::dense_solve_limit;
    Body& body =
        add_body(model, i, JointKind::revolute, (i - is_last) % 2 == 0 ? Triple{1, 2, 3} : Triple{0, 1, 0});
    if (!is_last) body.joint.placement.xyz = {0.1, 0.2, 0.3};
    body.inertial = solid(1, {0.1, 0, 0.1}, {1, 1, 1});
  }
  model.bodies[static_cast<std::size_t>(oracle::dense_solve_limit)].inertial = {};
  const auto a = oracle::solve_what_exists(model, neutral_state(model), {Problem::forward_dynamics}, 1);
  const std::string why = a.unanswered.at(Problem::forward_dynamics);
  BOOST_TEST(why.starts_with("the mass matrix is singular to "), why);
  BOOST_TEST(why.find("'joint" + std::to_string(oracle::dense_solve_limit + 1) + "'") != std::string::npos,
             why);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
