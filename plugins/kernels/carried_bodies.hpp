// The poses of the bodies of a model in the moving bodies that remain after fixed joints are collapsed.
// External forces are given for the bodies of the model.
#pragma once

#include <vector>

#include "kernels/shared.hpp"
#include "kintree/model/operations.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

/// A body of the model, posed in the frame F of the moving body that carries it.
template <class S>
struct Carried {
  int body = 0, carrier = 0;
  Transform<Shared<S>> pose;
  bool turned = true;  ///< false: its axes are those of F
};

/// All bodies that move, in the order of the model. The frame of a carrier is that of the model's body that moves.
template <class S>
std::vector<Carried<S>> bodies_on_carriers(const Model& model) {
  using K = Shared<S>;
  const Transform<K> here{identity3<K>(), {}};
  std::vector<Carried<S>> all(1, {0, 0, here, false});
  int moving = 0;
  for (int i = 1; i <= model.body_count(); ++i) {
    const Body& body = model.bodies[static_cast<std::size_t>(i)];
    if (body.joint.kind == JointKind::fixed) {
      const Carried<S>& parent = all[static_cast<std::size_t>(body.parent)];
      const Placement& placement = body.joint.placement;
      all.push_back({i, parent.carrier, compose(parent.pose, transform<K>(placement)),
                     parent.turned || is_turned(placement)});
    } else {
      all.push_back({i, ++moving, here, false});
    }
  }
  std::erase_if(all, [](const Carried<S>& c) { return c.carrier == 0; });
  return all;
}

/// The same, in other frames of the moving bodies: their pose[i] is in the model's.
template <class S, template <class> class Frames>
std::vector<Carried<S>> carried_bodies(const Model& model, const Frames<S>& frames) {
  std::vector<Carried<S>> all = bodies_on_carriers<S>(model);
  for (Carried<S>& c : all) {
    c.pose = compose(inverse(as<Shared<S>>(frames.pose[c.carrier])), c.pose);
    c.turned = true;
  }
  return all;
}

/// A force on the body, as one on its carrier, in F.
template <class S>
Force<S> on_carrier(const Carried<S>& c, const Force<S>& f) {
  if (c.turned) return transpose_times(as<S>(c.pose), f);
  return {f.n + cross(as<S>(c.pose.r), f.f), f.f};
}

/// Takes the forces on the bodies, f_ext, from those of their carriers, force(carrier), in the frames F.
template <class S>
void subtract_external_forces(const std::vector<Carried<S>>& all, const Force<S>* f_ext, const auto& force) {
  const Phase<S> phase("external forces");
  for (const Carried<S>& c : all) force(c.carrier) -= on_carrier(c, f_ext[c.body]);
}

/// The cost of the transforms of their forces to the frames F: 24m + 24a each.
inline Operations carried_forces_cost(const Model& model) {
  Operations sum;
  ByBody<int> moves(model.body_count());
  for (int i = 1; i <= model.body_count(); ++i) {
    const Body& body = model.bodies[static_cast<std::size_t>(i)];
    moves[i] = body.joint.kind != JointKind::fixed || moves[body.parent] != 0 ? 1 : 0;
    if (moves[i] != 0) sum += {24, 24};
  }
  return sum;
}

}  // namespace kintree
