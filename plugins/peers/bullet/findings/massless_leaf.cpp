// Bullet says nothing of a last link without inertia: its acceleration is zero, whatever the torque.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <cstdio>

int main() {
  btMultiBody body(1, 0, {0, 0, 0}, true, false);
  body.setupRevolute(0, 0, {0, 0, 0}, -1, {0, 0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {1, 0, 0});
  body.finalizeMultiDof();
  body.addJointTorque(0, 1);
  btAlignedObjectArray<btScalar> r;
  btAlignedObjectArray<btVector3> v;
  btAlignedObjectArray<btMatrix3x3> m;
  body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(0, r, v, m, false, false, false);
  const double came = r[body.getNumDofs() + 6];
  std::printf(
      "asked: the acceleration of a hinge with a torque of 1 N m and nothing with mass on it\ncame: %g, and "
      "no error\n"
      "exact: there is none: the mass matrix is zero\n",
      came);
  return came == 0 ? 0 : 1;
}
