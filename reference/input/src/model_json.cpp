#include "kintree/input/model_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace kintree {
namespace {

using Json = nlohmann::ordered_json;

Json placement_as_json(const Placement& placement) {
  return {{"xyz", placement.xyz}, {"rpy", placement.rpy}};
}

}  // namespace

Json model_as_json(const Model& model) {
  Json bodies = Json::array();
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const Inertial& I = body.inertial;
    Json joint{{"name", body.joint.name},
               {"kind", std::string(info(body.joint.kind).name)},
               {"placement", placement_as_json(body.joint.placement)},
               {"axis", body.joint.axis},
               {"second_axis", body.joint.second_axis},
               {"pitch", body.joint.pitch}};
    Json inertial{{"origin", placement_as_json(I.origin)},
                  {"mass", I.mass},
                  {"inertia", {I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz}}};
    bodies.push_back(
        {{"name", body.name}, {"parent", body.parent}, {"joint", joint}, {"inertial", inertial}});
  }
  return {{"name", model.name}, {"gravity", model.gravity}, {"bodies", bodies}};
}

Json state_as_json(const State& state) {
  Json end_effectors = Json::array();
  for (const EndEffector& e : state.end_effectors)
    end_effectors.push_back({{"body", e.body}, {"pose", placement_as_json(e.pose)}});
  return {{"q", state.q},     {"v", state.v},         {"qdd", state.qdd},
          {"tau", state.tau}, {"f_ext", state.f_ext}, {"end_effectors", end_effectors}};
}

}  // namespace kintree
