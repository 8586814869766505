// Other numberings, links and fixed joints: the same mechanism with another tree.
#include <algorithm>

#include "change.hpp"
#include "kintree/trees/index_maps.hpp"
#include "transformations.hpp"

namespace kintree::metamorphic {
namespace {

/// Half of a rigid body, at the same centre of mass.
Inertial half(Inertial I) {
  for (double* const entry : {&I.mass, &I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz}) *entry /= 2;
  return I;
}

}  // namespace

std::optional<CaseImage> renumbered(const Case& c, std::uint64_t seed) {
  Change change(c, "renumbered", seed);
  Generator& generator = change.generator;
  const int count = change.parts.body_count();
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::vector<int> order{0}, available;
    const auto add_children = [&](int parent) {
      for (int i = 1; i <= count; ++i)
        if (change.parts[i].body.parent == parent) available.push_back(i);
    };
    add_children(0);
    while (!available.empty()) {
      const auto at = uniform_integer(generator, 0, static_cast<int>(available.size()) - 1);
      order.push_back(available[static_cast<std::size_t>(at)]);
      available.erase(available.begin() + at);
      add_children(order.back());
    }
    if (std::is_sorted(order.begin(), order.end())) continue;
    change.parts.reorder(order);
    return change.finish();
  }
  return {};
}

std::optional<CaseImage> tree_alone(const Case& c, std::uint64_t seed) {
  Change change(c, "tree_alone", seed);
  Generator& generator = change.generator;
  Parts& parts = change.parts;
  std::vector<int> root{0};  // by body: the body on the base that carries it
  std::vector<int> moves(parts.list.size(),
                         0);  // by body on the base: the degrees of freedom that it carries
  for (int i = 1; i <= parts.body_count(); ++i) {
    const int parent = parts[i].body.parent;
    root.push_back(parent == 0 ? i : root[static_cast<std::size_t>(parent)]);
    moves[static_cast<std::size_t>(root.back())] += info(parts[i].body.joint.kind).velocities;
  }
  const std::vector<int> roots = bodies_where(parts, [](const Part& part) { return part.body.parent == 0; });
  std::vector<int> moving;
  for (const int i : roots)
    if (moves[static_cast<std::size_t>(i)] > 0) moving.push_back(i);
  if (roots.size() < 2 || moving.empty()) return {};
  const int kept = pick(generator, moving);
  AnswerMap rows{0, 6 * static_cast<int>(parts.end_effectors.size()), {}, {}};
  for (std::size_t e = 0; e < parts.end_effectors.size(); ++e)
    if (const int body = parts.end_effectors[e].body;
        body == 0 || root[static_cast<std::size_t>(body)] == kept) {
      place(rows, diagonal(ones(6)), rows.rows + 1, 6 * static_cast<int>(e) + 1);
      rows.rows += 6;
    }
  change.end_effectors = rows;
  for (int i = parts.body_count(); i >= 1; --i)
    if (root[static_cast<std::size_t>(i)] != kept) parts.remove(i);
  change.momenta = {};
  CaseImage result = change.finish();
  // A number of the whole forest is not one of the tree.
  result.problems =
      result.problems.where([](const ProblemInfo& p) { return p.returns.front().rows != Index::none; });
  // Constraints join the trees.
  if (!c.model.constraints.empty())
    result.problems = result.problems.where([](const ProblemInfo& p) { return !p.is_about_constraints(); });
  return result;
}

std::optional<CaseImage> end_effector_repeated(const Case& c, std::uint64_t seed) {
  Change change(c, "end_effector_repeated", seed);
  Generator& generator = change.generator;
  std::vector<EndEffector>& list = change.parts.end_effectors;
  if (list.empty()) return {};
  const int count = static_cast<int>(list.size());
  const int from = uniform_integer(generator, 0, count - 1), to = uniform_integer(generator, 0, count);
  list.insert(list.begin() + to, EndEffector(list[static_cast<std::size_t>(from)]));
  AnswerMap rows{6 * (count + 1), 6 * count, {}, {}};
  for (int e = 0; e <= count; ++e) {
    const int was = e == to ? from : e < to ? e : e - 1;
    place(rows, diagonal(ones(6)), 6 * e + 1, 6 * was + 1);
  }
  change.end_effectors = rows;
  CaseImage result = change.finish();
  result.problems = result.problems.where(
      [](const ProblemInfo& p) { return p.returns.have(Index::twist) && !p.returns.have(Index::wrench); });
  return result;
}

std::optional<CaseImage> split(const Case& c, std::uint64_t seed) {
  Change change(c, "split", seed);
  Generator& generator = change.generator;
  Parts& parts = change.parts;
  const int i = uniform_integer(generator, 1, parts.body_count());
  Part other = new_part(parts, parts[i].body.name + "_half", i, JointKind::fixed);
  other.body.inertial = parts[i].body.inertial = half(parts[i].body.inertial);
  scale(parts[i].f_ext, 0.5);
  other.f_ext = parts[i].f_ext;
  parts.insert(i + 1, other);
  for (int k = i + 2; k <= parts.body_count(); ++k)
    if (parts[k].body.parent == i && one_in(generator, 2)) parts[k].body.parent = i + 1;
  parts.change_frames([&](EndEffector& e) {
    if (e.body == i && one_in(generator, 2)) e.body = i + 1;
  });
  for (ConstraintPart& c : parts.constraints)
    if (c.constraint.relative_to == i && !c.constraint.coupling && one_in(generator, 2))
      c.constraint.relative_to = i + 1;
  return change.finish();
}

std::optional<CaseImage> split_at_centre(const Case& c, std::uint64_t seed) {
  Change change(c, "split_at_centre", seed);
  Generator& generator = change.generator;
  Parts& parts = change.parts;
  const int i = uniform_integer(generator, 1, parts.body_count());
  Part other = new_part(parts, parts[i].body.name + "_half", i, JointKind::fixed);
  other.body.inertial = parts[i].body.inertial = half(parts[i].body.inertial);
  other.body.joint.placement = other.body.inertial.origin;
  other.body.inertial.origin = {};
  parts.insert(uniform_integer(generator, i + 1, parts.body_count() + 1), other);
  return change.finish();
}

std::optional<CaseImage> massless_link(const Case& c, std::uint64_t seed) {
  Change change(c, "massless_link", seed);
  Generator& generator = change.generator;
  Parts& parts = change.parts;
  EndEffector at{uniform_integer(generator, 1, parts.body_count()), {}};
  for (double& x : at.pose.xyz) x = uniform(generator, -1, 1);
  for (double& x : at.pose.rpy) x = uniform(generator, -3, 3);
  std::size_t moved = parts.end_effectors.size();
  if (moved > 0) {
    moved = static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(moved) - 1));
    at = parts.end_effectors[moved];
  }
  Part link = new_part(parts, "massless", at.body, JointKind::fixed);
  link.body.joint.placement = at.pose;
  const int index = uniform_integer(generator, at.body + 1, parts.body_count() + 1);
  parts.insert(index, link);
  if (moved < parts.end_effectors.size()) parts.end_effectors[moved] = {index, {}};
  return change.finish();
}

std::optional<CaseImage> root_on_fixed_link(const Case& c, std::uint64_t seed) {
  Change change(c, "root_on_fixed_link", seed);
  Generator& generator = change.generator;
  Parts& parts = change.parts;
  change.momenta = {};  // the foot has mass
  Part link = new_part(parts, "foot", 0, JointKind::fixed);
  const double mass = uniform(generator, 1, 2);
  link.body.inertial = {.origin = {}, .mass = mass, .ixx = mass, .iyy = mass, .izz = mass};
  for (double& x : link.f_ext) x = uniform(generator, -1, 1);
  parts.insert(1, link);
  for (int i = 2; i <= parts.body_count(); ++i)
    if (parts[i].body.parent == 0) parts[i].body.parent = 1;
  return change.finish();
}

std::optional<CaseImage> joint_locked(const Case& c, std::uint64_t seed) {
  Change change(c, "joint_locked", seed);
  Generator& generator = change.generator;
  Parts at_rest(c);
  std::vector<int> moving =
      bodies_where(at_rest, [](const Part& part) { return info(part.body.joint.kind).velocities > 0; });
  std::erase_if(moving, [&](int i) { return at_rest.is_coupled(i); });
  if (moving.size() < 2) return {};
  const int i = pick(generator, moving);
  Part& part = at_rest[i];
  part.q = neutral_position(part.body.joint.kind);
  for (std::vector<double>* const rates : {&part.v, &part.qdd}) *rates = scaled(*rates, 0);
  Part& locked = change.parts[i];
  locked.body.joint.kind = JointKind::fixed;
  locked.body.joint.armature = {};
  for (std::vector<double>* const numbers : {&locked.q, &locked.v, &locked.qdd, &locked.tau})
    numbers->clear();
  CaseImage result = change.finish();
  result.from = at_rest.put_together();
  result.problems = result.problems.where([](const ProblemInfo& p) { return !p.divides(); });
  return result;
}

}  // namespace kintree::metamorphic
