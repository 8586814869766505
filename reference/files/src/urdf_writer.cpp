#include <algorithm>
#include <pugixml.hpp>
#include <utility>

#include "kintree/files/urdf.hpp"
#include "kintree/model/validate.hpp"
#include "tokens.hpp"
#include "urdf_names.hpp"
#include "xml_writing.hpp"

namespace kintree {
namespace {

using xml::all_zero_bits;
using xml::append_name;
using xml::text_of;

void append_origin(pugi::xml_node parent, const Placement& placement) {
  if (all_zero_bits(placement)) return;
  pugi::xml_node origin = parent.append_child("origin");
  origin.append_attribute("xyz") = text_of(placement.xyz).c_str();
  if (!has_quaternion(placement)) {
    origin.append_attribute("rpy") = text_of(placement.rpy).c_str();
    return;
  }
  const auto& [w, x, y, z] = placement.quaternion;
  origin.append_attribute("quat_xyzw") = text_of(Quadruple{x, y, z, w}).c_str();
}

/// True if the option floating_base of the reader makes this base and joint 1 again.
bool made_by_floating_base(const Model& model) {
  if (model.bodies.size() < 2) return false;
  const Body& base = model.bodies[0];
  const Body& root = model.bodies[1];
  return base.name == urdf::world_name && all_zero_bits(base.inertial) &&
         root.joint.kind == JointKind::free && root.joint.name == urdf::floating_base_name &&
         all_zero_bits(root.joint.placement) && !has_armature(root.joint) &&
         std::all_of(model.bodies.begin() + 2, model.bodies.end(),
                     [](const Body& body) { return body.parent != 0; });
}

const char* type_name(JointKind kind) {
  return std::find_if(urdf::joint_types.begin(), urdf::joint_types.end(),
                      [kind](const urdf::JointType& type) { return type.kind == kind; })
      ->name;
}

void append_inertial(pugi::xml_node link, const Inertial& inertial) {
  pugi::xml_node node = link.append_child("inertial");
  append_origin(node, inertial.origin);
  node.append_child("mass").append_attribute("value") = text::shortest(inertial.mass).c_str();
  pugi::xml_node inertia = node.append_child("inertia");
  for (const auto& [name, entry] :
       {std::pair("ixx", inertial.ixx), std::pair("ixy", inertial.ixy), std::pair("ixz", inertial.ixz),
        std::pair("iyy", inertial.iyy), std::pair("iyz", inertial.iyz), std::pair("izz", inertial.izz)})
    inertia.append_attribute(name) = text::shortest(entry).c_str();
}

void append_joint(pugi::xml_node robot, const Model& model, const Body& body) {
  pugi::xml_node joint = robot.append_child("joint");
  append_name(joint, body.joint.name);
  joint.append_attribute("type") = type_name(body.joint.kind);
  joint.append_child("parent").append_attribute("link") =
      model.bodies[static_cast<std::size_t>(body.parent)].name.c_str();
  joint.append_child("child").append_attribute("link") = body.name.c_str();
  append_origin(joint, body.joint.placement);
  if (has_axis(body.joint.kind))
    joint.append_child("axis").append_attribute("xyz") = text_of(body.joint.axis).c_str();
  if (body.joint.kind == JointKind::universal)
    joint.append_child("axis2").append_attribute("xyz") = text_of(body.joint.second_axis).c_str();
  if (has_armature(body.joint)) {
    const auto begin = body.joint.armature.begin();
    joint.append_child("armature").append_attribute("values") =
        xml::text_of(std::vector(begin, begin + info(body.joint.kind).velocities)).c_str();
  }
  if (body.joint.kind == JointKind::helical)
    joint.append_child("pitch").append_attribute("value") = text::shortest(body.joint.pitch).c_str();
  if (body.joint.kind == JointKind::prismatic) {
    pugi::xml_node limit = joint.append_child("limit");
    limit.append_attribute("lower") = "-1e9";
    for (const char* const name : {"upper", "effort", "velocity"}) limit.append_attribute(name) = "1e9";
  }
}

}  // namespace

void append_constraint(pugi::xml_node robot, const Model& model, const Constraint& constraint) {
  pugi::xml_node node = robot.append_child("motion_constraint");
  append_name(node, constraint.name);
  const auto body = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  if (const std::optional<Coupling>& of = constraint.coupling) {
    pugi::xml_node coupling = node.append_child("coupling");
    coupling.append_attribute("joint") = body(constraint.frame.body).joint.name.c_str();
    if (constraint.relative_to != 0)
      coupling.append_attribute("follows") = body(constraint.relative_to).joint.name.c_str();
    coupling.append_attribute("multiplier") = text::shortest(of->multiplier).c_str();
    coupling.append_attribute("offset") = text::shortest(of->offset).c_str();
    return;
  }
  std::string rows;
  for (std::size_t r = 0; r < constraint.rows.size(); ++r)
    if (constraint.rows[r]) rows += (rows.empty() ? "" : " ") + std::string(urdf::row_names[r]);
  node.append_attribute("rows") = rows.c_str();
  pugi::xml_node frame = node.append_child("frame");
  frame.append_attribute("link") = body(constraint.frame.body).name.c_str();
  append_origin(frame, constraint.frame.pose);
  if (constraint.relative_to != 0)
    node.append_child("relative_to").append_attribute("link") = body(constraint.relative_to).name.c_str();
}

std::string write_urdf(const Model& model) {
  validate(model);
  pugi::xml_document document;
  pugi::xml_node robot = document.append_child("robot");
  append_name(robot, model.name.empty() ? "robot" : model.name);
  if (!xml::numbered_depth_first(model)) robot.append_attribute("numbering") = "file";
  const auto has_quaternions = [](const Body& body) {
    return has_quaternion(body.joint.placement) || has_quaternion(body.inertial.origin);
  };
  if (std::any_of(model.bodies.begin(), model.bodies.end(), has_quaternions) ||
      std::any_of(model.constraints.begin(), model.constraints.end(),
                  [](const Constraint& constraint) { return has_quaternion(constraint.frame.pose); }))
    robot.append_attribute("version") = "1.1";
  const std::size_t first = made_by_floating_base(model) ? 1 : 0;
  for (std::size_t i = first; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    pugi::xml_node link = robot.append_child("link");
    append_name(link, body.name);
    if (!all_zero_bits(body.inertial)) append_inertial(link, body.inertial);
  }
  for (std::size_t i = first + 1; i < model.bodies.size(); ++i) append_joint(robot, model, model.bodies[i]);
  for (const Constraint& constraint : model.constraints) append_constraint(robot, model, constraint);
  return text_of(document);
}

}  // namespace kintree
