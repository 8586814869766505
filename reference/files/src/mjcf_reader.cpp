#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "kintree/files/mjcf.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "mjcf_attributes.hpp"
#include "mjcf_inertia.hpp"
#include "mjcf_table.hpp"
#include "mjcf_text.hpp"
#include "robot_readers.hpp"
#include "unique_names.hpp"
#include "xml_check.hpp"
#include "xml_encoding.hpp"

namespace kintree {
namespace {

class MjcfReader {
 public:
  MjcfReader(const mjcf::Text& text, const UrdfOptions& options)
      : source_(text.utf8, mjcf::format, text.stretches),
        warnings_(xml::check(source_, mjcf::table(), options.ignore_unknown)),
        settings_(source_),
        defaults_(source_) {}

  RobotFile read();

 private:
  struct Pending {
    pugi::xml_node node;
    int parent;
    std::string_view child_class;
  };

  std::vector<Pending> bodies_in(pugi::xml_node parent, int number, std::string_view child_class);
  void read_body(const Pending& pending);
  void add_body(const std::string& name, int parent, Joint&& joint, pugi::xml_node node);
  Inertial inertial(pugi::xml_node body, std::string_view child_class) const;
  Joint joint(const mjcf::Attributes& attributes, pugi::xml_node body);
  int body(const mjcf::Attributes& attributes, const char* name) const;
  void read_constraint(pugi::xml_node node);
  void read_coupling(pugi::xml_node node);
  void read_constraints();

  xml::Source source_;
  std::vector<std::string> warnings_;
  mjcf::Settings settings_;
  mjcf::Defaults defaults_;
  UniqueNames body_names_, joint_names_, constraint_names_;
  std::map<std::string, int, std::less<>> bodies_;  ///< by the names of the file
  Model model_;
  std::vector<BodyLines> lines_;
  std::size_t bodies_read_ = 0, joints_read_ = 0;  // MuJoCo's numbers
};

bool is_joint(pugi::xml_node node) {
  const std::string_view name = node.name();
  return name == "joint" || name == "freejoint";
}

/// The bodies directly in another, the last first.
std::vector<MjcfReader::Pending> MjcfReader::bodies_in(pugi::xml_node parent, int number,
                                                       std::string_view child_class) {
  std::vector<Pending> result;
  for (const pugi::xml_node node : parent.children("body")) result.push_back({node, number, child_class});
  std::reverse(result.begin(), result.end());
  return result;
}

Inertial MjcfReader::inertial(pugi::xml_node body, std::string_view child_class) const {
  const pugi::xml_node stated = source_.child(body, "inertial");
  std::vector<mjcf::Attributes> geoms;
  if (settings_.from_geoms == mjcf::InertiaFromGeom::yes ||
      (settings_.from_geoms == mjcf::InertiaFromGeom::where_absent && !stated))
    for (const pugi::xml_node geom : body.children("geom")) {
      mjcf::Attributes attributes = defaults_.attributes(geom, child_class);
      if (mjcf::is_in_inertia_groups(attributes, settings_)) geoms.push_back(std::move(attributes));
    }
  // Without such a geom MuJoCo keeps the stated inertia: mjCBody::GeomFrame of 2.x, InertiaFromGeom of 3.x, in
  // src/user/user_objects.cc.
  if (geoms.empty() && stated) return mjcf::stated_inertial(defaults_.attributes(stated), settings_);
  return mjcf::geoms_inertial(geoms, settings_);
}

Joint MjcfReader::joint(const mjcf::Attributes& attributes, pugi::xml_node body) {
  Joint result;
  result.name = joint_names_.name_of(attributes.node(), "joint_" + std::to_string(joints_read_++));
  const bool is_free_element = std::string_view(attributes.node().name()) == "freejoint";
  const std::string_view type = is_free_element ? "free" : attributes.text("type").value_or("hinge");
  if (type == "hinge")
    result.kind = JointKind::revolute;
  else if (type == "slide")
    result.kind = JointKind::prismatic;
  else if (type == "ball")
    result.kind = JointKind::spherical;
  else if (type == "free")
    result.kind = JointKind::free;
  else
    attributes.fail("<joint> type: unknown type " + in_quotes(type) +
                    "; expected hinge, slide, ball or free" +
                    nearest_name_hint(type, std::vector<std::string_view>{"hinge", "slide", "ball", "free"}));
  if (result.kind == JointKind::free &&
      (std::string_view(body.parent().name()) != "worldbody" ||
       std::count_if(body.children().begin(), body.children().end(), is_joint) > 1))
    attributes.fail("a free joint is only possible alone in a body of <worldbody>; expected ball and slides");
  if (has_axis(result.kind)) result.axis = attributes.numbers<3>("axis").value_or(Triple{0, 0, 1});
  if (const double armature = attributes.number("armature").value_or(0); !is_free_element)
    std::fill_n(result.armature.begin(), info(result.kind).velocities, armature);
  return result;
}

void MjcfReader::add_body(const std::string& name, int parent, Joint&& joint, pugi::xml_node node) {
  model_.bodies.push_back({.name = name, .parent = parent, .joint = std::move(joint), .inertial = {}});
  // Lines of included files would be taken for those of the main file.
  const std::string place = source_.place(node);
  const std::size_t line = place.starts_with("line ") ? source_.line(node) : 0;
  lines_.push_back({line, line});
}

void MjcfReader::read_body(const Pending& pending) {
  const auto& [node, above, class_above] = pending;
  const std::string name = body_names_.name_of(node, "body_" + std::to_string(++bodies_read_));
  const std::string_view child_class = defaults_.class_of(node, "childclass", class_above);
  Pose pose = defaults_.attributes(node).pose(settings_);
  int parent = above;
  DigitVector at{};  // the origin of the last frame, in that of the body
  std::vector<mjcf::Attributes> joints;
  for (const pugi::xml_node child : node.children())
    if (is_joint(child)) joints.push_back(defaults_.attributes(child, child_class));
  for (std::size_t k = 0; k < joints.size(); ++k) {
    Joint moving = joint(joints[k], node);
    const bool has_anchor = moving.kind == JointKind::revolute || moving.kind == JointKind::spherical;
    const DigitVector anchor = has_anchor ? digits(joints[k].numbers<3>("pos").value_or(Triple{})) : at;
    // The coordinates of a free joint are those of the body in the world; its pose in the file is where it begins.
    if (moving.kind != JointKind::free) moving.placement = (pose * Pose(anchor - at)).placement();
    pose = {};
    at = anchor;
    const bool is_last = k + 1 == joints.size() && at == DigitVector{};
    const std::string of_joint = is_last ? name : body_names_.free(name + "/" + moving.name);
    add_body(of_joint, parent, std::move(moving), joints[k].node());
    parent = model_.body_count();
  }
  if (joints.empty() || at != DigitVector{}) {
    pose = pose * Pose(Digits(-1) * at);
    add_body(name, parent, {.name = joint_names_.free(name), .placement = pose.placement()}, node);
    parent = model_.body_count();
  }
  model_.bodies.back().inertial = inertial(node, child_class);
  bodies_[name] = model_.body_count();
}

/// The body that an attribute names; without it the world.
int MjcfReader::body(const mjcf::Attributes& attributes, const char* name) const {
  const std::optional<std::string_view> given = attributes.text(name);
  if (!given) return 0;
  const auto found = bodies_.find(*given);
  if (found != bodies_.end()) return found->second;
  std::vector<std::string_view> known;
  for (const auto& [of_file, number] : bodies_) known.push_back(of_file);
  attributes.fail("<" + std::string(attributes.node().name()) + "> " + name + ": there is no body " +
                  in_quotes(*given) + "; expected the name of a <body>, or \"world\"" +
                  nearest_name_hint(*given, known));
}

/// q1 = polycoef[0] + polycoef[1] q2, both from their reference positions; q1 = polycoef[0] without joint2.
void MjcfReader::read_coupling(pugi::xml_node node) {
  mjcf::Attributes attributes(source_, node);  // the defaults of <joint> are for those of bodies
  for (const pugi::xml_attribute each : node.attributes()) attributes.set(each.name(), each.value());
  const auto body_of = [&](const char* name) {
    const std::string_view joint = attributes.text(name).value_or("");
    const auto found = std::find_if(model_.bodies.begin() + 1, model_.bodies.end(),
                                    [&](const Body& body) { return body.joint.name == joint; });
    const std::string element = std::string("<joint> ") + name + ": ";
    if (found == model_.bodies.end()) {
      std::vector<std::string_view> known;
      for (const Body& body : model_.bodies) known.push_back(body.joint.name);
      attributes.fail(element + "there is no joint " + in_quotes(joint) + "; expected the name of a <joint>" +
                      nearest_name_hint(joint, known));
    }
    if (info(found->joint.kind).velocities != 1)
      attributes.fail(element + in_quotes(joint) + " is of kind " +
                      std::string(info(found->joint.kind).name) + "; expected a hinge or a slide");
    return static_cast<int>(found - model_.bodies.begin());
  };
  if (!attributes.text("joint1"))
    attributes.fail("<joint> has no attribute 'joint1'; expected the name of a joint");
  Constraint constraint;
  constraint.name =
      constraint_names_.name_of(node, "constraint_" + std::to_string(model_.constraints.size()));
  constraint.frame.body = body_of("joint1");
  if (attributes.text("joint2")) constraint.relative_to = body_of("joint2");
  if (constraint.frame.body == constraint.relative_to)
    attributes.fail("<joint> joint1 and joint2 are the same joint; expected another joint, or no joint2");
  std::array<double, 5> polycoef{0, 1, 0, 0, 0};
  const std::vector<double> given = attributes.numbers("polycoef");
  if (given.size() > polycoef.size()) attributes.fail("<joint> polycoef: more than 5 numbers");
  std::copy(given.begin(), given.end(), polycoef.begin());
  if (polycoef[2] != 0 || polycoef[3] != 0 || polycoef[4] != 0)
    attributes.fail("<joint> polycoef: a curve is not supported; expected zeros after the first two numbers");
  constraint.coupling = Coupling{.multiplier = polycoef[1], .offset = polycoef[0]};
  model_.constraints.push_back(std::move(constraint));
}

/// A <connect> keeps a point of body1 fixed in body2. A <weld> keeps all of body1 fixed, in the frame of body1.
void MjcfReader::read_constraint(pugi::xml_node node) {
  const mjcf::Attributes attributes = defaults_.attributes(node);
  const std::string element = "<" + std::string(node.name()) + "> ";
  if (!attributes.text("body1"))
    attributes.fail(element + "has no attribute 'body1'; expected the name of a body");
  Constraint constraint;
  constraint.name =
      constraint_names_.name_of(node, "constraint_" + std::to_string(model_.constraints.size()));
  constraint.frame.body = body(attributes, "body1");
  constraint.relative_to = body(attributes, "body2");
  if (constraint.frame.body == constraint.relative_to)
    attributes.fail(element + "body1 and body2 are the same body " +
                    in_quotes(attributes.text("body1").value_or("")) +
                    "; expected another body, or no body2 for the world");
  if (std::string_view(node.name()) == "connect") {
    const auto anchor = attributes.numbers<3>("anchor");
    if (!anchor) attributes.fail(element + "has no attribute 'anchor'; expected a point in body1, 3 numbers");
    constraint.frame.pose.xyz = *anchor;
    constraint.rows = mjcf::point_rows;
  } else if (attributes.number("torquescale") == 0) {
    attributes.fail(element + "torquescale is 0; expected another number, or <connect>");
  }
  model_.constraints.push_back(std::move(constraint));
}

void MjcfReader::read_constraints() {
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xml_node equality : source_.root().children("equality"))
    for (const pugi::xml_node node : equality.children())
      if (const std::string_view name = node.name(); name == "connect" || name == "weld" || name == "joint")
        nodes.push_back(node);
  if (!settings_.has_constraints && !nodes.empty()) {
    warnings_.push_back("<equality>: " + std::to_string(nodes.size()) +
                        " constraints left out, since <flag> disables them");
    return;
  }
  for (const pugi::xml_node node : nodes) constraint_names_.take(source_, node);
  for (const pugi::xml_node node : nodes)
    std::string_view(node.name()) == "joint" ? read_coupling(node) : read_constraint(node);
}

RobotFile MjcfReader::read() {
  model_.name = source_.root().attribute("model").value();
  if (model_.name.empty()) model_.name = "robot";
  model_.bodies[0].name = "world";
  model_.gravity = settings_.gravity;
  body_names_.take("world");
  bodies_["world"] = 0;
  lines_.emplace_back();
  // Names of the file are taken before any is generated.
  std::vector<Pending> pending;
  const auto each_body = [&](const auto& action) {
    for (const pugi::xml_node world : source_.root().children("worldbody"))
      for (pending = bodies_in(world, 0, ""); !pending.empty();) {
        const Pending next = pending.back();
        pending.pop_back();
        const Pending inside = action(next);
        const std::vector<Pending> more = bodies_in(next.node, inside.parent, inside.child_class);
        pending.insert(pending.end(), more.begin(), more.end());
      }
  };
  each_body([&](const Pending& body) {
    body_names_.take(source_, body.node);
    for (const pugi::xml_node child : body.node.children())
      if (is_joint(child)) joint_names_.take(source_, child);
    return body;
  });
  each_body([&](const Pending& body) {
    read_body(body);
    return Pending{body.node, model_.body_count(),
                   defaults_.class_of(body.node, "childclass", body.child_class)};
  });
  read_constraints();
  if (model_.body_count() == 0) source_.fail(source_.root(), "no bodies; expected <body> in <worldbody>");
  RobotFile file{.model = std::move(model_), .warnings = std::move(warnings_), .lines = std::move(lines_)};
  std::vector<std::string> odd = validate(file.model, file.lines);
  std::move(odd.begin(), odd.end(), std::back_inserter(file.warnings));
  return file;
}

}  // namespace

RobotFile mjcf_robot(std::string_view text, const std::string& name, const UrdfOptions& options,
                     const std::filesystem::path& folder) {
  try {
    if (options.floating_base)
      throw InputError(
          "a floating base is not added to MJCF; write <freejoint/> in the body, or remove the option");
    RobotFile file = MjcfReader(mjcf::with_includes(utf8_text(std::string(text)), folder), options).read();
    for (std::string& warning : file.warnings) warning.insert(0, name + ": ");
    return file;
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

UrdfFile parse_mjcf(std::string_view text, const std::string& name, const UrdfOptions& options,
                    const std::filesystem::path& folder) {
  return without_lines(mjcf_robot(text, name, options, folder));
}

UrdfFile read_mjcf(const std::filesystem::path& path, const UrdfOptions& options) {
  return parse_mjcf(read_text_file(path), message_name(path), options, path.parent_path());
}

}  // namespace kintree
