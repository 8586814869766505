// Where plugins come from.
#pragma once

#include <filesystem>
#include <vector>

#include "kintree/plugin/plugin.hpp"

namespace kintree {

class PluginSource {
 public:
  virtual ~PluginSource() = default;

  /// All its plugins, sorted by name; they live until the process ends. Throws InputError, naming what is
  /// wrong, for a plugin that cannot be had and for two plugins of one name.
  virtual std::vector<const Plugin*> plugins() const = 0;
};

/// The shared libraries of some folders, as KINTREE_PLUGIN makes them: files named kintree_plugin_*.so. They
/// stay loaded until the process ends. Also refused, by name, are a folder that does not exist, a library that
/// does not load, and one whose stamp (plugin/stamp.hpp) is not that of the suite.
class SharedLibraries final : public PluginSource {
 public:
  explicit SharedLibraries(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  std::vector<const Plugin*> plugins() const override;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace kintree
