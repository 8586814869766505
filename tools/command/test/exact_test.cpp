// The judge for tests of others: kintree/testing/exact.hpp, and kintree judge behind it.
#define BOOST_TEST_MODULE exact
#include <boost/test/unit_test.hpp>

#include <Eigen/Core>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "kintree/testing/exact.hpp"

using namespace kintree::testing;

namespace {

const std::string pendulum = KINTREE_TEMPLATES "/gtest/pendulum.urdf";
const State bent{.q = {{"elbow", {0.5}}}};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Eigen::Matrix2d mass_matrix() {
  Eigen::Matrix2d H;
  H << 2.1212912809451865, 0.30189564047259315, 0.30189564047259315, 0.0825;
  return H;
}

std::string error_of(const std::string& model, const State& state, const std::string& problem,
                     const Answer& answer) {
  try {
    judge(model, state, problem, answer);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

BOOST_AUTO_TEST_CASE(judge_passes_the_exact_answer_in_every_form) {
  const Eigen::MatrixXd dynamic = mass_matrix();
  const std::vector<std::vector<double>> rows{{dynamic(0, 0), dynamic(0, 1)}, {dynamic(1, 0), dynamic(1, 1)}};
  const double array[2][2] = {{dynamic(0, 0), dynamic(0, 1)}, {dynamic(1, 0), dynamic(1, 1)}};
  for (const Answer& answer :
       {Answer(mass_matrix()), Answer(dynamic), Answer(rows), Answer(array), Answer::of({{"H", rows}})}) {
    const Judgement judgement = judge(pendulum, bent, "mass_matrix", answer);
    BOOST_TEST(judgement.passed, judgement.text);
    BOOST_TEST(has(judgement.text, "mass_matrix: verdict A, "), judgement.text);
  }
  const Eigen::VectorXd tau = Eigen::Vector2d::Constant(1.1757911334268078);
  for (const Answer& answer : {Answer(tau), Answer(std::vector<double>{tau(0), tau(1)})})
    BOOST_TEST(judge(pendulum, bent, "inverse_dynamics", answer).passed, answer.json());
}

BOOST_AUTO_TEST_CASE(judge_passes_several_outputs_by_name) {
  const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(6, 2);
  const State tip{.end_effectors = {"upper"}, .gravity = std::array<double, 3>{0, 0, -9.81}};
  Eigen::MatrixXd J = none;
  J(1, 0) = 1;
  const Eigen::VectorXd rates = Eigen::VectorXd::Zero(6);
  BOOST_TEST(judge(pendulum, tip, "jacobian", Answer::of({{"J", J}, {"J_dot_v", rates}})).passed);
  BOOST_TEST(!judge(pendulum, tip, "jacobian", Answer::of({{"J", none}, {"J_dot_v", rates}})).passed);
}

BOOST_AUTO_TEST_CASE(judge_fails_a_wrong_answer_and_names_entry_and_mistake) {
  Eigen::MatrixXd H = mass_matrix();
  H(0, 0) -= 0.25;
  const Judgement wrong = judge(pendulum, bent, "mass_matrix", H);
  BOOST_TEST(!wrong.passed);
  BOOST_TEST(has(wrong.text, "verdict F, "), wrong.text);
  BOOST_TEST(has(wrong.text, ", worst at joint 'shoulder'"), wrong.text);
  BOOST_TEST(has(wrong.text, "1 of 4 entries is wrong"), wrong.text);
  const Judgement single =
      judge(pendulum, bent, "mass_matrix", Answer(Eigen::Matrix2f(mass_matrix().cast<float>())));
  BOOST_TEST(!single.passed);
  BOOST_TEST(has(single.text, "single precision"), single.text);
  H << 2.37, 0.33, 0.33, 0.09;
  const Judgement two_digits = judge(pendulum, bent, "mass_matrix", H);
  BOOST_TEST(!has(two_digits.text, "single precision"), two_digits.text);
}

BOOST_AUTO_TEST_CASE(judge_fails_answers_that_are_not_finite) {
  for (const double none :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Eigen::MatrixXd H = mass_matrix();
    H(1, 1) = none;
    BOOST_TEST(!judge(pendulum, bent, "mass_matrix", H).passed);
  }
}

/// A singular mass matrix: there is no answer that could be right.
BOOST_AUTO_TEST_CASE(judge_fails_where_there_is_no_verdict) {
  const std::string singular = KINTREE_TESTDATA "/reported/point_mass_at_its_joint/robot.urdf";
  const Judgement none = judge(singular, {}, "forward_dynamics", std::vector<double>{0});
  BOOST_TEST(!none.passed);
  BOOST_TEST(has(none.text, "forward_dynamics: no verdict: "), none.text);
}

BOOST_AUTO_TEST_CASE(judge_reports_wrong_input) {
  const Answer H = mass_matrix();
  BOOST_TEST(has(error_of("none.urdf", bent, "mass_matrix", H), "none.urdf"));
  BOOST_TEST(has(error_of(pendulum, {.q = {{"ellbow", {0.5}}}}, "mass_matrix", H), "elbow"));
  BOOST_TEST(has(error_of(pendulum, bent, "mass", H), "mass_matrix"));
  BOOST_TEST(
      has(error_of(pendulum, bent, "factorization", H), "expected the outputs of the problem by name"));
  BOOST_TEST(
      has(error_of(pendulum, bent, "mass_matrix", std::vector<double>{}), "H: 0 rows; expected 2 rows"));
  BOOST_TEST(
      has(error_of(pendulum, bent, "mass_matrix", Answer(Eigen::MatrixXd(Eigen::MatrixXd::Ones(3, 3)))),
          "H: 3 rows; expected 2 rows of 2 numbers"));
  BOOST_TEST(has(error_of(pendulum, bent, "mass_matrix", Answer::of({{"L", mass_matrix()}})), "H: missing"));
  BOOST_TEST(
      has(error_of(pendulum, bent, "mass_matrix", Answer::of({{"H", mass_matrix()}, {"L", mass_matrix()}})),
          "'L': not an output of the problem; expected H"));
  setenv("KINTREE_COMMAND", "/nonexistent/kintree", 1);
  BOOST_TEST(has(error_of(pendulum, bent, "mass_matrix", H), "/nonexistent/kintree"));
  unsetenv("KINTREE_COMMAND");
}
