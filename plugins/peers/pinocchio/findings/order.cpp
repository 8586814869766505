// The header of Pinocchio's ComputeRNEASecondOrderDerivatives names two orders of d2tau_dqdv; the code has q along the columns, v along the pages.
#include <pinocchio/algorithm/rnea-second-order-derivatives.hpp>

#include <cmath>
#include <cstdio>

int main() {
  namespace pin = pinocchio;
  pin::Model model;
  model.gravity.setZero();
  // A double pendulum: point masses of 1 kg at the ends of bars of 1 m.
  pin::SE3 placement = pin::SE3::Identity();
  for (const pin::JointIndex parent : {0, 1}) {
    const pin::JointIndex joint =
        model.addJoint(parent, pin::JointModelRZ(), placement, std::to_string(model.njoints));
    model.appendBodyToJoint(joint, pin::Inertia(1, Eigen::Vector3d::UnitX(), Eigen::Matrix3d::Zero()));
    placement.translation() = Eigen::Vector3d::UnitX();
  }
  pin::Data data(model);
  const Eigen::Vector2d q(0, 1), v(1, 2);
  pin::ComputeRNEASecondOrderDerivatives(model, data, q, v, Eigen::Vector2d::Zero().eval());
  // tau_1 has -sin(q_2) (2 v_1 v_2 + v_2^2), and does not depend on q_1.
  const double exact = -2 * std::cos(q[1]) * v[1], documented = data.d2tau_dqdv(0, 0, 1),
               other = data.d2tau_dqdv(0, 1, 0);
  std::printf(
      "asked: d2tau_dqdv of a double pendulum at q = (0, 1), v = (1, 2); the header's remark has v along the "
      "columns and q along the pages\n"
      "came: (0, 0, 1) = %.15g and (0, 1, 0) = %.15g\n"
      "exact: the derivative of tau_1 by v_1 and q_2 is %.15g, that by v_2 and q_1 is 0\n",
      documented, other, exact);
  return std::abs(other - exact) < 1e-12 && documented == 0 ? 0 : 1;
}
