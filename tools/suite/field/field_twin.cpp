#include "suite/field/field_twin.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "kintree/trees/random.hpp"

namespace kintree::suite {
namespace {

/// Another angle of 0.2 to 1.2 rad, one for each angle; zero is zero, and opposite angles stay opposite.
void replace(double& angle, std::uint64_t seed) {
  if (angle == 0) return;
  Generator generator =
      make_generator({word("field twin"), seed, std::bit_cast<std::uint64_t>(std::abs(angle))});
  angle = std::copysign(uniform(generator, 0.2, 1.2), angle);
}

/// A quaternion stays: its rotation is rational in its entries.
void replace(Placement& placement, std::uint64_t seed) {
  for (double& angle : placement.rpy) replace(angle, seed);
}

}  // namespace

Triple rational_axis(const Triple& axis) {
  const auto zero = [](double x) { return x == 0; };
  if (std::count_if(axis.begin(), axis.end(), zero) >= 2) {
    Triple unit = axis;
    for (double& x : unit)
      if (x != 0) x = std::copysign(1, x);
    return unit;
  }
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  const double* first = std::find_if_not(axis.begin(), axis.end(), zero);
  const double sign = axis[0] == 0 ? std::copysign(1, *first) : std::copysign(1, axis[0]);
  const Triple n{sign * axis[0] / length, sign * axis[1] / length, sign * axis[2] / length};  // n_x >= 0
  const double root = std::sqrt((1 + n[0]) / 2);
  const auto whole = [](double x) { return std::round(std::ldexp(x, 24)); };
  const double m = whole(root), p = whole(-n[2] / (2 * root)), q = whole(n[1] / (2 * root));
  return {sign * (m * m - p * p - q * q), sign * 2 * m * q, sign * -2 * m * p};
}

Case field_twin(const Case& c) {
  Case twin = c;
  for (std::size_t i = 1; i < twin.model.bodies.size(); ++i) {
    Joint& joint = twin.model.bodies[i].joint;
    joint.axis = rational_axis(joint.axis);
    joint.second_axis = rational_axis(joint.second_axis);
    replace(joint.placement, c.id.seed);
    replace(twin.model.bodies[i].inertial.origin, c.id.seed);
  }
  for (EndEffector& end : twin.state.end_effectors) replace(end.pose, c.id.seed);
  for (Constraint& constraint : twin.model.constraints) replace(constraint.frame.pose, c.id.seed);
  return twin;
}

}  // namespace kintree::suite
