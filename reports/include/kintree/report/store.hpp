// The store: all rows of all runs, in one SQLite file. add() commits its records before it returns, so a killed
// run loses nothing and can be continued. Several processes may read and write the same file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kintree/report/claims.hpp"
#include "kintree/report/counts.hpp"
#include "kintree/report/float_digits.hpp"
#include "kintree/report/libraries.hpp"
#include "kintree/report/plugin_claim.hpp"
#include "kintree/report/record.hpp"
#include "kintree/report/suite_quality.hpp"
#include "kintree/report/timing.hpp"

namespace kintree::report {

/// The types of rows that belong to a run: the records of its cases, and what was measured beside them.
using RunRows =
    std::tuple<Record, PowerCurve, Throughput, LargeTree, MutantScore, CountedCost, CostGrowth,
               ReproducedClaim, MissingClaim, Erratum, Curve, SmallTreesProof, FieldPower, FloatDigits,
               PluginClaim, LineCoverage, Timing, TimingConditions, Library, VectorResult>;

/// The records of a run, without those of libraries.
struct VerdictCounts {
  std::array<std::int64_t, 5> of{};  ///< A, B, C, D, F
  std::int64_t failed = 0;

  std::int64_t answers() const { return std::accumulate(of.begin(), of.end(), std::int64_t{0}); }
};

/// The difficulty of a case for one problem: the number of judged answers, and of those below A.
struct Difficulty {
  CaseId id;
  Problem problem{};
  int bodies = 0, degrees_of_freedom = 0;
  std::int64_t answers = 0, below = 0;
  std::string command;  ///< repeats the answer of largest alpha
};

/// Every fault of the file is an InputError that names it. So is a missing run.
class Store {
 public:
  /// Opens the file, or creates it. A file that is no database, that belongs to another program, or that has another
  /// schema is refused and left as it is. A store of schema version 14 can be read, not written.
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  /// Starts a run and returns its number. `id`, `finished` and `cases` are ignored; an empty `started` is taken from
  /// the clock.
  std::int64_t begin(const Run& run);

  /// The last run of the same command, commit and build that was not finished. Nothing tells a killed run from one
  /// that is still under way in another process.
  std::optional<Run> unfinished(const std::string& command, const std::string& commit,
                                const std::string& build);

  /// Adds all records of one case, or none of them, and counts the case. Cases are added in the order in which they
  /// were planned, so a run that is continued goes on with case number Run::cases of its plan.
  void add(std::int64_t run, const std::vector<Record>& records_of_one_case);

  /// Adds the cases and records of a run of another store, in their order: all of them, or none.
  void adopt(std::int64_t run, const std::filesystem::path& other, std::int64_t run_there);

  /// Writes all that the store has to a new file, whose bytes depend on the rows alone. The file must not be there.
  void copy_to(const std::filesystem::path& file);

  /// Replaces the rows of this type in the run: by all of these, or not at all.
  template <Row T>
  void replace(std::int64_t run, const std::vector<T>& rows);

  /// Marks the run as finished: at that time (UTC, ISO 8601), or now.
  void finish(std::int64_t run, const std::string& when = {});

  Run run(std::int64_t id);
  std::vector<Run> runs();
  VerdictCounts verdict_counts(std::int64_t run);  ///< in the order in which they began

  /// The number of rows of a type.
  template <Row T>
  std::int64_t count(std::int64_t run);

  /// Calls `take` for each row of the run, in the order in which they were added. One row is held at a time, however
  /// many there are.
  template <Row T>
  void for_each(std::int64_t run, const std::function<void(const T&)>& take);

  /// All rows of a type at once: for what a run has few of.
  template <Row T>
  std::vector<T> rows(std::int64_t run);

  /// Calls `take(there, here)` for each pair of records of the same case, plugin and problem, one of a run of another store, one of
  /// a run of this one, in the order of this one. One pair is held at a time.
  void for_each_pair(std::int64_t run, const std::filesystem::path& other, std::int64_t run_there,
                     const std::function<void(const Record& there, const Record& here)>& take);
  /// Plugin, problem, and the number of records that one of both runs alone has.
  using TakeCount =
      std::function<void(const std::string& plugin, const std::string& problem, std::int64_t count)>;
  void count_unpaired(std::int64_t run, const std::filesystem::path& other, std::int64_t run_there,
                      const TakeCount& here_alone, const TakeCount& there_alone);

  /// The number of cases that have records of plugins that are not libraries, transformed ones included.
  std::int64_t distinct_cases(std::int64_t run);

  /// The newest finished run with libraries.
  std::optional<std::int64_t> newest_of_libraries();

  /// The cases, by name, and problems for which no plugin that is proved right there keeps verdict B. Libraries are left out.
  std::set<std::pair<std::string, Problem>> lost_by_all(std::int64_t run);

  /// The `most` cases of each problem with the largest share of answers below A, hardest first. Cases with more answers precede
  /// others of the same share. Cases with one answer are not among them: that says as much of the plugin. Nor are answers of libraries.
  std::vector<Difficulty> hardest(std::int64_t run, std::size_t most);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kintree::report
