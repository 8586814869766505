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

/// Programs, by the commands that start them. The first question is what they are: InputError where the answer is no
/// description.
class Programs final : public PluginSource {
 public:
  Programs(std::vector<std::string> commands, const ProgramLimits& limits)
      : commands_(std::move(commands)), limits_(limits) {}

  std::vector<const Plugin*> plugins() const override;

 private:
  std::vector<std::string> commands_;
  ProgramLimits limits_;
};

/// The shared libraries of some folders, each of which a process of its own loads and calls.
class IsolatedLibraries final : public PluginSource {
 public:
  IsolatedLibraries(std::vector<std::filesystem::path> folders, const ProgramLimits& limits)
      : folders_(std::move(folders)), limits_(limits) {}

  std::vector<const Plugin*> plugins() const override;

 private:
  std::vector<std::filesystem::path> folders_;
  ProgramLimits limits_;
};

/// Answers the questions of the standard input, on the standard output, by the plugin of a shared library, until there are no
/// more: what a process of IsolatedLibraries does.
void serve(const std::filesystem::path& library);

}  // namespace kintree::suite
