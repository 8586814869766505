#include <nlohmann/json.hpp>
#include <string>

#include "fuzz.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/model/validate.hpp"

namespace kintree::fuzz {
namespace {

/// A chain with a joint of each kind, named after it; their links are named l_revolute and so on
Model robot(bool floating_base) {
  Model model;
  model.name = "robot";
  if (floating_base) {
    Body root{.name = "root", .parent = 0, .joint = {}, .inertial = {}};
    root.joint.name = "floating_base";
    root.joint.kind = JointKind::free;
    model.bodies.push_back(root);
  }
  for (const JointKindInfo& kind : joint_kinds) {
    Body body{
        .name = "l_" + std::string(kind.name), .parent = model.body_count(), .joint = {}, .inertial = {}};
    body.joint.name = kind.name;
    body.joint.kind = kind.kind;
    body.inertial = {.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
    model.bodies.push_back(body);
  }
  validate(model);
  return model;
}

}  // namespace

void state(std::string_view bytes) {
  static const Model fixed = robot(false), floating = robot(true);
  StateDocument document;
  if (!accepted("state.json: ", [&] { document = parse_state_document(bytes, "state.json"); })) return;
  for (const std::string& warning : document.warnings())
    require(warning.starts_with("state.json: ") && printable(warning) == warning, "warnings are lines");
  Model model = document.floating_base() ? floating : fixed;
  State read;
  if (!accepted("state.json: ", [&] { read = document.bind(model); })) return;
  if (document.gravity()) model.gravity = *document.gravity();
  validate(model, read);
  const StateDocument again =
      parse_state_document(write_state(model, read, document.floating_base()), "written");
  require(state_as_json(again.bind(model)).dump() == state_as_json(read).dump(),
          "a state that is written and read is the same");
  require(again.gravity() == model.gravity && again.floating_base() == document.floating_base(),
          "so are gravity and the base");
}

}  // namespace kintree::fuzz
