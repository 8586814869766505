// Hunts for the worst cases of plugins, and their results.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/record.hpp"
#include "suite/cases/request.hpp"
#include "suite/execution/ranks.hpp"
#include "suite/worst_cases/search.hpp"

namespace kintree::suite {

/// The family of cases that were hunted. A promise may be lower for this family.
inline constexpr std::string_view worst_family = "worst";

struct HuntChoice {
  std::vector<std::string> families;  ///< empty: each plugin is hunted in its default families
  int bodies = 4;
  SearchOptions search;     ///< of a hunt; the number of threads is that of a process
  std::int64_t starts = 1;  ///< hunts of each target with different seeds; the worst find counts
  double hours = 0;         ///< for each target; until then hunts are begun, even beyond `starts`
  std::string folder;       ///< keeps finds as they come, if not empty
  Aim aim = Aim::alpha;
  const Plugin* against = nullptr;
  bool compare = false;  ///< with as many drawn cases
  std::string repeat;    ///< options that choose the plugins again
};

struct Hunt {
  SearchTarget target;
  std::int64_t evaluations = 0;  ///< of all hunts
  Find found, shrunk;
  std::optional<Find> drawn;  ///< the worst of as many drawn cases
  report::Record record;      ///< the shrunk case, verified
  std::string command;        ///< which hunts this again: the hunt that found it

  std::string verdict() const { return record.verdict ? std::string(name(*record.verdict)) : "none"; }
};

/// Hunts the targets of each plugin of the request that claims any of its problems. If all problems are
/// requested, the first one that the plugin claims is hunted, else each one that it claims. Hunts are handed
/// out to the threads of all ranks, and their results do not depend on the thread. Hunts whose results are in
/// the folder are not repeated. Ranks other than 0 return nothing. Throws InputError as CaseChoice::sources()
/// does, or if `against` does not solve the problem. The folder is an error if it holds the finds of another
/// search, if another search is under way in it, or if it is missing although there are several ranks.
std::vector<Hunt> run_hunts(const Request& requested, const HuntChoice& choice, Ranks& ranks);

/// A list with a row for each: plugin, problem, values, and the case in full.
nlohmann::ordered_json as_json(const std::vector<Hunt>& hunts);

}  // namespace kintree::suite
