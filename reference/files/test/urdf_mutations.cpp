#include "urdf_mutations.hpp"

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace kintree::test {
namespace {

// This list does not come from the reader: it follows the specification of each element of URDF. <mimic> takes no part because
// the files are read with mimic joints as independent joints.
const std::set<std::string_view> without_part{
    "visual",   "collision",    "material",    "limit", "safety_controller", "sensor", "gazebo",
    "dynamics", "transmission", "calibration", "mimic"};
const std::set<std::string_view> types_without_axis{"fixed", "floating", "spherical"};

/// Elements in which a <link>, <inertial>, <origin> ... is part of a correct file.
bool is_place_of(std::string_view element, std::string_view parent) {
  if (element == "link" || element == "joint") return parent == "robot";
  if (element == "inertial") return parent == "link";
  if (element == "mass" || element == "inertia") return parent == "inertial";
  if (element == "origin")
    return parent == "joint" || parent == "inertial" || parent == "visual" || parent == "collision";
  return parent == "joint" && (element == "axis" || element == "axis2" || element == "pitch" ||
                               element == "parent" || element == "child" || element == "mimic");
}

bool is_place_of_attribute(std::string_view name, std::string_view element) {
  if (name == "xyz") return element == "origin" || element == "axis" || element == "axis2";
  return name == "rpy" && element == "origin";
}

bool takes_no_part(pugi::xml_node node) {
  for (; node; node = node.parent()) {
    const std::string_view name = node.name();
    if (without_part.contains(name)) return true;
    const std::string_view type = node.parent().attribute("type").value();
    if (name == "axis" && types_without_axis.contains(type)) return true;
  }
  return false;
}

/// True if all numbers of a value are zero, the default.
bool is_default(std::string_view value) {
  return value.find_first_not_of("0. -+") == std::string_view::npos;
}

bool is_default(pugi::xml_node node) {
  return std::string_view(node.name()) == "origin" &&
         std::all_of(node.attributes_begin(), node.attributes_end(),
                     [](pugi::xml_attribute a) { return is_default(a.value()); });
}

struct Collector : pugi::xml_tree_walker {
  std::vector<pugi::xml_node> elements;
  bool for_each(pugi::xml_node& node) override {
    if (node.type() == pugi::node_element) elements.push_back(node);
    return true;
  }
};

std::vector<pugi::xml_attribute> attributes_of(pugi::xml_node node) {
  return {node.attributes_begin(), node.attributes_end()};
}

std::size_t place(Generator& generator, std::size_t count) {
  return static_cast<std::size_t>(uniform_integer(generator, 0, static_cast<int>(count) - 1));
}

/// A name with a slip of the finger. It may be the same again.
std::string mistyped(std::string name, Generator& generator) {
  const std::size_t at = place(generator, name.size());
  switch (uniform_integer(generator, 0, 2)) {
    case 0:
      std::swap(name[at], name[at == 0 ? name.size() - 1 : at - 1]);
      return name;
    case 1:
      if (name.size() == 1) return name;
      return name.erase(at, 1);
    default:
      return name.insert(at, 1, name[at]);
  }
}

std::string saved(const pugi::xml_document& document) {
  std::ostringstream stream;
  document.save(stream, " ");
  return stream.str();
}

class Mutator {
 public:
  Mutator(const std::string& urdf, Generator& generator) : generator_(generator) {
    document_.load_string(urdf.c_str());
    Collector collector;
    document_.child("robot").traverse(collector);
    elements_ = std::move(collector.elements);
    for (const pugi::xml_node element : elements_)
      if (element.first_attribute()) with_attributes_.push_back(element);
  }

  std::optional<Mutation> draw() {
    using Action = bool (Mutator::*)();
    constexpr std::array<Action, 7> actions{&Mutator::mistype_element,  &Mutator::mistype_attribute,
                                            &Mutator::move_element,     &Mutator::move_attribute,
                                            &Mutator::rename_attribute, &Mutator::repeat_element,
                                            &Mutator::spoil_value};
    if (!(this->*actions[place(generator_, actions.size())])()) return std::nullopt;
    return Mutation{saved(document_), what_, harmless_};
  }

 private:
  bool mistype_element() {
    pugi::xml_node node = pick(generator_, elements_);
    const std::string old = node.name(), now = mistyped(old, generator_);
    harmless_ = takes_no_part(node.parent()) || now == old;
    what_ = "<" + old + "> becomes <" + now + ">";
    return node.set_name(now.c_str());
  }

  bool mistype_attribute() {
    pugi::xml_node node = pick(generator_, with_attributes_);
    pugi::xml_attribute attribute = pick(generator_, attributes_of(node));
    const std::string old = attribute.name(), now = mistyped(old, generator_);
    harmless_ = takes_no_part(node) || now == old;
    what_ = old + " of <" + node.name() + "> becomes " + now;
    return attribute.set_name(now.c_str());
  }

  bool move_element() {
    pugi::xml_node node = pick(generator_, elements_), target = pick(generator_, elements_);
    for (pugi::xml_node above = target; above; above = above.parent())
      if (above == node) return false;
    if (is_place_of(node.name(), target.name())) return false;
    what_ = std::string("<") + node.name() + "> moves from <" + node.parent().name() + "> to <" +
            target.name() + ">";
    harmless_ = takes_no_part(node) || is_default(node);
    return target.append_move(node);
  }

  bool move_attribute() {
    pugi::xml_node node = pick(generator_, with_attributes_), target = pick(generator_, elements_);
    const pugi::xml_attribute attribute = pick(generator_, attributes_of(node));
    if (target == node || is_place_of_attribute(attribute.name(), target.name())) return false;
    what_ = std::string(attribute.name()) + " moves from <" + node.name() + "> to <" + target.name() + ">";
    harmless_ =
        takes_no_part(node) || (std::string_view(node.name()) == "origin" && is_default(attribute.value()));
    target.append_copy(attribute);
    return node.remove_attribute(attribute);
  }

  bool rename_attribute() {
    pugi::xml_node node = pick(generator_, with_attributes_);
    pugi::xml_attribute attribute = pick(generator_, attributes_of(node));
    const pugi::xml_attribute other = pick(generator_, attributes_of(pick(generator_, with_attributes_)));
    if (is_place_of_attribute(other.name(), node.name())) return false;
    what_ = std::string(attribute.name()) + " of <" + node.name() + "> becomes " + other.name();
    harmless_ = takes_no_part(node) || std::string_view(attribute.name()) == other.name();
    return attribute.set_name(other.name());
  }

  bool repeat_element() {
    pugi::xml_node node = pick(generator_, elements_);
    what_ = std::string("<") + node.name() + "> is there twice";
    harmless_ = takes_no_part(node);
    return node.parent().insert_copy_after(node, node);
  }

  bool spoil_value() {
    pugi::xml_node node = pick(generator_, with_attributes_);
    pugi::xml_attribute attribute = pick(generator_, attributes_of(node));
    const std::string_view name = attribute.name();
    // Another name of a joint, or of a link that no joint names, is another robot, and so is a number with an exponent.
    const bool is_named = std::string_view(node.name()) == "link" && node.parent().child("joint");
    if (name == "name" && !is_named && !takes_no_part(node)) return false;
    std::string value = attribute.value();
    const char letter = "abcdfghijklmnopqrstuvwxyz"[place(generator_, 25)];
    value.insert(place(generator_, value.size() + 1), 1, letter);
    what_ = std::string(name) + " of <" + node.name() + "> becomes '" + value + "'";
    harmless_ = takes_no_part(node);
    return attribute.set_value(value.c_str());
  }

  Generator& generator_;
  pugi::xml_document document_;
  std::vector<pugi::xml_node> elements_, with_attributes_;
  std::string what_;
  bool harmless_ = false;
};

}  // namespace

std::optional<Mutation> mutated(const std::string& urdf, Generator& generator) {
  return Mutator(urdf, generator).draw();
}

std::string decorated(const std::string& urdf, Generator& generator) {
  const auto add = [](pugi::xml_node parent, const char* text) {
    parent.append_buffer(text, std::string_view(text).size());
  };
  const std::vector<const char*> for_links{
      "<visual><origin xyz='1 0 0' rpy='0 0 1'/><geometry><box size='1 1 1'/></geometry><material "
      "name='m'/></visual>",
      "<collision><geometry><mesh filename='m.stl'/></geometry></collision>"};
  const std::vector<const char*> for_joints{"<limit lower='-1' upper='1' effort='1' velocity='1'/>",
                                            "<dynamics damping='0.5' friction='0'/>",
                                            "<safety_controller k_velocity='1' soft_lower_limit='0'/>"};
  const std::vector<const char*> for_robots{
      "<transmission name='t'><type>T</type><joint name='j'><hardwareInterface>H</hardwareInterface></joint>"
      "<actuator name='a'><mechanicalReduction>50</mechanicalReduction></actuator></transmission>",
      "<gazebo reference='l'><material>M</material><mu1>1</mu1><selfCollide>true</selfCollide></gazebo>",
      "<gazebo><plugin name='p' filename='f'><joint>j</joint></plugin></gazebo>",
      "<material name='m'><color rgba='1 1 1 1'/></material>"};
  pugi::xml_document document;
  document.load_string(urdf.c_str());
  pugi::xml_node robot = document.child("robot");
  for (pugi::xml_node link : robot.children("link"))
    if (one_in(generator, 2)) add(link, pick(generator, for_links));
  for (pugi::xml_node joint : robot.children("joint")) {
    if (one_in(generator, 2) && !joint.child("limit")) add(joint, pick(generator, for_joints));
    if (types_without_axis.contains(joint.attribute("type").value()) && !joint.child("axis"))
      add(joint, "<axis xyz='0 0 1'/>");
  }
  for (const char* const text : for_robots)
    if (one_in(generator, 2)) add(robot, text);
  return saved(document);
}

}  // namespace kintree::test
