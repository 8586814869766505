// Texts of small robots in SDF.
#pragma once

#include <string>
#include <string_view>

#include "kintree/files/sdf.hpp"

namespace kintree::test {

inline Model parsed_sdf(std::string_view text, const UrdfOptions& options = {}) {
  return parse_sdf(text, "r.sdf", options).model;
}

inline const std::string unit_inertial = "<inertial><mass>1</mass><inertia/></inertial>";

inline std::string sdf_link(const std::string& name, const std::string& rest = unit_inertial) {
  return "<link name='" + name + "'>" + rest + "</link>\n";
}

inline std::string sdf_joint(const std::string& type, const std::string& rest = "<axis/>",
                             const std::string& parent = "a", const std::string& child = "b") {
  return "<joint name='j' type='" + type + "'><parent>" + parent + "</parent><child>" + child + "</child>" +
         rest + "</joint>\n";
}

inline std::string sdf_model(const std::string& content, const std::string& version = "1.9") {
  return "<sdf version='" + version + "'><model name='m'>\n" + content + "</model></sdf>";
}

/// Links a and b, where the arguments are put into b and into the joint j between them.
inline std::string two_sdf_links(const std::string& joint, const std::string& in_b = "") {
  return sdf_model(sdf_link("a") + sdf_link("b", in_b + unit_inertial) + joint);
}

}  // namespace kintree::test
