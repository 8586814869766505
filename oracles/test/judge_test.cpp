// The judge: right answers pass, wrong answers fail, and the judgement names the place.
#define BOOST_TEST_MODULE judge
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(verdicts)

BOOST_AUTO_TEST_CASE(exact_answer_is_an_A) {
  for_each_setting([](const Setting& s, Problem problem) {
    const Judgement j = judge(s.oracle, problem, s.rounded(problem));
    BOOST_TEST((j.verdict == Verdict::A), in_words(j));
    BOOST_TEST(j.alpha <= 3, in_words(j));
    BOOST_TEST(j.error <= j.limit);
    BOOST_TEST(j.sigma > 0.1 * limits::u_double);
    BOOST_TEST((j.reason == Reason::none));
    BOOST_TEST(j.certified_digits >= 20);
  });
}

/// Double-double has 31 digits: where it certifies fewer than enough, a computation with 38 does.
BOOST_AUTO_TEST_CASE(digits_are_certified_with_as_many_as_it_takes) {
  const auto fewest = [](Family family, std::uint64_t seed) {
    const Case c = random_case(family, 20, seed);
    const Oracle oracle =
        Oracle::dense(c.model, c.state, {Problem::mass_matrix, Problem::mass_matrix_inverse}, seed);
    int digits = 99;
    for (const Problem problem : {Problem::mass_matrix, Problem::mass_matrix_inverse})
      if (!oracle.of(problem)->ill_posed()) digits = std::min(digits, oracle.of(problem)->certified_digits());
    return digits;
  };
  int by_double_double = 0, by_more = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    for (const Family family : {Family::chain, Family::mass_ratio}) {
      const int digits = fewest(family, seed);
      BOOST_TEST(digits >= 16);
      ++(digits <= 31 && digits >= limits::enough_digits ? by_double_double : by_more);
    }
  BOOST_TEST(by_double_double >= 30);
  BOOST_TEST(by_more >= 1);
}

BOOST_AUTO_TEST_CASE(not_finite_is_an_F_that_says_where) {
  for_each_setting([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem);
    const auto columns = static_cast<std::size_t>(s.columns(problem));
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()})
      for (const std::size_t at : {std::size_t{0}, exact.size() / 2, exact.size() - 1}) {
        std::vector<double> result = exact;
        result[at] = bad;
        result.back() = bad;  // the first is reported
        const Judgement j = judge(s.oracle, problem, result);
        BOOST_TEST((j.verdict > Verdict::B));
        BOOST_TEST((j.reason == Reason::not_finite));
        BOOST_TEST(std::isnan(j.error));
        BOOST_TEST(j.row == static_cast<int>(at / columns) + 1);
        BOOST_TEST(j.column == (columns > 1 ? static_cast<int>(at % columns) + 1 : 0));
      }
  });
}

BOOST_AUTO_TEST_CASE(wrong_size_is_an_F) {
  for_each_setting([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem);
    std::vector<double> shorter = exact, longer = exact;
    shorter.pop_back();
    longer.push_back(0);
    for (const auto& result : {shorter, longer, std::vector<double>{}}) {
      const Judgement j = judge(s.oracle, problem, result);
      BOOST_TEST((j.verdict > Verdict::B));
      BOOST_TEST((j.reason == Reason::wrong_size));
    }
  });
}

BOOST_AUTO_TEST_CASE(zeros_are_an_F) {
  for_each_setting([](const Setting& s, Problem problem) {
    const std::size_t size = s.rounded(problem).size();
    const Judgement j = judge(s.oracle, problem, std::vector<double>(size, 0.0));
    BOOST_TEST((j.verdict > Verdict::B), in_words(j));
    BOOST_TEST(j.error > 0.99);
    BOOST_TEST((j.reason != Reason::none));
    BOOST_TEST((judge(s.oracle, problem, std::vector<double>(size, 1e300)).verdict > Verdict::B));
  });
}

// The trees are well-conditioned, so 10^-9 is far beyond every limit; and the error is what was planted.
BOOST_AUTO_TEST_CASE(one_wrong_entry_is_an_F_that_says_which) {
  for_each_setting([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem), scale = s.scales(problem);
    const int columns = s.columns(problem);
    int planted = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      if (scale[i] == 0) continue;  // a row of J is zero
      std::vector<double> result = exact;
      result[i] += 1e-9 * scale[i];
      const Judgement j = judge(s.oracle, problem, result);
      BOOST_TEST((j.verdict > Verdict::B), in_words(j));
      // The rows of a triple share their largest diagonal: on that scale the error is smaller. So do columns of J-bar.
      BOOST_TEST(j.error > (problem == Problem::inverse_osim ? 0 : 0.9e-9));
      if (problem != Problem::inverse_dynamics) BOOST_TEST(j.error < 1.1e-9);
      const auto at = static_cast<int>(i);
      BOOST_TEST(j.row == at / columns + 1, in_words(j));
      BOOST_TEST(j.column == (columns > 1 ? at % columns + 1 : 0), in_words(j));
      ++planted;
    }
    BOOST_TEST(planted > 0);
  });
}

// The same relative to the entry itself, where that counts for anything.
BOOST_AUTO_TEST_CASE(relative_error_of_one_entry) {
  for_each_setting([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem), scale = s.scales(problem);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      // Rows of a triple share a scale, and the bound B is wider: only large entries count for the
      // operational space.
      const bool osim = problem == Problem::inverse_osim;
      const double least = osim ? *std::max_element(exact.begin(), exact.end()) : scale[i];
      if (!(std::abs(exact[i]) > (osim ? 0.1 : 0.01) * least)) continue;
      std::vector<double> result = exact;
      result[i] *= 1 + (reads(problem, quantity::end_effectors) ? 1e-6 : 1e-9);
      BOOST_TEST((judge(s.oracle, problem, result).verdict > Verdict::B));
    }
  });
}

BOOST_AUTO_TEST_CASE(an_error_of_sigma_is_an_A) {
  Generator generator = make_generator({word("sigma")});
  for_each_setting([&](const Setting& s, Problem problem) {
    const double sigma = judge(s.oracle, problem, s.rounded(problem)).sigma;
    std::vector<double> result = s.rounded(problem);
    const std::vector<double> scale = s.scales(problem);
    const auto count = static_cast<double>(result.size());
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] +=
          uniform(generator, -1, 1) * sigma * scale[i] / (s.columns(problem) > 1 ? 1.0 : std::sqrt(count));
    const Judgement j = judge(s.oracle, problem, result);
    BOOST_TEST((j.verdict == Verdict::A), in_words(j));
    BOOST_TEST(j.alpha < 10);
  });
}

// Between the A limit and the bound of a backward-stable solve with H, and beyond it.
BOOST_AUTO_TEST_CASE(ill_conditioned_solve_is_a_B) {
  const Setting s = long_chain(16);
  for (const Problem problem : {Problem::forward_dynamics, Problem::mass_matrix_inverse}) {
    const std::vector<double> exact = s.rounded(problem), scale = s.scales(problem);
    const Judgement a = judge(s.oracle, problem, exact);
    BOOST_TEST((a.verdict == Verdict::A), in_words(a));
    const auto planted = [&](double error) {
      std::vector<double> result = exact;
      result[5] += error * scale[5];
      return judge(s.oracle, problem, result);
    };
    const double bound = planted(1).limit;  // of an F: the largest there is
    BOOST_TEST(a.limit < 1e-3 * bound);
    BOOST_TEST(bound < 1);

    BOOST_TEST((planted(0.5 * a.limit).verdict == Verdict::A));
    const Judgement b = planted(std::sqrt(a.limit * bound));
    BOOST_TEST((b.verdict == Verdict::B), in_words(b));
    BOOST_TEST(b.limit == bound);
    BOOST_TEST((planted(0.9 * bound).verdict == Verdict::B));
    BOOST_TEST((planted(0.9 * bound).reason == Reason::none));
    // Beyond it, by what is left of the digits.
    BOOST_TEST((planted(1.1 * bound).verdict ==
                (1.1 * bound <= limits::half_of_the_digits(limits::u_double) ? Verdict::C : Verdict::D)));
    BOOST_TEST((planted(1.1 * bound).reason == Reason::beyond_bounds));
    BOOST_TEST((planted(2).verdict == Verdict::D));
  }
  // H and tau have no such excuse.
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics}) {
    std::vector<double> result = s.rounded(problem);
    const Judgement a = judge(s.oracle, problem, result);
    result[0] += 10 * a.limit * s.scales(problem)[0];
    BOOST_TEST((judge(s.oracle, problem, result).verdict == Verdict::C));
    result[0] += 1.1 * limits::half_of_the_digits(limits::u_double) * s.scales(problem)[0];
    const Judgement d = judge(s.oracle, problem, result);
    BOOST_TEST((d.verdict == Verdict::D && d.reason == Reason::beyond_bounds && !d.any_error_is_B));
  }
}

BOOST_AUTO_TEST_CASE(singular_case_says_where) {
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  add_body(model, 1, JointKind::revolute, {0, 1, 0});
  // Problems that do not divide by H have answers here too (singular_test.cpp).
  for (const Problem problem : everything) {
    const auto why = Oracle::dense(model, neutral_state(model), everything, 1).of(problem)->ill_posed();
    BOOST_TEST_REQUIRE(why.has_value() == info(problem).divides());
    if (!why) continue;
    BOOST_TEST((why->why == oracle::IllPosed::singular));
    BOOST_TEST(why->to_string(model) == "the mass matrix is singular to a rounding at joint 'joint2'");
    if (without_derivatives.contains(problem)) BOOST_TEST(!settings()[0].oracle.of(problem)->ill_posed());
  }
  // No answer to it passes, and no breakdown.
  const Oracle o = Oracle::dense(model, neutral_state(model), everything, 1);
  for (const Problem problem : everything) {
    if (!info(problem).divides()) continue;
    BOOST_TEST((judge(o, problem, {0, 0}).verdict > Verdict::B));
    BOOST_TEST(!o.of(problem)->any_error_is_B());
  }
}

// tau = m (qdd + g). If all but a few roundings cancel, no digit is determined. If everything cancels, the
// size of the terms is the scale, and a wrong answer shows.
BOOST_AUTO_TEST_CASE(a_case_without_a_digit_is_ill_posed) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  const auto oracle_at = [&](double part) {
    state.qdd[0] = -9.81 * part;
    return Oracle::dense(model, state, everything, 5);
  };
  BOOST_TEST(!oracle_at(1 - 0x1p-20).of(Problem::inverse_dynamics)->ill_posed());
  BOOST_TEST(oracle_at(1 - 0x1p-49).of(Problem::inverse_dynamics)->ill_posed().has_value());
  BOOST_TEST(!oracle_at(1 - 0x1p-49).of(Problem::mass_matrix)->ill_posed());
  const Oracle at_rest = oracle_at(1);
  BOOST_TEST(!at_rest.of(Problem::inverse_dynamics)->ill_posed());
  BOOST_TEST((judge(at_rest, Problem::inverse_dynamics, {0.0}).verdict == Verdict::A));
  BOOST_TEST((judge(at_rest, Problem::inverse_dynamics, {1e-12}).verdict > Verdict::B));
}

// A needle about its own axis, far from the joint. Its moment is small compared to the terms of the sum that
// gives it. The force that turns it is small compared to the terms of its spin.
BOOST_AUTO_TEST_CASE(sums_with_the_errors_of_their_evaluation_are_a_B) {
  Model model;
  add_body(model, 0, JointKind::revolute, {0, 0, 1}).inertial = solid(1, {0, 0, 1}, {1, 1, 1e-6});
  State state = neutral_state(model);
  state.qdd[0] = 1;
  state.v[0] = 1e3;
  const Oracle oracle = Oracle::dense(model, state, everything, 5);
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics}) {
    BOOST_TEST((judge(oracle, problem, {1e-6}).verdict == Verdict::A));
    BOOST_TEST((judge(oracle, problem, {1e-6 + 1e-15}).verdict == Verdict::B));
    BOOST_TEST((judge(oracle, problem, {1e-6 + 1e-13}).verdict > Verdict::B));
  }
}

BOOST_AUTO_TEST_CASE(nothing_moves) {
  Model model;
  add_body(model, 0, JointKind::fixed).inertial = solid(1, {}, {1, 1, 1});
  const Oracle oracle = Oracle::dense(model, neutral_state(model), everything, 1);
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics, Problem::forward_dynamics}) {
    BOOST_TEST((judge(oracle, problem, {}).verdict == Verdict::A));
    BOOST_TEST((judge(oracle, problem, {0.0}).verdict > Verdict::B));
  }
  BOOST_TEST(passes(oracle.of(Problem::factorization)->judge({})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
