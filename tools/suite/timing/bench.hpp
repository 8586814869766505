// Times plugins by the method of Google Benchmark: samples of many calls, and the medians of repetitions with
// their spread. The repetitions of all plugins are interleaved in rounds, so that a ratio compares
// measurements of the same time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/report/timing.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// A model, the states that the calls go through in turn, and the end-effectors of all of them.
struct BenchModel {
  std::string name;  ///< "humanoid30", "chain-100"
  Model model;
  std::vector<State> states;
};

struct BenchModelChoice {
  /// Trees and robots of testdata/, and families of random trees, which are drawn with revolute joints, depth-first numbers and
  /// each of `bodies`. Empty: humanoid30, asimo, the robots, chain and recursive.
  std::vector<std::string> families;
  std::vector<int> bodies{100, 500, 1000};
  std::string file;  ///< a robot, as URDF, instead
  UrdfOptions urdf;  ///< how it is read
  std::uint64_t seed = 1;
  int states = 64;

  /// Throws InputError for unknown names and for choices that exclude each other.
  std::vector<BenchModel> models() const;
};

enum class BenchMode {
  single,  ///< a call a state; in path rows and in lanes as well, where a plugin has them
  batch,   ///< all states in one call, of plugins that compute batches in packs; a call a state of the others
  threads,  ///< the same on all cores at once, each with states of its own
};
inline constexpr std::array<std::string_view, 3> bench_mode_names{"single", "batch", "threads"};

constexpr std::string_view name(BenchMode mode) {
  return bench_mode_names[static_cast<std::size_t>(mode)];
}

/// The settings of a measurement.
struct BenchChoice {
  int rounds = 15;               ///< samples of each row
  double sample_seconds = 0.01;  ///< a sample has so many calls that it takes this long
  double longest_call = 0.2;     ///< [s] a plugin whose call takes longer is not timed
  double time_limit = 60;        ///< [s] a plugin whose call has not returned by then is ended
  Format scalar = Format::binary64;
  std::vector<BenchMode> modes{BenchMode::single};
  int core = -1;           ///< of the thread, or negative for the one that is idle most
  std::uint64_t seed = 1;  ///< of the order in which plugins take turns
  int judged_states = 4;   ///< number of states whose answers are judged
};

/// One sample: of a state the mean time of the thread and that of the clock [ns], conversions left out.
struct Sample {
  double processor = 0, wall = 0;       ///< of several threads both are that of the clock
  double conversions = 0;               ///< [ns] a call
  double cycles = 0, instructions = 0;  ///< of a call; NaN where they are not counted
};

struct BenchRow {
  report::Timing timing;
  std::vector<Sample> samples;  ///< by round
};

/// The performance of a plugin over all models for one problem, mode and scalar. It may have failed on some.
struct BenchProfile {
  std::string group;           ///< "forward_dynamics/single/double"
  std::string plugin;          ///< report::Timing::timed_plugin()
  std::vector<double> ratios;  ///< to the fastest, ascending, of the models that it was timed on
  std::size_t models = 0;      ///< on which anybody was timed
};

/// The load on the machine while a run measured.
struct SystemLoad {
  std::array<double, 3> load_before{}, load_after{};  ///< load averages of 1, 5 and 15 minutes
  double preempted = 0;  ///< share of the timed stretches in which the thread did not run
  double others = 0;     ///< share of the core's time that others took, or the hypervisor
  double stolen = 0;     ///< by the hypervisor alone
  std::int64_t involuntary_switches = 0;

  bool busy() const;
  /// "load average 2.1 before and 2.4 after; ..."
  std::string to_string() const;
};

struct BenchRun {
  std::vector<BenchRow> rows;  ///< by model, problem and plugin
  std::vector<BenchProfile> profiles;
  int core = 0;
  std::string counters;  ///< why cycles are not counted; empty if they are
  SystemLoad system_load;
};

/// Times every requested plugin on every model and problem. A plugin that cannot be timed has a row with the
/// reason. `progress` gets the number of samples that are done, and the number of all samples.
BenchRun run_bench(const Request& requested, const std::vector<BenchModel>& models, const BenchChoice& choice,
                   const std::function<void(std::size_t, std::size_t)>& progress);

/// Fills in medians, spreads, ratios to the fastest plugin with at least half of the digits, and the best
/// rows in time and accuracy.
void compare_rows(std::vector<BenchRow>& rows);
std::vector<BenchProfile> profiles(const std::vector<BenchRow>& rows);

/// Compares a row with the least time that its arithmetic takes: the counted operations, at the highest rate
/// that was measured on this machine [Williams, Waterman & Patterson 2009]. Single calls use the registers of
/// the portable build, which have 16 bytes, and an addition and a multiplication are one operation each.
/// Batches and lanes use the registers of their packs, in which both may be one operation. Divisions, roots
/// and sines are left out.
struct RooflineRow {
  std::string name;              ///< of the row
  double cycles = 0, least = 0;  ///< of a body
};

/// Returns the rows that were timed on one thread and can be counted, and sets their Timing::arithmetic.
std::vector<RooflineRow> roofline(BenchRun& run, const Request& requested,
                                  const std::vector<BenchModel>& models);

/// Returns the run in the format of Google Benchmark's JSON reporter, which its compare.py reads. Data
/// without a place in that format is under "kintree". `command`: the command line.
nlohmann::ordered_json as_google_benchmark(const BenchRun& run, const BenchChoice& choice,
                                           const std::string& command);

/// Reads the run that as_google_benchmark() wrote to `file`, without its profiles. Throws InputError if the
/// JSON is not such a run.
BenchRun read_bench(const nlohmann::ordered_json& json, const std::string& file);

/// Merges runs of the same rows, measured by processes one after the other, into one run with the samples of
/// all. Throws InputError if the rows are not the same.
BenchRun merged(const std::vector<BenchRun>& parts);

/// A row of two runs.
struct BenchChange {
  std::string name;
  double before = 0, after = 0;  ///< medians [ns]
  double spread = 0;             ///< the larger of the two
  double p = 1;                  ///< Mann-Whitney's, adjusted for the number of rows [Holm 1979]

  static constexpr double level = 0.05;
  double ratio() const { return after / before; }
  bool slower() const { return p < level && ratio() > 1 + spread; }
  bool faster() const { return p < level && ratio() < 1 / (1 + spread); }
};

struct BenchComparison {
  std::vector<BenchChange> changes;      ///< in the order of the newer run
  std::vector<std::string> gone, added;  ///< names of rows that one of them alone has
  double overall = 1;                    ///< the geometric mean of all ratios
};

/// Compares processor times, repetition by repetition. `older` and `newer` were written by
/// as_google_benchmark() or Google Benchmark, the former to `file`. Throws InputError if one of them was not,
/// if they have no row in common, or if there are too few repetitions for a significant difference.
BenchComparison compare_runs(const nlohmann::ordered_json& older, const nlohmann::ordered_json& newer,
                             const std::string& file);

}  // namespace kintree::suite
