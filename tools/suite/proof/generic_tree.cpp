#include "suite/proof/generic_tree.hpp"

#include <utility>

#include "kintree/oracle/field_oracle.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/random_model.hpp"
#include "suite/verification/generic_point.hpp"

namespace kintree::suite {
namespace {

/// In half of the models, a joint follows another or stands still.
void couple(Model& model, Generator& generator) {
  std::vector<int> joints;
  for (int i = 1; i <= model.body_count(); ++i)
    if (info(model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities == 1) joints.push_back(i);
  if (joints.empty() || one_in(generator, 2)) return;
  shuffle(generator, joints);
  model.constraints.push_back({.name = "gear",
                               .frame = {.body = joints.front(), .pose = {}},
                               .relative_to = joints.size() > 1 ? joints[1] : 0,
                               .coupling = Coupling{uniform(generator, 0.1, 0.4), 0}});
}

/// Chooses as many leaves of a list, last first, as have independent rows for this problem. If there are
/// none, it chooses the last leaf alone, and the answer is that its rows depend on each other. `rows`: the
/// rows of an entry.
template <class T, class Rows>
void choose_independent(std::vector<T>& chosen, Problem problem, Case& c, Rows&& rows) {
  const std::vector<T> all = std::exchange(chosen, {});
  int left = Layout(c.model).n;
  for (std::size_t e = all.size(); e-- > 0;) {
    if (rows(all[e]) > left) continue;
    chosen.push_back(all[e]);
    c.state.gamma.resize(static_cast<std::size_t>(Layout(c.model).constraint_rows));
    if (oracle::FieldOracle::dense(c.model, c.state, {problem}).full_row_rank(problem))
      left -= rows(all[e]);
    else
      chosen.pop_back();
  }
  if (chosen.empty() && !all.empty()) chosen.push_back(all.back());
}

}  // namespace

Case generic(const Topology& topology, std::uint64_t index, std::uint64_t seed) {
  Generator generator = make_generator({word("generic"), index, seed});
  Case c;
  c.id = {.family = "small_trees", .joints = {}, .seed = index};
  c.model = random_model("small_trees", topology, generator);
  const auto turned = [&](Placement& placement) {
    for (double& angle : placement.rpy) angle = uniform(generator, 0.2, 1.2);
  };
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    Body& body = c.model.bodies[i];
    turned(body.joint.placement);
    turned(body.inertial.origin);
    body.joint.axis = random_direction(generator);
    if (body.joint.kind == JointKind::universal) body.joint.second_axis = random_direction(generator);
  }
  c.model.gravity = {uniform(generator, 1, 2), uniform(generator, 2, 3), uniform(generator, -10, -9)};
  c.state = random_state(c.model, generator);
  const auto drawn = [&](std::vector<double>& numbers) {
    for (double& x : numbers) x = uniform(generator, 0.1, 1);
  };
  drawn(c.state.q);
  drawn(c.state.v);
  drawn(c.state.qdd);
  drawn(c.state.tau);
  for (Wrench& w : c.state.f_ext)
    for (double& x : w) x = uniform(generator, 0.1, 1);
  c.state.f_ext.front() = {};
  c.state.end_effectors.clear();
  for (int i = 1; i <= topology.body_count(); ++i) {
    EndEffector end{i, {}};
    for (double& x : end.pose.xyz) x = uniform(generator, 0.1, 1);
    turned(end.pose);
    c.state.end_effectors.push_back(end);
  }
  for (int i = 1; i <= topology.body_count(); ++i) {
    Constraint constraint{.name = "constraint" + std::to_string(i),
                          .frame = {i, {}},
                          .relative_to = uniform_integer(generator, 0, i - 1)};
    for (double& x : constraint.frame.pose.xyz) x = uniform(generator, 0.1, 1);
    turned(constraint.frame.pose);
    for (bool& row : constraint.rows) row = one_in(generator, 3);
    constraint.rows[static_cast<std::size_t>(uniform_integer(generator, 0, 5))] = true;
    c.model.constraints.push_back(std::move(constraint));
  }
  couple(c.model, generator);
  c.state.gamma.resize(static_cast<std::size_t>(Layout(c.model).constraint_rows));
  drawn(c.state.gamma);
  c.state.restitution = uniform(generator, 0.1, 0.4);
  return c;
}

Case with_independent_rows(Case c, std::uint64_t seed) {
  const FieldParameters values = generic_point(c, seed).values;
  const FieldPoint point(seed, &values);
  const auto first = [](SolvesWith with) { return *ProblemSet::all().that_solve_with(with).begin(); };
  const std::vector<double> gamma = c.state.gamma;
  choose_independent(c.state.end_effectors, first(SolvesWith::Lambda), c,
                     [](const EndEffector&) { return 6; });
  choose_independent(c.model.constraints, first(SolvesWith::constraints), c,
                     [](const Constraint& constraint) { return constraint.row_count(); });
  c.state.gamma.assign(gamma.begin(), gamma.begin() + Layout(c.model).constraint_rows);
  return c;
}

}  // namespace kintree::suite
