// The differences between a run and an earlier one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/measurements.hpp"
#include "data/table.hpp"
#include "kintree/report/fields.hpp"
#include "kintree/report/render.hpp"

namespace kintree::report {

enum class Change { worse, better, other, added, gone };
constexpr std::string_view name(Change change) {
  return std::array<std::string_view, 5>{"worse", "better", "other", "new",
                                         "gone"}[static_cast<std::size_t>(change)];
}
template <>
struct Enumeration<Change> {
  static constexpr std::array all{Change::worse, Change::better, Change::other, Change::added, Change::gone};
};

/// One thing in which both runs differ, or the number of things of a kind that only one of them has.
struct Difference {
  Change change = Change::other;
  std::string quantity;  ///< "verdict", "proof", "operations", ...
  std::string plugin, problem;
  std::string subject;  ///< the case, tree or claim, or the number of new or missing ones
  std::string before, after;
  std::string command;  ///< repeats the answer

  friend bool operator==(const Difference&, const Difference&) = default;
};

template <>
struct Fields<Difference> {
  static constexpr std::string_view table = "changes";
  static constexpr std::tuple list{
      KINTREE_FIELDS(Difference, change, quantity, plugin, problem, subject, before, after, command)};
};

struct Comparison {
  Run before;
  std::int64_t cases = 0;                                              ///< answers that both runs have
  std::array<std::int64_t, Enumeration<Change>::all.size()> counts{};  ///< in the order of the enumerators
  std::int64_t regressions = 0;  ///< the worse rows except those of accuracy, which depends on chance
  /// The first few of each plugin, problem, quantity and change. The worse ones are first.
  std::vector<Difference> kept;

  std::int64_t count(Change change) const { return counts[static_cast<std::size_t>(change)]; }
};

/// Differences of each plugin, problem, quantity and change that are kept.
inline constexpr std::size_t differences_kept = 5;

/// Compares answer by answer, by the name of the case, and row by row. A verdict is worse if its letter is, or if the answer no longer
/// passes or is missing. A count is worse if it is larger, and a claim if it is no longer accepted. Accuracy is worse if alpha grew over
/// all cases together by more than chance explains: a confidence interval of 99.9 % for the mean of log alpha's change [Student's t].
/// Quantities that only one run has measured are not compared. Calls `take` for each difference; memory does not grow with their
/// number. Throws InputError if there is no such run.
Comparison compare(Store& store, std::int64_t run, const Measurements& measured, const Baseline& baseline,
                   const std::function<void(const Difference&)>& take);

Table change_table(const Comparison& comparison);

/// "12 worse, 3 better" and so on; "nothing changed".
std::string in_a_line(const Comparison& comparison);

}  // namespace kintree::report
