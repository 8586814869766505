#define BOOST_TEST_MODULE central_differences
#include "central_differences/central_differences.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

namespace {

using namespace kintree;

constexpr double mass = 2, length = 0.5, g = 9.81, h = 0x1p-17;

/// A rod that turns about y, with its centre of mass at (length, 0, 0): tau = 3/2 m l^2 qdd - m g l cos q.
Model pendulum() {
  Model model;
  model.gravity = {0, 0, -g};
  Body rod;
  rod.joint.kind = JointKind::revolute;
  rod.joint.axis = {0, 1, 0};
  rod.inertial.origin.xyz = {length, 0, 0};
  rod.inertial.mass = mass;
  rod.inertial.iyy = rod.inertial.izz = mass * length * length / 2;
  model.bodies.push_back(rod);
  return model;
}

// The difference quotient of cos is -sin(q) sin(h)/h. Both terms have roundings of some units, which h magnifies.
BOOST_AUTO_TEST_CASE(differences_of_a_pendulum) {
  const Model model = pendulum();
  CentralDifferences<double> algorithm(model);
  const std::array<double, 1> zero{0};
  const std::array<Force<double>, 2> no_forces{};
  const double size = mass * g * length;
  for (const double angle : {0.0, 0.3, 1.0, std::numbers::pi / 2, 3.0}) {
    const std::array<double, 1> q{angle};
    std::array<double, 1> by_q{}, by_v{};
    const VectorView<const double> none{zero.data(), 1};
    algorithm.inverse_dynamics_derivatives({{q.data(), 1}, none, none, no_forces.data()},
                                           {{by_q.data(), 1, 1}, {by_v.data(), 1, 1}});
    const double expected = size * std::sin(angle) * std::sin(h) / h, allowed = 4 * 0x1p-53 * size / h;
    BOOST_TEST(std::abs(by_q[0] - expected) <= allowed);
    BOOST_TEST(std::abs(by_v[0]) <= allowed);
  }
}

}  // namespace
