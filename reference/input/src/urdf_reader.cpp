#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <pugixml.hpp>
#include <unordered_map>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/data/validate.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/input/urdf.hpp"
#include "robot_tree.hpp"
#include "tokens.hpp"
#include "urdf_names.hpp"
#include "xml_characters.hpp"

namespace kintree {
namespace {

using text::fail;

class Reader {
 public:
  Reader(std::string_view document, const UrdfOptions& options) : document_(document), options_(options) {}

  UrdfFile read();

 private:
  pugi::xml_node root();
  void read_link(pugi::xml_node node);
  void read_joint(pugi::xml_node node);

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
  urdf::RobotElements elements_;
  std::unordered_map<std::string_view, std::size_t> link_by_name_, joint_by_name_;  // views of xml_
  std::size_t mimics_ = 0;
  bool dissipation_ = false;
};

std::string Reader::line(pugi::xml_node node) const {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  return "line " + std::to_string(text::line_of(document_, offset));
}

/// A link, joint or robot as messages name it: by its name, or else by its line.
std::string Reader::label(pugi::xml_node owner) const {
  const std::string_view name = owner.attribute("name").value();
  const std::string what = printable(owner.name(), longest_name);
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
  check_xml_characters(document_);
  // Parsed as a fragment, so that text outside the root element is seen; and with the DOCTYPE, which is
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
      fail("text " + in_quotes(node.value()), "stands outside the root element");
    if (node.type() != pugi::node_element) continue;
    if (result)
      fail("element <" + printable(node.name(), longest_name) + "> in " + line(node),
           "a second root element");
    result = node;
  }
  if (!result) fail("XML", "no root element");
  if (std::strcmp(result.name(), "robot") != 0)
    fail("element <" + printable(result.name(), longest_name) + ">", "the root element of a URDF is <robot>");
  return result;
}

void Reader::read_link(pugi::xml_node node) {
  const std::string_view name = required_name(node);
  if (!link_by_name_.emplace(name, elements_.links.size()).second)
    fail(label(node), "the name is used by two links");
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
  elements_.links.push_back(std::move(link));
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
  if (!joint_by_name_.emplace(name, elements_.joints.size()).second)
    fail(label(node), "the name is used by two joints");
  Joint joint;
  joint.name = name;

  const auto type = attribute(node, node, "type");
  if (!type) fail(label(node), "no type");
  const auto* const known = std::find_if(urdf::joint_types.begin(), urdf::joint_types.end(),
                                         [&](const urdf::JointType& t) { return t.name == *type; });
  if (known == urdf::joint_types.end()) fail(label(node), "unknown type " + in_quotes(*type));
  joint.kind = known->kind;

  const std::size_t parent = link_of(node, "parent");
  const std::size_t child_link = link_of(node, "child");
  if (parent == child_link)
    fail(label(node),
         "the parent and the child are the same link " + in_quotes(elements_.links[parent].name));

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
  // A fixed joint has no coordinate that could follow another; published robots have <mimic> on some all the
  // same.
  if (child(node, node, "mimic") && joint.kind != JointKind::fixed) {
    if (!options_.independent_mimic)
      fail(label(node), "<mimic> is not supported (there is an option to take such joints as independent)");
    ++mimics_;
  }
  if (const pugi::xml_node dynamics = child(node, node, "dynamics"))
    for (const char* const name : {"damping", "friction"})
      if (attribute(node, dynamics, name) && required_number(node, dynamics, name) != 0) dissipation_ = true;
  elements_.joints.push_back({std::move(joint), parent, child_link});
}

UrdfFile Reader::read() {
  const pugi::xml_node robot = root();
  elements_.name = required_name(robot);
  if (const auto numbering = attribute(robot, robot, "numbering")) {
    if (*numbering != "file") fail(label(robot), "unknown numbering " + in_quotes(*numbering));
    elements_.numbered_by_file = true;
  }
  bool macros = false;
  for (const pugi::xml_node node : robot.children()) {
    if (std::strcmp(node.name(), "link") == 0) read_link(node);
    if (std::strncmp(node.name(), "xacro:", 6) == 0) macros = true;
  }
  for (const pugi::xml_node node : robot.children("joint")) read_joint(node);
  UrdfFile file;
  file.model = urdf::tree(std::move(elements_), options_, file.warnings);
  if (dissipation_) file.warnings.push_back("<dynamics>: damping and friction are no part of the model");
  if (mimics_ > 0)
    file.warnings.push_back("<mimic>: " + std::to_string(mimics_) + " joints taken as independent");
  if (macros) file.warnings.push_back("<xacro:...>: ignored; expand the file with xacro first");
  std::vector<std::string> odd = validate(file.model);
  std::move(odd.begin(), odd.end(), std::back_inserter(file.warnings));
  return file;
}

}  // namespace

UrdfFile parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options) {
  try {
    UrdfFile file = Reader(text, options).read();
    for (std::string& warning : file.warnings) warning.insert(0, name + ": ");
    return file;
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

UrdfFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  return parse_urdf(read_text_file(path), message_name(path), options);
}

}  // namespace kintree
