// What the records of a run add up to.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kintree/report/costs.hpp"
#include "kintree/report/mutants.hpp"
#include "kintree/report/record.hpp"
#include "table.hpp"

namespace kintree::report {

inline constexpr std::string_view verdict_letters = "ABCF";

/// Worst cases kept of each plugin x problem.
inline constexpr std::size_t worst_kept = 5;

inline bool unsupported(const Record& record) {
  return record.status == "unsupported";
}

/// Place in verdict_letters. What has no known verdict, yet should have one, counts as F.
std::size_t verdict_index(const Record& record);

struct Tally {
  std::array<std::size_t, 4> verdicts{};  ///< A, B, C, F
  std::size_t unsupported = 0;
  std::size_t failed = 0;
  std::set<std::string> promises;
  double worst_alpha = 0, worst_error = 0;

  void count(const Record& record);
  std::size_t judged() const { return verdicts[0] + verdicts[1] + verdicts[2] + verdicts[3]; }
  std::size_t cases() const { return judged() + unsupported; }
  std::string passed() const;  ///< "yes", "no", or "nothing judged"
  std::string promise() const;
  std::size_t worst_verdict() const;  ///< of those judged; place in verdict_letters
};

/// The problems of the suite come in its own order, before others.
struct ProblemOrder {
  bool operator()(const std::string& a, const std::string& b) const;
};

/// Pointers into the records given.
struct Summary {
  explicit Summary(const std::vector<Record>& records);

  using Key = std::pair<std::string, std::string>;  ///< plugin, problem
  struct KeyOrder {
    bool operator()(const Key& a, const Key& b) const;
  };

  std::vector<std::string> plugins;
  std::vector<std::string> problems;
  std::set<std::string> cases;
  Tally all;
  std::map<Key, Tally, KeyOrder> verdicts;
  std::map<std::string, std::map<std::string, std::map<std::string, Tally>>, ProblemOrder>
      families;                                                  ///< by problem, family, plugin
  std::map<Key, std::vector<const Record*>, KeyOrder> worst;     ///< at most worst_kept of each, worst first
  std::map<Key, std::vector<const Record*>, KeyOrder> failures;  ///< all of them, worst first
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t>
      unsupported;  ///< plugin, problem, reason
};

Table verdict_table(const Summary& summary);
Table family_table(const Summary& summary);
Table worst_table(const Summary& summary);
Table record_table(const std::vector<Record>& records);
Table mutant_table(const std::vector<MutantScore>& mutants);
Table claim_table(const std::vector<ReproducedClaim>& claims);
Table cost_table(const std::vector<CountedCost>& costs);
Table growth_table(const std::vector<GrownCost>& growth);

}  // namespace kintree::report
