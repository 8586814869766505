// Measurements of the suite itself, as files beside the report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "cases.hpp"
#include "kintree/report/measurements.hpp"

namespace kintree::tools {

inline constexpr const char* power_file = "power.json";
inline constexpr const char* throughput_file = "throughput.json";
inline constexpr const char* large_trees_file = "large_trees.json";

/// A case that a source draws.
struct Seeded {
  const Source* source;
  std::uint64_t seed;
};

/// The first `count` cases of so many degrees of freedom, seeds counting on from the first, sources in turns.
/// InputError if they are too rare.
std::vector<Seeded> seeds_of_size(const std::vector<Source>& sources, std::uint64_t seed,
                                  int degrees_of_freedom, int count);

nlohmann::ordered_json as_json(const PowerCurve& curve);

/// Measures what every report has beside its records, with plugin aba, whatever else was asked for: cases a
/// second at 30 degrees of freedom, and trees of 1000 bodies and ten times as many each, up to `largest`.
void measure(const std::vector<std::string>& plugin_folders, int largest,
             const std::filesystem::path& folder);

/// What is there of the files in a folder. InputError, naming the file, if one is not what it should be.
Measurements read_measurements(const std::filesystem::path& folder);

}  // namespace kintree::tools
