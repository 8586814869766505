#include "kintree/plugin/loader.hpp"

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <deque>

#include "kintree/data/error.hpp"

namespace kintree {
namespace {

constexpr const char* entry_point = "kintree_plugin_v2";

bool is_plugin(const std::filesystem::path& path) {
  return path.filename().string().starts_with("kintree_plugin_") && path.extension() == ".so";
}

const Plugin& load(const std::filesystem::path& path) {
  static std::deque<boost::dll::shared_library> loaded;
  try {
    boost::dll::shared_library library(path.string());
    if (!library.has(entry_point))
      throw InputError(path.string() + ": no plugin of this version of the interface in it");
    const Plugin& plugin = *library.get<const Plugin*()>(entry_point)();
    loaded.push_back(std::move(library));
    return plugin;
  } catch (const boost::system::system_error& error) {
    std::string reason = error.what();
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    throw InputError(path.string() + ": the plugin does not load: " + reason);
  }
}

}  // namespace

std::vector<const Plugin*> load_plugins(const std::vector<std::filesystem::path>& folders) {
  std::vector<std::filesystem::path> files;
  for (const auto& folder : folders) {
    if (!std::filesystem::is_directory(folder))
      throw InputError(folder.string() + ": no such folder of plugins");
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (is_plugin(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<const Plugin*> plugins;
  for (const auto& file : files) {
    const Plugin& plugin = load(file);
    for (const Plugin* other : plugins)
      if (other->description().name == plugin.description().name)
        throw InputError(file.string() + ": there is a plugin '" + plugin.description().name + "' already");
    plugins.push_back(&plugin);
  }
  std::sort(plugins.begin(), plugins.end(),
            [](const Plugin* a, const Plugin* b) { return a->description().name < b->description().name; });
  return plugins;
}

}  // namespace kintree
