// Long chains of rods on revolute joints, on which algorithms differ in how many digits they keep.
#pragma once

#include <cmath>

#include "kintree/trees/case.hpp"
#include "kintree/trees/random.hpp"
#include "solving.hpp"

namespace kintree::test {

struct RodChain {
  int bodies = 0;
  bool parallel_axes = false;  ///< else horizontal and vertical in turns
  bool random_masses = false;  ///< log-uniform from 1e-4 to 1 kg, else 1 kg
  bool random_forces = false;  ///< of the joints, in +-1 Nm, else none
};

/// Rods of 1 m, joined end to end, at rest at angles in +-pi.
inline Case draw(const RodChain& chain, std::uint64_t seed) {
  constexpr double pi = 3.14159265358979324;
  Generator generator = make_generator({word("rods"), static_cast<std::uint64_t>(chain.bodies), seed});
  Case drawn{
      .id = {.family = "rods", .joints = {}, .seed = seed}, .model = {}, .state = {}};
  for (int i = 1; i <= chain.bodies; ++i) {
    const double m = chain.random_masses ? std::pow(10, uniform(generator, -4, 0)) : 1;
    Body body{.name = "rod" + std::to_string(i), .parent = i - 1, .joint = {}, .inertial = {}};
    body.joint.name = "joint" + std::to_string(i);
    body.joint.kind = JointKind::revolute;
    body.joint.placement.xyz = {i == 1 ? 0.0 : 1.0, 0, 0};
    body.joint.axis = chain.parallel_axes || i % 2 == 1 ? Triple{0, 1, 0} : Triple{0, 0, 1};
    body.inertial.origin.xyz = {0.5, 0, 0};
    body.inertial.mass = m;
    body.inertial.ixx = m / 100;
    body.inertial.iyy = body.inertial.izz = m / 12;
    drawn.model.bodies.push_back(body);
  }
  drawn.state = neutral_state(drawn.model);
  for (double& q : drawn.state.q) q = uniform(generator, -pi, pi);
  if (chain.random_forces)
    for (double& tau : drawn.state.tau) tau = uniform(generator, -1, 1);
  return drawn;
}

/// The largest error of q-ddot over the largest |q-ddot|, against the algorithm Exact in multiprecision.
template <class Exact>
double forward_error(const Case& drawn, const std::vector<double>& qdd) {
  const Widened<Multiprecision> state(drawn.state);
  Exact exact(drawn.model);
  return static_cast<double>(relative_error(std::vector<Multiprecision>(qdd.begin(), qdd.end()),
                                            forward_dynamics(exact, state, state.tau)));
}

/// The largest of these errors over `states` states of such chains.
template <class Algorithm, class Exact>
double worst_forward_error(const RodChain& chain, std::uint64_t states) {
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= states; ++seed) {
    const Case drawn = draw(chain, seed);
    const Widened<double> state(drawn.state);
    Algorithm solver(drawn.model);
    const double error = forward_error<Exact>(drawn, forward_dynamics(solver, state, state.tau));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

}  // namespace kintree::test
