// Plugins in processes of their own: programs that speak the line protocol, and shared libraries that a process of this
// command calls.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "kintree/plugin/loader.hpp"

namespace kintree::suite {

struct ProgramLimits {
  double seconds = 10;  ///< for one answer
  std::uint64_t memory = std::uint64_t{4}
                         << 30;  ///< [bytes], of each process, and of each file that it writes

  bool operator==(const ProgramLimits&) const = default;
};

/// Programs, by the commands that start them. The first request is for their description: throws InputError
/// if the answer is not a description.
class Programs final : public PluginSource {
 public:
  Programs(std::vector<std::string> commands, const ProgramLimits& limits)
      : commands_(std::move(commands)), limits_(limits) {}

  std::vector<const Plugin*> plugins() const override;

 private:
  std::vector<std::string> commands_;
  ProgramLimits limits_;
};

/// The shared libraries of some folders. Each of them is loaded and called by a process of its own.
class IsolatedLibraries final : public PluginSource {
 public:
  IsolatedLibraries(std::vector<std::filesystem::path> folders, const ProgramLimits& limits)
      : folders_(std::move(folders)), limits_(limits) {}

  std::vector<const Plugin*> plugins() const override;

 private:
  std::vector<std::filesystem::path> folders_;
  ProgramLimits limits_;
};

/// Reads requests from the standard input until it ends, and writes the answers of the plugin of a shared
/// library to the standard output. The processes of IsolatedLibraries do this.
void serve(const std::filesystem::path& library);

}  // namespace kintree::suite
