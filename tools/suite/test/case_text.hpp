// Cases as text, to be compared or recorded.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "kintree/files/model_json.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite::test {

inline std::string text(const Case& c) {
  return model_as_json(c.model).dump() + state_as_json(c.state).dump();
}

/// To seven digits, whatever the rounding.
inline nlohmann::ordered_json to_seven(double x) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.7g", std::abs(x) < 1e-12 ? 0 : x);
  return std::strtod(digits, nullptr);
}

}  // namespace kintree::suite::test
