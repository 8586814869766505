// First and second derivatives, Coriolis matrices, momenta, Jacobians and regressors.
#include <spdlog/fmt/fmt.h>

#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {
namespace {

using enum Problem;

const std::vector<double> turned{0.5, -0.5, 0.1, 0.7};  // its squares sum to 1
const Wrench push{0.5, 0.2, -0.6, -4, 2, 6};

Spec spec_of(const std::string& what, const Flags& flags, const Robot& robot, const ProblemSet& problems) {
  Spec spec{what, flags, robot};
  spec.problems = problems;
  for (const JointElement& element : robot.joints)
    if (element.joint.kind == JointKind::spherical) spec.q[element.joint.name] = turned;
  if (robot.floating_base) {
    spec.q["floating_base"] = {0.4, -0.3, 0.9};
    spec.q["floating_base"].insert(spec.q["floating_base"].end(), turned.begin(), turned.end());
  }
  return spec;
}

Robot free_body() {
  Robot robot;
  robot.links.push_back({"body", general()});
  robot.floating_base = true;
  return robot;
}

Robot limbs() {
  Robot robot = pendulum(Y);
  add(robot, revolute, X, "link1", "left").joint.placement.xyz = {0, 0.3, 0};
  add(robot, revolute, Z, "link1", "right").joint.placement.xyz = {0, -0.3, 0};
  return robot;
}

/// Joints of one degree of freedom.
void add_hinges(std::vector<Spec>& specs) {
  const ProblemSet by_q{inverse_dynamics_derivatives, forward_dynamics_derivatives};
  ProblemSet all = by_q;
  for (const Problem problem : {coriolis_matrix, mass_matrix_rate}) all.insert(problem);
  Spec rests = spec_of("a hinge, at rest", {"derivative", "rest"}, pendulum(Y), by_q);
  rests.moves = false;
  specs.push_back(rests);
  for (const auto& [first, second] : {std::pair{revolute, revolute}, std::pair{revolute, prismatic}})
    specs.push_back(spec_of(fmt::format("a {} and a {} joint, moving", info(first).name, info(second).name),
                            {"derivative", "velocity_terms"}, chain({{first, Z}, {second, Y}}), all));
  Spec pushed = spec_of("forces on both of two links", {"derivative", "external_force"},
                        chain({{revolute, Z}, {revolute, X}}), by_q);
  pushed.f_ext["link1"] = {0.3, -0.2, 0.5, 4, -3, 2};
  pushed.f_ext["link2"] = push;
  specs.push_back(pushed);
  specs.push_back(spec_of("two limbs, moving", {"derivative", "velocity_terms", "branches"}, limbs(),
                          {inverse_dynamics_derivatives, coriolis_matrix}));
}

/// Joints whose axes turn with their own motion, or whose coordinates change by other rates than their velocities.
void add_joints_of_several_freedoms(std::vector<Spec>& specs) {
  const ProblemSet of_inverse{inverse_dynamics_derivatives, coriolis_matrix};
  for (const JointKind kind : {JointKind::planar, JointKind::spherical}) {
    const Flags flags = kind == JointKind::planar ? Flags{"derivative", "several_freedoms"}
                                                  : Flags{"derivative", "several_freedoms", "kintree_joint"};
    Robot alone = based();
    add(alone, kind, Y);
    ProblemSet with_forward = of_inverse, with_rate = of_inverse;
    with_forward.insert(forward_dynamics_derivatives);
    with_rate.insert(mass_matrix_rate);
    specs.push_back(spec_of(fmt::format("a {} joint, moving", info(kind).name), flags, alone, with_forward));
    Robot carried = based();
    add(carried, revolute, Y);
    add(carried, kind, Z);
    Spec spec = spec_of(fmt::format("a {} joint on a hinge", info(kind).name), flags, carried, with_rate);
    spec.f_ext["link2"] = push;
    specs.push_back(spec);
  }
  const Flags flags{"derivative", "several_freedoms", "free_base"};
  specs.push_back(spec_of("a free body, moving", flags, free_body(), of_inverse));
  Spec pushed = spec_of("a free body that is pushed", flags, free_body(), {inverse_dynamics_derivatives});
  pushed.f_ext["body"] = push;
  specs.push_back(pushed);
}

/// Of few coordinates, since these are n^3 numbers.
void add_second_derivatives(std::vector<Spec>& specs) {
  const ProblemSet second{inverse_dynamics_second_derivatives};
  const Flags flags{"second_derivative"};
  specs.push_back(
      spec_of("the second derivatives of two hinges", flags, chain({{revolute, Z}, {revolute, Y}}), second));
  Robot alone = based();
  add(alone, JointKind::spherical, Y);
  specs.push_back(spec_of("the second derivatives of a spherical joint",
                          {"second_derivative", "several_freedoms", "kintree_joint"}, alone, second));
}

void add_momenta(std::vector<Spec>& specs) {
  specs.push_back(spec_of("the momentum of two links", {"momentum"}, chain({{revolute, Z}, {revolute, Y}}),
                          {centroidal_momentum}));
  specs.push_back(spec_of("the momentum of limbs", {"momentum", "branches"}, limbs(), {centroidal_momentum}));
  Robot robot = free_body();
  add(robot, revolute, Y, "body", "arm").joint.placement.rpy = {0.3, 0, 0.6};
  specs.push_back(spec_of("the momentum of a free body and its arm", {"momentum", "free_base"}, robot,
                          {centroidal_momentum}));
}

void add_jacobians(std::vector<Spec>& specs) {
  const Placement pose{{0.2, 0.1, -0.3}, {0.4, -0.9, 0.7}};
  const auto add_one = [&](const std::string& what, const Flags& flags, const Robot& robot,
                           const std::vector<PosedLink>& ends) {
    specs.push_back(spec_of(what, flags, robot, {jacobian}));
    specs.back().end_effectors = ends;
  };
  add_one("the Jacobian of an end-effector on two hinges", {"end_effector"},
          chain({{revolute, Z}, {revolute, Y}}), {{"link2", pose}});
  add_one("the Jacobian of an end-effector on a free body", {"end_effector", "free_base"}, free_body(),
          {{"body", pose}});
  add_one("the Jacobian of end-effectors on two limbs", {"end_effector", "branches"}, limbs(),
          {{"left", pose}, {"right", pose}});
}

void add_regressors(std::vector<Spec>& specs) {
  Robot robot = chain({{revolute, Z}, {revolute, Y}});
  robot.links[2].inertial = general();
  specs.push_back(spec_of("the regressor of two links", {"regressor"}, robot, {regressor}));
  specs.push_back(
      spec_of("the regressor of a free body", {"regressor", "free_base"}, free_body(), {regressor}));
}

}  // namespace

Group derivatives() {
  Group group{"derivatives", "Derivatives, Coriolis matrices, momenta, Jacobians and regressors", {}};
  add_hinges(group.specs);
  add_joints_of_several_freedoms(group.specs);
  add_momenta(group.specs);
  add_jacobians(group.specs);
  add_regressors(group.specs);
  add_second_derivatives(group.specs);
  return group;
}

}  // namespace kintree::suite::vectors
