#define BOOST_TEST_MODULE proximal
#include "proximal/proximal.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>

namespace {

using namespace kintree;

/// A block that slides along x. So many constraints fix its motion along x.
Model block(double mass, int constraints) {
  Model model;
  Body body;
  body.joint.kind = JointKind::prismatic;
  body.joint.axis = {1, 0, 0};
  body.inertial.mass = mass;
  model.bodies.push_back(body);
  for (int k = 0; k < constraints; ++k) {
    Constraint along_x;
    along_x.frame.body = 1;
    along_x.rows = {false, false, false, true, false, false};
    model.constraints.push_back(along_x);
  }
  return model;
}

// The motion is unique where rows depend on each other, and so is the sum of their forces, m a - tau.
BOOST_AUTO_TEST_CASE(dependent_rows_share_the_force) {
  constexpr double mass = 2, tau = 1.5, a = 3;
  const std::array<double, 1> zero{0}, force{tau};
  const std::array<double, 2> gamma{a, a};
  const std::array<Force<double>, 2> no_forces{};
  for (const int rows : {1, 2}) {
    Proximal<double> algorithm(block(mass, rows));
    std::array<double, 1> qdd{};
    std::array<double, 2> lambda{};
    const VectorView<const double> none{zero.data(), 1};
    const Status status = algorithm.constrained_forward_dynamics(
        {none, none, {force.data(), 1}, no_forces.data(), {gamma.data(), rows}},
        {{qdd.data(), 1}, {lambda.data(), rows}});
    BOOST_TEST((status.code == Status::ok));
    BOOST_TEST(std::abs(qdd[0] - a) <= 4 * 0x1p-53 * a);
    BOOST_TEST(std::abs(lambda[0] + lambda[1] - (mass * a - tau)) <= 8 * 0x1p-53 * mass * a);
    if (rows == 2) BOOST_TEST(lambda[0] == lambda[1]);
  }
}

// A frame on the base moves with nothing: its row is zero.
BOOST_AUTO_TEST_CASE(a_row_without_motion_is_named) {
  Model model = block(1, 1);
  Constraint of_the_base;
  of_the_base.rows = {false, false, false, true, false, false};
  model.constraints.push_back(of_the_base);
  Proximal<double> algorithm(model);
  const std::array<double, 1> zero{0};
  const std::array<double, 2> gamma{0, 0};
  const std::array<Force<double>, 2> no_forces{};
  std::array<double, 1> qdd{};
  std::array<double, 2> lambda{};
  const VectorView<const double> none{zero.data(), 1};
  const Status status = algorithm.constrained_forward_dynamics(
      {none, none, none, no_forces.data(), {gamma.data(), 2}}, {{qdd.data(), 1}, {lambda.data(), 2}});
  BOOST_TEST((status.code == Status::dependent_rows && status.coordinate == 2));
}

}  // namespace
