// The results of independent hunts, in memory or in a folder that all ranks can read. The folder keeps them
// after the ranks end.
//
//   hunt-<plugin>-<problem>-<number>.json, the number from 1 on:
//   {"command": "kintree search ...", "commit": "...", "build": "...", "id": {"family", "joints", "seed"},
//    "value": 592.2, "alpha": 592.2, "error": 1.3e-12, "sigma": 2.1e-15, "model": {...}, "state": {...}}
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "suite/worst_cases/search.hpp"

namespace kintree::suite {

class FindStore {
 public:
  /// `folder`: empty for memory alone.
  explicit FindStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `command`: which hunts this again.
  void put(const SearchTarget& target, std::int64_t number, const std::string& command, const Find& find);

  /// Returns nothing if that hunt has not ended. Throws InputError, naming the file, if the file is not such
  /// a file, or is that of another command or program.
  std::optional<Find> get(const SearchTarget& target, std::int64_t number, const std::string& command) const;

 private:
  std::string name(const SearchTarget& target, std::int64_t number) const;

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::map<std::string, Find> finds_;
};

}  // namespace kintree::suite
