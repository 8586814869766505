// The attributes of an element of MJCF, completed by the defaults of its class.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "kintree/model/model.hpp"
#include "pose.hpp"
#include "xml_source.hpp"

namespace kintree::mjcf {

/// The rows of a <connect>, in the axes of body1.
inline constexpr std::array<bool, 6> point_rows{false, false, false, true, true, true};

enum class InertiaFromGeom { no, yes, where_absent };

/// The settings by <compiler> and <option>. The last value of each attribute counts.
struct Settings {
  explicit Settings(const xml::Source& source);

  bool in_degrees = true;
  std::string euler_sequence = "xyz";
  InertiaFromGeom from_geoms = InertiaFromGeom::where_absent;
  std::array<double, 2> geom_groups{0, 5};
  Triple gravity{0, 0, -9.81};
  bool has_constraints = true;
};

/// The attributes of one element. Messages name the element itself, also for a value of a default.
class Attributes {
 public:
  Attributes(const xml::Source& source, pugi::xml_node node) : source_(&source), node_(node) {}

  pugi::xml_node node() const { return node_; }
  void set(std::string_view name, std::string_view value) { values_[name] = value; }

  std::optional<std::string_view> text(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  std::vector<double> numbers(std::string_view name) const;
  template <std::size_t count>
  std::optional<std::array<double, count>> numbers(std::string_view name) const {
    const auto found = text(name);
    if (!found) return std::nullopt;
    return source_->numbers<count>(node_, what(name), *found);
  }

  /// The pose by `pos` and one of quat, axisangle, xyaxes, zaxis and euler. An angle in degrees, an axis and other
  /// combinations are rounded once, to the nearest quaternion.
  Pose pose(const Settings& settings) const;

  [[noreturn]] void fail(const std::string& reason) const { source_->fail(node_, reason); }

 private:
  std::string what(std::string_view name) const;
  DigitQuaternion euler(const Triple& angles, const Settings& settings) const;

  const xml::Source* source_;
  pugi::xml_node node_;
  std::map<std::string_view, std::string_view> values_;
};

/// The classes of <default>. A class begins with the values of the one that holds it, as they are at this place.
class Defaults {
 public:
  explicit Defaults(const xml::Source& source);

  /// `child_class` is that of the bodies around the element, or empty.
  Attributes attributes(pugi::xml_node node, std::string_view child_class = {}) const;

  /// Throws InputError if the attribute of the node names no class.
  std::string_view class_of(pugi::xml_node node, const char* attribute, std::string_view otherwise) const;

 private:
  /// Values by element and attribute.
  using Class = std::map<std::string_view, std::map<std::string_view, std::string_view>>;

  const xml::Source& source_;
  std::map<std::string_view, Class> classes_;
};

}  // namespace kintree::mjcf
