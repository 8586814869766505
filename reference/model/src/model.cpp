#include "kintree/model/model.hpp"

namespace kintree {

Layout::Layout(const Model& model) {
  const std::size_t count = model.bodies.size();
  first_position.assign(count, 1);
  first_velocity.assign(count, 1);
  depth.assign(count, 0);
  expanded_parent.assign(1, 0);
  body_of_velocity.assign(1, 0);
  std::vector<int> last_velocity(count, 0);  // by body: the last coordinate on its path to the base, or 0
  for (std::size_t i = 1; i < count; ++i) {
    const auto parent = static_cast<std::size_t>(model.bodies[i].parent);
    const JointKindInfo& kind = info(model.bodies[i].joint.kind);
    first_position[i] = nq + 1;
    first_velocity[i] = n + 1;
    depth[i] = depth[parent] + 1;
    last_velocity[i] = last_velocity[parent];
    for (int k = 1; k <= kind.velocities; ++k) {
      expanded_parent.push_back(last_velocity[i]);
      body_of_velocity.push_back(static_cast<int>(i));
      last_velocity[i] = n + k;
    }
    nq += kind.positions;
    n += kind.velocities;
  }
  for (const Constraint& constraint : model.constraints) constraint_rows += constraint.row_count();
}

const Constraint& constraint_of_row(const Model& model, int row) {
  return *std::find_if(model.constraints.begin(), model.constraints.end(), [&](const Constraint& constraint) {
    row -= constraint.row_count();
    return row <= 0;
  });
}

std::vector<double> numbers(const State& state, const Quantity& input) {
  if (input == quantity::q) return state.q;
  if (input == quantity::v) return state.v;
  if (input == quantity::qdd) return state.qdd;
  if (input == quantity::tau) return state.tau;
  if (input == quantity::gamma) return state.gamma;
  if (input == quantity::restitution) return {state.restitution};
  std::vector<double> result;
  if (input == quantity::f_ext)
    for (const Wrench& w : state.f_ext) result.insert(result.end(), w.begin(), w.end());
  return result;
}

std::vector<double> neutral_position(JointKind kind) {
  std::vector<double> q(static_cast<std::size_t>(info(kind).positions), 0.0);
  if (kind == JointKind::spherical) q[0] = 1;
  if (kind == JointKind::free) q[3] = 1;
  return q;
}

State neutral_state(const Model& model) {
  const Layout layout(model);
  const auto n = static_cast<std::size_t>(layout.n);
  State state;
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const std::vector<double> joint = neutral_position(model.bodies[i].joint.kind);
    state.q.insert(state.q.end(), joint.begin(), joint.end());
  }
  state.v.assign(n, 0.0);
  state.qdd.assign(n, 0.0);
  state.tau.assign(n, 0.0);
  state.f_ext.assign(model.bodies.size(), Wrench{});
  state.gamma.assign(static_cast<std::size_t>(layout.constraint_rows), 0.0);
  return state;
}

}  // namespace kintree
