#include <algorithm>

#include "kintree/plugin/plugin.hpp"

namespace kintree {

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
  return std::nullopt;
}

}  // namespace kintree
