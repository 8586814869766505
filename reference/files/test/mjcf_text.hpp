// Texts of small robots in MJCF.
#pragma once

#include <string>
#include <string_view>

#include "kintree/files/mjcf.hpp"

namespace kintree::test {

inline Model parsed_mjcf(std::string_view text, const UrdfOptions& options = {}) {
  return parse_mjcf(text, "r.xml", options).model;
}

/// One body `b` in the world, in line 3; the arguments are put into it, and before <worldbody>.
inline std::string one_body(const std::string& body, const std::string& before = "",
                            const std::string& attributes = "") {
  return "<mujoco model='m'>" + before + "\n<worldbody>\n<body name='b'" + attributes + ">" + body +
         "</body>\n</worldbody></mujoco>";
}

}  // namespace kintree::test
