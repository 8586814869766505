#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "fuzz.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/validate.hpp"

namespace kintree::fuzz {
namespace {

void require_admissible(const Model& model) {
  std::set<std::string> links, joints;
  const auto finite = [](const auto& numbers) {
    for (const double x : numbers) require(std::isfinite(x), "numbers are finite");
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const Inertial& I = body.inertial;
    finite(I.origin.xyz);
    finite(I.origin.rpy);
    finite(I.origin.quaternion);
    finite(std::array{I.mass, I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz});
    require(I.mass >= 0, "masses are not negative");
    const double distance = std::hypot(I.origin.xyz[0], I.origin.xyz[1], I.origin.xyz[2]);
    const double largest = std::max({std::abs(I.ixx), std::abs(I.iyy), std::abs(I.izz)});
    // The rounding to at most 6 digits of numbers that are at most 7 times these.
    require(std::min({I.ixx, I.iyy, I.izz}) >= -4e-5 * (largest + I.mass * distance * distance),
            "moments are negative by rounding only");
    require(!body.name.empty() && links.insert(body.name).second, "links have names of their own");
    if (i == 0) continue;
    require(body.parent >= 0 && static_cast<std::size_t>(body.parent) < i, "bodies follow their parents");
    const Joint& joint = body.joint;
    require(!joint.name.empty() && joints.insert(joint.name).second, "joints have names of their own");
    finite(joint.placement.xyz);
    finite(joint.placement.rpy);
    finite(joint.placement.quaternion);
    finite(joint.axis);
    finite(joint.second_axis);
    finite(std::array{joint.pitch});
    require(!has_axis(joint.kind) || std::hypot(joint.axis[0], joint.axis[1], joint.axis[2]) > 0,
            "axes have a direction");
  }
}

std::string all_of(const Model& model) {
  return model_as_json(model).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

void urdf(std::string_view bytes) {
  for (const bool floating : {false, true}) {
    Model model;
    const UrdfOptions options{.floating_base = floating, .independent_mimic = floating};
    if (!accepted("robot.urdf: ", [&] { model = parse_urdf(bytes, "robot.urdf", options).model; })) continue;
    require_admissible(model);
    const std::string written = write_urdf(model);
    Model again = parse_urdf(written, "written").model;
    if (again.bodies.size() != model.bodies.size())
      again = parse_urdf(written, "written", {.floating_base = true}).model;
    require(all_of(again) == all_of(model), "a model that is written and read is the same");
    const State neutral = neutral_state(model);
    validate(model, neutral);
    const std::string state = write_state(model, neutral, floating);
    require(state_as_json(parse_state_document(state, "state").bind(model)) == state_as_json(neutral),
            "a state that is written and read is the same");
  }
}

}  // namespace kintree::fuzz
