#include <pugixml.hpp>
#include <vector>

#include "kintree/files/mjcf.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "mjcf_attributes.hpp"
#include "tokens.hpp"
#include "xml_writing.hpp"

namespace kintree {
namespace {

void append_pose(pugi::xml_node node, const Placement& placement) {
  if (!xml::all_zero_bits(placement.xyz)) node.append_attribute("pos") = xml::text_of(placement.xyz).c_str();
  if (has_quaternion(placement))
    node.append_attribute("quat") = xml::text_of(placement.quaternion).c_str();
  else if (!xml::all_zero_bits(placement.rpy))
    node.append_attribute("euler") = xml::text_of(placement.rpy).c_str();
}

void append_mjcf_inertial(pugi::xml_node body, const Inertial& inertial) {
  pugi::xml_node node = body.append_child("inertial");
  const Triple diagonal{inertial.ixx, inertial.iyy, inertial.izz},
      products{inertial.ixy, inertial.ixz, inertial.iyz};
  // Required, even if it is zero.
  node.append_attribute("pos") = xml::text_of(inertial.origin.xyz).c_str();
  append_pose(node, {.xyz = {}, .rpy = inertial.origin.rpy, .quaternion = inertial.origin.quaternion});
  node.append_attribute("mass") = text::shortest(inertial.mass).c_str();
  if (xml::all_zero_bits(products))
    node.append_attribute("diaginertia") = xml::text_of(diagonal).c_str();
  else
    node.append_attribute("fullinertia") = (xml::text_of(diagonal) + " " + xml::text_of(products)).c_str();
}

bool has_turned_tensor(const Inertial& inertial) {
  const Triple products{inertial.ixy, inertial.ixz, inertial.iyz};
  return !xml::all_zero_bits(products) &&
         (has_quaternion(inertial.origin) || !xml::all_zero_bits(inertial.origin.rpy));
}

/// MJCF has one number for all coordinates of a joint.
void append_armature(pugi::xml_node node, const Joint& joint) {
  if (!has_armature(joint)) return;
  const auto end = joint.armature.begin() + info(joint.kind).velocities;
  if (std::any_of(joint.armature.begin(), end, [&](double r) { return r != joint.armature[0]; }))
    text::fail("joint " + in_quotes(joint.name),
               "MJCF has one armature for all coordinates of a joint; write the model as URDF");
  node.append_attribute("armature") = text::shortest(joint.armature[0]).c_str();
}

void append_mjcf_joint(pugi::xml_node node, const Body& body) {
  const char* type = nullptr;
  switch (body.joint.kind) {
    case JointKind::fixed:
      return;
    case JointKind::revolute:
      type = "hinge";
      break;
    case JointKind::prismatic:
      type = "slide";
      break;
    case JointKind::spherical:
      type = "ball";
      break;
    case JointKind::free:
      if (body.parent != 0 || !xml::all_zero_bits(body.joint.placement))
        text::fail("joint " + in_quotes(body.joint.name),
                   "MJCF has free joints on the base alone, at its origin; expected another kind, or zeros");
      if (has_armature(body.joint)) {
        type = "free";
        break;
      }
      xml::append_name(node.append_child("freejoint"), body.joint.name);
      return;
    default:
      text::fail("joint " + in_quotes(body.joint.name),
                 "MJCF has no joint of kind " + std::string(info(body.joint.kind).name) +
                     "; expected fixed, revolute, prismatic, spherical or free");
  }
  pugi::xml_node joint = node.append_child("joint");
  xml::append_name(joint, body.joint.name);
  joint.append_attribute("type") = type;
  if (has_axis(body.joint.kind)) joint.append_attribute("axis") = xml::text_of(body.joint.axis).c_str();
  append_armature(joint, body.joint);
}

void append_constraints(pugi::xml_node robot, const Model& model) {
  pugi::xml_node equality = robot.append_child("equality");
  const auto name_of = [&](int body) {
    return body == 0 ? "world" : model.bodies[static_cast<std::size_t>(body)].name.c_str();
  };
  const auto joint_of = [&](int body) {
    return model.bodies[static_cast<std::size_t>(body)].joint.name.c_str();
  };
  for (const Constraint& constraint : model.constraints) {
    const auto& [name, frame, relative_to, rows, coupling] = constraint;
    if (coupling) {
      pugi::xml_node node = equality.append_child("joint");
      xml::append_name(node, name);
      node.append_attribute("joint1") = joint_of(frame.body);
      if (relative_to != 0) node.append_attribute("joint2") = joint_of(relative_to);
      node.append_attribute("polycoef") =
          (text::shortest(coupling->offset) + " " + text::shortest(coupling->multiplier) + " 0 0 0").c_str();
      continue;
    }
    const bool is_point = rows == mjcf::point_rows && !is_turned(frame.pose);
    if (!is_point && (rows != Constraint{}.rows || !xml::all_zero_bits(frame.pose)))
      text::fail("constraint " + in_quotes(name),
                 "MJCF has the rows x y z in the axes of a body, or all rows of a body's frame; write the "
                 "model as URDF");
    pugi::xml_node node = equality.append_child(is_point ? "connect" : "weld");
    xml::append_name(node, name);
    node.append_attribute("body1") = name_of(frame.body);
    node.append_attribute("body2") = name_of(relative_to);
    if (is_point) node.append_attribute("anchor") = xml::text_of(frame.pose.xyz).c_str();
  }
}

}  // namespace

std::string write_mjcf(const Model& model) {
  validate(model);
  if (!xml::numbered_depth_first(model))
    text::fail("model " + in_quotes(model.name),
               "its bodies are not numbered depth first, as those of MJCF are");
  pugi::xml_document document;
  pugi::xml_node robot = document.append_child("mujoco");
  robot.append_attribute("model") = model.name.empty() ? "robot" : model.name.c_str();
  pugi::xml_node compiler = robot.append_child("compiler");
  compiler.append_attribute("angle") = "radian";
  compiler.append_attribute("eulerseq") = "XYZ";
  robot.append_child("option").append_attribute("gravity") = xml::text_of(model.gravity).c_str();
  std::vector<pugi::xml_node> nodes{robot.append_child("worldbody")};
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    pugi::xml_node node = nodes[static_cast<std::size_t>(body.parent)].append_child("body");
    nodes.push_back(node);
    xml::append_name(node, body.name);
    append_pose(node, body.joint.placement);
    append_mjcf_joint(node, body);
    if (has_turned_tensor(body.inertial)) {
      // MJCF has no inertia with both products and axes of its own.
      pugi::xml_node turned = node.append_child("body");
      xml::append_name(turned, body.name + "/inertial");
      append_pose(turned, body.inertial.origin);
      Inertial inertial = body.inertial;
      inertial.origin = {};
      append_mjcf_inertial(turned, inertial);
      continue;
    }
    if (!xml::all_zero_bits(body.inertial)) append_mjcf_inertial(node, body.inertial);
  }
  if (!model.constraints.empty()) append_constraints(robot, model);
  return xml::text_of(document);
}

}  // namespace kintree
