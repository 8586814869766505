// The rotation that DART makes of a ball joint's coordinates is none, by up to 1e-10, where the angle is small.
#include <dart/dynamics/BallJoint.hpp>

#include <cmath>
#include <cstdio>

int main() {
  double worst = 0, at = 0;
  for (double angle = 1e-7; angle < 1e-2; angle *= 1.25) {
    const Eigen::Matrix3d R = dart::dynamics::BallJoint::convertToRotation(Eigen::Vector3d(angle, 0, 0));
    const double off = std::fmax(std::fabs(R(1, 1) - std::cos(angle)), std::fabs(R(2, 1) - std::sin(angle)));
    if (off > worst) worst = off, at = angle;
  }
  std::printf(
      "asked: the rotations of a ball joint at (angle, 0, 0), for angles from 1e-7 to 1e-2 rad\n"
      "came: sine or cosine are off by up to %.2g, at %.2g rad\nexact: 1e-16 is what rounding allows\n",
      worst, at);
  return worst > 1e-15 ? 0 : 1;
}
