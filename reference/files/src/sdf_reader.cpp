#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <cmath>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "kintree/files/sdf.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "robot_readers.hpp"
#include "robot_tree.hpp"
#include "sdf_frames.hpp"
#include "sdf_table.hpp"
#include "unique_names.hpp"
#include "urdf_names.hpp"
#include "xml_check.hpp"
#include "xml_encoding.hpp"

namespace kintree {
namespace {

class SdfReader {
 public:
  SdfReader(std::string_view utf8, const UrdfOptions& options)
      : source_(utf8, sdf::format),
        options_(options),
        warnings_(xml::check(source_, sdf::table(), options.ignore_unknown)),
        frames_(source_) {}

  RobotFile read();

 private:
  struct SdfLink {
    std::string name;
    pugi::xml_node node;
    std::size_t frame;
  };
  struct SdfJoint {
    std::string scope, name;
    pugi::xml_node node;
    std::size_t frame;
  };

  void read_version();
  std::vector<pugi::xml_node> models();
  void read_model(pugi::xml_node top, const std::string& strip);
  std::size_t body_of(const SdfJoint& joint, const char* role) const;
  Triple axis(const SdfJoint& joint, const char* element);
  void add_mimic(const SdfJoint& joint, pugi::xml_node mimic);
  void read_joint(const SdfJoint& joint);
  void add_joint(std::size_t order, Joint&& joint, std::size_t parent, std::size_t child,
                 pugi::xml_node node);
  Inertial inertial(pugi::xml_node link);
  void add_free_joints();
  double number(pugi::xml_node node) const {
    return source_.number(node, std::string("<") + node.name() + ">", sdf::content(source_, node));
  }

  xml::Source source_;
  UrdfOptions options_;
  std::vector<std::string> warnings_;
  sdf::Frames frames_;
  std::vector<SdfLink> links_;                                  // link k is elements_.links[k + 1]
  std::unordered_map<std::size_t, std::size_t> link_by_frame_;  // of elements_
  std::vector<SdfJoint> joints_;
  urdf::RobotElements elements_;    // link 0 is the world
  std::vector<std::size_t> order_;  // by joint of elements_: the link whose place it has among its siblings
  std::vector<bool> has_joint_;     // by link of elements_
  UniqueNames link_names_, joint_names_;
  Triple gravity_ = Model{}.gravity;
  std::size_t without_inertial_ = 0;
  bool is_before_1_7_ = false;
};

void SdfReader::read_version() {
  const pugi::xml_node root = source_.root();
  const std::string_view version = source_.required(root, "version");
  constexpr std::array<std::string_view, 8> known{"1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"};
  if (std::find(known.begin(), known.end(), version) == known.end())
    source_.fail(root, "unknown version " + in_quotes(version) + " of SDF; expected 1.5 to 1.12");
  is_before_1_7_ = version == "1.5" || version == "1.6";
}

/// The models of the root, or of its one world, whose gravity and frames are read too.
std::vector<pugi::xml_node> SdfReader::models() {
  const pugi::xml_node root = source_.root(), world = source_.child(root, "world");
  const pugi::xml_node place = world ? world : root;
  if (world && root.child("model"))
    source_.fail(root.child("model"), "a <model> beside a <world>; expected one of them");
  if (world) {
    // The default of SDF, and not that of a model.
    gravity_ = {0, 0, -9.8};
    if (const pugi::xml_node gravity = source_.child(world, "gravity"))
      gravity_ = source_.numbers<3>(gravity, "<gravity>", sdf::content(source_, gravity));
    for (const pugi::xml_node frame : world.children("frame")) {
      const std::string_view attached_to = frame.attribute("attached_to").as_string("world");
      frames_.add(frame, "", std::string(attached_to), std::string(attached_to));
    }
  }
  std::vector<pugi::xml_node> result;
  for (const pugi::xml_node model : place.children("model")) result.push_back(model);
  if (result.empty()) source_.fail(place, "no models; expected <model>");
  if (!world && result.size() > 1)
    source_.fail(result[1], "more than one <model> in <sdf>; expected one, or a <world> around them");
  elements_.name =
      result.size() == 1 ? result.front().attribute("name").value() : world.attribute("name").value();
  return result;
}

/// The model and the models in it. Names of bodies are those of the frames without `strip` at their beginning.
void SdfReader::read_model(pugi::xml_node top, const std::string& strip) {
  struct Pending {
    pugi::xml_node node;
    std::string scope, base;
  };
  std::vector<Pending> pending{{top, "", "world"}};
  while (!pending.empty()) {
    const auto [model, outer, base] = pending.back();
    pending.pop_back();
    const std::string scope = outer + source_.name(model) + "::";
    std::string_view canonical = model.attribute("canonical_link").value();
    if (canonical.empty()) canonical = model.child("link").attribute("name").value();
    if (canonical.empty()) canonical = "__model__";  // which is an error where a link of it is needed
    frames_.add(model, outer, base, std::string(source_.name(model)) + "::" + std::string(canonical));
    const auto full = [&](pugi::xml_node node) {
      return scope.substr(strip.size()) + node.attribute("name").value();
    };
    std::vector<Pending> inside;
    for (const pugi::xml_node node : model.children()) {
      const std::string_view kind = node.name();
      if (kind == "link") {
        links_.push_back({"", node, frames_.add(node, scope, "__model__", "")});
        links_.back().name = full(node);
        link_by_frame_.emplace(links_.back().frame, links_.size());
      } else if (kind == "joint") {
        const std::string child(sdf::content(source_, source_.required_child(node, "child")));
        joints_.push_back({scope, "", node, frames_.add(node, scope, child, child)});
        joints_.back().name = full(node);
      } else if (kind == "frame") {
        const std::string_view attached_to = node.attribute("attached_to").as_string("__model__");
        frames_.add(node, scope, std::string(attached_to), std::string(attached_to));
      } else if (kind == "model") {
        inside.push_back({node, scope, "__model__"});
      }
    }
    pending.insert(pending.end(), inside.rbegin(), inside.rend());
  }
}

Inertial SdfReader::inertial(pugi::xml_node link) {
  Inertial result{.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
  const pugi::xml_node node = source_.child(link, "inertial");
  const pugi::xml_node mass = source_.child(node, "mass"), inertia = source_.child(node, "inertia"),
                       pose = source_.child(node, "pose");
  if (!mass || !inertia) {
    if (without_inertial_++ == 0)
      warnings_.push_back(
          source_.place(link) + ": " + source_.owner(link) +
          ": no <mass> or no <inertia>, so SDF's default of 1 is used (also for other links without)");
  }
  if (pose && *pose.attribute("relative_to").value() != '\0')
    source_.fail(pose, "<pose> relative_to: its pose is relative to the link, expected no attribute");
  result.origin = sdf::pose_of(source_, pose).placement();
  if (mass) result.mass = number(mass);
  for (const auto& [name, entry] :
       {std::pair("ixx", &result.ixx), std::pair("ixy", &result.ixy), std::pair("ixz", &result.ixz),
        std::pair("iyy", &result.iyy), std::pair("iyz", &result.iyz), std::pair("izz", &result.izz)})
    if (const pugi::xml_node given = source_.child(inertia, name)) *entry = number(given);
  return result;
}

std::size_t SdfReader::body_of(const SdfJoint& joint, const char* role) const {
  const pugi::xml_node node = source_.required_child(joint.node, role);
  const std::size_t frame = frames_.link_of(
      frames_.find(node, joint.scope, sdf::content(source_, node), std::string("<") + role + ">"));
  if (frame == sdf::Frames::world) return 0;
  return link_by_frame_.at(frame);
}

/// q = multiplier (q' - reference) + offset. The other joint is in the same model.
void SdfReader::add_mimic(const SdfJoint& joint, pugi::xml_node mimic) {
  const auto number_or = [&](const char* name, double otherwise) {
    const pugi::xml_node node = source_.child(mimic, name);
    return node ? number(node) : otherwise;
  };
  const std::size_t own_name = std::string_view(joint.node.attribute("name").value()).size();
  Coupling coupling{.multiplier = number_or("multiplier", 1)};
  coupling.offset = std::fma(-coupling.multiplier, number_or("reference", 0), number_or("offset", 0));
  elements_.constraints.push_back(
      {.constraint = {.name = joint.name, .frame = {}, .coupling = coupling},
       .line = source_.line(mimic),
       .joint = joint.name,
       .leader = joint.name.substr(0, joint.name.size() - own_name).append(source_.required(mimic, "joint")),
       .place = source_.place(mimic) + ": " + source_.owner(joint.node) + ": " + xml::start_tag(mimic),
       .is_mimic = true});
}

/// The axis in the frame of the joint.
Triple SdfReader::axis(const SdfJoint& joint, const char* element) {
  const pugi::xml_node node = source_.required_child(joint.node, element), xyz = source_.child(node, "xyz");
  if (const pugi::xml_node mimic = source_.child(node, "mimic")) add_mimic(joint, mimic);
  const Triple stated = xyz ? source_.numbers<3>(xyz, "<xyz>", sdf::content(source_, xyz)) : Triple{0, 0, 1};
  std::string frame = xyz.attribute("expressed_in").value();
  if (const pugi::xml_node old = source_.child(node, "use_parent_model_frame")) {
    const std::string_view value = sdf::content(source_, old);
    if (value == "true" || value == "1") {
      if (!is_before_1_7_)
        source_.fail(old,
                     "<use_parent_model_frame>: not in SDF 1.7, so write <xyz expressed_in=\"__model__\">");
      frame = "__model__";
    }
  }
  if (frame.empty()) return stated;
  const std::size_t in = frames_.find(xyz, joint.scope, frame, "<xyz> expressed_in");
  return frames_.relative(in, joint.frame).direction(stated);
}

void SdfReader::add_joint(std::size_t order, Joint&& joint, std::size_t parent, std::size_t child,
                          pugi::xml_node node) {
  elements_.joints.push_back({std::move(joint), parent, child, source_.line(node)});
  order_.push_back(order);
}

void SdfReader::read_joint(const SdfJoint& element) {
  const std::string_view type = source_.required(element.node, "type");
  Joint joint;
  joint.name = element.name;
  const std::size_t parent = body_of(element, "parent"), child = body_of(element, "child");
  if (child == 0) source_.fail(element.node, "the child is the world; expected a link");
  if (parent == child) source_.fail(element.node, "the parent and the child are the same link");
  if (type == "revolute" || type == "continuous")
    joint.kind = JointKind::revolute;
  else if (type == "prismatic")
    joint.kind = JointKind::prismatic;
  else if (type == "ball")
    joint.kind = JointKind::spherical;
  else if (type == "universal" || type == "revolute2")
    joint.kind = JointKind::universal;
  else if (type == "screw")
    joint.kind = JointKind::helical;
  else if (type != "fixed") {
    const std::vector<std::string_view> types{"fixed",     "revolute",  "continuous", "prismatic",
                                              "universal", "revolute2", "ball",       "screw"};
    const std::string reason = type == "gearbox"
                                   ? "gearboxes are not supported yet"
                                   : "unknown type " + in_quotes(type) + nearest_name_hint(type, types);
    source_.fail(
        element.node,
        reason + "; expected fixed, revolute, continuous, prismatic, universal, revolute2, ball or screw");
  }
  const auto misplaced = [&](const char* name, const char* types) {
    if (const pugi::xml_node node = element.node.child(name))
      source_.fail(node, std::string("<") + name + "> is misplaced in a joint of type " + in_quotes(type) +
                             "; expected in one of type " + types + "; remove it, or correct the type");
  };
  if (joint.kind != JointKind::universal) misplaced("axis2", "universal or revolute2");
  if (joint.kind != JointKind::helical)
    for (const char* const pitch : {"thread_pitch", "screw_thread_pitch"}) misplaced(pitch, "screw");
  if (has_axis(joint.kind)) joint.axis = axis(element, "axis");
  if (joint.kind == JointKind::universal) joint.second_axis = axis(element, "axis2");
  if (joint.kind == JointKind::helical) {
    const pugi::xml_node left = source_.child(element.node, "thread_pitch"),
                         right = source_.child(element.node, "screw_thread_pitch");
    if (!left == !right)
      source_.fail(element.node,
                   "expected one of <screw_thread_pitch> [m per turn, right-handed] and <thread_pitch> "
                   "[rad/m, left-handed]");
    if (left && number(left) == 0) source_.fail(left, "<thread_pitch>: it is zero");
    joint.pitch = static_cast<double>(
        left ? -1 / Digits(number(left)) : Digits(number(right)) / boost::math::constants::two_pi<Digits>());
  }
  const auto frame_of = [&](std::size_t link) {
    return link == 0 ? sdf::Frames::world : links_[link - 1].frame;
  };
  has_joint_[child] = true;
  if (joint.kind == JointKind::fixed) {
    joint.placement = frames_.relative(frame_of(child), frame_of(parent)).placement();
    return add_joint(child, std::move(joint), parent, child, element.node);
  }
  joint.placement = frames_.relative(element.frame, frame_of(parent)).placement();
  const Pose of_child = frames_.relative(frame_of(child), element.frame);
  if (of_child.is_identity()) return add_joint(child, std::move(joint), parent, child, element.node);
  const std::size_t moved = elements_.links.size();
  elements_.links.push_back({.name = link_names_.free(elements_.links[child].name + "/" + joint.name),
                             .parent = 0,
                             .joint = {},
                             .inertial = {}});
  elements_.link_lines.push_back(source_.line(element.node));
  add_joint(child, std::move(joint), parent, moved, element.node);
  add_joint(child,
            {.name = joint_names_.free(elements_.links[child].name), .placement = of_child.placement()},
            moved, child, element.node);
}

void SdfReader::add_free_joints() {
  bool is_first = true;
  for (std::size_t link = 1; link <= links_.size(); ++link) {
    if (has_joint_[link]) continue;
    const bool is_named = is_first && !options_.floating_base_name.empty();
    Joint joint;
    joint.name = joint_names_.free(is_named ? options_.floating_base_name : urdf::floating_base_name);
    joint.kind = JointKind::free;
    add_joint(link, std::move(joint), 0, link, links_[link - 1].node);
    is_first = false;
  }
  if (options_.floating_base && is_first)
    throw InputError(
        "a floating base is not added to SDF, whose links float without a joint to the world; remove that "
        "joint, or the option");
}

RobotFile SdfReader::read() {
  read_version();
  const std::vector<pugi::xml_node> all = models();
  elements_.line = source_.line(all.front());
  for (const pugi::xml_node model : all) read_model(model, all.size() == 1 ? source_.name(model) + "::" : "");
  frames_.close();
  elements_.links.push_back({.name = "world", .parent = 0, .joint = {}, .inertial = {}});
  elements_.link_lines.push_back(0);
  link_names_.take("world");
  for (const SdfLink& link : links_) {
    link_names_.take(link.name);
    elements_.links.push_back({.name = link.name, .parent = 0, .joint = {}, .inertial = inertial(link.node)});
    elements_.link_lines.push_back(source_.line(link.node));
  }
  has_joint_.resize(elements_.links.size());
  for (const SdfJoint& joint : joints_) joint_names_.take(joint.name);
  for (const SdfJoint& joint : joints_) read_joint(joint);
  add_free_joints();
  // In the order of the links.
  std::vector<std::pair<std::size_t, urdf::JointElement>> ordered;
  for (std::size_t k = 0; k < order_.size(); ++k)
    ordered.emplace_back(order_[k], std::move(elements_.joints[k]));
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < order_.size(); ++k) elements_.joints[k] = std::move(ordered[k].second);
  urdf::Tree tree =
      urdf::tree(std::move(elements_), {.independent_mimic = options_.independent_mimic}, warnings_);
  tree.model.gravity = gravity_;
  RobotFile file{
      .model = std::move(tree.model), .warnings = std::move(warnings_), .lines = std::move(tree.lines)};
  std::vector<std::string> odd = validate(file.model, file.lines);
  std::move(odd.begin(), odd.end(), std::back_inserter(file.warnings));
  return file;
}

}  // namespace

RobotFile sdf_robot(std::string_view text, const std::string& name, const UrdfOptions& options) {
  try {
    const std::string utf8 = utf8_text(std::string(text));
    RobotFile file = SdfReader(utf8, options).read();
    for (std::string& warning : file.warnings) warning.insert(0, name + ": ");
    return file;
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

UrdfFile parse_sdf(std::string_view text, const std::string& name, const UrdfOptions& options) {
  return without_lines(sdf_robot(text, name, options));
}

UrdfFile read_sdf(const std::filesystem::path& path, const UrdfOptions& options) {
  return parse_sdf(read_text_file(path), message_name(path), options);
}

}  // namespace kintree
