// The sums over the records of libraries.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "data/summary.hpp"

namespace kintree::report {

/// The outcome of a request to a library, in the order of the tables.
enum class LibraryOutcome {
  A,
  B,
  as_plugins,
  beyond,
  no_number,
  breakdown,
  fault,
  ill_posed,
  unsupported,
};

struct LibraryOutcomeInfo {
  LibraryOutcome outcome;
  std::string_view name;
  std::string_view colour;  ///< a class of the style sheet
  std::string_view words;
};

inline constexpr std::array<LibraryOutcomeInfo, 9> library_outcomes{{
    {LibraryOutcome::A, "A", "A", "as accurate as the problem itself allows"},
    {LibraryOutcome::B, "B", "B", "within the bound of a backward-stable method"},
    {LibraryOutcome::as_plugins, "as plugins", "C",
     "beyond that bound, as every plugin of Kintree that is proved right in this case: the case takes the "
     "digits"},
    {LibraryOutcome::beyond, "beyond", "D",
     "beyond that bound where a plugin is within it; in double alone a wrong formula cannot be told from "
     "lost "
     "digits"},
    {LibraryOutcome::no_number, "no number", "D", "NaN or infinity"},
    {LibraryOutcome::breakdown, "breakdown", "D", "the library reports that it cannot go on"},
    {LibraryOutcome::fault, "fault", "D", "a crash, no answer in time, or an exception"},
    {LibraryOutcome::ill_posed, "ill-posed", "none",
     "not judged: the answer depends on the last digit of the input, or any sound method may lose half of "
     "the "
     "digits"},
    {LibraryOutcome::unsupported, "unsupported", "none",
     "not computed: the library, or its adapter, has no such joint, routine or inertia"},
}};

constexpr const LibraryOutcomeInfo& info(LibraryOutcome outcome) {
  return library_outcomes[static_cast<std::size_t>(outcome)];
}
constexpr std::string_view name(LibraryOutcome outcome) {
  return info(outcome).name;
}
constexpr bool is_judged(LibraryOutcome outcome) {
  return outcome < LibraryOutcome::ill_posed;
}

using LibraryOutcomes = std::array<std::int64_t, library_outcomes.size()>;

struct LibrarySummary {
  std::vector<Library> libraries;
  std::vector<VectorResult> vectors;
  std::vector<PluginClaim> claims;
  /// Store::lost_by_all()
  std::set<std::pair<std::string, Problem>> lost_by_all;
  std::string date;  ///< of the run, UTC, ISO 8601

  Summary records;
  std::map<Summary::Key, LibraryOutcomes> outcomes;
  std::map<Summary::Key, LibraryOutcomes> ordinary;  ///< of the answers on ordinary trees
  /// The case of fewest bodies, for each outcome from `beyond` to `fault`.
  std::map<Summary::Key, std::map<LibraryOutcome, Record>> smallest;
  /// Singular neighbours of cases, where no answer exists: by plugin, problem and answer.
  std::map<std::tuple<std::string, Problem, std::string>, std::int64_t> singular;

  /// Null if the plugin is not a library.
  const Library* find(const std::string& plugin) const;
  void add(const Record& record);
};

}  // namespace kintree::report
