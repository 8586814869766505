// The totals of the records of a run. For a million records it holds counts, and the few that are shown one by one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "data/places.hpp"
#include "kintree/report/render.hpp"
#include "kintree/report/store.hpp"

namespace kintree::report {

/// Records of each plugin and problem that are kept.
inline constexpr std::size_t worst_kept = 5, failures_kept = 8;
/// Cases of each problem that are shown by the share of answers below A.
inline constexpr std::size_t hardest_kept = 20;
/// Different explanations that are kept; more are counted together by their reason.
inline constexpr std::size_t explanations_kept = 1000;

/// Decimal digits of an answer that are right, by its relative error: 0 to 16.
double digits_kept(double error);

struct Tally {
  std::array<std::int64_t, Enumeration<Verdict>::all.size()> verdicts{};  ///< in the order of the enumerators
  std::array<std::int64_t, Enumeration<FieldCheck>::all.size()>
      rights{};  ///< in the order of the enumerators
  std::int64_t unsupported = 0;
  std::int64_t failed = 0;
  std::set<Verdict> promises;
  double worst_alpha = 0, worst_error = 0;

  void count(const Record& record);
  std::int64_t judged() const;
  std::int64_t right(FieldCheck right) const { return rights[static_cast<std::size_t>(right)]; }
  std::int64_t cases() const { return judged() + unsupported; }
  std::string passed() const;     ///< "yes", "no", or "nothing judged"
  std::string promise() const;    ///< "A", or "A, B" where it depends on the family
  Verdict worst_verdict() const;  ///< of those judged
  /// The verdict that nine in ten of those judged reach. F if one is not equal in the field.
  Verdict typical_verdict() const;
};

/// The worst few of many records, worst first.
class WorstRecords {
 public:
  explicit WorstRecords(std::size_t most) : most_(most) {}
  void add(const Record& record);
  const std::vector<Record>& records() const { return records_; }
  std::int64_t offered() const { return offered_; }

 private:
  std::size_t most_;
  std::int64_t offered_ = 0;
  std::vector<Record> records_;
};

/// The loss in an answer.
enum class Loss { below_B, half_of_the_digits, every_digit, wrong };
constexpr std::string_view name(Loss loss) {
  return std::array<std::string_view, 4>{"more than B allows", "half of the digits", "every digit",
                                         "all: the answer is wrong"}[static_cast<std::size_t>(loss)];
}

/// True if the tree of `a` has fewer bodies, or as many and fewer degrees of freedom.
inline bool smaller(const Record& a, const Record& b) {
  return std::tie(a.bodies, a.degrees_of_freedom) < std::tie(b.bodies, b.degrees_of_freedom);
}

struct Summary {
  using Key = std::pair<std::string, Problem>;  ///< plugin and problem
  using Groups = std::map<Key, WorstRecords>;

  void add(const Record& record);

  HardFamilies
      hard_families;  ///< set before records are added; all other trees are ordinary, those of papers and robots among them
  std::set<std::string> plugins;
  std::set<Problem> problems;
  // Set by whoever knows them: Store::distinct_cases, Store::hardest.
  std::int64_t cases = 0;
  std::vector<Difficulty> hardest;
  Tally all;
  std::map<Key, Tally> verdicts;
  std::map<Key, Tally> ordinary;  ///< of the answers on ordinary trees
  std::map<Key, Places> digits;   ///< kept by each of them that was judged; a breakdown keeps none
  std::map<Key, std::map<std::string, Tally>> hard;  ///< of the answers on hard trees, by family
  std::map<std::string, Record> examples;            ///< of each hard family: a tree that can be drawn
  /// By problem, family (as in CaseId::label) and plugin.
  std::map<Problem, std::map<std::string, std::map<std::string, Tally>>> families;
  Groups worst;     ///< of all that have an error
  Groups failures;  ///< the records that did not pass
  /// The smallest tree with each loss: that of fewest bodies, and then of fewest degrees of freedom.
  std::map<Key, std::map<Loss, Record>> smallest;
  /// By plugin, problem, reason and detail.
  std::map<std::tuple<std::string, Problem, Reason, std::string>, std::int64_t> unsupported;
};

}  // namespace kintree::report
