// Other frames: of the base, and of a link.
#include <algorithm>

#include "change.hpp"
#include "real.hpp"
#include "transformations.hpp"

namespace kintree::metamorphic {

std::optional<CaseImage> base_moved(const Case& c, std::uint64_t seed) {
  Change change(c, "base_moved", seed);
  Generator& generator = change.generator;
  Frame base{random_rotation(generator), {}};
  for (Real& x : base.p) x = uniform(generator, -1, 1);
  const Frame back = inverse(base);
  change.momenta.entries.clear();
  for (const int first : {1, 4}) place(change.momenta, rounded(back.R), first, first);
  Parts& parts = change.parts;
  turn(back.R, parts.gravity.data());
  for (int i = 1; i <= parts.body_count(); ++i)
    if (parts[i].body.parent == 0)
      parts[i].body.joint.placement = placement(back * frame(parts[i].body.joint.placement));
  parts.change_frames([&](EndEffector& e) {
    if (e.body == 0) e.pose = placement(back * frame(e.pose));
  });
  return change.finish();
}

// The joint carries the link's old frame. The new frame has the pose G = (F, t) in the old one. For the joint
// to carry the new frame instead, t must not change what the joint does: where it turns about an axis, t lies
// along that axis.
std::optional<CaseImage> reframed(const Case& c, std::uint64_t seed) {
  Change change(c, "reframed", seed);
  Generator& generator = change.generator;
  Parts& parts = change.parts;
  const std::vector<int> candidates = bodies_where(parts, [](const Part& part) {
    const Joint& joint = part.body.joint;  // armature is for the coordinates as they are
    return joint.kind != JointKind::planar && !(has_quaternion(joint.kind) && has_armature(joint));
  });
  if (candidates.empty()) return {};
  change.parameters.reset();
  const int i = pick(generator, candidates);
  Part& part = parts[i];
  Joint& joint = part.body.joint;
  Frame G{random_rotation(generator), {}};
  const Matrix back = transposed(G.R);
  const Real along = uniform(generator, -1, 1);
  const auto turn_rates = [&](std::size_t first) {
    for (std::vector<double>* const rates : {&part.v, &part.qdd, &part.tau})
      turn(back, rates->data() + first);
  };
  switch (joint.kind) {
    case JointKind::fixed:
    case JointKind::prismatic:
      for (Real& x : G.p) x = uniform(generator, -1, 1);
      break;
    case JointKind::revolute:
    case JointKind::helical:
    case JointKind::cylindrical:
      G.p = times(along, normalized(widened(joint.axis.data())));
      break;
    case JointKind::universal:
    case JointKind::planar:
      break;
    case JointKind::spherical: {
      turn(back, part.q.data() + 1);
      turn_rates(0);
      const Rows block = rounded(back);
      change.rate_maps[part.body.name] = {part.body.name, block, block};
      break;
    }
    case JointKind::free: {
      turn(back, part.q.data());
      turn(back, part.q.data() + 4);
      turn_rates(0);
      turn_rates(3);
      Rows block(6, std::vector<double>(6, 0.0));
      for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t l = 0; l < 3; ++l) block[k][k / 3 * 3 + l] = rounded(back[k % 3][l]);
      change.rate_maps[part.body.name] = {part.body.name, block, block};
      break;
    }
  }
  joint.placement = placement(frame(joint.placement) * G);
  turn(back, joint.axis.data());
  turn(back, joint.second_axis.data());
  const Frame G_inverse = inverse(G);
  const auto seen_from = [&](Placement& pose) { pose = placement(G_inverse * frame(pose)); };
  seen_from(part.body.inertial.origin);
  for (int k = i + 1; k <= parts.body_count(); ++k)
    if (parts[k].body.parent == i) seen_from(parts[k].body.joint.placement);
  parts.change_frames([&](EndEffector& e) {
    if (e.body == i) seen_from(e.pose);
  });
  const Vector force = widened(part.f_ext.data() + 3);
  const Triple couple = rounded(back * (widened(part.f_ext.data()) - cross(G.p, force)));
  std::copy(couple.begin(), couple.end(), part.f_ext.begin());
  turn(back, part.f_ext.data() + 3);
  return change.finish();
}

}  // namespace kintree::metamorphic
