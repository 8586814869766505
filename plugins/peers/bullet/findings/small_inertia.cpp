// Bullet takes an inertia below the roundoff of 1 for zero, whatever the unit it is in.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <cstdio>

double acceleration(double inertia) {
  btMultiBody body(1, 0, {0, 0, 0}, true, false);
  body.setupRevolute(0, inertia, {inertia, inertia, inertia}, -1, {0, 0, 0, 1}, {0, 0, 1}, {0, 0, 0},
                     {0, 0, 0});
  body.finalizeMultiDof();
  body.addJointTorque(0, inertia);
  btAlignedObjectArray<btScalar> r;
  btAlignedObjectArray<btVector3> v;
  btAlignedObjectArray<btMatrix3x3> m;
  body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(0, r, v, m, false, false, false);
  return r[body.getNumDofs() + 6];
}

int main() {
  const double sound = acceleration(1e-15), lost = acceleration(1e-16);
  std::printf(
      "asked: the acceleration of a hinge with an inertia of 1e-15 (1e-16) kg m^2 and a torque of as many N "
      "m\n"
      "came: %g (%g) rad/s^2, and no error\nexact: 1 (1)\n",
      sound, lost);
  return sound != 0 && lost == 0 ? 0 : 1;
}
