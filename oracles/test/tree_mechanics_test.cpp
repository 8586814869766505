// The mechanics in linear time against the dense ones, which closed forms and identities check.
#include "mechanics/tree_mechanics.hpp"

#include <boost/test/unit_test.hpp>

#include "check.hpp"
#include "kintree/trees/case.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;
using Tree = oracle::TreeMechanics<Real>;

constexpr double tree_tolerance = 1e-80;

oracle::Input<Real> input(const Model& model, const State& state) {
  return oracle::read<Real>(model, state, [](double x) { return Real(x); });
}

Vector<Real> wide(const Eigen::VectorXd& x) {
  return x.cast<Real>();
}

BOOST_AUTO_TEST_SUITE(tree_mechanics)

BOOST_AUTO_TEST_CASE(agree_with_the_dense_ones) {
  const Digits scope(100);
  CaseOptions options;
  options.state.scale_quaternions = true;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const Case c = random_case(families[seed % families.size()].family, 8, seed, options);
    BOOST_TEST_CONTEXT("seed " << seed << ", " << c.id.name()) {
      const oracle::Input<Real> in = input(c.model, c.state);
      const Tree tree(in);
      const auto dense = oracle::evaluate<Real>(c.model, c.state, {Problem::inverse_dynamics});
      check_vector(tree.C, dense.C, tree_tolerance, "C");

      const Vector<Real>& x = in.qdd;
      Vector<Real> Hx = Vector<Real>::Constant(x.size(), Real(0));
      Real energy(0);
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        for (Eigen::Index j = 0; j < x.size(); ++j) Hx(i) += dense.H(i, j) * x(j);
        energy += x(i) * Hx(i);
      }
      Eigen::VectorXd size;
      check_vector(tree.times_H(x), Hx, tree_tolerance, "H x");
      check_vector(tree.times_H(x, &size), Hx, tree_tolerance, "H x");
      check_close(tree.energy(x), energy, energy, tree_tolerance, "energy");

      // The magnitudes go along the tree, so that they are those of the dense terms or more.
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        BOOST_TEST(tree.C_size(i) >= dense.C_size(i) * (1 - 1e-12));
        BOOST_TEST(Real(size(i)) >= Real(abs(Hx(i))) * Real(1 - 1e-12));
      }
    }
  }
}

// Two links along x that turn about z, in gravity along y. All arms are perpendicular to all axes and forces,
// so that the magnitudes add up as the terms do. m1 = 2 at 0.5. The second joint is 3 out, and m2 = 5 at 0.25
// beyond.
BOOST_AUTO_TEST_CASE(magnitudes_of_a_stretched_arm) {
  const Digits scope(100);
  Model model;
  model.gravity = {0, -10, 0};
  add_body(model, 0, JointKind::revolute, {0, 0, 1}).inertial = solid(2, {0.5, 0, 0}, {1, 1, 0.125});
  Body& second = add_body(model, 1, JointKind::revolute, {0, 0, 1});
  second.joint.placement.xyz = {3, 0, 0};
  second.inertial = solid(5, {0.25, 0, 0}, {1, 1, 0.5});
  State state = neutral_state(model);
  check_vector(wide(Tree(input(model, state)).C_size), numbers(10 * (2 * 0.5 + 5 * 3.25), 10 * 5 * 0.25),
               1e-14, "weights");

  // Rates 1 and 1 give centripetal accelerations 0.5 and 3 + 4 * 0.25, along x, and no couples.
  state.v = {1, 1};
  check_vector(wide(Tree(input(model, state)).C_size),
               numbers(2 * 10.5 * 0.5 + 0.125 + 5 * 14 * 3.25 + 4 * 0.5, 5 * 14 * 0.25 + 4 * 0.5), 1e-14,
               "weights and centripetal forces");

  // External forces: their magnitudes, and their couples'.
  state.v = {0, 0};
  state.f_ext[2] = {0, 0, 7, 0, 11, 0};
  check_vector(wide(Tree(input(model, state)).C_size),
               numbers(10 * (2 * 0.5 + 5 * 3.25) + 3 * 11 + 7, 10 * 5 * 0.25 + 7), 1e-14, "external forces");

  // H x for x = (1, 2): angular accelerations 1 and 3.
  Eigen::VectorXd size;
  Tree(input(model, neutral_state(model))).times_H(numbers(1, 2), &size);
  const double force = 5 * (3 + 3 * 0.25);
  check_vector(wide(size), numbers(0.125 + 2 * 0.5 * 0.5 + 3 * 0.5 + 3.25 * force, 3 * 0.5 + 0.25 * force),
               1e-14, "H x");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
