#include "kintree/trees/parts.hpp"

#include <algorithm>

namespace kintree {
namespace {

std::vector<double> slice(const std::vector<double>& values, int first, int count) {
  const auto begin = values.begin() + (first - 1);
  return {begin, begin + count};
}

void append(std::vector<double>& values, const std::vector<double>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

}  // namespace

Parts::Parts(const Case& c)
    : gravity(c.model.gravity), end_effectors(c.state.end_effectors), model_name(c.model.name), id(c.id) {
  const Layout layout(c.model);
  for (std::size_t i = 0; i < c.model.bodies.size(); ++i) {
    const JointKindInfo& kind = info(i == 0 ? JointKind::fixed : c.model.bodies[i].joint.kind);
    const auto rates = [&](const std::vector<double>& values) {
      return slice(values, layout.first_velocity[i], kind.velocities);
    };
    list.push_back({c.model.bodies[i], slice(c.state.q, layout.first_position[i], kind.positions),
                    rates(c.state.v), rates(c.state.qdd), rates(c.state.tau), c.state.f_ext[i]});
  }
  restitution = c.state.restitution;
  int row = 1;
  for (const Constraint& constraint : c.model.constraints) {
    constraints.push_back({constraint, slice(c.state.gamma, row, constraint.row_count())});
    row += constraint.row_count();
  }
}

Case Parts::put_together() const {
  Case c{id, {}, {}};
  c.model.name = model_name;
  c.model.gravity = gravity;
  c.model.bodies.clear();
  for (const Part& part : list) {
    c.model.bodies.push_back(part.body);
    append(c.state.q, part.q);
    append(c.state.v, part.v);
    append(c.state.qdd, part.qdd);
    append(c.state.tau, part.tau);
    c.state.f_ext.push_back(part.f_ext);
  }
  c.state.end_effectors = end_effectors;
  c.state.restitution = restitution;
  for (const ConstraintPart& part : constraints) {
    c.model.constraints.push_back(part.constraint);
    append(c.state.gamma, part.gamma);
  }
  return c;
}

Part& Parts::insert(int at, Part part) {
  for (Part& other : list)
    if (other.body.parent >= at) ++other.body.parent;
  change_bodies([at](int& body) {
    if (body >= at) ++body;
  });
  return *list.insert(list.begin() + at, std::move(part));
}

void Parts::remove(int i) {
  const int above = (*this)[i].body.parent;
  list.erase(list.begin() + i);
  for (Part& other : list) {
    if (other.body.parent == i) other.body.parent = above;
    if (other.body.parent > i) --other.body.parent;
  }
  std::erase_if(end_effectors, [i](const EndEffector& e) { return e.body == i; });
  std::erase_if(constraints, [i](const ConstraintPart& c) {
    return c.constraint.frame.body == i || c.constraint.relative_to == i;
  });
  change_bodies([i](int& body) {
    if (body > i) --body;
  });
}

bool Parts::is_coupled(int i) const {
  return std::any_of(constraints.begin(), constraints.end(), [i](const ConstraintPart& c) {
    return c.constraint.coupling && (c.constraint.frame.body == i || c.constraint.relative_to == i);
  });
}

void Parts::reorder(const std::vector<int>& order) {
  std::vector<int> now(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    now[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  std::vector<Part> sorted;
  for (const int i : order) {
    Part& part = sorted.emplace_back(std::move((*this)[i]));
    part.body.parent = now[static_cast<std::size_t>(part.body.parent)];
  }
  list = std::move(sorted);
  change_bodies([&now](int& body) { body = now[static_cast<std::size_t>(body)]; });
}

}  // namespace kintree
