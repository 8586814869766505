// Bullet's links are damped, unless both dampings are set to zero.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <cstdio>

int main() {
  btMultiBody body(1, 0, {0, 0, 0}, true, false);
  body.setupRevolute(0, 1, {1, 1, 1}, -1, {0, 0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {1, 0, 0});
  body.finalizeMultiDof();
  body.setJointVel(0, 2);
  btAlignedObjectArray<btScalar> r;
  btAlignedObjectArray<btVector3> v;
  btAlignedObjectArray<btMatrix3x3> m;
  body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(0, r, v, m, false, false, false);
  const double came = r[body.getNumDofs() + 6];
  std::printf(
      "asked: the acceleration of a hinge that turns at 2 rad/s, without gravity or torque, all as it is "
      "made\n"
      "came: %.17g rad/s^2 (linear and angular damping are %g and %g by default)\nexact: 0\n",
      came, body.getLinearDamping(), body.getAngularDamping());
  return came != 0 ? 0 : 1;
}
