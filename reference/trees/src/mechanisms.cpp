#include "kintree/trees/mechanisms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kintree {
namespace {

using Rows = std::array<bool, 6>;
constexpr Rows pin_in_plane{false, false, false, true, false, true},
    hinge{true, false, true, true, true, true}, ball{false, false, false, true, true, true};

/// Links in the order in which they are added.
class Drawing {
 public:
  Drawing(int most_bodies, bool on_free_link, Generator& generator)
      : left_(most_bodies), generator_(generator) {
    if (on_free_link || one_in(generator, 2)) trunk_ = add(0, JointKind::free, false);
  }

  Mechanism take() { return std::move(mechanism_); }

  void draw() {
    if (left_ >= 5 && one_in(generator_, 2))
      platform();
    else
      linkages();
  }

 private:
  int add(int parent, JointKind kind, bool in_plane) {
    --left_;
    mechanism_.topology.parent.push_back(parent);
    mechanism_.topology.joints.push_back(kind);
    mechanism_.in_plane.push_back(in_plane);
    return mechanism_.topology.body_count();
  }
  int hinged(int parent, int count) {
    for (int k = 0; k < count; ++k) parent = add(parent, JointKind::revolute, true);
    return parent;
  }

  void platform() {
    const int body = add(trunk_, JointKind::free, false);
    const int legs = uniform_integer(generator_, 2, std::min(6, left_ / 2));
    for (int k = 0; k < legs; ++k) {
      const int upper = add(trunk_, JointKind::universal, false);
      mechanism_.pins.push_back({add(upper, JointKind::prismatic, false), body, ball});
    }
  }

  void linkages() {
    const Rows& rows = one_in(generator_, 8) ? hinge : pin_in_plane;
    int ground = trunk_;
    do {
      const int end = hinged(ground, std::min(2, left_));
      if (left_ == 0) return;
      const bool slides = one_in(generator_, 4);
      const int other = slides ? add(ground, JointKind::prismatic, true)
                               : hinged(ground, left_ > 1 && one_in(generator_, 2) ? 2 : 1);
      mechanism_.pins.push_back({end, other, rows});
      ground = end;
    } while (left_ >= 3 && one_in(generator_, 2));
  }

  Mechanism mechanism_{.topology = {}, .in_plane = {false}, .pins = {}};
  int left_, trunk_ = 0;
  Generator& generator_;
};

/// A turn about y.
Triple turn(Generator& generator) {
  return {0, uniform(generator, -3, 3), 0};
}

void put_in_plane(Joint& joint, Generator& generator) {
  joint.placement.rpy = turn(generator);
  const double direction = uniform(generator, -3, 3);
  joint.axis = joint.kind == JointKind::prismatic ? Triple{std::cos(direction), 0, std::sin(direction)}
                                                  : Triple{0, one_in(generator, 2) ? 1.0 : -1.0, 0};
}

}  // namespace

Mechanism draw_mechanism(int most_bodies, Numbering numbering, bool on_free_link,
                         const std::vector<JointKind>& kinds, Generator& generator) {
  Drawing drawing(most_bodies, on_free_link, generator);
  drawing.draw();
  const Mechanism drawn = drawing.take();
  const std::vector<int> order = numbering_order(drawn.topology.parent, numbering, generator);
  std::vector<int> number(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    number[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  const auto of = [&](int link) { return number[static_cast<std::size_t>(link)]; };
  Mechanism result = drawn;
  result.topology.parent = relabelled(drawn.topology.parent, order);
  for (std::size_t k = 1; k < order.size(); ++k) {
    result.topology.joints[k] = drawn.topology.joints[static_cast<std::size_t>(order[k])];
    result.in_plane[k] = drawn.in_plane[static_cast<std::size_t>(order[k])];
  }
  for (Mechanism::Pin& pin : result.pins) pin.end = of(pin.end), pin.other = of(pin.other);
  if (kinds.empty()) return result;
  const std::vector<JointKind> others = draw_joints(result.topology.parent, kinds, generator);
  for (std::size_t k = 1; k < others.size(); ++k)
    if (JointKind& kind = result.topology.joints[k];
        std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      kind = others[k];
  return result;
}

void close_loops(const Mechanism& mechanism, Model& model, Generator& generator) {
  for (std::size_t i = 1; i < mechanism.in_plane.size(); ++i)
    if (mechanism.in_plane[i]) put_in_plane(model.bodies[i].joint, generator);
  for (const Mechanism::Pin& pin : mechanism.pins) {
    Constraint constraint{.name = "pin" + std::to_string(model.constraints.size() + 1),
                          .frame = {.body = pin.end, .pose = {}},
                          .relative_to = pin.other,
                          .rows = pin.rows};
    for (double& x : constraint.frame.pose.xyz) x = uniform(generator, -0.3, 0.3);
    constraint.frame.pose.rpy = turn(generator);
    model.constraints.push_back(std::move(constraint));
  }
}

}  // namespace kintree
