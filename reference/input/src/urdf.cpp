#include "kintree/input/urdf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <numeric>
#include <optional>
#include <pugixml.hpp>
#include <sstream>
#include <unordered_map>

#include "kintree/data/error.hpp"
#include "kintree/data/validate.hpp"
#include "kintree/input/text_file.hpp"
#include "text.hpp"

namespace kintree {
namespace {

using text::in_quotes;

constexpr const char* world_name = "world";
constexpr const char* floating_base_name = "floating_base";

[[noreturn]] void fail(const std::string& element, const std::string& reason) {
  throw InputError(element + ": " + reason);
}

bool xml_character(std::uint32_t point) {
  return point == 0x9 || point == 0xA || point == 0xD || (point >= 0x20 && point <= 0xD7FF) ||
         (point >= 0xE000 && point <= 0xFFFD) || (point >= 0x10000 && point <= 0x10FFFF);
}

/// What XML forbids and pugixml lets pass: control characters, and references to characters that XML does not
/// have (a NUL would cut a name short). Malformed references pugixml takes literally, which does no harm.
void check_characters(std::string_view document) {
  const auto line = [&](std::size_t offset) {
    return "line " + std::to_string(text::line_of(document, offset));
  };
  for (std::size_t i = 0; i < document.size(); ++i) {
    const auto byte = static_cast<unsigned char>(document[i]);
    if (byte < 0x20 && !xml_character(byte)) fail(line(i), "a control character");
    if (byte != '&' || document.substr(i, 2) != "&#") continue;
    const std::size_t start = i + 2;
    const bool hexadecimal = document.substr(start, 1) == "x";
    const std::size_t digits = start + (hexadecimal ? 1 : 0);
    const std::size_t end =
        document.find_first_not_of(hexadecimal ? "0123456789abcdefABCDEF" : "0123456789", digits);
    if (end == std::string_view::npos || document[end] != ';' || end == digits) continue;
    std::uint32_t point = 0;
    const auto result =
        std::from_chars(document.data() + digits, document.data() + end, point, hexadecimal ? 16 : 10);
    if (result.ec != std::errc{} || !xml_character(point))
      fail(line(i), "a reference to a character that XML does not have");
    i = end;
  }
}

bool has_axis(JointKind kind) {
  return kind != JointKind::fixed && kind != JointKind::spherical && kind != JointKind::free;
}

class Reader {
 public:
  Reader(std::string_view document, const UrdfOptions& options) : document_(document), options_(options) {}

  UrdfFile read();

 private:
  struct JointElement {
    Joint joint;
    std::size_t parent, child;  // links
  };

  pugi::xml_node root();
  void read_link(pugi::xml_node node);
  void read_joint(pugi::xml_node node);
  Model tree(const std::string& name);

  std::string line(pugi::xml_node node) const;
  std::string label(pugi::xml_node owner) const;
  std::string_view required_name(pugi::xml_node node) const;
  pugi::xml_node child(pugi::xml_node owner, pugi::xml_node parent, const char* name) const;
  std::optional<std::string_view> attribute(pugi::xml_node owner, pugi::xml_node node,
                                            const char* name) const;
  double number(pugi::xml_node owner, pugi::xml_node node, const char* attribute_name,
                std::string_view token) const;
  double required_number(pugi::xml_node owner, pugi::xml_node node, const char* name) const;
  std::optional<Triple> triple(pugi::xml_node owner, pugi::xml_node node, const char* name) const;
  Placement origin(pugi::xml_node owner, pugi::xml_node parent) const;
  std::size_t link_of(pugi::xml_node joint, const char* role) const;

  std::string_view document_;
  UrdfOptions options_;
  pugi::xml_document xml_;
  std::vector<Body> links_;  // names and inertials
  std::vector<JointElement> joints_;
  std::unordered_map<std::string_view, std::size_t> link_by_name_, joint_by_name_;  // the names stand in xml_
  std::size_t mimics_ = 0;
  bool dissipation_ = false;
  bool numbered_by_file_ = false;
};

std::string Reader::line(pugi::xml_node node) const {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  return "line " + std::to_string(text::line_of(document_, offset));
}

/// A link or joint in messages: by its name, or by its line.
std::string Reader::label(pugi::xml_node owner) const {
  const std::string_view name = owner.attribute("name").value();
  const std::string what = printable(owner.name());
  return name.empty() ? what + " in " + line(owner) : what + " " + in_quotes(name);
}

pugi::xml_node Reader::child(pugi::xml_node owner, pugi::xml_node parent, const char* name) const {
  const pugi::xml_node first = parent.child(name);
  if (first && first.next_sibling(name)) fail(label(owner), std::string("more than one <") + name + ">");
  return first;
}

std::optional<std::string_view> Reader::attribute(pugi::xml_node owner, pugi::xml_node node,
                                                  const char* name) const {
  std::optional<std::string_view> value;
  for (const pugi::xml_attribute candidate : node.attributes()) {
    if (std::strcmp(candidate.name(), name) != 0) continue;
    if (value)
      fail(label(owner), std::string("more than one attribute '") + name + "' in <" + node.name() + ">");
    value = candidate.value();
  }
  return value;
}

std::string_view Reader::required_name(pugi::xml_node node) const {
  const auto name = attribute(node, node, "name");
  if (!name) fail(label(node), "no name");
  if (name->empty()) fail(label(node), "the name is empty");
  return *name;
}

double Reader::number(pugi::xml_node owner, pugi::xml_node node, const char* attribute_name,
                      std::string_view token) const {
  try {
    return text::number(token);
  } catch (const InputError& error) {
    fail(label(owner), std::string("<") + node.name() + "> " + attribute_name + ": " + error.what());
  }
}

double Reader::required_number(pugi::xml_node owner, pugi::xml_node node, const char* name) const {
  const auto value = attribute(owner, node, name);
  if (!value) fail(label(owner), std::string("<") + node.name() + "> has no '" + name + "'");
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = std::min(value->find_first_not_of(space), value->size());
  return number(owner, node, name, value->substr(first, value->find_last_not_of(space) + 1 - first));
}

std::optional<Triple> Reader::triple(pugi::xml_node owner, pugi::xml_node node, const char* name) const {
  const auto value = attribute(owner, node, name);
  if (!value) return std::nullopt;
  constexpr std::string_view space = " \t\r\n";
  std::string_view rest = *value;
  Triple result{};
  std::size_t count = 0;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size()));
    if (rest.empty()) break;
    const std::string_view token = rest.substr(0, rest.find_first_of(space));
    if (count < 3) result[count] = number(owner, node, name, token);
    ++count;
    rest.remove_prefix(token.size());
  }
  if (count != 3)
    fail(label(owner), std::string("<") + node.name() + "> " + name + ": " + std::to_string(count) +
                           (count == 1 ? " number" : " numbers") + " instead of 3");
  return result;
}

Placement Reader::origin(pugi::xml_node owner, pugi::xml_node parent) const {
  const pugi::xml_node node = child(owner, parent, "origin");
  return {.xyz = triple(owner, node, "xyz").value_or(Triple{}),
          .rpy = triple(owner, node, "rpy").value_or(Triple{})};
}

pugi::xml_node Reader::root() {
  if (const std::string flaw = text::flaw(document_); !flaw.empty()) throw InputError(flaw);
  check_characters(document_);
  // A fragment, so that text beside the root element is seen and not skipped; with the DOCTYPE, which is
  // refused.
  constexpr unsigned flags = pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment;
  const pugi::xml_parse_result parsed =
      xml_.load_buffer(document_.data(), document_.size(), flags, pugi::encoding_utf8);
  if (!parsed) {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
    fail("line " + std::to_string(text::line_of(document_, offset)),
         std::string("not well-formed XML: ") + parsed.description());
  }
  pugi::xml_node result;
  for (const pugi::xml_node node : xml_.children()) {
    if (node.type() == pugi::node_doctype) fail("DOCTYPE", "not accepted in a URDF");
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      fail("text " + in_quotes(node.value()), "stands outside of the root element");
    if (node.type() != pugi::node_element) continue;
    if (result) fail("element <" + printable(node.name()) + "> in " + line(node), "a second root element");
    result = node;
  }
  if (!result) fail("XML", "no root element");
  if (std::strcmp(result.name(), "robot") != 0)
    fail("element <" + printable(result.name()) + ">", "the root element of a URDF is <robot>");
  return result;
}

void Reader::read_link(pugi::xml_node node) {
  const std::string_view name = required_name(node);
  if (!link_by_name_.emplace(name, links_.size()).second) fail(label(node), "the name is used by two links");
  Body link{.name = std::string(name), .parent = 0, .joint = {}, .inertial = {}};
  if (const pugi::xml_node inertial = child(node, node, "inertial")) {
    const pugi::xml_node mass = child(node, inertial, "mass");
    const pugi::xml_node inertia = child(node, inertial, "inertia");
    if (!mass) fail(label(node), "<inertial> has no <mass>");
    if (!inertia) fail(label(node), "<inertial> has no <inertia>");
    link.inertial = {.origin = origin(node, inertial),
                     .mass = required_number(node, mass, "value"),
                     .ixx = required_number(node, inertia, "ixx"),
                     .ixy = required_number(node, inertia, "ixy"),
                     .ixz = required_number(node, inertia, "ixz"),
                     .iyy = required_number(node, inertia, "iyy"),
                     .iyz = required_number(node, inertia, "iyz"),
                     .izz = required_number(node, inertia, "izz")};
  }
  links_.push_back(std::move(link));
}

std::size_t Reader::link_of(pugi::xml_node joint, const char* role) const {
  const pugi::xml_node node = child(joint, joint, role);
  if (!node) fail(label(joint), std::string("no <") + role + ">");
  const auto name = attribute(joint, node, "link");
  if (!name) fail(label(joint), std::string("<") + role + "> has no 'link'");
  const auto found = link_by_name_.find(*name);
  if (found == link_by_name_.end())
    fail(label(joint), std::string("the ") + role + " link " + in_quotes(*name) + " does not exist");
  return found->second;
}

void Reader::read_joint(pugi::xml_node node) {
  const std::string_view name = required_name(node);
  if (!joint_by_name_.emplace(name, joints_.size()).second)
    fail(label(node), "the name is used by two joints");
  Joint joint;
  joint.name = name;

  const auto type = attribute(node, node, "type");
  if (!type) fail(label(node), "no type");
  // The last four are Kintree's own.
  constexpr std::array<std::pair<std::string_view, JointKind>, 10> types{
      {{"fixed", JointKind::fixed},
       {"revolute", JointKind::revolute},
       {"continuous", JointKind::revolute},
       {"prismatic", JointKind::prismatic},
       {"planar", JointKind::planar},
       {"floating", JointKind::free},
       {"helical", JointKind::helical},
       {"cylindrical", JointKind::cylindrical},
       {"universal", JointKind::universal},
       {"spherical", JointKind::spherical}}};
  const auto* const known =
      std::find_if(types.begin(), types.end(), [&](const auto& t) { return t.first == *type; });
  if (known == types.end()) fail(label(node), "unknown type " + in_quotes(*type));
  joint.kind = known->second;

  const std::size_t parent = link_of(node, "parent");
  const std::size_t child_link = link_of(node, "child");
  if (parent == child_link)
    fail(label(node), "the parent and the child are the same link " + in_quotes(links_[parent].name));

  joint.placement = origin(node, node);
  if (const pugi::xml_node axis = child(node, node, "axis")) {
    const auto xyz = triple(node, axis, "xyz");
    if (!xyz) fail(label(node), "<axis> has no 'xyz'");
    if (has_axis(joint.kind)) joint.axis = *xyz;
  }
  if (joint.kind == JointKind::universal)
    if (const pugi::xml_node axis = child(node, node, "axis2")) {
      const auto xyz = triple(node, axis, "xyz");
      if (!xyz) fail(label(node), "<axis2> has no 'xyz'");
      joint.second_axis = *xyz;
    }
  if (joint.kind == JointKind::helical) {
    const pugi::xml_node pitch = child(node, node, "pitch");
    if (!pitch) fail(label(node), "no <pitch>");
    joint.pitch = required_number(node, pitch, "value");
  }
  // A fixed joint has no coordinate that could follow another one: published robots have it all the same.
  if (child(node, node, "mimic") && joint.kind != JointKind::fixed) {
    if (!options_.independent_mimic)
      fail(label(node), "<mimic> is not supported (there is an option to take such joints as independent)");
    ++mimics_;
  }
  if (const pugi::xml_node dynamics = child(node, node, "dynamics"))
    for (const char* const name : {"damping", "friction"})
      if (attribute(node, dynamics, name) && required_number(node, dynamics, name) != 0) dissipation_ = true;
  joints_.push_back({std::move(joint), parent, child_link});
}

/// The links and joints as a tree, numbered depth first or as the file has the links.
Model Reader::tree(const std::string& name) {
  constexpr std::size_t none = SIZE_MAX;
  const std::size_t count = links_.size();
  if (count == 0) fail("robot " + in_quotes(name), "no links");
  std::vector<std::size_t> joint_above(count, none);
  std::vector<std::vector<std::size_t>> joints_below(count);
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const auto& [joint, parent, child] = joints_[k];
    if (joint_above[child] != none)
      fail("link " + in_quotes(links_[child].name), "it has two parents, by joint " +
                                                        in_quotes(joints_[joint_above[child]].joint.name) +
                                                        " and by joint " + in_quotes(joint.name));
    joint_above[child] = k;
    joints_below[parent].push_back(k);
  }
  const auto first_root = std::find(joint_above.begin(), joint_above.end(), none);
  if (first_root == joint_above.end())
    fail("robot " + in_quotes(name), "no root link: every link is in or below a cycle of joints");
  const auto second_root = std::find(std::next(first_root), joint_above.end(), none);
  const auto root = static_cast<std::size_t>(first_root - joint_above.begin());
  if (second_root != joint_above.end()) {
    const auto other = static_cast<std::size_t>(second_root - joint_above.begin());
    fail("robot " + in_quotes(name), "more than one root link: " + in_quotes(links_[root].name) + " and " +
                                         in_quotes(links_[other].name));
  }

  Model model;
  model.name = name;
  model.bodies.clear();
  model.bodies.reserve(count + 1);
  std::vector<int> body_of_link(count, -1);
  if (options_.floating_base) {
    if (link_by_name_.contains(world_name))
      fail("link " + in_quotes(world_name), "the name is taken by the base of a floating robot");
    if (joint_by_name_.contains(floating_base_name))
      fail("joint " + in_quotes(floating_base_name),
           "the name is taken by the free joint of a floating robot");
    model.bodies.push_back({.name = world_name, .parent = 0, .joint = {}, .inertial = {}});
    links_[root].joint.name = floating_base_name;
    links_[root].joint.kind = JointKind::free;
  }
  std::vector<std::size_t> pending{root};
  if (numbered_by_file_) {
    for (std::size_t link = 0; link < count; ++link)
      if (joint_above[link] != none && joints_[joint_above[link]].parent >= link)
        fail("link " + in_quotes(links_[link].name),
             "it stands before its parent, which numbering='file' forbids");
    pending.resize(count);
    std::iota(pending.rbegin(), pending.rend(), std::size_t{0});
  }
  while (!pending.empty()) {
    const std::size_t link = pending.back();
    pending.pop_back();
    body_of_link[link] = static_cast<int>(model.bodies.size());
    Body& body = model.bodies.emplace_back(std::move(links_[link]));
    if (joint_above[link] != none) {
      body.parent = body_of_link[joints_[joint_above[link]].parent];
      body.joint = std::move(joints_[joint_above[link]].joint);
    }
    if (numbered_by_file_) continue;
    for (auto k = joints_below[link].rbegin(); k != joints_below[link].rend(); ++k)
      pending.push_back(joints_[*k].child);
  }
  const auto unreached = std::find(body_of_link.begin(), body_of_link.end(), -1);
  if (unreached != body_of_link.end())
    fail("link " + in_quotes(links_[static_cast<std::size_t>(unreached - body_of_link.begin())].name),
         "it is in or below a cycle of joints");
  return model;
}

UrdfFile Reader::read() {
  const pugi::xml_node robot = root();
  const std::string name(required_name(robot));
  if (const auto numbering = attribute(robot, robot, "numbering")) {
    if (*numbering != "file") fail(label(robot), "unknown numbering " + in_quotes(*numbering));
    numbered_by_file_ = true;
  }
  bool macros = false;
  for (const pugi::xml_node node : robot.children()) {
    if (std::strcmp(node.name(), "link") == 0) read_link(node);
    if (std::strncmp(node.name(), "xacro:", 6) == 0) macros = true;
  }
  for (const pugi::xml_node node : robot.children("joint")) read_joint(node);
  UrdfFile file{.model = tree(name), .warnings = {}};
  if (dissipation_) file.warnings.push_back("<dynamics>: damping and friction are no part of the model");
  if (mimics_ > 0)
    file.warnings.push_back("<mimic>: " + std::to_string(mimics_) + " joints taken as independent");
  if (macros) file.warnings.push_back("<xacro:...>: ignored; expand the file with xacro first");
  std::vector<std::string> odd = validate(file.model);
  std::move(odd.begin(), odd.end(), std::back_inserter(file.warnings));
  return file;
}

// Writing.

std::string text_of(const Triple& numbers) {
  return text::shortest(numbers[0]) + " " + text::shortest(numbers[1]) + " " + text::shortest(numbers[2]);
}

bool all_zero_bits(const Placement& placement) {
  return std::bit_cast<std::array<std::uint64_t, 6>>(placement) == std::array<std::uint64_t, 6>{};
}

bool all_zero_bits(const Inertial& inertial) {
  return std::bit_cast<std::array<std::uint64_t, 13>>(inertial) == std::array<std::uint64_t, 13>{};
}

void append_origin(pugi::xml_node parent, const Placement& placement) {
  if (all_zero_bits(placement)) return;
  pugi::xml_node origin = parent.append_child("origin");
  origin.append_attribute("xyz") = text_of(placement.xyz).c_str();
  origin.append_attribute("rpy") = text_of(placement.rpy).c_str();
}

void append_name(pugi::xml_node node, const std::string& name) {
  const bool forbidden = std::any_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && !xml_character(byte);
  });
  if (forbidden || !text::flaw(name).empty())
    fail(std::string(node.name()) + " " + in_quotes(name), "the name cannot be written as XML");
  node.append_attribute("name") = name.c_str();
}

/// Whether a reader makes the base and joint 1 anew from the option floating_base.
bool made_by_floating_base(const Model& model) {
  if (model.bodies.size() < 2) return false;
  const Body& base = model.bodies[0];
  const Body& root = model.bodies[1];
  return base.name == world_name && all_zero_bits(base.inertial) && root.joint.kind == JointKind::free &&
         root.joint.name == floating_base_name && all_zero_bits(root.joint.placement) &&
         std::all_of(model.bodies.begin() + 2, model.bodies.end(),
                     [](const Body& body) { return body.parent != 0; });
}

const char* type_name(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return "continuous";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::planar:
      return "planar";
    case JointKind::free:
      return "floating";
    case JointKind::helical:
      return "helical";
    case JointKind::cylindrical:
      return "cylindrical";
    case JointKind::universal:
      return "universal";
    case JointKind::spherical:
      return "spherical";
  }
  return "";
}

bool numbered_depth_first(const Model& model) {
  for (std::size_t i = 2; i < model.bodies.size(); ++i) {
    auto above = static_cast<int>(i) - 1;
    while (above > model.bodies[i].parent) above = model.bodies[static_cast<std::size_t>(above)].parent;
    if (above != model.bodies[i].parent) return false;
  }
  return true;
}

}  // namespace

UrdfFile parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options) {
  try {
    UrdfFile file = Reader(text, options).read();
    for (std::string& warning : file.warnings) warning = name + ": " + warning;
    return file;
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

UrdfFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  return parse_urdf(read_text_file(path), message_name(path), options);
}

std::string write_urdf(const Model& model) {
  validate(model);
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node robot = document.append_child("robot");
  append_name(robot, model.name.empty() ? "robot" : model.name);
  if (!numbered_depth_first(model)) robot.append_attribute("numbering") = "file";
  const std::size_t first = made_by_floating_base(model) ? 1 : 0;
  for (std::size_t i = first; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    pugi::xml_node link = robot.append_child("link");
    append_name(link, body.name);
    if (all_zero_bits(body.inertial)) continue;
    pugi::xml_node inertial = link.append_child("inertial");
    append_origin(inertial, body.inertial.origin);
    inertial.append_child("mass").append_attribute("value") = text::shortest(body.inertial.mass).c_str();
    pugi::xml_node inertia = inertial.append_child("inertia");
    inertia.append_attribute("ixx") = text::shortest(body.inertial.ixx).c_str();
    inertia.append_attribute("ixy") = text::shortest(body.inertial.ixy).c_str();
    inertia.append_attribute("ixz") = text::shortest(body.inertial.ixz).c_str();
    inertia.append_attribute("iyy") = text::shortest(body.inertial.iyy).c_str();
    inertia.append_attribute("iyz") = text::shortest(body.inertial.iyz).c_str();
    inertia.append_attribute("izz") = text::shortest(body.inertial.izz).c_str();
  }
  for (std::size_t i = first + 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    pugi::xml_node joint = robot.append_child("joint");
    append_name(joint, body.joint.name);
    joint.append_attribute("type") = type_name(body.joint);
    joint.append_child("parent").append_attribute("link") =
        model.bodies[static_cast<std::size_t>(body.parent)].name.c_str();
    joint.append_child("child").append_attribute("link") = body.name.c_str();
    append_origin(joint, body.joint.placement);
    if (has_axis(body.joint.kind))
      joint.append_child("axis").append_attribute("xyz") = text_of(body.joint.axis).c_str();
    if (body.joint.kind == JointKind::universal)
      joint.append_child("axis2").append_attribute("xyz") = text_of(body.joint.second_axis).c_str();
    if (body.joint.kind == JointKind::helical)
      joint.append_child("pitch").append_attribute("value") = text::shortest(body.joint.pitch).c_str();
    if (body.joint.kind == JointKind::prismatic) {
      pugi::xml_node limit = joint.append_child("limit");
      limit.append_attribute("lower") = "-1e9";
      for (const char* const name : {"upper", "effort", "velocity"}) limit.append_attribute(name) = "1e9";
    }
  }
  std::ostringstream stream;
  document.save(stream, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(stream).str();
}

}  // namespace kintree
