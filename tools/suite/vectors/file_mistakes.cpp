#include "suite/vectors/file_mistakes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "kintree/trees/index_maps.hpp"

namespace kintree::suite::vectors {
namespace {

/// `rows`: a permutation of the coordinates.
Misreading of(Case solved, const AnswerMap& rows) {
  Misreading m{std::move(solved), {}, {}};
  const AnswerMap same = identity_map(6 * static_cast<int>(m.solved.state.end_effectors.size()));
  const AnswerMap constraints = identity_map(Layout(m.solved.model).constraint_rows);
  m.maps = {.velocities = rows,
            .forces = rows,
            .twists = same,
            .wrenches = same,
            .constraints = constraints,
            .constraint_forces = constraints,
            .momenta = identity_map(6)};
  m.problems = problems_related_by(m.maps).where([](const ProblemInfo& p) { return p.is_unique(); });
  return m;
}

Misreading of(Case solved) {
  const int n = Layout(solved.model).n;
  return of(std::move(solved), identity_map(n));
}

const JointElement* element(const Robot& robot, const std::string& joint) {
  const auto found = std::find_if(robot.joints.begin(), robot.joints.end(),
                                  [&](const JointElement& e) { return e.joint.name == joint; });
  return found == robot.joints.end() ? nullptr : &*found;
}

/// The forces of joints that resist with this force, by element and velocity.
Misreading resisting(const Robot& robot, const Case& c, double (*force)(const JointElement&, double)) {
  Misreading m = of(c);
  const Layout layout(c.model);
  std::vector<double> forces(static_cast<std::size_t>(layout.n), 0.0);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
    if (const JointElement* e = element(robot, c.model.bodies[i].joint.name); e != nullptr)
      for (int k = 0; k < info(e->joint.kind).velocities; ++k) {
        const auto at = static_cast<std::size_t>(layout.first_velocity[i] - 1 + k);
        forces[at] = force(*e, c.state.v[at]);
        m.solved.state.tau[at] -= forces[at];
      }
  m.maps.force_shift = forces;
  return m;
}

Misreading damping_added(const Robot& robot, const Case& c) {
  return resisting(robot, c, [](const JointElement& e, double v) { return e.damping * v; });
}
Misreading friction_added(const Robot& robot, const Case& c) {
  return resisting(robot, c,
                   [](const JointElement& e, double v) { return v < 0 ? -e.friction : e.friction; });
}

/// With bodies as `read` makes them.
Misreading bodies(const Robot& robot, const Case& c, void (*read)(const Robot& robot, Body& body)) {
  Misreading m = of(c);
  for (std::size_t i = 1; i < m.solved.model.bodies.size(); ++i) read(robot, m.solved.model.bodies[i]);
  return m;
}

const Link& link(const Robot& robot, const std::string& name) {
  return *std::find_if(robot.links.begin(), robot.links.end(), [&](const Link& l) { return l.name == name; });
}

Misreading axis_default_z(const Robot& robot, const Case& c) {
  return bodies(robot, c, [](const Robot& from, Body& body) {
    const JointElement* e = element(from, body.joint.name);
    if (e != nullptr && !e->axis_given) body.joint.axis = Z;
  });
}

Misreading visual_for_inertial(const Robot& robot, const Case& c) {
  return bodies(robot, c, [](const Robot& from, Body& body) {
    const auto& visual = link(from, body.name).visual;
    if (visual) body.inertial.origin.xyz = *visual;
  });
}

Misreading unit_inertial_by_default(const Robot& robot, const Case& c) {
  return bodies(robot, c, [](const Robot& from, Body& body) {
    if (!link(from, body.name).inertial)
      body.inertial = {.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
  });
}

Misreading limits_enforced(const Robot& robot, const Case& c) {
  Misreading m = of(c);
  const Layout layout(c.model);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    const JointElement* e = element(robot, c.model.bodies[i].joint.name);
    if (e == nullptr || !e->limits) continue;
    double& q = m.solved.state.q[static_cast<std::size_t>(layout.first_position[i] - 1)];
    q = std::clamp(q, (*e->limits)[0], (*e->limits)[1]);
  }
  return m;
}

/// The rows of the answer follow the bodies in another order, in which `before` holds of bodies that follow
/// each other.
Misreading rows(const Case& c, const std::function<bool(std::size_t, std::size_t)>& before) {
  std::vector<std::size_t> order(c.model.bodies.size() - 1);
  std::iota(order.begin(), order.end(), std::size_t{1});
  std::stable_sort(order.begin(), order.end(), before);
  const Layout layout(c.model);
  AnswerMap map{layout.n, layout.n, {}, {}};
  int row = 0;
  for (const std::size_t i : order)
    for (int k = 0; k < info(c.model.bodies[i].joint.kind).velocities; ++k)
      map.entries.push_back({++row, layout.first_velocity[i] + k, 1.0});
  return of(c, map);
}

Misreading rows_level_by_level(const Robot&, const Case& c) {
  const Layout layout(c.model);
  return rows(c, [&](std::size_t i, std::size_t k) { return layout.depth[i] < layout.depth[k]; });
}
Misreading rows_alphabetical(const Robot&, const Case& c) {
  return rows(c, [&](std::size_t i, std::size_t k) {
    return c.model.bodies[i].joint.name < c.model.bodies[k].joint.name;
  });
}
Misreading rows_in_order_of_file(const Robot& robot, const Case& c) {
  return rows(c, [&](std::size_t i, std::size_t k) {
    return element(robot, c.model.bodies[i].joint.name) < element(robot, c.model.bodies[k].joint.name);
  });
}

}  // namespace

const std::vector<FileMistake>& file_slips() {
  static const std::vector<FileMistake> list{
      {"damping_added", "the damping of <dynamics> acts", damping_added},
      {"friction_added", "the friction of <dynamics> acts", friction_added},
      {"limits_enforced", "positions are moved into their limits", limits_enforced},
      {"axis_default_z", "an axis that is left out is (0, 0, 1)", axis_default_z},
      {"visual_for_inertial", "the origin of the visual is taken for that of the inertial",
       visual_for_inertial},
      {"unit_inertial_by_default", "a link without inertial has unit mass and inertia",
       unit_inertial_by_default},
      {"rows_level_by_level", "the rows of the answer follow the joints level by level", rows_level_by_level},
      {"rows_alphabetical", "the rows of the answer follow the joints' names", rows_alphabetical},
      {"rows_in_order_of_file", "the rows of the answer follow the joints' elements in the file",
       rows_in_order_of_file},
  };
  return list;
}

const std::vector<MimicMistake>& mimic_slips() {
  static const std::vector<MimicMistake> list{
      {"mimic_one_level", "a joint that follows a follower has its own multiplier and offset alone",
       [](const Mimic& given) { return given; }, true},
      {"mimic_offset_ignored", "the offsets of mimics are ignored",
       [](const Mimic& given) {
         return Mimic{given.joint, given.multiplier, 0};
       }},
      {"mimic_multiplier_ignored", "the multipliers of mimics are ignored",
       [](const Mimic& given) {
         return Mimic{given.joint, 1, given.offset};
       }},
      {"mimic_stays_at_zero", "joints that follow others stay at zero",
       [](const Mimic& given) {
         return Mimic{given.joint, 0, 0};
       }},
  };
  return list;
}

Following following(const Robot& robot, const Model& model, const MimicMistake* slip) {
  const Layout layout(model);
  const auto n = static_cast<std::size_t>(layout.n);
  Following result;
  result.offset.assign(n, 0.0);
  std::map<std::string, std::size_t> column;  // by joint, of free coordinates
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    if (const JointElement* e = element(robot, model.bodies[i].joint.name);
        !e->mimic && e->joint.kind != JointKind::fixed) {
      column[e->joint.name] = result.free.size();
      result.free.push_back(layout.first_velocity[i]);
    }
  result.G.assign(n, std::vector<double>(result.free.size(), 0.0));
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const JointElement* e = element(robot, model.bodies[i].joint.name);
    if (e->joint.kind == JointKind::fixed) continue;
    double multiplier = 1, offset = 0;
    for (bool first = true; e->mimic; first = false) {
      const Mimic m = slip != nullptr ? slip->read(*e->mimic) : *e->mimic;
      if (first || slip == nullptr || !slip->one_level) {
        offset += multiplier * m.offset;
        multiplier *= m.multiplier;
      }
      e = element(robot, m.joint);
    }
    const auto at = static_cast<std::size_t>(layout.first_velocity[i] - 1);
    result.G[at][column.at(e->joint.name)] = multiplier;
    result.offset[at] = offset;
  }
  return result;
}

}  // namespace kintree::suite::vectors
