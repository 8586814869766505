// How long plugins take, after the method of Google Benchmark: samples of many calls, medians of repetitions and their spread; here
// with the repetitions of all plugins interleaved in rounds, so that a ratio compares what was measured side by side.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kintree/input/urdf.hpp"
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

  /// InputError for unknown names and for choices that do not go together.
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

/// How a run measures.
struct BenchChoice {
  int rounds = 15;               ///< samples of each row
  double sample_seconds = 0.01;  ///< a sample has so many calls that it takes this long
  double longest_call = 0.2;     ///< [s] a plugin whose call takes longer is not timed
  double time_limit = 60;        ///< [s] a plugin whose call has not returned by then is ended
  Format scalar = Format::binary64;
  std::vector<BenchMode> modes{BenchMode::single};
  int core = -1;           ///< the thread is kept to it; negative: to the one that is idle most
  std::uint64_t seed = 1;  ///< of the order in which plugins take turns
  int judged_states = 4;   ///< accuracy is that of so many of the states; 0: none is asked about
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

/// What a plugin is worth over all models, on which it may have failed, for one problem, mode and scalar.
struct BenchProfile {
  std::string group;           ///< "forward_dynamics/single/double"
  std::string plugin;          ///< report::Timing::contestant()
  std::vector<double> ratios;  ///< to the fastest, ascending, of the models that it was timed on
  std::size_t models = 0;      ///< on which anybody was timed
};

/// What else went on while a run measured.
struct Burden {
  std::array<double, 3> load_before{}, load_after{};  ///< load averages of 1, 5 and 15 minutes
  double preempted = 0;  ///< share of the timed stretches in which the thread did not run
  double others = 0;     ///< share of the core's time that others took, or the hypervisor
  double stolen = 0;     ///< by the hypervisor alone
  std::int64_t involuntary_switches = 0;

  bool busy() const;
  /// "load average 2.1 before and 2.4 after; ..."
  std::string words() const;
};

struct BenchRun {
  std::vector<BenchRow> rows;  ///< by model, problem and plugin
  std::vector<BenchProfile> profiles;
  int core = 0;
  std::string counters;  ///< why cycles are not counted; empty if they are
  Burden burden;
};

/// Times every plugin asked for on every model and problem. A plugin that cannot be timed has a row that says why. `progress` is
/// told how many of how many samples are done.
BenchRun run_bench(const Request& asked, const std::vector<BenchModel>& models, const BenchChoice& choice,
                   const std::function<void(std::size_t, std::size_t)>& progress);

/// Fills in medians, spreads, ratios to the fastest, which answers at least half of the digits, and what is best in time and accuracy.
void compare_rows(std::vector<BenchRow>& rows);
std::vector<BenchProfile> profiles(const std::vector<BenchRow>& rows);

/// A row beside the least that its arithmetic takes: the operations that were counted, at the highest rate at
/// which this machine was seen to carry them out [Williams, Waterman & Patterson 2009]. Single calls have the
/// registers of the portable build, of 16 bytes, in which an addition and a multiplication are one operation
/// each; batches and lanes those of their packs, in which both may be one. Divisions, roots and sines are left out.
struct RooflineRow {
  std::string name;              ///< of the row
  double cycles = 0, least = 0;  ///< of a body
};

/// Of the rows that were timed on one thread and can be counted, whose Timing::arithmetic is set.
std::vector<RooflineRow> roofline(BenchRun& run, const Request& asked, const std::vector<BenchModel>& models);

/// The run in the format of Google Benchmark's JSON reporter, which its compare.py reads; what that format has no place for stands
/// under "kintree". `command`: what was called.
nlohmann::ordered_json as_google_benchmark(const BenchRun& run, const BenchChoice& choice,
                                           const std::string& command);

/// The run that as_google_benchmark() wrote to `file`, without its profiles. InputError if that is none.
BenchRun read_bench(const nlohmann::ordered_json& json, const std::string& file);

/// Of the same rows, measured by processes one after the other, one run with the samples of all. InputError if the rows are not the same.
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

/// Compares processor times, repetition by repetition. `older`, `newer`: what as_google_benchmark() or Google Benchmark wrote, the
/// former from `file`. InputError if that is no such thing, has no row in common, or has too few repetitions to show anything.
BenchComparison compare_runs(const nlohmann::ordered_json& older, const nlohmann::ordered_json& newer,
                             const std::string& file);

}  // namespace kintree::suite
