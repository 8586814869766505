// Small robots whose mass matrix is singular, in the manner of public reports.
#pragma once

#include "check.hpp"
#include "kintree/model/model.hpp"

namespace kintree::test {

struct SingularModel {
  std::string name;
  Model model;
  State state;
  std::string joint;  ///< the first that moves no inertia, or none that the joints before it do not move
  bool is_exact;      ///< every term of its diagonal entry is zero
};

inline std::vector<SingularModel> singular_models() {
  std::vector<SingularModel> all;
  const auto point = [](double mass, const Triple& at) { return solid(mass, at, {}); };
  const auto askew = [](Body& body) { body.joint.placement = {{0.1, 0.2, 0.3}, {0.4, -0.5, 0.6}}; };
  const auto add = [&](std::string name, Model model, std::string joint, bool is_exact) {
    State state = neutral_state(model);
    for (std::size_t k = 0; k < state.v.size(); ++k) {
      state.v[k] = 0.3 + 0.1 * static_cast<double>(k);
      state.qdd[k] = 0.7 - 0.2 * static_cast<double>(k);
      state.tau[k] = 0.2 + 0.3 * static_cast<double>(k);
    }
    for (std::size_t i = 1; i < state.f_ext.size(); ++i) state.f_ext[i] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    all.push_back({std::move(name), std::move(model), std::move(state), std::move(joint), is_exact});
  };
  {
    Model m;
    Body& body = add_body(m, 0, JointKind::revolute, {0, 1, 0});
    askew(body);
    body.inertial = point(1, {});
    add("point mass at the joint", m, "joint1", true);
  }
  {
    Model m;
    Body& first = add_body(m, 0, JointKind::revolute, {0, 0, 1});
    askew(first);
    first.inertial = solid(1, {0.1, 0.2, 0.3}, {1, 1.2, 1.1});
    Body& second = add_body(m, 1, JointKind::revolute, {0, 1, 0});
    askew(second);
    second.inertial = point(1, {});
    add("point mass at the joint of a body that is turned", m, "joint2", true);
  }
  {
    Model m;
    Body& body = add_body(m, 0, JointKind::revolute, {1, 2, 3});
    askew(body);
    body.inertial = point(1, {0.5, 1, 1.5});
    add("point mass on the axis", m, "joint1", false);
  }
  {
    Model m;
    askew(add_body(m, 0, JointKind::revolute));
    Body& fixed = add_body(m, 1, JointKind::fixed);
    fixed.joint.placement = {{0.25, 0, 0}, {0.3, 0.2, 0.1}};
    fixed.inertial = point(2, {});
    m.bodies[1].joint.axis = {1, 0, 0};
    add("point mass on a fixed link on the axis", m, "joint1", false);
  }
  {
    Model m;
    Body& needle = add_body(m, 0, JointKind::revolute, {1, 0, 0});
    askew(needle);
    needle.inertial = solid(2, {0.5, 0, 0}, {0, 0.2, 0.2});
    add("needle about itself", m, "joint1", false);
  }
  {
    Model m;
    add_body(m, 0, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
    askew(add_body(m, 1, JointKind::revolute, {0, 1, 0}));
    askew(add_body(m, 2, JointKind::prismatic));
    add("massless branch", m, "joint2", true);
  }
  {
    Model m;
    askew(add_body(m, 0, JointKind::revolute, {1, 2, 3}));
    add_body(m, 1, JointKind::revolute, {1, 2, 3}).inertial = solid(1.3, {0.5, 0.25, 0}, {1, 1.2, 1.1});
    add("two joints that do the same", m, "joint2", false);
  }
  {
    Model m;
    Body& ball = add_body(m, 0, JointKind::spherical);
    askew(ball);
    ball.inertial = point(1.5, {});
    add("point mass on a spherical joint", m, "joint1", true);
  }
  {
    Model m;
    Body& ball = add_body(m, 0, JointKind::spherical);
    askew(ball);
    ball.inertial = point(1.5, {0.1, 0.2, 0.3});
    add("point mass beside a spherical joint", m, "joint1", false);
  }
  {
    Model m;
    add_body(m, 0, JointKind::free);
    Body& hand = add_body(m, 1, JointKind::revolute);
    askew(hand);
    hand.inertial = solid(1, {0.1, 0.2, 0.3}, {1, 1.2, 1.1});
    add("massless floating base", m, "joint2", false);
  }
  {
    Model m;
    add_body(m, 0, JointKind::free).inertial = point(1, {});
    add("point mass that floats", m, "joint1", true);
  }
  return all;
}

}  // namespace kintree::test
