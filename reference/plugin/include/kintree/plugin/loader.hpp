// Where plugins come from.
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

  /// All its plugins, sorted by name; they live until the process ends. Throws InputError, naming what is
  /// wrong, for a plugin that cannot be had and for two plugins of one name.
  virtual std::vector<const Plugin*> plugins() const = 0;
};

/// The plugin of one shared library, whose batches are computed in packs where there is a library of them
/// beside it, for an instruction set that the processor has (kintree_packs_NAME.INSTRUCTION_SET.so). The same
/// packs in Number, kintree_packs_NAME.number.so, must then be there as well. Libraries stay
/// loaded until the process ends. InputError, naming the file, if it does not load, or if its stamp
/// (plugin/stamp.hpp) is not that of the suite.
const Plugin& load_plugin(const std::filesystem::path& library);

/// The files named kintree_plugin_*.so of the folders, sorted. InputError for a folder that does not exist.
std::vector<std::filesystem::path> plugin_libraries(const std::vector<std::filesystem::path>& folders);

/// The plugins sorted by name. InputError, naming the source of the second, for two of one name.
std::vector<const Plugin*> sorted_by_name(
    const std::vector<std::pair<std::string, const Plugin*>>& plugins_by_source);

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
