#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kintree::suite {

/// Where plugins are looked for: the given folders, else those of KINTREE_PLUGIN_PATH, else that of the running program.
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::string>& given);

}  // namespace kintree::suite
