#include "kintree/plugin/loader.hpp"

#include <elf.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <boost/preprocessor/stringize.hpp>
#include <deque>
#include <fstream>
#include <memory>

#include "c_plugin.hpp"
#include "kintree/model/error.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/stamp.hpp"

namespace kintree {
namespace {

constexpr const char* entry_point = "kintree_plugin";
constexpr const char* packs_entry_point = "kintree_packs";
constexpr const char* lanes_entry_point = BOOST_PP_STRINGIZE(KINTREE_LANES_ENTRY);
constexpr const char* stamp_symbol = "kintree_plugin_stamp";
constexpr const char* c_entry_point = "kintree_c_plugin_entry";

bool is_plugin(const std::filesystem::path& path) {
  return path.filename().string().starts_with("kintree_plugin_") && path.extension() == ".so";
}

/// The value of the item in the stamp, up to the end of its line.
std::string value_of(std::string_view item, std::string_view stamp) {
  const std::size_t at = stamp.find(std::string(item) + ": ");
  if (at == std::string_view::npos) return "not stated";
  const std::string_view rest = stamp.substr(at + item.size() + 2);
  return std::string(rest.substr(0, rest.find('\n')));
}

/// Instruction sets for which libraries of packs are built, the widest first, that this processor has.
std::vector<std::string> instruction_sets() {
#if defined(__x86_64__)
  std::vector<std::string> names;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    names.emplace_back("x86-64-v4");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2"))
    names.emplace_back("x86-64-v3");
  return names;
#else
  return {"native"};
#endif
}

/// The difference of the stamp from the suite's, in words; empty if there is none.
std::string difference(std::string_view stamp) {
  std::string text;
  for (const char* item : {"interface version", "headers", "compiler", "standard library"}) {
    const std::string theirs = value_of(item, stamp), ours = value_of(item, KINTREE_STAMP);
    if (theirs != ours)
      text.append(text.empty() ? "" : "; ")
          .append(item)
          .append(" ")
          .append(theirs)
          .append(", not ")
          .append(ours);
  }
  return text;
}

/// A library of packs, and one that holds the same in Number.
template <class Entry>
struct WithNumber {
  const Entry* fast = nullptr;
  const Entry* number = nullptr;  ///< null for a plugin that is not built for Number

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const {
    const Entry* const entry = scalar == Scalar::number ? number : fast;
    return entry == nullptr ? nullptr : entry->prepare(model, end_effectors, scalar);
  }
};

/// The plugin, whose batches are those of its packs.
class PluginWithPacks : public Plugin {
 public:
  PluginWithPacks(const Plugin& plugin, WithNumber<Packs> packs)
      : plugin_(plugin), packs_(packs), description_(plugin.description()) {
    description_.lanes = packs.fast->lanes();
    if (packs.number == nullptr) description_.lanes.of_number = 1;
  }

  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return plugin_.prepare(model, end_effectors, scalar);
  }
  std::unique_ptr<SolverBase> prepare_batch(const Model& model, const std::vector<EndEffector>& end_effectors,
                                            Scalar scalar) const override {
    if (description_.lanes.of(scalar) == 1) return plugin_.prepare_batch(model, end_effectors, scalar);
    return packs_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override {
    plugin_.compute_in(arithmetic);
    if (packs_.number != nullptr) packs_.number->compute_in(arithmetic);
  }

 private:
  const Plugin& plugin_;
  WithNumber<Packs> packs_;
  Description description_;
};

/// The plugin whose single calls compute in lanes.
class PluginInLanes final : public Plugin {
 public:
  PluginInLanes(const PluginWithPacks& plugin, WithNumber<LanesEntry> lanes)
      : plugin_(plugin), lanes_(lanes), description_(plugin.description()) {
    description_.lanes = {};
    description_.scalars = {Scalar::double_precision, Scalar::single_precision};
    if (lanes.number != nullptr) description_.scalars.push_back(Scalar::number);
  }

  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return lanes_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { plugin_.compute_in(arithmetic); }

 private:
  const PluginWithPacks& plugin_;
  WithNumber<LanesEntry> lanes_;
  Description description_;
};

class PluginWithLanes final : public PluginWithPacks, public HasLanes {
 public:
  PluginWithLanes(const Plugin& plugin, WithNumber<Packs> packs, WithNumber<LanesEntry> lanes)
      : PluginWithPacks(plugin, packs), in_lanes_(*this, lanes) {}
  const Plugin& in_lanes() const override { return in_lanes_; }

 private:
  PluginInLanes in_lanes_;
};

void check_stamp(const boost::dll::shared_library& library, const std::filesystem::path& path) {
  if (const std::string differs = difference(&library.get<const char>(stamp_symbol)); !differs.empty())
    throw InputError(path.string() + ": the plugin was built for another suite: " + differs + "; rebuild it");
}

/// kintree_plugin_NAME.so has its packs in kintree_packs_NAME.INSTRUCTION_SET.so beside it, or in kintree_packs_NAME.number.so.
std::filesystem::path packs_beside(const std::filesystem::path& plugin, const std::string& set) {
  const std::string name = plugin.stem().string().substr(std::string_view("kintree_plugin_").size());
  return plugin.parent_path() / ("kintree_packs_" + name + "." + set + ".so");
}

/// Empty: there are none for this processor.
std::filesystem::path packs_of(const std::filesystem::path& plugin) {
  for (const std::string& set : instruction_sets())
    if (std::filesystem::exists(packs_beside(plugin, set))) return packs_beside(plugin, set);
  return {};
}

/// Loads a library. Throws InputError if the file ends before its table of sections, which is last: loading such a file may end the
/// process by SIGBUS.
boost::dll::shared_library load_library(const std::filesystem::path& path) {
  Elf64_Ehdr header{};
  std::ifstream file(path, std::ios::binary);
  if (file.read(reinterpret_cast<char*>(&header), sizeof header) &&
      std::string_view(reinterpret_cast<const char*>(header.e_ident), SELFMAG) == ELFMAG &&
      header.e_ident[EI_CLASS] == ELFCLASS64) {
    const std::uintmax_t size = std::filesystem::file_size(path),
                         table = std::uintmax_t{header.e_shnum} * header.e_shentsize;
    if (header.e_shoff > size || table > size - header.e_shoff)
      throw InputError(path.string() + ": the file has " + std::to_string(size) +
                       " bytes; expected at least " + std::to_string(header.e_shoff + table) +
                       ": it is incomplete; copy or build it again");
  }
  return boost::dll::shared_library(path.string());
}

/// Libraries stay loaded until the process ends.
std::deque<boost::dll::shared_library>& loaded_libraries() {
  static std::deque<boost::dll::shared_library> loaded;
  return loaded;
}

/// The exports of a library of packs.
struct PacksLibrary {
  const Packs* packs = nullptr;
  const LanesEntry* lanes = nullptr;  ///< null: it has none

  PacksLibrary() = default;
  explicit PacksLibrary(const std::filesystem::path& path) {
    boost::dll::shared_library library = load_library(path);
    if (!library.has(packs_entry_point) || !library.has(stamp_symbol))
      throw InputError(path.string() + ": it holds no packs");
    check_stamp(library, path);
    packs = library.get<const Packs*()>(packs_entry_point)();
    if (library.has(lanes_entry_point)) lanes = library.get<const LanesEntry*()>(lanes_entry_point)();
    loaded_libraries().push_back(std::move(library));
  }
};

const Plugin& with_packs(const Plugin& plugin, const std::filesystem::path& plugin_path) {
  const std::filesystem::path path = packs_of(plugin_path);
  if (path.empty()) return plugin;
  const PacksLibrary fast(path);
  PacksLibrary number;
  if (plugin.description().built_for(Scalar::number)) {
    const std::filesystem::path beside = packs_beside(plugin_path, "number");
    if (!std::filesystem::exists(beside))
      throw InputError(
          path.string() + ": the same packs in Number, " + beside.filename().string() +
          ", are missing, so that nothing checks them in the finite field; build them, or remove this file");
    number = PacksLibrary(beside);
  }
  static std::deque<std::unique_ptr<const Plugin>> plugins;
  const WithNumber<Packs> packs{fast.packs, number.packs};
  if (fast.lanes != nullptr)
    plugins.push_back(
        std::make_unique<PluginWithLanes>(plugin, packs, WithNumber<LanesEntry>{fast.lanes, number.lanes}));
  else
    plugins.push_back(std::make_unique<PluginWithPacks>(plugin, packs));
  return *plugins.back();
}

}  // namespace

const Plugin& load_plugin(const std::filesystem::path& path) {
  try {
    boost::dll::shared_library library = load_library(path);
    if (library.has(c_entry_point)) {
      static std::deque<std::unique_ptr<const Plugin>> in_c;
      in_c.push_back(adapted(path.string(), *library.get<const kintree_c_plugin*()>(c_entry_point)()));
      loaded_libraries().push_back(std::move(library));
      return *in_c.back();
    }
    if (!library.has(entry_point) || !library.has(stamp_symbol))
      throw InputError(path.string() +
                       ": it holds no plugin of interface version " KINTREE_INTERFACE_VERSION);
    check_stamp(library, path);
    const Plugin& plugin = *library.get<const Plugin*()>(entry_point)();
    loaded_libraries().push_back(std::move(library));
    return with_packs(plugin, path);
  } catch (const boost::system::system_error& error) {
    std::string reason = error.what();
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    throw InputError(path.string() + ": the plugin does not load: " + reason);
  }
}

std::vector<std::filesystem::path> plugin_libraries(const std::vector<std::filesystem::path>& folders) {
  std::vector<std::filesystem::path> files;
  for (const auto& folder : folders) {
    if (!std::filesystem::is_directory(folder))
      throw InputError(folder.string() + (std::filesystem::exists(folder)
                                              ? ": a file; expected the folder that contains it"
                                              : ": no such folder of plugins"));
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (is_plugin(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<const Plugin*> sorted_by_name(
    const std::vector<std::pair<std::string, const Plugin*>>& plugins_by_source) {
  std::vector<const Plugin*> plugins;
  for (const auto& [source, plugin] : plugins_by_source) {
    for (const Plugin* other : plugins)
      if (other->description().name == plugin->description().name)
        throw InputError(source + ": there is a plugin '" + plugin->description().name + "' already");
    plugins.push_back(plugin);
  }
  std::sort(plugins.begin(), plugins.end(),
            [](const Plugin* a, const Plugin* b) { return a->description().name < b->description().name; });
  return plugins;
}

std::vector<const Plugin*> SharedLibraries::plugins() const {
  std::vector<std::pair<std::string, const Plugin*>> loaded;
  for (const auto& file : plugin_libraries(folders_)) loaded.emplace_back(file.string(), &load_plugin(file));
  return sorted_by_name(loaded);
}

}  // namespace kintree
