// Hunts for the worst cases of plugins, and what they found.
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

/// The family of cases that were hunted: promises may say less on it, by this name.
inline constexpr std::string_view worst_family = "worst";

struct HuntChoice {
  std::vector<std::string> families;  ///< empty: where each plugin is hunted by default
  int bodies = 4;
  SearchOptions search;     ///< of a hunt; its threads: those of a process, for all that it does
  std::int64_t starts = 1;  ///< hunts of each quarry, each from other seeds; the worst find counts
  double hours = 0;         ///< for each quarry: hunts are begun until then, even beyond `starts`
  std::string folder;       ///< where finds are kept as they come; empty: nowhere
  Aim aim = Aim::alpha;
  const Plugin* against = nullptr;
  bool compare = false;  ///< with as many drawn cases
  std::string repeat;    ///< options that choose the plugins again
};

struct Hunt {
  Quarry quarry;
  std::int64_t evaluations = 0;  ///< of all hunts
  Find found, shrunk;
  std::optional<Find> drawn;  ///< the worst of as many drawn cases
  report::Record record;      ///< the shrunk case, verified
  std::string command;        ///< which hunts this again: the hunt that found it

  std::string verdict() const { return record.verdict ? std::string(name(*record.verdict)) : "none"; }
};

/// Of each plugin of the request that claims any of its problems: the first one that it claims, if all problems are asked for, else
/// each of these. Hunts are handed out to the threads of all ranks; what they find does not depend on who hunts. What is in the
/// folder already is not hunted again. Nothing is returned in ranks other than 0. InputError for what CaseChoice::sources()
/// refuses, if `against` does not solve the problem, and of a folder that holds what others found, where another search is under
/// way, or that is not named though there are several ranks.
std::vector<Hunt> run_hunts(const Request& asked, const HuntChoice& choice, Ranks& ranks);

/// A list with a row for each: plugin, problem, values, and the case in full.
nlohmann::ordered_json as_json(const std::vector<Hunt>& hunts);

}  // namespace kintree::suite
