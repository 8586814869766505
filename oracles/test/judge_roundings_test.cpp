// The judge and roundings: answers in float, the inherent uncertainty, and what no rounded answer can avoid.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <utility>

#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(in_float)

/// The settings' oracles, for answers in float.
Oracle of_float(const Setting& s) {
  return Oracle::dense(s.model, s.state, without_derivatives, 4711, Format::binary32);
}

// The inherent uncertainty is a derivative times u. Only an answer that is zero by cancellation has another scale.
BOOST_AUTO_TEST_CASE(sigma_is_that_of_longer_roundings) {
  for_each_setting([](const Setting& s, Problem problem) {
    BOOST_TEST(of_float(s).of(problem)->sigma() == 0x1p29 * s.oracle.of(problem)->sigma());
  });
}

BOOST_AUTO_TEST_CASE(judge_accepts_roundings_of_float_that_fail_in_double) {
  for_each_setting([](const Setting& s, Problem problem) {
    const Oracle oracle = of_float(s);
    const std::vector<double> exact = s.rounded(problem);
    double scale = s.scales(problem)[0];
    if (scale == 0) return;  // a pose that does not move
    const auto planted = [&](double error) {
      std::vector<double> result = exact;
      result[0] += error * scale;
      return judge(oracle, problem, result);
    };
    scale /= planted(1).error;  // of the inverse OSIM three rows have one scale
    const double limit = planted(0).limit;
    BOOST_TEST((planted(0.9 * limit).verdict == Verdict::A));
    BOOST_TEST((planted(1.1 * limit).verdict != Verdict::A));
    std::vector<double> same = exact;
    same[0] += 0.9 * limit * scale;
    BOOST_TEST((judge(s.oracle, problem, same).verdict > Verdict::B));
    BOOST_TEST((planted(1).verdict == Verdict::D || planted(1).any_error_is_B));
  });
}

// 2^-12 of an answer is half of the digits of float; tau and H have no bound but that of A.
BOOST_AUTO_TEST_CASE(half_of_the_digits) {
  const Setting& s = settings().front();
  const Oracle oracle = of_float(s);
  const std::vector<double> exact = s.rounded(Problem::inverse_dynamics),
                            scale = s.scales(Problem::inverse_dynamics);
  for (const auto& [error, verdict] : {std::pair{0.99 * 0x1p-12, Verdict::C}, {1.01 * 0x1p-12, Verdict::D}}) {
    std::vector<double> result = exact;
    result[0] += error * scale[0];
    BOOST_TEST((judge(oracle, Problem::inverse_dynamics, result).verdict == verdict));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(sigma)

BOOST_AUTO_TEST_CASE(same_seed_same_sigma) {
  const Case c = random_case(Family::complete, 6, 3);
  const auto seeded = [&](std::uint64_t seed) {
    return Oracle::dense(c.model, c.state, without_derivatives, seed);
  };
  const Oracle first = seeded(17), second = seeded(17), other = seeded(18);
  const Setting s(c);
  for (const Problem problem : judged_problems) {
    if (first.of(problem)->ill_posed()) continue;  // J-bar of these end-effectors
    const std::vector<double> exact = s.rounded(problem);
    const double sigma = judge(first, problem, exact).sigma;
    BOOST_TEST(sigma == judge(second, problem, exact).sigma);
    BOOST_TEST(sigma == judge(first, problem, exact).sigma);
    BOOST_TEST(sigma != judge(other, problem, exact).sigma);
    BOOST_TEST(judge(other, problem, exact).sigma < 10 * sigma);
    BOOST_TEST(judge(other, problem, exact).sigma > 0.1 * sigma);
  }
}

// H = m: the relative change is delta u with delta uniform in +-1. The root mean square of delta u is u /
// sqrt(3).
BOOST_AUTO_TEST_CASE(sigma_of_a_mass_on_a_slide_is_one_rounding) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(3.7, {0.1, 0.2, 0.3}, {1, 1, 1});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Oracle oracle = Oracle::dense(model, neutral_state(model), without_derivatives, seed);
    const double sigma = judge(oracle, Problem::mass_matrix, {3.7}).sigma;
    BOOST_TEST(sigma > 0.2 * limits::u_double);
    BOOST_TEST(sigma < limits::u_double);
  }
}

// tau = m (qdd + g), nearly cancelled: its sigma grows by the condition |qdd| / |qdd + g|.
BOOST_AUTO_TEST_CASE(sigma_grows_with_the_condition_of_a_cancellation) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.qdd[0] = -9.81 * (1 - 0x1p-20);
  const Oracle oracle = Oracle::dense(model, state, without_derivatives, 5);
  const Judgement j = judge(oracle, Problem::inverse_dynamics, {state.qdd[0] + 9.81});
  BOOST_TEST(j.sigma > 0.2 * 0x1p20 * limits::u_double);
  BOOST_TEST(j.sigma < 2 * 0x1p20 * limits::u_double);
  BOOST_TEST((j.verdict == Verdict::A));
}

BOOST_AUTO_TEST_SUITE_END()

// A light body of mass 1 that carries a heavy one of mass M, on slides along z: `H = (M+1 M; M M)`, and `H^-1
// = (1 -1; -1 1+1/M)`. Forces that move the heavy one alone are equal, f = (M, M), and small in the norm of
// H^-1: |f|^2 = M. A rounding of one of them is not small.
BOOST_AUTO_TEST_SUITE(roundings_of_the_answer)

constexpr double M = 0x1p26;

struct Slides {
  Model model;
  State state;
  Slides() {
    model.gravity = {0, 0, 0};
    add_body(model, 0, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
    add_body(model, 1, JointKind::prismatic).inertial = solid(M, {}, {1, 1, 1});
    state = neutral_state(model);
    state.qdd = {0, 1};
    state.tau = {0, -M};  // qdd = (M, -M - 1)
    state.end_effectors.clear();
  }
  Oracle dense() const { return Oracle::dense(model, state, without_derivatives, 7); }
  Oracle tree() const {
    return Oracle::tree(model, state, {Problem::inverse_dynamics, Problem::forward_dynamics}, 7);
  }
};

const double of_forces =
    limits::u_double * std::sqrt(M + (M + 1));  // u (f_1^2 H^-1_11 + f_2^2 H^-1_22)^1/2 / M^1/2
const double of_accelerations = limits::u_double * std::sqrt((M + 1) * (M + 1) * M + M * M * (M + 1)) / M;

BOOST_AUTO_TEST_CASE(are_unavoidable) {
  const Oracle dense = Slides().dense(), tree = Slides().tree();
  const auto of = [](const Oracle& oracle, Problem problem) {
    return oracle.of(problem)->unavoidable_error();
  };
  constexpr Problem forces = Problem::inverse_dynamics, accelerations = Problem::forward_dynamics;
  BOOST_TEST(of(dense, forces) == of_forces, boost::test_tools::tolerance(1e-7));
  BOOST_TEST(dense.of(forces)->sigma() < 1e-3 * of_forces);
  BOOST_TEST(of(tree, forces) < limits::sampling_factor * of_forces);
  BOOST_TEST(of(tree, forces) > of_forces / limits::sampling_factor);
  for (const Oracle* oracle : {&dense, &tree}) {
    BOOST_TEST(of(*oracle, accelerations) == std::max(of_accelerations, oracle->of(accelerations)->sigma()),
               boost::test_tools::tolerance(1e-7));
  }
}

BOOST_AUTO_TEST_CASE(are_an_A) {
  const std::vector<double> exact{M, M};
  const double last_place = 2 * limits::u_double * M;
  for (const Oracle& oracle : {Slides().dense(), Slides().tree()}) {
    const auto off_by = [&](double units) {
      return judge(oracle, Problem::inverse_dynamics, {exact[0] + units * last_place, exact[1]});
    };
    BOOST_TEST((off_by(1).verdict == Verdict::A), in_words(off_by(1)));
    BOOST_TEST(off_by(1).error > limits::alpha_A(2) * limits::u_double);
    BOOST_TEST(off_by(1).alpha < limits::sampling_factor * 2);
    BOOST_TEST(off_by(1).limit ==
               limits::alpha_A(2) * oracle.of(Problem::inverse_dynamics)->unavoidable_error());
    BOOST_TEST((off_by(1000).verdict > Verdict::A));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
