// Models and states: read, written and drawn.
#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

#include "bindings.hpp"
#include "kintree/files/json_file.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/robot_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "kintree/trees/random_model.hpp"
#include "suite/cases/plan.hpp"
#include "suite/cases/robot.hpp"

namespace kintree::python {
namespace {

using suite::CaseChoice;

using Read = std::pair<NamedModel, std::vector<std::string>>;

Read checked(Model model) {
  std::vector<std::string> warnings = validate(model);
  std::string name = model.name.empty() ? "model" : model.name;
  return {{std::move(model), std::move(name)}, std::move(warnings)};
}

/// A model and the warnings of the reader. The file is JSON, as to_dict() returns it, or URDF, MJCF or SDF.
Read read_model(const std::string& path, const UrdfOptions& options) {
  if (path.ends_with(".json")) {
    const nlohmann::ordered_json json = read_json_file(path);
    try {
      return checked(model_from_json(json));
    } catch (const InputError& bad) {
      throw InputError(message_name(path) + ": " + bad.what());
    }
  }
  RobotFile file = read_robot_file(path, options);
  return {{std::move(file.model), message_name(path)}, std::move(file.warnings)};
}

Read model_of_urdf(const std::string& text, const std::string& name, const UrdfOptions& options) {
  UrdfFile file = parse_urdf(text, name, options);
  return {{std::move(file.model), name}, std::move(file.warnings)};
}

Read model_of_json(const std::string& json) {
  return checked(model_from_json(parse_json(json)));
}

std::string random_state_of(const NamedModel& of, std::uint64_t seed, int end_effectors) {
  Generator generator = make_generator({word("state"), seed});
  return state_as_json(random_state(of.model, generator, {.max_end_effectors = end_effectors})).dump();
}

CaseChoice choice(const std::vector<std::string>& families, int trees, int bodies, std::uint64_t seed,
                  const std::vector<std::string>& joints, const std::string& model, const UrdfOptions& urdf) {
  if (trees < 1) throw InputError("trees: " + std::to_string(trees) + " is less than 1");
  CaseChoice result;
  result.families = families;
  if (families.empty() && model.empty())
    for (const FamilyInfo& family : moderate_families) result.families.emplace_back(family.name);
  result.trees = trees;
  result.bodies = bodies;
  result.seed = seed;
  for (const std::string& name : joints) {
    const auto kind = joint_kind(name);
    if (!kind) throw InputError("unknown joint kind " + in_quotes(name));
    result.joints.push_back(*kind);
  }
  result.model = model;
  result.urdf = urdf;
  return result;
}

/// The cases of the choice: for each its name, its family, its seed, its model and its state as JSON.
py::list drawn(const CaseChoice& choice) {
  const suite::Plan plan = suite::drawn_cases(choice, {});
  py::list cases;
  for (std::size_t k = 0; k < plan.size(); ++k) {
    Case c = plan.at(k).draw();
    cases.append(py::make_tuple(c.id.name(), c.id.family, c.id.seed,
                                NamedModel{std::move(c.model), c.id.name()}, state_as_json(c.state).dump()));
  }
  return cases;
}

}  // namespace

State state_of(const Model& model, const std::string& json) {
  State state = state_from_json(parse_json(json), model);
  validate(model, state);
  return state;
}

void bind_models(py::module_& m) {
  py::class_<UrdfOptions>(m, "UrdfOptions")
      .def(py::init([](bool floating_base, std::string name, bool independent_mimic, bool ignore_unknown) {
             return UrdfOptions{floating_base, std::move(name), independent_mimic, ignore_unknown};
           }),
           py::arg("floating_base") = false, py::arg("floating_base_name") = "",
           py::arg("independent_mimic") = false, py::arg("ignore_unknown") = false);
  py::class_<NamedModel>(m, "Model")
      .def_readonly("source", &NamedModel::source)
      .def("json", [](const NamedModel& of) { return model_as_json(of.model).dump(); })
      .def("layout", [](const NamedModel& of) { return layout_as_json(of.model).dump(); })
      .def("urdf", [](const NamedModel& of) { return write_urdf(of.model); })
      .def("neutral_state",
           [](const NamedModel& of) { return state_as_json(neutral_state(of.model)).dump(); })
      .def("random_state", &random_state_of, py::arg("seed"), py::arg("end_effectors"));
  m.def("read_model", &read_model);
  m.def("read_robot", [](const std::string& model, const std::string& state, const UrdfOptions& options) {
    suite::RobotState robot = suite::read_robot(model, state, options);
    return py::make_tuple(NamedModel{std::move(robot.model), robot.file}, state_as_json(robot.state).dump(),
                          robot.warnings);
  });
  m.def("model_of_urdf", &model_of_urdf);
  m.def("model_of_json", &model_of_json);

  py::class_<CaseChoice>(m, "CaseChoice")
      .def(py::init(&choice), py::arg("families"), py::arg("trees"), py::arg("bodies"), py::arg("seed"),
           py::arg("joints"), py::arg("model"), py::arg("urdf"));
  m.def("drawn_cases", &drawn);
  m.def("families", [] {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const FamilyInfo& family : families)
      list.push_back({{"name", family.name},
                      {"description", family.description},
                      {"is_moderate", &family - families.data() < std::ssize(moderate_families)}});
    return list.dump();
  });
}

}  // namespace kintree::python
