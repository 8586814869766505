#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <pugixml.hpp>
#include <sstream>
#include <unordered_map>

#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "robot_readers.hpp"
#include "robot_tree.hpp"
#include "tokens.hpp"
#include "urdf_names.hpp"
#include "urdf_table.hpp"
#include "xml_check.hpp"
#include "xml_encoding.hpp"
#include "xml_source.hpp"

namespace kintree {
namespace {

constexpr xml::Format format{.name = "a URDF", .root = "robot", .is_nested = false};

class Reader {
 public:
  Reader(std::string_view utf8, const UrdfOptions& options) : source_(utf8, format), options_(options) {}

  RobotFile read();

 private:
  void read_robot();
  void read_link(pugi::xml_node node);
  void read_joint(pugi::xml_node node);
  void read_constraint(pugi::xml_node node);
  void add_coupling(pugi::xml_node node, std::string name, std::string joint, std::string leader,
                    bool is_mimic);
  void read_axes(pugi::xml_node node, Joint& joint);
  JointKind kind(pugi::xml_node joint) const;
  Inertial inertial(pugi::xml_node node) const;

  [[noreturn]] void fail(pugi::xml_node node, const std::string& reason) const { source_.fail(node, reason); }
  void warn(pugi::xml_node node, const std::string& text);
  Triple required_axis(pugi::xml_node node) const;
  Placement origin(pugi::xml_node parent) const;
  std::size_t link_of(pugi::xml_node joint, const char* role) const;

  xml::Source source_;
  UrdfOptions options_;
  urdf::RobotElements elements_;
  std::vector<std::string> warnings_;
  std::unordered_map<std::string_view, std::size_t> link_by_name_, joint_by_name_,  // views of source_
      constraint_by_name_;                                                          // its line
  std::string version_ = "1.0";
  std::size_t unread_axes_ = 0;
  std::string first_unread_axis_;
};

void Reader::warn(pugi::xml_node node, const std::string& text) {
  warnings_.push_back(source_.place(node) + ": " + source_.owner(node) + ": " + text);
}

Placement Reader::origin(pugi::xml_node parent) const {
  const pugi::xml_node node = source_.child(parent, "origin");
  Placement result{.xyz = source_.numbers<3>(node, "xyz").value_or(Triple{}),
                   .rpy = source_.numbers<3>(node, "rpy").value_or(Triple{})};
  const auto quaternion = source_.numbers<4>(node, "quat_xyzw");
  if (!quaternion) return result;
  const std::string what = "<origin> quat_xyzw: ";
  if (version_ == "1.0") fail(node, what + "not in URDF 1.0; write <robot version=\"1.1\"> to have it read");
  if (node.attribute("rpy")) fail(node, what + "not beside rpy; remove one of them");
  const auto& [x, y, z, w] = *quaternion;
  result.quaternion = {w, x, y, z};
  if (!has_quaternion(result)) fail(node, what + "all zero; expected a quaternion, such as 0 0 0 1");
  return result;
}

Inertial Reader::inertial(pugi::xml_node node) const {
  const pugi::xml_node mass = source_.required_child(node, "mass"),
                       inertia = source_.required_child(node, "inertia");
  const Inertial result{.origin = origin(node),
                        .mass = source_.required_number(mass, "value"),
                        .ixx = source_.required_number(inertia, "ixx"),
                        .ixy = source_.required_number(inertia, "ixy"),
                        .ixz = source_.required_number(inertia, "ixz"),
                        .iyy = source_.required_number(inertia, "iyy"),
                        .iyz = source_.required_number(inertia, "iyz"),
                        .izz = source_.required_number(inertia, "izz")};
  // The other half of a symmetric matrix, which some programs write too.
  for (const auto& [name, value] : {std::pair("iyx", result.ixy), {"izx", result.ixz}, {"izy", result.iyz}})
    if (inertia.attribute(name) && source_.required_number(inertia, name) != value)
      fail(inertia, std::string("<inertia> ") + name + ": " + in_quotes(inertia.attribute(name).value()) +
                        "; expected " + text::shortest(value) + ", since the matrix is symmetric");
  return result;
}

void Reader::read_robot() {
  const pugi::xml_node robot = source_.root();
  elements_.line = source_.line(robot);
  elements_.name = robot.attribute("name").value();
  if (elements_.name.empty()) {
    elements_.name = "robot";
    warn(robot, "no name; it is called 'robot'");
  }
  const pugi::xml_attribute numbering = robot.attribute("numbering");
  if (numbering && std::string_view(numbering.value()) != "file")
    fail(robot,
         "unknown numbering " + in_quotes(numbering.value()) + "; expected numbering=\"file\", or nothing");
  elements_.numbered_by_file = numbering;
  if (const pugi::xml_attribute version = robot.attribute("version")) version_ = version.value();
  if (version_ != "1.0" && version_ != "1.1" && version_ != "1.2")
    fail(robot, "unknown version " + in_quotes(version_) + " of URDF; expected 1.0, 1.1 or 1.2");
}

void Reader::read_link(pugi::xml_node node) {
  Body link{.name = source_.name(node), .parent = 0, .joint = {}, .inertial = {}};
  const auto [earlier, is_new] =
      link_by_name_.emplace(node.attribute("name").value(), elements_.links.size());
  if (!is_new)
    fail(node, "the name is used by two links, here and in line " +
                   std::to_string(elements_.link_lines[earlier->second]) + "; rename one");
  if (const pugi::xml_node given = source_.child(node, "inertial")) link.inertial = inertial(given);
  elements_.links.push_back(std::move(link));
  elements_.link_lines.push_back(source_.line(node));
}

JointKind Reader::kind(pugi::xml_node joint) const {
  const std::string_view type = source_.required(joint, "type");
  const auto* const known = std::find_if(urdf::joint_types.begin(), urdf::joint_types.end(),
                                         [&](const urdf::JointType& t) { return t.name == type; });
  if (known != urdf::joint_types.end()) return known->kind;
  std::vector<std::string_view> types;
  std::string all;
  for (const urdf::JointType& t : urdf::joint_types) {
    types.emplace_back(t.name);
    all += (all.empty() ? "" : ", ") + std::string(t.name);
  }
  fail(joint, "unknown type " + in_quotes(type) + "; expected " + all + nearest_name_hint(type, types));
}

std::size_t Reader::link_of(pugi::xml_node joint, const char* role) const {
  const pugi::xml_node node = source_.required_child(joint, role);
  const std::string_view name = source_.required(node, "link");
  const auto found = link_by_name_.find(name);
  if (found != link_by_name_.end()) return found->second;
  std::vector<std::string_view> names;
  if (link_by_name_.size() <= 10000)
    for (const Body& link : elements_.links) names.emplace_back(link.name);
  fail(node, std::string("the ") + role + " link " + in_quotes(name) + " does not exist" +
                 known_names_hint(name, names));
}

Triple Reader::required_axis(pugi::xml_node node) const {
  source_.required(node, "xyz");
  return *source_.numbers<3>(node, "xyz");
}

void Reader::read_axes(pugi::xml_node node, Joint& joint) {
  const pugi::xml_node axis = source_.child(node, "axis"), second = source_.child(node, "axis2"),
                       pitch = source_.child(node, "pitch");
  if (axis && has_axis(joint.kind)) joint.axis = required_axis(axis);
  if (axis && !has_axis(joint.kind)) {
    bool sound = false;
    try {
      sound = required_axis(axis) != Triple{};
    } catch (const InputError&) {
    }
    if (!sound && unread_axes_++ == 0)
      first_unread_axis_ = source_.place(axis) + ": " + source_.owner(node) + ": " + xml::start_tag(axis) +
                           " is not an axis; it is not read, since a joint of type " +
                           node.attribute("type").value() + " has none";
  }
  if (second && joint.kind != JointKind::universal)
    fail(second, "<axis2> is for joints of type universal; remove it");
  if (second) joint.second_axis = required_axis(second);
  if (pitch && joint.kind != JointKind::helical)
    fail(pitch, "<pitch> is for joints of type helical; remove it");
  if (joint.kind == JointKind::helical)
    joint.pitch = source_.required_number(source_.required_child(node, "pitch"), "value");
}

void Reader::read_joint(pugi::xml_node node) {
  Joint joint;
  joint.name = source_.name(node);
  const auto [earlier, is_new] =
      joint_by_name_.emplace(node.attribute("name").value(), elements_.joints.size());
  if (!is_new)
    fail(node, "the name is used by two joints, here and in line " +
                   std::to_string(elements_.joints[earlier->second].line) + "; rename one");
  joint.kind = kind(node);
  const std::size_t parent = link_of(node, "parent");
  const std::size_t child_link = link_of(node, "child");
  if (parent == child_link)
    fail(node, "the parent and the child are the same link " + in_quotes(elements_.links[parent].name));
  joint.placement = origin(node);
  read_axes(node, joint);
  if (const pugi::xml_node armature = source_.child(node, "armature")) {
    const std::vector<double> values =
        source_.numbers(armature, "<armature> values", source_.required(armature, "values"));
    const auto count = static_cast<std::size_t>(info(joint.kind).velocities);
    if (values.size() != count)
      fail(armature, "<armature> values: " + std::to_string(values.size()) + " numbers; expected " +
                         std::to_string(count) + ", one for each degree of freedom");
    std::copy(values.begin(), values.end(), joint.armature.begin());
  }
  // A fixed joint has no coordinate that could follow another; published robots have <mimic> on some all the
  // same.
  const pugi::xml_node mimic = source_.child(node, "mimic");
  if (mimic && joint.kind != JointKind::fixed) {
    if (!options_.independent_mimic)
      constraint_by_name_.emplace(node.attribute("name").value(), source_.line(node));
    add_coupling(mimic, joint.name, joint.name, std::string(source_.required(mimic, "joint")), true);
  }
  source_.child(node, "dynamics");
  elements_.joints.push_back({std::move(joint), parent, child_link, source_.line(node)});
}

void Reader::add_coupling(pugi::xml_node node, std::string name, std::string joint, std::string leader,
                          bool is_mimic) {
  Coupling coupling;
  if (node.attribute("multiplier")) coupling.multiplier = source_.required_number(node, "multiplier");
  if (node.attribute("offset")) coupling.offset = source_.required_number(node, "offset");
  elements_.constraints.push_back(
      {.constraint = {.name = std::move(name), .frame = {}, .coupling = coupling},
       .line = source_.line(node),
       .joint = std::move(joint),
       .leader = std::move(leader),
       .place = source_.place(node) + ": " + source_.owner(node) + ": " + xml::start_tag(node),
       .is_mimic = is_mimic});
}

void Reader::read_constraint(pugi::xml_node node) {
  Constraint constraint;
  constraint.name = source_.name(node);
  const auto [earlier, is_new] =
      constraint_by_name_.emplace(node.attribute("name").value(), source_.line(node));
  if (!is_new)
    fail(node, "the name is used by two constraints, here and in line " + std::to_string(earlier->second) +
                   "; rename one");
  if (const pugi::xml_node coupling = source_.child(node, "coupling")) {
    for (const char* const other : {"frame", "relative_to"})
      if (const pugi::xml_node beside = node.child(other))
        fail(beside, std::string("<") + other + "> is not beside <coupling>; remove one of them");
    if (node.attribute("rows")) fail(node, "rows: a <coupling> is one row; remove the attribute");
    const pugi::xml_attribute leader = coupling.attribute("follows");
    if (leader && *leader.value() == '\0')
      fail(coupling,
           "<coupling> follows is empty; expected a joint, or no attribute for one that stands still");
    return add_coupling(coupling, constraint.name, std::string(source_.required(coupling, "joint")),
                        leader.value(), false);
  }
  if (const pugi::xml_attribute given = node.attribute("rows")) {
    constraint.rows = {};
    const std::vector<std::string_view> names(urdf::row_names.begin(), urdf::row_names.end());
    std::istringstream rows(given.value());
    for (std::string row; rows >> row;) {
      const auto found = std::find(names.begin(), names.end(), row);
      if (found == names.end())
        fail(node, "rows: unknown row " + in_quotes(row) + "; expected some of rx, ry, rz, x, y, z");
      bool& is_forbidden = constraint.rows[static_cast<std::size_t>(found - names.begin())];
      if (is_forbidden)
        fail(node, "rows: the row " + in_quotes(row) + " is repeated; expected each row once; remove one");
      is_forbidden = true;
    }
    if (constraint.row_count() == 0) fail(node, "rows is empty; expected some of rx, ry, rz, x, y, z");
  }
  const pugi::xml_node frame = source_.required_child(node, "frame"),
                       other = source_.child(node, "relative_to");
  constraint.frame.pose = origin(frame);
  elements_.constraints.push_back(
      {.constraint = std::move(constraint),
       .line = source_.line(node),
       .link = link_of(node, "frame"),
       .relative_to = other ? std::optional(link_of(node, "relative_to")) : std::nullopt});
}

RobotFile Reader::read() {
  warnings_ = xml::check(source_, urdf::table(), options_.ignore_unknown);
  read_robot();
  for (const pugi::xml_node node : source_.root().children("link")) read_link(node);
  for (const pugi::xml_node node : source_.root().children("joint")) read_joint(node);
  for (const pugi::xml_node node : source_.root().children("motion_constraint")) read_constraint(node);
  urdf::Tree tree = urdf::tree(std::move(elements_), options_, warnings_);
  RobotFile file{
      .model = std::move(tree.model), .warnings = std::move(warnings_), .lines = std::move(tree.lines)};
  if (unread_axes_ > 0)
    file.warnings.push_back(first_unread_axis_ +
                            (unread_axes_ > 1 ? " (and " + std::to_string(unread_axes_ - 1) + " more)" : ""));
  std::vector<std::string> odd = validate(file.model, file.lines);
  std::move(odd.begin(), odd.end(), std::back_inserter(file.warnings));
  return file;
}

/// True if a text has traces of xacro anywhere.
bool has_xacro(std::string_view text) {
  constexpr std::array<std::string_view, 4> traces{"<xacro:", " xacro:", "${", "$("};
  return std::any_of(traces.begin(), traces.end(),
                     [&](std::string_view trace) { return text.find(trace) != std::string_view::npos; });
}

}  // namespace

RobotFile urdf_robot(std::string_view text, const std::string& name, const UrdfOptions& options) {
  std::string utf8;
  try {
    utf8 = utf8_text(std::string(text));
    RobotFile file = Reader(utf8, options).read();
    for (std::string& warning : file.warnings) warning.insert(0, name + ": ");
    return file;
  } catch (const InputError& error) {
    constexpr std::string_view advice =
        "; the file contains unexpanded xacro, so run `xacro FILE > robot.urdf` first";
    throw InputError(name + ": " + error.what() + (has_xacro(utf8) ? std::string(advice) : ""));
  }
}

UrdfFile parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options) {
  return without_lines(urdf_robot(text, name, options));
}

UrdfFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  return parse_urdf(read_text_file(path), message_name(path), options);
}

}  // namespace kintree
