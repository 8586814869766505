#pragma once

#include <cstddef>
#include <string>

namespace kintree {

/// The place in a state file, for messages: "line 3: ".
inline std::string at_line(std::size_t line) {
  return "line " + std::to_string(line) + ": ";
}

}  // namespace kintree
