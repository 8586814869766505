// RBDL's NonlinearEffects takes external forces to the bodies by poses that it has not updated: they are those of an earlier call.
#include <rbdl/rbdl.h>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  using namespace RigidBodyDynamics;
  Model model;
  model.gravity.setZero();
  const Joint hinge(JointTypeRevolute, Math::Vector3d(0, 0, 1));
  model.AddBody(0, Math::Xtrans(Math::Vector3d(1, 0, 0)), hinge,
                Body(1, Math::Vector3d(0, 0, 0), Math::Vector3d(1, 1, 1)));
  const Math::VectorNd rest = Math::VectorNd::Zero(1);
  std::vector<Math::SpatialVector> forces(2, Math::SpatialVector::Zero());
  forces[1][4] = 1;
  Math::VectorNd tau = rest;
  NonlinearEffects(model, rest, rest, tau, &forces);
  std::printf(
      "asked: the torque that holds a hinge along z, 1 m along x from the base's origin, against 1 N along y "
      "through that origin\n"
      "came: %g\nexact: 1\n",
      tau[0]);
  return std::abs(tau[0] - 1) < 0.5 ? 1 : 0;
}
