#include "kintree/trees/constrained.hpp"

#include <algorithm>

namespace kintree {
namespace {

using Rows = std::array<bool, 6>;

/// The kinds of joints by the rows that they forbid, angular first.
const std::vector<Rows> kinds_of_contact{{false, false, false, false, false, true},
                                         {false, false, false, true, true, true},
                                         {false, true, true, true, true, true},
                                         {true, true, true, true, true, true}};
const std::vector<Rows> kinds_of_loop{{true, true, true, true, true, true},
                                      {true, true, false, true, true, true},
                                      {true, true, true, true, true, false},
                                      {false, false, false, true, true, true}};

/// Degrees of freedom that no constraint counts on yet, by body.
class Freedom {
 public:
  explicit Freedom(const Model& model) : model_(model) {
    for (const Body& body : model.bodies) left_.push_back(info(body.joint.kind).velocities);
    left_[0] = 0;
  }

  /// Takes up to `wanted` degrees of freedom of the joints that move body a relative to body b. Returns their
  /// number.
  int take(int a, int b, int wanted) {
    int taken = 0;
    while (a != b && taken < wanted) {  // the larger number cannot be an ancestor of the other
      int& body = a > b ? a : b;
      int& left = left_[static_cast<std::size_t>(body)];
      const int some = std::min(left, wanted - taken);
      left -= some;
      taken += some;
      body = model_.bodies[static_cast<std::size_t>(body)].parent;
    }
    return taken;
  }
  void take_joint(int body) { left_[static_cast<std::size_t>(body)] = 0; }

 private:
  const Model& model_;
  std::vector<int> left_;
};

/// The last of the rows, the linear ones, are kept.
Rows limited(Rows rows, int count) {
  int surplus = static_cast<int>(std::count(rows.begin(), rows.end(), true)) - count;
  for (bool& row : rows)
    if (row && surplus > 0) row = false, --surplus;
  return rows;
}

Rows any_rows(Generator& generator) {
  Rows rows{};
  for (bool& row : rows) row = one_in(generator, 2);
  rows[static_cast<std::size_t>(uniform_integer(generator, 0, 5))] = true;
  return rows;
}

/// Half of the joints of one degree of freedom follow one that is earlier in a random order, so that none follows itself.
void couple_joints(Model& model, Freedom& freedom, Generator& generator) {
  std::vector<int> joints;
  for (int i = 1; i <= model.body_count(); ++i)
    if (info(model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities == 1) joints.push_back(i);
  shuffle(generator, joints);
  for (std::size_t k = 1; k < joints.size(); ++k) {
    if (k > 1 && one_in(generator, 2)) continue;
    const int leader =
        one_in(generator, 8)
            ? 0
            : joints[static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(k) - 1))];
    const double ratio = one_in(generator, 4) ? log_uniform(generator, -10, 10) : uniform(generator, 0.5, 2);
    const double offset = one_in(generator, 2) ? 0 : uniform(generator, -1, 1);
    model.constraints.push_back({.name = "gear" + std::to_string(model.constraints.size() + 1),
                                 .frame = {.body = joints[k], .pose = {}},
                                 .relative_to = leader,
                                 .coupling = Coupling{one_in(generator, 2) ? ratio : -ratio, offset}});
    freedom.take_joint(joints[k]);
  }
}

/// Takes the inertia of a link at a tip whose joint follows another, or is followed. Then H is singular.
void make_one_massless(Model& model, Generator& generator) {
  std::vector<bool> is_tip(model.bodies.size(), true);
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    is_tip[static_cast<std::size_t>(model.bodies[i].parent)] = false;
  std::vector<int> tips;
  for (const Constraint& c : model.constraints)
    if (c.coupling && c.relative_to != 0)
      for (const int body : {c.frame.body, c.relative_to})
        if (is_tip[static_cast<std::size_t>(body)]) tips.push_back(body);
  if (!tips.empty()) model.bodies[static_cast<std::size_t>(pick(generator, tips))].inertial = {};
}

}  // namespace

void add_constraints(Family family, Model& model, State& state, Generator& generator) {
  if (!has_constraints(family)) return;  // mechanisms have theirs
  Freedom freedom(model);
  const auto add = [&](int body, int relative_to, const Rows& wanted) {
    Constraint constraint{
        .name = (relative_to == 0 ? "contact" : "loop") + std::to_string(model.constraints.size() + 1),
        .frame = {.body = body, .pose = {}},
        .relative_to = relative_to,
        .rows = wanted};
    for (double& x : constraint.frame.pose.xyz) x = uniform(generator, -0.3, 0.3);
    for (double& x : constraint.frame.pose.rpy) x = uniform(generator, -3, 3);
    constraint.rows = limited(wanted, freedom.take(body, relative_to, constraint.row_count()));
    if (constraint.row_count() > 0) model.constraints.push_back(std::move(constraint));
  };
  const int count = model.body_count();
  if (family == Family::contacts) {
    std::vector<bool> is_leaf(model.bodies.size(), true);
    for (int i = 1; i <= count; ++i)
      is_leaf[static_cast<std::size_t>(model.bodies[static_cast<std::size_t>(i)].parent)] = false;
    for (int i = 1; i <= count; ++i)
      if (is_leaf[static_cast<std::size_t>(i)] && model.constraints.size() < 4)
        add(i, 0, pick(generator, kinds_of_contact));
  }
  if (family == Family::gears) couple_joints(model, freedom, generator);
  const int most_loops = family == Family::loops                           ? 3
                         : family == Family::gears && one_in(generator, 2) ? 1
                                                                           : 0;
  if (most_loops > 0) {
    const int wanted = uniform_integer(generator, 1, most_loops);
    for (int k = 0; k < wanted && count > 1; ++k) {
      const int a = uniform_integer(generator, 1, count), b = uniform_integer(generator, 1, count);
      const Rows rows = one_in(generator, 4) ? any_rows(generator) : pick(generator, kinds_of_loop);
      if (a != b) add(a, b, rows);
    }
  }
  if (!model.constraints.empty() && one_in(generator, 16)) {
    Constraint again = pick(generator, model.constraints);
    again.name += "_again";
    model.constraints.push_back(std::move(again));
  }
  const bool at_rest = one_in(generator, 2);
  if (!at_rest) state.restitution = uniform(generator, 0, 1);
  state.gamma.assign(static_cast<std::size_t>(Layout(model).constraint_rows), 0.0);
  if (!at_rest)
    for (double& x : state.gamma) x = uniform(generator, -5, 5);
  if (family == Family::gears && one_in(generator, 4)) make_one_massless(model, generator);
}

}  // namespace kintree
