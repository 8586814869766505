// Pinocchio's crba loses an entry where the last joint of a branch mimics another; rnea is right. In a Release build there is no error,
// with assertions it stops.
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <cstdio>

int main() {
  namespace pin = pinocchio;
  pin::Model model;
  const pin::SE3 placement(Eigen::Matrix3d::Identity(), Eigen::Vector3d(1, 0, 0));
  const pin::Inertia body(1, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity());
  const auto add = [&](pin::JointIndex parent, const auto& joint) {
    const pin::JointIndex added = model.addJoint(parent, joint, placement, std::to_string(model.njoints));
    model.appendBodyToJoint(added, body);
    return added;
  };
  // A palm with a finger of two hinges, and another of one hinge, which turns twice as far as the first.
  const pin::JointIndex palm = add(0, pin::JointModelRZ()), finger = add(palm, pin::JointModelRZ());
  add(finger, pin::JointModelRZ());
  add(palm, pin::JointModelMimic(pin::JointModelRZ(), model.joints[finger], 2., 0.));
  pin::Data data(model), columns(model);
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(3), v = q;
  pin::crba(model, data, q);
  Eigen::MatrixXd exact(3, 3);
  for (int k = 0; k < 3; ++k)
    exact.col(k) = pin::rnea(model, columns, q, v, Eigen::VectorXd::Unit(3, k).eval());
  exact.colwise() -= pin::rnea(model, columns, q, v, v);
  const double off = std::abs(data.M(0, 2) - exact(0, 2));
  std::printf(
      "asked: M of a palm, a finger of two hinges, and a finger of one hinge that mimics the first\n"
      "came: M(1,3) = %g\n"
      "exact: %g, by rnea column by column\n",
      data.M(0, 2), exact(0, 2));
  return off > 1e-9 ? 0 : 1;
}
