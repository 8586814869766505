#pragma once

#include <filesystem>
#include <vector>

#include "kintree/plugin/plugin.hpp"

namespace kintree {

/// Every plugin of these folders (files named kintree_plugin_*.so), sorted by name. The libraries stay loaded
/// until the process ends. Throws InputError, naming the file, for a folder that does not exist, a library
/// that does not load or was built for another version of the interface, and for two plugins of one name.
std::vector<const Plugin*> load_plugins(const std::vector<std::filesystem::path>& folders);

}  // namespace kintree
