// The files of reports/page, which are part of the program.
#pragma once

#include <string_view>
#include <vector>

namespace kintree::report {

struct Asset {
  std::string_view name, text;
};

/// assets.cpp is generated (reports/CMakeLists.txt). charts.js and files.js are empty where the tools that bundle them were missing.
const std::vector<Asset>& assets();

/// The text of the file of that name, which must be one of them.
std::string_view asset(std::string_view name);

}  // namespace kintree::report
