// DART warns of a last body without inertia. A call that computes its acceleration ends the process.
#include <cmath>
#include <cstdio>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Inertia.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

int main() {
  const auto skeleton = dart::dynamics::Skeleton::create();
  auto* body = skeleton->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>().second;
  body->setInertia(dart::dynamics::Inertia(0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero()));
  skeleton->setForce(0, 1);
  std::printf(
      "asked: the acceleration of a hinge with a torque of 1 N m and nothing with mass on it\n"
      "exact: there is none: the mass matrix is zero\n");
  std::fflush(stdout);
  skeleton->computeForwardDynamics();
  const double came = skeleton->getAcceleration(0);
  std::printf("came: %g\n", came);
  return std::isfinite(came) ? 0 : 1;
}
