// Measurements of the suite itself, as files beside the report.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "kintree/report/measurements.hpp"
#include "kintree/suite/papers.hpp"
#include "kintree/suite/request.hpp"

namespace kintree::suite {

inline constexpr const char* power_file = "power.json";
inline constexpr const char* throughput_file = "throughput.json";
inline constexpr const char* large_trees_file = "large_trees.json";
inline constexpr const char* costs_file = "costs.json";
inline constexpr const char* growth_file = "growth.json";
inline constexpr const char* claims_file = "claims.json";

nlohmann::ordered_json as_json(const PowerCurve& curve);
nlohmann::ordered_json as_json(const std::vector<CountedCost>& costs);
nlohmann::ordered_json as_json(const std::vector<GrownCost>& growth);
nlohmann::ordered_json as_json(const Reproduction& reproduction);

/// Measures what every report has beside its records, with plugin aba, whatever else was asked for: cases a
/// second at 30 degrees of freedom, and trees of 1000 bodies and ten times as many each, up to `largest`.
/// Also what the plugins asked for cost, and, where all plugins are asked for, the papers' claims.
void measure(const PluginChoice& plugins, int largest, const std::filesystem::path& folder);

/// What is there of the files in a folder. InputError, naming the file, if one is not what it should be.
Measurements read_measurements(const std::filesystem::path& folder);

}  // namespace kintree::suite
