// The sources of plugins, and the loader of shared libraries.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kintree/plugin/plugin.hpp"

namespace kintree {

class PluginSource {
 public:
  virtual ~PluginSource() = default;

  /// All its plugins, sorted by name; they live until the process ends. Throws InputError, naming the
  /// error, for a plugin that cannot be loaded and for two plugins of one name.
  virtual std::vector<const Plugin*> plugins() const = 0;
};

/// The plugin of one shared library. Its batches are computed in packs if the same folder has a library of
/// packs for an instruction set of the processor (kintree_packs_NAME.INSTRUCTION_SET.so). Then the same packs
/// in Number, kintree_packs_NAME.number.so, must exist as well. Libraries stay loaded until the process ends.
/// Throws InputError, naming the file, if it does not load, or if its stamp (plugin/stamp.hpp) is not that of
/// the suite.
const Plugin& load_plugin(const std::filesystem::path& library);

/// The files named kintree_plugin_*.so of the folders, sorted. Throws InputError for a folder that does not
/// exist.
std::vector<std::filesystem::path> plugin_libraries(const std::vector<std::filesystem::path>& folders);

/// The plugins sorted by name. Throws InputError, naming the source of the second, for two of one name.
std::vector<const Plugin*> sorted_by_name(
    const std::vector<std::pair<std::string, const Plugin*>>& plugins_by_source);

/// The shared libraries of some folders, as KINTREE_PLUGIN makes them: files named kintree_plugin_*.so. They
/// stay loaded until the process ends. The method plugins() also throws InputError, with the name, for a
/// folder that does not exist, for a library that does not load, and for one whose stamp (plugin/stamp.hpp)
/// is not that of the suite.
class SharedLibraries final : public PluginSource {
 public:
  explicit SharedLibraries(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  std::vector<const Plugin*> plugins() const override;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace kintree
