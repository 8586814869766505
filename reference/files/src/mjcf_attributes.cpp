#include "mjcf_attributes.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <utility>
#include <vector>

#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"

namespace kintree::mjcf {
namespace {

constexpr std::string_view main_class = "main";

Digits radians(double angle, bool in_degrees) {
  const Digits pi = boost::math::constants::pi<Digits>();
  return in_degrees ? Digits(angle) * pi / 180 : Digits(angle);
}

DigitVector unit(std::size_t axis) {
  DigitVector result{};
  result[axis] = 1;
  return result;
}

/// The index of an attribute in a list of words. Throws InputError if it is none of them.
std::size_t word_of(const xml::Source& source, pugi::xml_node node, const char* attribute,
                    const std::vector<std::string_view>& words) {
  const std::string_view value = node.attribute(attribute).value();
  const auto found = std::find(words.begin(), words.end(), value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string all;
  for (const std::string_view word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  source.fail(node, std::string("<") + node.name() + "> " + attribute + ": " + in_quotes(value) +
                        "; expected " + all);
}

}  // namespace

Settings::Settings(const xml::Source& source) {
  for (const pugi::xml_node node : source.root().children("compiler")) {
    if (node.attribute("angle")) in_degrees = word_of(source, node, "angle", {"radian", "degree"}) == 1;
    if (node.attribute("inertiafromgeom"))
      from_geoms =
          static_cast<InertiaFromGeom>(word_of(source, node, "inertiafromgeom", {"false", "true", "auto"}));
    if (const auto range = source.numbers<2>(node, "inertiagrouprange")) geom_groups = *range;
    const pugi::xml_attribute sequence = node.attribute("eulerseq");
    if (!sequence) continue;
    euler_sequence = sequence.value();
    if (euler_sequence.size() != 3 || euler_sequence.find_first_not_of("xyzXYZ") != std::string::npos)
      source.fail(node, "<compiler> eulerseq: " + in_quotes(euler_sequence) +
                            "; expected three of x, y, z (about turned axes) and X, Y, Z (about fixed axes)");
  }
  bool has_gravity = true, constraint = true, equality = true;
  for (const pugi::xml_node node : source.root().children("option")) {
    gravity = source.numbers<3>(node, "gravity").value_or(gravity);
    for (const pugi::xml_node flag : node.children("flag")) {
      const auto set = [&](const char* name, bool& enabled) {
        if (flag.attribute(name)) enabled = word_of(source, flag, name, {"disable", "enable"}) == 1;
      };
      set("gravity", has_gravity);
      set("constraint", constraint);
      set("equality", equality);
    }
  }
  if (!has_gravity) gravity = {};
  has_constraints = constraint && equality;
}

std::string Attributes::what(std::string_view name) const {
  return std::string("<") + node_.name() + "> " + std::string(name);
}

std::optional<std::string_view> Attributes::text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

std::optional<double> Attributes::number(std::string_view name) const {
  const auto found = text(name);
  if (!found) return std::nullopt;
  return source_->number(node_, what(name), *found);
}

std::vector<double> Attributes::numbers(std::string_view name) const {
  return source_->numbers(node_, what(name), text(name).value_or(""));
}

DigitQuaternion Attributes::euler(const Triple& angles, const Settings& settings) const {
  DigitQuaternion result{1, 0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const char axis = settings.euler_sequence[k];
    const bool is_fixed = axis < 'a';
    const DigitQuaternion turn = rotation(unit(static_cast<std::size_t>(axis - (is_fixed ? 'X' : 'x'))),
                                          radians(angles[k], settings.in_degrees));
    result = is_fixed ? turn * result : result * turn;
  }
  return result;
}

Pose Attributes::pose(const Settings& settings) const {
  const Triple pos = numbers<3>("pos").value_or(Triple{});
  std::string given;
  for (const std::string_view form : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
    if (!text(form)) continue;
    if (!given.empty()) fail(what(form) + ": not beside " + given + "; remove one of them");
    given = form;
  }
  const auto direction = [&](const DigitVector& vector) {
    if (vector == DigitVector{}) fail(what(given) + ": a direction is zero or not defined");
    return (1 / sqrt(dot(vector, vector))) * vector;
  };
  if (const auto quaternion = numbers<4>("quat")) {
    if (*quaternion == Quadruple{}) fail(what("quat") + ": all zero, expected a quaternion such as 1 0 0 0");
    return Pose(Placement{.xyz = pos, .rpy = {}, .quaternion = *quaternion});
  }
  if (const auto angles = numbers<3>("euler")) {
    // Fixed axes x, y, z are those of roll, pitch, yaw.
    const Triple backwards{(*angles)[2], (*angles)[1], (*angles)[0]};
    const bool is_rpy = settings.euler_sequence == "XYZ", is_ypr = settings.euler_sequence == "zyx";
    if (*angles == Triple{} || (!settings.in_degrees && (is_rpy || is_ypr)))
      return Pose(Placement{.xyz = pos, .rpy = is_ypr ? backwards : *angles});
    return Pose(digits(pos), euler(*angles, settings));
  }
  if (const auto turn = numbers<4>("axisangle")) {
    const auto& [x, y, z, angle] = *turn;
    return Pose(digits(pos), rotation(direction({x, y, z}), radians(angle, settings.in_degrees)));
  }
  if (const auto axes = numbers<6>("xyaxes")) {
    const auto& [x1, x2, x3, y1, y2, y3] = *axes;
    const DigitVector x = direction({x1, x2, x3}), stated{y1, y2, y3};
    const DigitVector y = direction(stated - dot(x, stated) * x);
    return Pose(digits(pos), rotation(x, y, cross(x, y)));
  }
  if (const auto z = numbers<3>("zaxis")) return Pose(digits(pos), rotation_of_z(direction(digits(*z))));
  return Pose(Placement{.xyz = pos});
}

Defaults::Defaults(const xml::Source& source) : source_(source) {
  classes_[main_class];
  struct Pending {
    pugi::xml_node node;
    std::string_view above;
  };
  std::vector<Pending> pending;
  const auto add_children = [&](pugi::xml_node parent, std::string_view above) {
    const auto end = pending.size();
    for (const pugi::xml_node node : parent.children("default")) pending.push_back({node, above});
    std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(end), pending.end());
  };
  add_children(source.root(), "");
  while (!pending.empty()) {
    const auto [node, above] = pending.back();
    pending.pop_back();
    std::string_view name = node.attribute("class").value();
    if (above.empty()) {
      if (name.empty()) name = main_class;
      if (name != main_class)
        source.fail(node,
                    "the outer <default> has class " + in_quotes(name) + "; expected \"main\", or none");
    } else {
      if (name.empty()) source.fail(node, "<default> in <default> has no 'class'");
      if (classes_.contains(name))
        source.fail(node, "<default>: a second class " + in_quotes(name) + "; rename one");
      classes_.emplace(name, classes_.at(above));
    }
    Class& values = classes_.at(name);
    for (const pugi::xml_node element : node.children())
      for (const pugi::xml_attribute attribute : element.attributes())
        if (std::string_view(element.name()) != "default")
          values[element.name()][attribute.name()] = attribute.value();
    add_children(node, name);
  }
}

std::string_view Defaults::class_of(pugi::xml_node node, const char* attribute,
                                    std::string_view otherwise) const {
  const pugi::xml_attribute given = node.attribute(attribute);
  if (!given) return otherwise;
  if (classes_.contains(given.value())) return given.value();
  std::vector<std::string_view> names;
  for (const auto& each : classes_) names.push_back(each.first);
  source_.fail(node, std::string("<") + node.name() + "> " + attribute + ": no <default> has the class " +
                         in_quotes(given.value()) + known_names_hint(given.value(), names));
}

Attributes Defaults::attributes(pugi::xml_node node, std::string_view child_class) const {
  const std::string_view name = class_of(node, "class", child_class.empty() ? main_class : child_class);
  Attributes result(source_, node);
  const Class& values = classes_.at(name);
  if (const auto found = values.find(node.name()); found != values.end())
    for (const auto& [attribute, value] : found->second) result.set(attribute, value);
  for (const pugi::xml_attribute attribute : node.attributes())
    result.set(attribute.name(), attribute.value());
  return result;
}

}  // namespace kintree::mjcf
