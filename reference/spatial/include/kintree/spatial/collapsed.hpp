// A model without its fixed joints. Bodies that they hold together become one body, in the frame of the body
// that moves.
#pragma once

#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/spatial/spatial.hpp"

namespace kintree {

/// A body together with all bodies that are fixed to it. Its frame is that of the model's body.
template <class S>
struct MovingBody {
  int body = 0;            ///< number in the model; the base has 0
  int parent = 0;          ///< index of the moving body that is its parent
  Transform<S> placement;  ///< pose of its joint's frame in the frame of that body
  RigidInertia<S> I;       ///< about the body's origin
};

/// The moving bodies, regularly numbered in the order of the model; entry 0 is the base.
template <class S>
std::vector<MovingBody<S>> collapsed(const Model& model) {
  const std::size_t count = model.bodies.size();
  std::vector<MovingBody<S>> moving(1);
  moving[0].placement.R = identity3<S>();
  std::vector<int> carrier(count, 0);     // by body of the model: the moving body that it belongs to
  std::vector<Transform<S>> pose(count);  // and its pose in it
  pose[0] = moving[0].placement;
  for (std::size_t i = 1; i < count; ++i) {
    const Body& body = model.bodies[i];
    const auto p = static_cast<std::size_t>(body.parent);
    const Transform<S> placement = compose(pose[p], transform<S>(body.joint.placement));
    if (body.joint.kind == JointKind::fixed) {
      carrier[i] = carrier[p];
      pose[i] = placement;
      moving[static_cast<std::size_t>(carrier[i])].I += to_parent(placement, rigid_inertia<S>(body.inertial));
    } else {
      carrier[i] = static_cast<int>(moving.size());
      pose[i] = {identity3<S>(), {}};
      moving.push_back({static_cast<int>(i), carrier[p], placement, rigid_inertia<S>(body.inertial)});
    }
  }
  return moving;
}

}  // namespace kintree
