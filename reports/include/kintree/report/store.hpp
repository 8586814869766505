// The store: every record of every run, in one SQLite file. What was added is committed before add() returns,
// so a killed run loses nothing and can be resumed. Several processes may read and write the same file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/record.hpp"

namespace kintree {

/// Whatever goes wrong with the file is an InputError that names it.
class Store {
 public:
  /// Opens the file, or creates it. A file that is no database, or another program's, or of another schema is
  /// refused.
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  /// Starts a run and returns its number. `id` and `finished` are ignored; an empty `started` is taken from
  /// the clock.
  std::int64_t begin(const Run& run);

  /// The last run of the same command, commit and build that was not finished. Nothing tells a killed run
  /// from one that is still under way in another process.
  std::optional<Run> unfinished(const std::string& command, const std::string& commit,
                                const std::string& build);

  /// Adds all records of one case, or none of them.
  void add(std::int64_t run, const std::vector<Record>& records);

  bool has_case(std::int64_t run, const std::string& case_name);

  /// Marks the run as finished, now.
  void finish(std::int64_t run);

  /// In the order in which they were added.
  std::vector<Record> records(std::int64_t run);

  /// In the order in which they began.
  std::vector<Run> runs();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kintree
