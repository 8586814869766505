// Cases at the edge: answers that are zero by geometry or by cancellation, and matrices that are singular to
// a rounding.
#include <boost/test/unit_test.hpp>

#include "check.hpp"
#include "kintree/data/error.hpp"
#include "kintree/oracle/judge.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::DenseOracle;
using oracle::Wanted;
const Wanted everything{.tau = true, .qdd = true, .inverse = true, .inverse_osim = true};

struct Pendulum {  // axis-aligned in its own frame, askew in the world: 5 of the 6 rows of J are zero by
                   // geometry or not
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
  const DenseOracle o(p.model, p.state, everything, 1);
  BOOST_TEST((o.judge(Problem::inverse_osim, std::vector<double>(36, 7.0)).verdict == Verdict::F));
  BOOST_TEST((o.judge(Problem::inverse_osim, std::vector<double>(36, 0.0)).verdict == Verdict::F));
}
BOOST_AUTO_TEST_CASE(osim_with_directions_that_cannot_move_is_certified) {
  const Pendulum p;
  const auto a = oracle::solve(p.model, p.state, everything, 10);
  BOOST_TEST(a.digits >= 10);
  BOOST_TEST(oracle::solve(p.model, p.state, everything, 40).digits < 300);  // not "1000" by underflow
}
BOOST_AUTO_TEST_CASE(exact_zero_by_cancellation) {
  Model m;
  add_body(m, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.qdd = {-9.81};
  const DenseOracle o(m, s, everything, 1);
  BOOST_TEST((o.judge(Problem::inverse_dynamics, {1e-16}).verdict == Verdict::A));
  BOOST_TEST((o.judge(Problem::inverse_dynamics, {5.0}).verdict == Verdict::F));
}
BOOST_AUTO_TEST_CASE(upper_triangle_as_L) {  // H = [2 1; 1 1]
  Model m;
  add_body(m, 0, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  add_body(m, 1, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.tau = {3, 2};
  const DenseOracle o(m, s, everything, 1);
  BOOST_TEST((o.judge_factorization({1, 0, 1, 1}, {1, 0, 0, 1}, {1, 1}, true).verdict == Verdict::A));
  BOOST_TEST((o.judge_factorization({1, 1, 0, 1}, {1, 0, 0, 1}, {1, 1}, false).verdict == Verdict::F));
}
BOOST_AUTO_TEST_CASE(singular_to_double_double_does_not_crash) {
  Model m;
  add_body(m, 0, JointKind::revolute).inertial = solid(0, {}, {1e-40, 1e-40, 1e-40});
  add_body(m, 1, JointKind::revolute).inertial = solid(1, {}, {1, 1, 1});
  State s = neutral_state(m);
  s.tau = {1, 1};
  const DenseOracle o(m, s, everything, 1);
  BOOST_TEST(!o.ill_posed(Problem::mass_matrix).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
