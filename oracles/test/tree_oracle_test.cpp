// The oracle for trees of any size, against the dense one where both can answer.

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "judge/certificate.hpp"
#include "mechanics/scalars.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Certificate;
using oracle::TreeMechanics;

const ProblemSet dynamics{Problem::inverse_dynamics, Problem::forward_dynamics};
constexpr std::array<Problem, 2> of_motion{Problem::inverse_dynamics, Problem::forward_dynamics};

template <class Use>
void for_cases(int count, int bodies, Use&& use) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(count); ++seed) {
    const Case c = random_case(moderate_families[seed % moderate_families.size()].family, bodies, seed);
    BOOST_TEST_CONTEXT(c.id.name()) use(c);
  }
}

std::vector<double> rounded(const oracle::ProblemOracle& exact) {
  std::vector<double> result;
  for (const oracle::Exact& x : exact.exact()) result.push_back(static_cast<double>(x));
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tree_oracle)

BOOST_AUTO_TEST_CASE(answers_as_the_dense_oracle) {
  for_cases(24, 9, [](const Case& c) {
    const Oracle dense = Oracle::dense(c.model, c.state, dynamics, c.id.seed);
    const Oracle tree = Oracle::tree(c.model, c.state, dynamics, c.id.seed);
    for (const Problem problem : of_motion) {
      const oracle::ProblemOracle &by_dense = *dense.of(problem), &by_tree = *tree.of(problem);
      const std::vector<oracle::Exact> a = by_dense.exact(), b = by_tree.exact();
      oracle::Exact apart = 0, size = 0;
      BOOST_TEST_REQUIRE(a.size() == b.size());
      for (std::size_t k = 0; k < a.size(); ++k) apart += abs(a[k] - b[k]), size += abs(a[k]);
      BOOST_TEST((apart <= 1e-26 * size), name(problem) << " " << apart << " of " << size);
    }
  });
}

BOOST_AUTO_TEST_CASE(judges_as_the_dense_oracle) {
  for_cases(24, 9, [](const Case& c) {
    const Oracle dense = Oracle::dense(c.model, c.state, dynamics, c.id.seed);
    const Oracle tree = Oracle::tree(c.model, c.state, dynamics, c.id.seed);
    for (const Problem problem : of_motion) {
      std::vector<double> result = rounded(*dense.of(problem));
      BOOST_TEST((judge(tree, problem, result).verdict == Verdict::A));
      for (double& x : result) x *= 1 + 1e-10;
      result.front() += 1e-6;
      const Judgement a = judge(dense, problem, result), b = judge(tree, problem, result);
      BOOST_TEST((a.verdict > Verdict::B) == (b.verdict > Verdict::B));
      BOOST_TEST(a.error == b.error, boost::test_tools::tolerance(1e-9));
      BOOST_TEST(a.sigma == b.sigma, boost::test_tools::tolerance(0.01));
      BOOST_TEST(a.row == b.row);
      BOOST_TEST(b.certified_digits >= 20);
      BOOST_TEST(b.certified_digits <= 32);
      if (problem == Problem::forward_dynamics) BOOST_TEST(b.backward_error > 1e-13);
    }
  });
}

BOOST_AUTO_TEST_CASE(tree_oracle_fails_answers_that_are_not_finite_or_wrong) {
  const Case c = random_case(Family::recursive, 9, 3);
  const Oracle tree = Oracle::tree(c.model, c.state, dynamics, 1);
  for (const Problem problem : of_motion) {
    const std::vector<double> right = rounded(*tree.of(problem));
    std::vector<double> result = right;
    result.back() = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST((judge(tree, problem, result).reason == Reason::not_finite));
    BOOST_TEST((judge(tree, problem, result).verdict > Verdict::B));
    result.pop_back();
    BOOST_TEST((judge(tree, problem, result).reason == Reason::wrong_size));
    for (const double wrong : {1e300, -1.0, 0.0}) {
      result = right;
      result.front() *= wrong;
      BOOST_TEST((judge(tree, problem, result).verdict > Verdict::B));
      BOOST_TEST(judge(tree, problem, result).row == 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_singular_tree_is_ill_posed) {
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  add_body(model, 1, JointKind::revolute, {0, 1, 0});
  State state = neutral_state(model);
  state.tau = {1, 1};
  const Oracle tree = Oracle::tree(model, state, dynamics, 1);
  BOOST_TEST((tree.of(Problem::forward_dynamics)->ill_posed()->why == oracle::IllPosed::singular));
  BOOST_TEST(!tree.of(Problem::inverse_dynamics)->ill_posed());
}

/// A revolute joint about y, turned by q, and a second one along x; sigma by both oracles.
std::array<double, 2> sigmas(Problem problem, double q) {
  Model model;
  add_body(model, 0, JointKind::revolute, {0, 1, 0}).inertial = solid(1, {0.5, 0, 0}, {1, 2, 3});
  add_body(model, 1, JointKind::revolute, {1, 0, 0}).inertial = solid(2, {0, 0.5, 0.5}, {2, 2, 3});
  State state = neutral_state(model);
  state.q = {q, 0.5};
  state.v = {0.3, 0.2};
  state.qdd = {0.7, -0.4};
  state.tau = {0.6, 0.9};
  return {Oracle::tree(model, state, dynamics, 1).of(problem)->sigma(),
          Oracle::dense(model, state, dynamics, 1).of(problem)->sigma()};
}

// Steps of 2^-30 turn the joint by hundreds of radians, of which nothing is linear: steps of a rounding are sampled.
BOOST_AUTO_TEST_CASE(tree_oracle_samples_short_steps_if_long_ones_are_not_linear) {
  for (const Problem problem : of_motion) {
    const auto [tree, dense] = sigmas(problem, 0x1p40);
    BOOST_TEST(tree == dense, boost::test_tools::tolerance(0.01));
    BOOST_TEST((tree > 0x1p-16 && tree < 0x1p-11));  // 2^40 u is 2^-13
  }
}

/// Bodies without inertia of their own cannot bear the loads of the certificate: no claim is made.
BOOST_AUTO_TEST_CASE(tree_oracle_gives_no_verdict_without_a_certificate) {
  Model model;
  add_body(model, 0, JointKind::revolute);
  add_body(model, 1, JointKind::revolute, {0, 1, 0}).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  State state = neutral_state(model);
  state.q = {0.5, 0.5};
  state.tau = {1, 1};
  const Oracle tree = Oracle::tree(model, state, dynamics, 1);
  const auto why = tree.of(Problem::forward_dynamics)->ill_posed();
  BOOST_TEST_REQUIRE(why.has_value());
  BOOST_TEST((why->why == oracle::IllPosed::massless));
  BOOST_TEST(why->to_string(model).find("without inertia of their own") != std::string::npos);
}

// Nothing moves and nothing pulls: there is no size that an error could be relative to, and zero is the answer.
BOOST_AUTO_TEST_CASE(without_forces_zero_is_right_and_all_else_wrong) {
  Model model;
  model.gravity = {0, 0, 0};
  for (int k = 0; k < 2; ++k)
    add_body(model, k, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  const Oracle tree = Oracle::tree(model, neutral_state(model), dynamics, 1);
  for (const Problem problem : of_motion) {
    BOOST_TEST(!tree.of(problem)->ill_posed().has_value());
    BOOST_TEST((judge(tree, problem, {0, 0}).verdict == Verdict::A));
    BOOST_TEST((judge(tree, problem, {0, 1e-100}).verdict > Verdict::B));
  }
}

BOOST_AUTO_TEST_CASE(a_large_tree) {
  const Case c = random_case(Family::grid, 4000, 4);
  BOOST_TEST_REQUIRE(c.model.body_count() == 4000);
  const Oracle tree = Oracle::tree(c.model, c.state, dynamics, 1);
  std::vector<double> qdd = rounded(*tree.of(Problem::forward_dynamics));
  const Judgement right = judge(tree, Problem::forward_dynamics, qdd);
  BOOST_TEST((right.verdict == Verdict::A));
  BOOST_TEST(right.certified_digits >= 16);
  qdd[qdd.size() / 2] *= 1 + 1e-3;
  const Judgement wrong = judge(tree, Problem::forward_dynamics, qdd);
  BOOST_TEST((wrong.verdict > Verdict::A));  // B would allow this: n is large, and H ill-conditioned
  BOOST_TEST(wrong.row == static_cast<int>(qdd.size() / 2) + 1);
}

BOOST_AUTO_TEST_CASE(certificate_bounds_the_error) {
  for_cases(40, 9, [](const Case& c) {
    const TreeMechanics<double> tree(oracle::read<double>(c.model, c.state, [](double x) { return x; }));
    const Digits digits(40);
    const auto H = oracle::evaluate<Real>(c.model, c.state, {Problem::mass_matrix}).H;
    Eigen::MatrixXd rounded_H(H.rows(), H.cols());
    for (Eigen::Index i = 0; i < H.rows(); ++i)
      for (Eigen::Index j = 0; j < H.cols(); ++j) rounded_H(i, j) = static_cast<double>(H(i, j));
    const Certificate certificate(tree);
    Generator generator = make_generator({c.id.seed});
    Eigen::VectorXd r(H.rows());
    for (Eigen::Index k = 0; k < r.size(); ++k) r(k) = uniform(generator, -1, 1);
    const double error = std::sqrt(r.dot(rounded_H.llt().solve(r)));
    BOOST_TEST(certificate.bound(r) >= error * (1 - 1e-9));
    BOOST_TEST(certificate.bound_of_magnitudes(r.cwiseAbs()) >= error * (1 - 1e-9));
    BOOST_TEST(certificate.bound_of_magnitudes(r.cwiseAbs()) >= certificate.bound(r) * (1 - 1e-9));
    if (c.model.body_count() == 1) BOOST_TEST(certificate.bound(r) <= error * (1 + 1e-9));
  });
}

// The smallest moment of a needle is zero; askew and rounded, it may be negative, which bears nothing.
BOOST_AUTO_TEST_CASE(a_needle_has_no_bound_that_is_too_small) {
  int without = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Generator generator = make_generator({word("needle"), seed});
    Model model;
    Body& needle = add_body(model, 0, JointKind::revolute, {1, 2, 3});
    needle.inertial = solid(2, {0.1, 0.2, 0.3}, {0, 0.2, 0.2});
    for (double& angle : needle.inertial.origin.rpy) angle = uniform(generator, -1, 1);
    const State state = neutral_state(model);
    const TreeMechanics<double> tree(oracle::read<double>(model, state, [](double x) { return x; }));
    const auto H = oracle::evaluate<oracle::Exact>(model, state, {Problem::mass_matrix}).H;
    const double bound = Certificate(tree).bound(Eigen::VectorXd::Ones(1));
    BOOST_TEST(bound >= 0.99 / std::sqrt(static_cast<double>(H(0, 0))));  // the bound has two digits
    without += std::isinf(bound) ? 1 : 0;
  }
  BOOST_TEST(without > 0);
}

BOOST_AUTO_TEST_SUITE_END()
