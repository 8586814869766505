// RBDL asserts that the square of a slider's axis is 1 to the last bit, which of an axis of unit length it seldom is.
#include <rbdl/rbdl.h>

#include <cstdio>

int main() {
  const RigidBodyDynamics::Math::Vector3d axis(3 / 13., 4 / 13., 12 / 13.);
  std::printf(
      "asked: a joint that slides along (3, 4, 12) / 13, whose square in double is 1 + %.2g; without NDEBUG\n"
      "exact: it is of unit length, to rounding\n",
      axis.squaredNorm() - 1);
  std::fflush(stdout);
  const RigidBodyDynamics::Joint joint(RigidBodyDynamics::JointTypePrismatic, axis);
  std::printf("came: a joint\n");
  return 1;
}
