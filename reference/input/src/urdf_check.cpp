#include "urdf_check.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_set>

#include "kintree/data/error.hpp"
#include "kintree/data/nearest_name.hpp"
#include "kintree/data/printable.hpp"
#include "tokens.hpp"
#include "urdf_names.hpp"
#include "urdf_rules.hpp"

namespace kintree::urdf {
namespace {

/// The meaning of an element, and the rule for its content if it is read.
struct Scope {
  Meaning meaning = Meaning::read;
  const ElementRule* rule = nullptr;
};

/// Elements of one kind that are left out of the model.
struct LeftOut {
  std::string_view kind;
  std::size_t count = 0, first_line = 0;
  std::set<std::string> names;
};

std::string element(std::string_view name) {
  return "<" + printable(name, longest_name) + ">";
}

std::string list(const std::vector<std::string_view>& names) {
  std::string result;
  for (const std::string_view name : names)
    result += (result.empty() ? "<" : ", <") + std::string(name) + ">";
  return result;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(space), text.size());
  return std::string(text.substr(first, text.find_last_not_of(space) + 1 - first));
}

std::optional<double> number_or_bool(const std::string& text) {
  if (text == "true" || text == "True") return 1;
  if (text == "false" || text == "False") return 0;
  try {
    return text::number(text);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

bool all_zero(std::string_view numbers) {
  return numbers.find_first_of("123456789") == std::string_view::npos &&
         numbers.find_first_not_of("0.eE+- \t\r\n") == std::string_view::npos;
}

bool all_zero(pugi::xml_node node) {
  return std::all_of(node.attributes().begin(), node.attributes().end(),
                     [](pugi::xml_attribute a) { return all_zero(a.value()); }) &&
         all_zero(node.child_value()) &&
         !node.find_child([](pugi::xml_node c) { return c.type() == pugi::node_element; });
}

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// True for an element of the model in a place where nothing is read.
bool is_misplaced(pugi::xml_node node, Meaning meaning) {
  const std::string_view name = node.name(), parent = node.parent().name();
  // <link>, <joint>, <parent> and <child> are missed elsewhere, and other programs have their own.
  constexpr std::array<std::string_view, 8> of_model{"inertial", "mass",  "inertia", "axis",
                                                     "axis2",    "pitch", "mimic",   "dynamics"};
  constexpr std::array<std::string_view, 5> with_origin{"visual", "collision", "propellor",
                                                        "self_collision_checking", "collision_checking"};
  if (meaning == Meaning::harmless)
    return contains(of_model, name) || (name == "origin" && !contains(with_origin, parent));
  const bool is_pose = name == "origin" && !parent.starts_with("sensor");
  const bool is_axis = name.starts_with("axis") && node.attribute("xyz");
  return meaning == Meaning::foreign && (name == "inertial" || is_pose || is_axis);
}

/// True for an attribute of the model in a place where nothing is read.
bool is_misplaced(pugi::xml_attribute attribute, std::string_view element) {
  constexpr std::array<std::string_view, 3> of_pose{"xyz", "rpy", "quat_xyzw"};
  constexpr std::array<std::string_view, 8> of_model{"ixx", "ixy", "ixz",  "iyy",
                                                     "iyz", "izz", "axis", "numbering"};
  const std::string_view name = attribute.name();
  if (element == "axis" && name == "rpy") return !all_zero(attribute.value());
  const bool has_pose = element == "origin" || element == "frame" || element == "anchor" || element == "axis";
  return contains(of_model, name) || (contains(of_pose, name) && !has_pose);
}

class Checker : public pugi::xml_tree_walker {
 public:
  Checker(const Source& source, bool ignore_unknown) : source_(source), ignore_unknown_(ignore_unknown) {}

  bool for_each(pugi::xml_node& node) override;
  void check_robot(pugi::xml_node robot);
  std::vector<std::string> warnings() const;

 private:
  Scope scope_of(pugi::xml_node node, const Scope& above);
  void check_attributes(pugi::xml_node node, const Scope& scope);
  void check_read_attribute(pugi::xml_node node, const ElementRule& rule, pugi::xml_attribute attribute);
  void check_xacro(pugi::xml_node node) const;
  void leave_out(pugi::xml_node node, std::string_view name, const std::string& value, bool is_value,
                 const Entry& entry);
  void unknown_element(pugi::xml_node node, const ElementRule& above);
  void complain(pugi::xml_node node, const std::string& reason);

  const Source& source_;
  bool ignore_unknown_;
  std::vector<Scope> scopes_;  // by depth
  std::vector<std::string> warnings_;
  std::vector<LeftOut> left_out_;
};

/// An error, or a warning.
void Checker::complain(pugi::xml_node node, const std::string& reason) {
  if (!ignore_unknown_) source_.fail(node, reason + "; or read the file without it: --ignore-unknown");
  warnings_.push_back("line " + std::to_string(source_.line(node)) + ": " + Source::owner(node) + ": " +
                      reason + "; ignored");
}

void Checker::check_xacro(pugi::xml_node node) const {
  const auto is_expression = [](std::string_view text) {
    return text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos;
  };
  const auto fail = [&](const std::string& what) { source_.fail(node, what + " is xacro, and not URDF"); };
  if (std::string_view(node.name()).starts_with("xacro:")) fail(start_tag(node));
  if (is_expression(node.value())) fail("the text " + in_quotes(trimmed(node.value())));
  for (const pugi::xml_attribute a : node.attributes())
    if (is_expression(a.value()) || std::string_view(a.name()).starts_with("xacro:"))
      fail(element(node.name()) + " " + printable(a.name(), longest_name) + ": " + in_quotes(a.value()));
}

void Checker::unknown_element(pugi::xml_node node, const ElementRule& above) {
  const std::string parent = element(node.parent().name());
  const std::vector<std::string_view> readers = readers_of_child(node.name());
  const std::vector<std::string_view> known = plain_names(above.children);
  std::string reason = "element " + start_tag(node) + " in " + parent + " is ";
  if (!readers.empty())
    reason += "misplaced; expected in " + list(readers);
  else if (known.empty())
    reason += "unknown; expected nothing inside " + parent;
  else
    reason += "unknown" + (known.size() <= 5 ? "; expected " + list(known) : std::string()) +
              nearest_name_hint(node.name(), known) + "; correct or remove it";
  complain(node, reason);
}

/// Notes what is left out, unless it changes nothing.
void Checker::leave_out(pugi::xml_node node, std::string_view name, const std::string& value, bool is_value,
                        const Entry& entry) {
  const std::optional<double> number = number_or_bool(value);
  if (is_value && number && *number == number_or_bool(std::string(entry.neutral))) return;
  const std::size_t line = source_.line(node);
  auto kind = std::find_if(left_out_.begin(), left_out_.end(),
                           [&](const LeftOut& l) { return l.kind == entry.note; });
  if (kind == left_out_.end()) kind = left_out_.insert(kind, {entry.note, 0, line, {}});
  ++kind->count;
  constexpr std::size_t most_names = 10;
  if (kind->names.size() < most_names) kind->names.insert(printable(name, longest_name));
  if (is_value && !number)
    warnings_.push_back("line " + std::to_string(line) + ": " + Source::owner(node) + ": " +
                        printable(name, longest_name) + ": " + in_quotes(value) +
                        " is not a number; it is no part of the model");
}

Scope Checker::scope_of(pugi::xml_node node, const Scope& above) {
  const std::string_view name = node.name();
  if (is_misplaced(node, above.meaning))
    complain(node, "element " + start_tag(node) + " in " + element(node.parent().name()) +
                       " is misplaced; expected in " + list(readers_of_child(name)));
  if (above.meaning != Meaning::read) return above;

  if (above.rule->element == "joint" && name == "axis" && !takes_axis(node.parent()))
    return {Meaning::harmless};
  const Entry entry = child_entry(*above.rule, name);
  switch (entry.meaning) {
    case Meaning::unknown:
      unknown_element(node, *above.rule);
      return {Meaning::unknown};
    case Meaning::refused:
      complain(node, "element " + start_tag(node) + ": " + std::string(entry.note));
      return {Meaning::unknown};
    case Meaning::zero:
      if (!all_zero(node))
        complain(node, "element " + start_tag(node) + " in " + element(node.parent().name()) + ": " +
                           std::string(entry.note));
      return {Meaning::harmless};
    case Meaning::left_out: {
      const pugi::xml_attribute attribute = node.first_attribute();
      const bool is_value =
          !node.find_child([](pugi::xml_node c) { return c.type() == pugi::node_element; }) &&
          !attribute.next_attribute() && (!attribute || std::string_view(attribute.name()) == "value");
      leave_out(node, name, trimmed(attribute ? attribute.value() : node.child_value()), is_value, entry);
      return {Meaning::harmless};
    }
    case Meaning::read:
      return {Meaning::read, rule_of_child(*above.rule, name)};
    default:
      return {entry.meaning};
  }
}

void Checker::check_read_attribute(pugi::xml_node node, const ElementRule& rule,
                                   pugi::xml_attribute attribute) {
  const std::string_view name = attribute.name();
  const std::string what = "attribute " + printable(name, longest_name) + "=\"" +
                           printable(attribute.value(), longest_name) + "\" of " + element(node.name());
  const Entry entry = attribute_entry(rule, name);
  if (entry.meaning == Meaning::left_out)
    leave_out(node, name, trimmed(attribute.value()), true, entry);
  else if (entry.meaning == Meaning::zero && !all_zero(attribute.value()))
    complain(node, what + ": " + std::string(entry.note));
  else if (entry.meaning == Meaning::unknown) {
    std::string reason = what + " is unknown";
    if (child_entry(rule, name).meaning == Meaning::read)
      reason += "; expected as an element " + element(name) + " in " + element(node.name());
    else
      reason += nearest_name_hint(name, plain_names(rule.attributes)) + "; correct or remove it";
    complain(node, reason);
  }
}

void Checker::check_attributes(pugi::xml_node node, const Scope& scope) {
  std::unordered_set<std::string_view> names;
  for (const pugi::xml_attribute attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (!names.insert(name).second)
      source_.fail(node, "more than one attribute '" + printable(name, longest_name) + "' in " +
                             element(node.name()) + "; the second is " + in_quotes(attribute.value()));
    if (scope.meaning == Meaning::read) check_read_attribute(node, *scope.rule, attribute);
    if (scope.meaning != Meaning::read && scope.meaning != Meaning::unknown &&
        is_misplaced(attribute, node.name()))
      complain(node, "attribute " + std::string(name) + "=\"" + printable(attribute.value(), longest_name) +
                         "\" of " + element(node.name()) + " is misplaced; expected in " +
                         list(readers_of_attribute(name)));
  }
}

void Checker::check_robot(pugi::xml_node robot) {
  check_xacro(robot);
  check_attributes(robot, {Meaning::read, &rules().front()});
}

bool Checker::for_each(pugi::xml_node& node) {
  check_xacro(node);
  const auto level = static_cast<std::size_t>(depth());
  scopes_.resize(level);
  if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
    const Scope above = level == 0 ? Scope{Meaning::read, &rules().front()} : scopes_.back();
    if (above.meaning == Meaning::read && !above.rule->has_text)
      complain(node, "text " + in_quotes(trimmed(node.value())) + " in " + element(node.parent().name()) +
                         "; expected elements; remove it");
  }
  if (node.type() != pugi::node_element) {
    scopes_.push_back({Meaning::foreign});
    return true;
  }
  const Scope above = level == 0 ? Scope{Meaning::read, &rules().front()} : scopes_.back();
  scopes_.push_back(scope_of(node, above));
  check_attributes(node, scopes_.back());
  return true;
}

std::vector<std::string> Checker::warnings() const {
  std::vector<std::string> result = warnings_;
  for (const LeftOut& kind : left_out_) {
    std::string names;
    for (const std::string& name : kind.names) names += (names.empty() ? "" : ", ") + name;
    result.push_back(std::string(kind.kind) + ": no part of the model; left out " +
                     std::to_string(kind.count) + (kind.count == 1 ? " time" : " times") + " (" + names +
                     "), first in line " + std::to_string(kind.first_line));
  }
  return result;
}

}  // namespace

bool takes_axis(pugi::xml_node joint) {
  const std::string_view type = joint.attribute("type").value();
  const auto* const known = std::find_if(joint_types.begin(), joint_types.end(),
                                         [&](const JointType& t) { return t.name == type; });
  return known == joint_types.end() || has_axis(known->kind);
}

std::vector<std::string> check(const Source& source, bool ignore_unknown) {
  Checker checker(source, ignore_unknown);
  pugi::xml_node robot = source.robot();
  checker.check_robot(robot);
  robot.traverse(checker);
  return checker.warnings();
}

}  // namespace kintree::urdf
