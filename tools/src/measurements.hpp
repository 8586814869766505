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
nlohmann::ordered_json as_json(const Throughput& throughput);

/// What is there of the files in a folder. InputError, naming the file, if one is not what it should be.
Measurements read_measurements(const std::filesystem::path& folder);

}  // namespace kintree::tools
