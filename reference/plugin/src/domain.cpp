#include <algorithm>

#include "kintree/plugin/plugin.hpp"

namespace kintree {
namespace {

bool has_inertia(const Inertial& I) {
  const double minor = I.ixx * I.iyy - I.ixy * I.ixy;
  const double determinant =
      I.izz * minor - I.iyz * (I.ixx * I.iyz - I.ixy * I.ixz) + I.ixz * (I.ixy * I.iyz - I.iyy * I.ixz);
  return I.mass > 0 && I.ixx > 0 && minor > 0 && determinant > 0;
}

/// The first body of a rigid part (bodies held together by fixed joints) without inertia, or 0. Bodies fixed
/// to the base are not counted as a part.
std::size_t part_without_inertia(const Model& model) {
  std::vector<std::size_t> head(model.bodies.size(), 0);  // first body of the part, 0 for the base's
  std::vector<bool> sound(model.bodies.size(), false);
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    head[i] = body.joint.kind == JointKind::fixed ? head[static_cast<std::size_t>(body.parent)] : i;
    if (has_inertia(body.inertial)) sound[head[i]] = true;
  }
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    if (head[i] == i && !sound[i]) return i;
  return 0;
}

}  // namespace

std::optional<std::string> outside(const Domain& domain, const Model& model) {
  std::vector<int> children(model.bodies.size(), 0);
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (std::find(domain.joints.begin(), domain.joints.end(), body.joint.kind) == domain.joints.end())
      return std::string(info(body.joint.kind).name) + " joints";
    ++children[static_cast<std::size_t>(body.parent)];
  }
  if (domain.shape == Domain::serial_chain &&
      std::any_of(children.begin(), children.end(), [](int c) { return c > 1; }))
    return "branches";
  if (!domain.quaternions && std::any_of(model.bodies.begin(), model.bodies.end(), [](const Body& body) {
        return has_quaternion(body.joint.placement) || has_quaternion(body.inertial.origin);
      }))
    return "rotations as quaternions";
  if (!domain.armature && std::any_of(model.bodies.begin(), model.bodies.end(),
                                      [](const Body& body) { return has_armature(body.joint); }))
    return "joints with armature";
  if (!domain.massless_bodies && part_without_inertia(model) != 0) return "bodies without inertia";
  return std::nullopt;
}

}  // namespace kintree
