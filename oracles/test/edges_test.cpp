// Cases at the edge: answers that are zero by geometry or by cancellation, and matrices that are singular to
// a rounding.
#include <boost/test/unit_test.hpp>

#include "kintree/oracle/solve.hpp"
#include "mechanics/cholesky.hpp"
#include "mechanics/norm.hpp"
#include "mechanics/scalars.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
/// Its axis is one of its own frame's, and askew in the world: 5 of the 6 rows of J are zero by geometry.
struct Pendulum {
  Model model;
  State state;
  Pendulum() {
    Body& b = add_body(model, 0, JointKind::revolute);
    b.joint.placement.rpy = {0.3, 0.4, 0.5};
    b.inertial = solid(2, {0, 0, -.5}, {1, 1, 1});
    state = neutral_state(model);
    state.q = {0.3};
    state.end_effectors.push_back({1, {{0, 0.5, 0.25}, {}}});
  }
};
BOOST_AUTO_TEST_SUITE(edges)

BOOST_AUTO_TEST_CASE(osim_with_directions_that_cannot_move_is_judged) {
  const Pendulum p;
  const Oracle o = Oracle::dense(p.model, p.state, everything, 1);
  BOOST_TEST((judge(o, Problem::inverse_osim, std::vector<double>(36, 7.0)).verdict > Verdict::B));
  BOOST_TEST((judge(o, Problem::inverse_osim, std::vector<double>(36, 0.0)).verdict > Verdict::B));
}
BOOST_AUTO_TEST_CASE(osim_with_directions_that_cannot_move_is_certified) {
  const Pendulum p;
  const auto a = oracle::solve(p.model, p.state, oracle::answerable(p.model, p.state, everything), 10);
  BOOST_TEST(a.digits >= 10);
  BOOST_TEST(oracle::solve(p.model, p.state, oracle::answerable(p.model, p.state, everything), 40).digits <
             300);  // not "1000" by underflow
}
// A slider askew, on which weight and force cancel to 8 digits: of the 25 computed, tau has lost as many.
BOOST_AUTO_TEST_CASE(digits_lost_by_the_only_force_are_not_certified) {
  Model m;
  add_body(m, 0, JointKind::prismatic, {1, 0, 2}).inertial = solid(3, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.f_ext[1][3] = 2 * 3 * 9.81 * (1 - 1e-8);
  const int digits = oracle::solve(m, s, {Problem::inverse_dynamics}, 10).digits;
  BOOST_TEST((digits >= 10 && digits < 20), digits);
}
// A rounding of such an angle is more than a turn.
BOOST_AUTO_TEST_CASE(huge_angles_leave_answers_undetermined) {
  Model m;
  for (int i = 0; i < 2; ++i) {
    Body& body = add_body(m, i, JointKind::revolute, {0, 1, 0});
    body.joint.placement.xyz = {1, 0, 0};
    body.inertial = solid(1, {0.5, 0, 0}, {1, 1, 1});
  }
  for (const double angle : {1e17, 1e40, 1e60, 1e300}) {
    State s = neutral_state(m);
    s.q[1] = angle;
    const Oracle o = Oracle::dense(m, s, {Problem::mass_matrix}, 1);
    BOOST_TEST(o.of(Problem::mass_matrix)->ill_posed().has_value(), angle);
  }
}
/// Angular rows by their largest entry, linear ones by theirs, or by what u of the angular ones makes at the end of the arm.
BOOST_AUTO_TEST_CASE(rows_of_an_end_effector_share_their_scale) {
  Eigen::VectorXd diagonal(12), expected(12);
  diagonal << 1, 3, 2, 500, 400, 600, 4, 5, 6, 1e-40, 0, 0;
  expected << 3, 3, 3, 600, 600, 600, 6, 6, 6, 6e-14, 6e-14, 6e-14;
  const Eigen::VectorXd scale = oracle::osim_scale(diagonal, Eigen::Vector2d(0, 1e3), 1e-10);
  for (Eigen::Index k = 0; k < 12; ++k)
    BOOST_TEST(scale(k) == expected(k), boost::test_tools::tolerance(1e-14));
}
BOOST_AUTO_TEST_CASE(digits_that_an_error_leaves) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [error, digits] : {std::pair{0.0, 38},
                                      {1e-300, 38},
                                      {1.5e-38, 37},
                                      {2e-3, 2},
                                      {0.5, 0},
                                      {1.0, 0},
                                      {30.0, 0},
                                      {infinity, 0},
                                      {std::numeric_limits<double>::quiet_NaN(), 0}})
    BOOST_TEST(oracle::digits_left(error, 38) == digits, error);
}
BOOST_AUTO_TEST_CASE(no_later_entry_hides_one_that_is_no_number) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Eigen::MatrixXd difference = Eigen::MatrixXd::Constant(2, 6, 1e-3);
  difference(1, 2) = nan;
  const oracle::FactorMetric metric(Eigen::MatrixXd::Identity(2, 2));
  const oracle::ColumnNorm columns(metric, Eigen::MatrixXd::Ones(2, 6), Eigen::VectorXd::Ones(6), 1e-16);
  const oracle::EntryNorm entries(Eigen::VectorXd::Ones(6));
  BOOST_TEST(std::isnan(columns.measure(difference).error));
  BOOST_TEST(columns.measure(difference).column == 3);
  const oracle::Measured measured = entries.measure(difference);
  BOOST_TEST((std::isnan(measured.error) && measured.row == 2 && measured.column == 3));
  difference(1, 2) = 2;
  BOOST_TEST(columns.measure(difference).error == std::hypot(1e-3, 2), boost::test_tools::tolerance(1e-14));
  BOOST_TEST(columns.measure(difference).row == 2);
  BOOST_TEST(!columns.zero_by_cancellation());
  BOOST_TEST(entries.measure(difference).error == 2);
}
BOOST_AUTO_TEST_CASE(exact_zero_by_cancellation) {
  Model m;
  add_body(m, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.qdd = {-9.81};
  const Oracle dense = Oracle::dense(m, s, everything, 1), tree = Oracle::tree(m, s, everything, 1);
  for (const Oracle* o : {&dense, &tree}) {
    BOOST_TEST((judge(*o, Problem::inverse_dynamics, {1e-16}).verdict == Verdict::A));
    BOOST_TEST((judge(*o, Problem::inverse_dynamics, {5.0}).verdict > Verdict::B));
  }
}
/// The force holds the slide still. An error is a multiple of a rounding of the terms, and so is the bound of B. It does not allow any
/// error.
BOOST_AUTO_TEST_CASE(zero_acceleration_has_a_bound) {
  Model m;
  add_body(m, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.tau = {9.81};
  const Oracle o = Oracle::dense(m, s, everything, 1);
  BOOST_TEST((judge(o, Problem::forward_dynamics, {1e-15}).verdict <= Verdict::B));
  const Judgement wrong = judge(o, Problem::forward_dynamics, {1e-9});
  BOOST_TEST((wrong.verdict == Verdict::D && !wrong.any_error_is_B && wrong.reason == Reason::beyond_bounds));
}
/// Two slides along one axis, of 3 kg and 1 kg: `H = [4 1; 1 1]`, scaled `[1 1/2; 1/2 1]`, with eigenvalues
/// 3/2 and 1/2.
BOOST_AUTO_TEST_CASE(condition_of_the_scaled_matrix) {
  Model m;
  add_body(m, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(3, {}, {1, 1, 1});
  add_body(m, 1, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  const Oracle o = Oracle::dense(m, neutral_state(m), everything, 1);
  // Singular values of a 2 x 2 factor, and their quotient: a few roundings each.
  BOOST_TEST(std::abs(o.condition() / 3 - 1) < 32 * limits::u_double);
  BOOST_TEST(std::isnan(Oracle::tree(m, neutral_state(m), {Problem::forward_dynamics}, 1).condition()));
  m.bodies[2].inertial = {};
  BOOST_TEST(std::isinf(Oracle::dense(m, neutral_state(m), everything, 1).condition()));
}
/// A body is left out only if all seven numbers are zero.
BOOST_AUTO_TEST_CASE(every_number_of_an_inertia_counts) {
  const oracle::Digits scope(50);
  for (double Inertial::*number : {&Inertial::mass, &Inertial::ixx, &Inertial::ixy, &Inertial::ixz,
                                   &Inertial::iyy, &Inertial::iyz, &Inertial::izz}) {
    Model m;
    add_body(m, 0, JointKind::free).inertial.*number = 1;
    const auto H = oracle::evaluate<Real>(m, neutral_state(m), {Problem::mass_matrix}).H;
    BOOST_TEST((H.cwiseAbs().maxCoeff() == 1));
  }
}
BOOST_AUTO_TEST_CASE(upper_triangle_as_L) {  // H = [2 1; 1 1]
  Model m;
  add_body(m, 0, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  add_body(m, 1, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.tau = {3, 2};
  const Oracle o = Oracle::dense(m, s, everything, 1);
  const oracle::ProblemOracle& exact = *o.of(Problem::factorization);
  const oracle::Answer lower{.outputs = {std::vector<double>{1, 0, 1, 1}, std::vector<double>{1, 0, 0, 1},
                                         std::vector<double>{1, 1}}};
  const oracle::Answer upper{.outputs = {std::vector<double>{1, 1, 0, 1}, std::vector<double>{1, 0, 0, 1},
                                         std::vector<double>{1, 1}},
                             .form = FactorForm::LDLt};
  BOOST_TEST((exact.judge(lower).verdict == Verdict::A));
  BOOST_TEST((exact.judge(upper).verdict > Verdict::B));
}
// H^-1 is left out where it does not exist.
BOOST_AUTO_TEST_CASE(a_singular_matrix_has_no_inverse) {
  Model m;
  add_body(m, 0, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  add_body(m, 1, JointKind::prismatic, {0, 1, 0});
  State s = neutral_state(m);
  s.end_effectors.push_back({1, {}});
  const auto d = oracle::evaluate<oracle::Exact>(m, s, everything);
  BOOST_TEST(d.singular_at == 2);
  BOOST_TEST(d.of(Problem::mass_matrix_inverse).size() == 0);
  BOOST_TEST(d.of(Problem::forward_dynamics).size() == 0);
  BOOST_TEST(d.of(Problem::inverse_osim).size() == 0);
}
// H = L L^T with L = [2 0; 3 1], whatever was in L before.
BOOST_AUTO_TEST_CASE(a_factor_is_written_over_another) {
  const oracle::Digits scope(50);
  oracle::Matrix<Real> H(2, 2), L = oracle::Matrix<Real>::Constant(2, 2, Real(7));
  H << 4, 6, 6, 10;
  BOOST_TEST(oracle::cholesky(H, oracle::epsilon<Real>(), L) == 0);
  BOOST_TEST((L(0, 0) == 2 && L(0, 1) == 0 && L(1, 0) == 3 && L(1, 1) == 1));
}
BOOST_AUTO_TEST_CASE(singular_to_double_double_does_not_crash) {
  Model m;
  add_body(m, 0, JointKind::revolute).inertial = solid(0, {}, {1e-40, 1e-40, 1e-40});
  add_body(m, 1, JointKind::revolute).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.tau = {1, 1};
  const Oracle o = Oracle::dense(m, s, everything, 1);
  BOOST_TEST(o.of(Problem::forward_dynamics)->ill_posed().has_value());
  BOOST_TEST(!o.of(Problem::mass_matrix)->ill_posed());
}

/// Numbers that overflow. Such a case is ill-posed, and no answer to it passes.
BOOST_AUTO_TEST_CASE(without_a_scale_nothing_passes) {
  Model m;
  m.gravity = {0, 0, -1e200};
  add_body(m, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1e200, {}, {1, 1, 1});
  const Oracle o = Oracle::dense(m, neutral_state(m), everything, 1);
  BOOST_TEST(o.of(Problem::inverse_dynamics)->ill_posed().has_value());
  for (const double tau : {0.0, 1e300}) {
    const Judgement j = judge(o, Problem::inverse_dynamics, {tau});
    BOOST_TEST((j.verdict > Verdict::B));
    BOOST_TEST((j.reason == Reason::no_scale));
  }
}

BOOST_AUTO_TEST_CASE(only_what_was_asked_for_is_answered) {
  const Pendulum p;
  const Oracle dense = Oracle::dense(p.model, p.state, {Problem::forward_dynamics}, 1);
  const Oracle tree = Oracle::tree(p.model, p.state, everything, 1);
  for (const Problem problem : all_problems) {
    BOOST_TEST((dense.of(problem) != nullptr) == (problem == Problem::forward_dynamics));
    BOOST_TEST((tree.of(problem) != nullptr) ==
               (problem == Problem::forward_dynamics || problem == Problem::inverse_dynamics ||
                problem == Problem::bias_force));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
