// The coordinates of DART's ball joint are a rotation vector, which its own conversion finds to half of the digits near half a turn.
#include <dart/dynamics/BallJoint.hpp>
#include <cmath>
#include <cstdio>

int main() {
  const double angle = 3.141592;
  const Eigen::Vector3d axis(0.6, 0, 0.8);
  const Eigen::Matrix3d R = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  const Eigen::Vector3d q = dart::dynamics::BallJoint::convertToPositions(R);
  const Eigen::Matrix3d again = dart::dynamics::BallJoint::convertToRotation(q);
  const double off = (again - R).cwiseAbs().maxCoeff();
  std::printf("asked: the coordinates of a ball joint turned by 3.141592 about (0.6, 0, 0.8), and the rotation of these\n"
              "came: a rotation that is off by %.2g\nexact: the same rotation, to 1e-15\n", off);
  return off > 1e-13 ? 0 : 1;
}
