#include <algorithm>
#include <pugixml.hpp>

#include "kintree/files/sdf.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "tokens.hpp"
#include "xml_writing.hpp"

namespace kintree {
namespace {

void append_text(pugi::xml_node parent, const char* element, const std::string& text) {
  parent.append_child(element).text().set(text.c_str());
}

void append_sdf_name(pugi::xml_node node, const std::string& name) {
  const bool is_reserved = name == "world" || name.find("::") != std::string::npos ||
                           (name.size() >= 4 && name.starts_with("__") && name.ends_with("__"));
  // Names of links are texts, too, around which blanks do not count.
  const bool has_blanks = !name.empty() && (static_cast<unsigned char>(name.front()) <= ' ' ||
                                            static_cast<unsigned char>(name.back()) <= ' ');
  if (is_reserved || has_blanks)
    text::fail(std::string(node.name()) + " " + in_quotes(name),
               "SDF has no such name; expected none with '::', '__...__', 'world' or blanks at its ends");
  xml::append_name(node, name);
}

pugi::xml_node append_sdf_pose(pugi::xml_node parent, const Placement& placement) {
  pugi::xml_node pose = parent.append_child("pose");
  if (has_quaternion(placement)) {
    const auto& [w, x, y, z] = placement.quaternion;
    pose.append_attribute("rotation_format") = "quat_xyzw";
    pose.text().set((xml::text_of(placement.xyz) + " " + xml::text_of(Quadruple{x, y, z, w})).c_str());
  } else {
    pose.text().set((xml::text_of(placement.xyz) + " " + xml::text_of(placement.rpy)).c_str());
  }
  return pose;
}

void append_sdf_inertial(pugi::xml_node link, const Inertial& inertial) {
  pugi::xml_node node = link.append_child("inertial");
  append_sdf_pose(node, inertial.origin);
  append_text(node, "mass", text::shortest(inertial.mass));
  pugi::xml_node inertia = node.append_child("inertia");
  for (const auto& [name, entry] :
       {std::pair("ixx", inertial.ixx), std::pair("ixy", inertial.ixy), std::pair("ixz", inertial.ixz),
        std::pair("iyy", inertial.iyy), std::pair("iyz", inertial.iyz), std::pair("izz", inertial.izz)})
    append_text(inertia, name, text::shortest(entry));
}

const char* sdf_type(const Body& body) {
  switch (body.joint.kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::universal:
      return "universal";
    case JointKind::spherical:
      return "ball";
    default:
      text::fail("joint " + in_quotes(body.joint.name),
                 "SDF has no joint of kind " + std::string(info(body.joint.kind).name) +
                     "; expected fixed, revolute, prismatic, universal, spherical or free");
  }
}

void append_sdf_axis(pugi::xml_node joint, const char* element, const Triple& axis) {
  append_text(joint.append_child(element), "xyz", xml::text_of(axis));
}

}  // namespace

std::string write_sdf(const Model& model) {
  validate(model);
  if (!xml::numbered_depth_first(model))
    text::fail("model " + in_quotes(model.name),
               "its bodies are not numbered depth first, as those of SDF are");
  if (!model.constraints.empty())
    text::fail("constraint " + in_quotes(model.constraints.front().name),
               "it cannot be written in SDF; write the model as URDF");
  pugi::xml_document document;
  pugi::xml_node sdf = document.append_child("sdf");
  sdf.append_attribute("version") = "1.9";
  pugi::xml_node world = sdf.append_child("world");
  world.append_attribute("name") = "world";
  append_text(world, "gravity", xml::text_of(model.gravity));
  pugi::xml_node robot = world.append_child("model");
  append_sdf_name(robot, model.name.empty() ? "robot" : model.name);
  const auto parent = [&](const Body& body) -> const Body& {
    return model.bodies[static_cast<std::size_t>(body.parent)];
  };
  const auto is_free = [](const Body& body) { return body.joint.kind == JointKind::free; };
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    pugi::xml_node link = robot.append_child("link");
    append_sdf_name(link, body.name);
    if (has_armature(body.joint))
      text::fail("joint " + in_quotes(body.joint.name), "SDF has no armature; write the model as URDF");
    if (is_free(body) && (body.parent != 0 || !xml::all_zero_bits(body.joint.placement)))
      text::fail("joint " + in_quotes(body.joint.name),
                 "SDF has free joints on the base alone, at its origin; expected another kind, or zeros");
    pugi::xml_node pose = append_sdf_pose(link, body.joint.placement);
    if (body.parent != 0) pose.append_attribute("relative_to") = parent(body).name.c_str();
    append_sdf_inertial(link, body.inertial);
  }
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (is_free(body)) continue;
    pugi::xml_node joint = robot.append_child("joint");
    append_sdf_name(joint, body.joint.name);
    joint.append_attribute("type") = sdf_type(body);
    append_text(joint, "parent", body.parent == 0 ? "world" : parent(body).name);
    append_text(joint, "child", body.name);
    if (has_axis(body.joint.kind)) append_sdf_axis(joint, "axis", body.joint.axis);
    if (body.joint.kind == JointKind::universal) append_sdf_axis(joint, "axis2", body.joint.second_axis);
  }
  return xml::text_of(document);
}

}  // namespace kintree
