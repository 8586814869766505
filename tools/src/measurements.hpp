// Measurements of the suite itself, as files beside the report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "cases.hpp"
#include "kintree/report/measurements.hpp"
#include "reproduce/papers.hpp"

namespace kintree::tools {

inline constexpr const char* power_file = "power.json";
inline constexpr const char* throughput_file = "throughput.json";
inline constexpr const char* large_trees_file = "large_trees.json";
inline constexpr const char* costs_file = "costs.json";
inline constexpr const char* growth_file = "growth.json";
inline constexpr const char* claims_file = "claims.json";

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
nlohmann::ordered_json as_json(const std::vector<CountedCost>& costs);
nlohmann::ordered_json as_json(const std::vector<GrownCost>& growth);
nlohmann::ordered_json as_json(const Reproduction& reproduction);

/// Measures what every report has beside its records, with plugin aba, whatever else was asked for: cases a
/// second at 30 degrees of freedom, and trees of 1000 bodies and ten times as many each, up to `largest`.
/// Also what the plugins asked for cost, and, where all plugins are asked for, the papers' claims.
void measure(const PluginOptions& plugins, int largest, const std::filesystem::path& folder);

/// What is there of the files in a folder. InputError, naming the file, if one is not what it should be.
Measurements read_measurements(const std::filesystem::path& folder);

}  // namespace kintree::tools
