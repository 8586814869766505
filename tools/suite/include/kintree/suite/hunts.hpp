// Hunts for the worst cases of plugins, and what they found.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kintree/report/record.hpp"
#include "kintree/suite/request.hpp"
#include "kintree/suite/search.hpp"

namespace kintree::suite {

/// The family of cases that were hunted: promises may say less on it, by this name.
inline constexpr std::string_view worst_family = "worst";

struct HuntChoice {
  std::vector<std::string> families;  ///< empty: where each plugin is hunted by default
  int bodies = 4;
  SearchOptions search;
  double hours = 0;  ///< of each hunt: rounds until then; 0: one round
  Aim aim = Aim::alpha;
  const Plugin* against = nullptr;
  bool compare = false;  ///< with as many drawn cases
  std::string repeat;    ///< options that choose the plugins again
};

struct Hunt {
  Quarry quarry;
  std::int64_t evaluations = 0;  ///< of all rounds
  Find found, shrunk;
  std::optional<Find> drawn;  ///< the worst of as many drawn cases
  report::Record record;      ///< the shrunk case, verified
  std::string command;        ///< which hunts this again: the round that found it

  std::string verdict() const { return record.verdict ? std::string(name(*record.verdict)) : "none"; }
};

/// Of each plugin of the request that claims any of its problems: the first one that it claims, if all problems are asked for, else
/// each of these. InputError for what CaseChoice::sources() refuses, and if `against` does not solve the problem.
std::vector<Hunt> run_hunts(const Request& asked, const HuntChoice& choice);

/// A list with a row for each: plugin, problem, values, and the case in full.
nlohmann::ordered_json as_json(const std::vector<Hunt>& hunts);

}  // namespace kintree::suite
