// Simbody does not warn of a last body without inertia. It returns NaN.
#include <Simbody.h>
#include <cmath>
#include <cstdio>

int main() {
  using namespace SimTK;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  MobilizedBody::Pin(matter.Ground(), Body::Rigid(MassProperties(0, Vec3(0), Inertia(0))));
  State state = system.realizeTopology();
  system.realize(state, Stage::Dynamics);
  Vector acceleration;
  Vector_<SpatialVec> of_bodies;
  matter.calcAccelerationIgnoringConstraints(
      state, Vector(1, 1.0), Vector_<SpatialVec>(2, SpatialVec(Vec3(0), Vec3(0))), acceleration, of_bodies);
  std::printf(
      "asked: the acceleration of a hinge with a torque of 1 N m and nothing with mass on it\ncame: %g, and "
      "no error\n"
      "exact: there is none: the mass matrix is zero\n",
      acceleration[0]);
  return std::isfinite(acceleration[0]) ? 1 : 0;
}
