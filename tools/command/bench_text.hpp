// The text that `kintree bench` prints about a run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/timing/bench.hpp"

namespace kintree::command {

/// A line for each row, below a heading for each model, problem, mode and scalar.
std::string rows_text(const suite::BenchRun& run, const suite::BenchChoice& choice);
std::string profiles_text(const suite::BenchRun& run);
std::string roofline_text(const std::vector<suite::RooflineRow>& rows);
/// The method of the measurement, and the other load of the machine.
std::string notes_text(const suite::BenchRun& run, const suite::BenchChoice& choice, int processes);
/// Which rows are slower or faster than those of the file.
std::string comparison_text(const suite::BenchComparison& comparison, const std::string& file);

/// A warning if the machine of either run was under load. For an older run its file decides.
std::string busy_text(const suite::BenchRun& run, const nlohmann::ordered_json& older);

}  // namespace kintree::command
