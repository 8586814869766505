// KDL does not warn of a last segment without inertia. It returns NaN with the code of success.
#include <cmath>
#include <cstdio>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>

int main() {
  KDL::Chain chain;
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotZ)));
  KDL::ChainFdSolver_RNE solver(chain, KDL::Vector::Zero());
  KDL::JntArray q(1), velocity(1), torque(1), acceleration(1);
  torque(0) = 1;
  const int code = solver.CartToJnt(q, velocity, torque, {KDL::Wrench::Zero()}, acceleration);
  std::printf(
      "asked: the acceleration of a hinge with a torque of 1 N m and nothing with mass on it\ncame: %g, and "
      "code %d, no error\n"
      "exact: there is none: the mass matrix is zero\n",
      acceleration(0), code);
  return code == 0 && !std::isfinite(acceleration(0)) ? 0 : 1;
}
