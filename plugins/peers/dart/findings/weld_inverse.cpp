// DART's inverse of the mass matrix is wrong if a weld joint is between other joints.
// Its mass matrix and accelerations are right.
#include <cstdio>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>

int main() {
  using namespace dart::dynamics;
  const auto skeleton = Skeleton::create();
  RevoluteJoint::Properties hinge;
  WeldJoint::Properties weld;
  auto* first = skeleton->createJointAndBodyNodePair<RevoluteJoint>(nullptr, hinge).second;
  weld.mT_ParentBodyToJoint.translation().x() = 1;
  auto* second = skeleton->createJointAndBodyNodePair<WeldJoint>(first, weld).second;
  skeleton->createJointAndBodyNodePair<RevoluteJoint>(second, hinge);
  const Eigen::Matrix2d M = skeleton->getMassMatrix(), came = skeleton->getInvMassMatrix(),
                        exact = M.inverse();
  std::printf(
      "asked: the inverse of the mass matrix of a hinge, a weld 1 m away, and a hinge, each with a body of 1 "
      "kg and 1 kg m^2\n"
      "came: %g %g; %g %g\nexact: %g %g; %g %g, that of its own mass matrix %g %g; %g %g\n",
      came(0, 0), came(0, 1), came(1, 0), came(1, 1), exact(0, 0), exact(0, 1), exact(1, 0), exact(1, 1),
      M(0, 0), M(0, 1), M(1, 0), M(1, 1));
  return (came - exact).cwiseAbs().maxCoeff() > 1e-9 ? 0 : 1;
}
