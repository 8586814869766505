// The sizes of the terms of an answer, which errors are measured by where the answer itself cancels, worked out by hand.
#include <boost/test/unit_test.hpp>

#include "moving_tree.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;
using oracle::Dynamics;

BOOST_AUTO_TEST_SUITE(sizes)

/// Two links that turn about z. Lever arms are taken along the tree, so that the bend does not matter. m1 = 2
/// at 0.5. The second joint is 3 out, m2 = 5 is at 0.25 beyond. Both tensors are diag(2, 3, 6), whose norm is
/// 7. The first joint is 2 from the base, and an end-effector is 4 off the second.
BOOST_AUTO_TEST_CASE(sizes_of_the_terms_of_a_bent_arm) {
  const Digits scope(100);
  Model model;
  model.gravity = {0, -10, 0};
  Body& first = add_body(model, 0, JointKind::revolute, {0, 0, 1});
  first.joint.placement.xyz = {0, 0, 2};
  first.inertial = solid(2, {0.5, 0, 0}, {2, 3, 6});
  Body& second = add_body(model, 1, JointKind::revolute, {0, 0, 1});
  second.joint.placement.xyz = {3, 0, 0};
  second.inertial = solid(5, {0.25, 0, 0}, {2, 3, 6});
  State state = neutral_state(model);
  state.end_effectors = {{2, {{0, 4, 0}, {}}}};
  const auto wide = [](const auto& size) { return Matrix<Real>(size.template cast<Real>()); };

  for (const double bend : {0.0, 1.0, 3.0}) {
    state.q = {0.5, bend};
    const Dynamics<Real> a = oracle::evaluate<Real>(model, state, everything);
    const double far = 3 + 0.25;
    Matrix<Real> H(2, 2);
    H << Real(2 * 0.5 * 0.5 + 7 + 5 * far * far + 7), Real(5 * far * 0.25 + 7), Real(5 * far * 0.25 + 7),
        Real(5 * 0.25 * 0.25 + 7);
    check_matrix(wide(a.H_size), H, 1e-14, "H");
    check_vector(wide(a.reach), numbers(2 + 3 + 4), 1e-14, "reach");
  }

  // On a cart of 3 that slides along x, whatever the angle.
  Model cart;
  add_body(cart, 0, JointKind::prismatic, {1, 0, 0}).inertial = solid(3, {1, 1, 1}, {1, 1, 1});
  add_body(cart, 1, JointKind::revolute, {0, 0, 1}).inertial = solid(5, {0.25, 0, 0}, {2, 3, 6});
  State on_cart = neutral_state(cart);
  on_cart.q = {0.5, 2};
  Matrix<Real> H(2, 2);
  H << Real(3 + 5), Real(5 * 0.25), Real(5 * 0.25), Real(5 * 0.25 * 0.25 + 7);
  check_matrix(wide(oracle::evaluate<Real>(cart, on_cart, {Problem::mass_matrix}).H_size), H, 1e-14,
               "H of a pendulum on a cart");

  // Stretched, all magnitudes are those of plain products. Rates 1 and 1 give centripetal accelerations 0.5
  // and 3 + 4 * 0.25, and no couples. Then accelerations 1 and 2, and an external wrench.
  state.q = {0, 0};
  state.v = {1, 1};
  state.f_ext[2] = {0, 0, 7, 0, 11, 0};
  const double weights = 10 * (2 * 0.5 + 5 * 3.25), external = 3 * 11 + 7;
  Dynamics<Real> a = oracle::evaluate<Real>(model, state, everything);
  check_vector(wide(a.C_size),
               numbers(weights + 2 * 0.5 * 0.5 + 6 + 5 * 4 * 3.25 + 24 + external,
                       10 * 5 * 0.25 + 5 * 4 * 0.25 + 24 + 7),
               1e-14, "C");
  state.v = {0, 0};
  state.qdd = {1, 2};
  a = oracle::evaluate<Real>(model, state, everything);
  const double second_a = 3 + 3 * 0.25;
  check_vector(wide(a.sizes_of(Problem::inverse_dynamics)),
               numbers(weights + 2 * 0.5 * 0.5 + 6 + 5 * second_a * 3.25 + 18 + external,
                       10 * 5 * 0.25 + 5 * second_a * 0.25 + 18 + 7),
               1e-14, "tau");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
