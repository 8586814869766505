// Counted operations of one answer, and their growth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kintree/model/operations.hpp"
#include "kintree/report/fields.hpp"

namespace kintree::report {

/// The required relation of a count to the paper's formula.
enum class Relation {
  equal,      ///< it must be equal
  at_most,    ///< it must be equal or less
  published,  ///< the formula is merely shown beside it
};
constexpr std::string_view name(Relation relation) {
  return std::array<std::string_view, 3>{"equal", "at most", "published"}[static_cast<std::size_t>(relation)];
}

/// One plugin and problem on one tree.
struct CountedCost {
  std::string plugin;
  Problem problem{};
  std::string tree;
  int bodies = 0, degrees_of_freedom = 0, end_effectors = 0;
  Reason reason = Reason::none;  ///< why it was not counted; none if it was
  std::string detail;            ///< what the reason leaves open
  std::vector<PhaseCost> phases;
  std::int64_t depth = 0;            ///< T_inf: the operations of the longest chain
  std::optional<Relation> relation;  ///< none where the paper has no formula
  Operations expected,
      compared;            ///< what the formula gives, and what was counted in the phases that it covers
  std::string difference;  ///< how they contradict the relation, in words; empty if they do not

  std::vector<PhaseCost>
      apart;  ///< the phases that the formula does not cover: set-up, conversion to other frames

  Operations operations() const { return total(phases); }

  friend bool operator==(const CountedCost&, const CountedCost&) = default;
};

/// The reason and its detail, for readers.
inline std::string explanation(const CountedCost& cost) {
  return explanation(cost.reason, cost.detail);
}

/// "conversion 645m + 486a, set-up 106m + 50a".
inline std::string in_a_line(const std::vector<PhaseCost>& phases) {
  std::string text;
  for (const PhaseCost& p : phases)
    text += (text.empty() ? "" : ", ") + (p.phase.empty() ? "outside of any phase" : p.phase) + " " +
            m_and_a(p.operations);
  return text;
}

inline bool counted(const CountedCost& cost) {
  return cost.reason == Reason::none;
}

/// Why the row fails, for readers: the count was refused, or contradicts the formula. Empty if it does not fail.
inline std::string failure(const CountedCost& cost) {
  return harm(cost.reason) == Harm::none ? cost.difference : explanation(cost);
}

/// An exponent beside that of the paper's O(.).
enum class Order { agrees, lower, higher, not_counted };
constexpr std::string_view name(Order order) {
  return std::array<std::string_view, 4>{"agrees", "lower", "HIGHER",
                                         "NOT COUNTED"}[static_cast<std::size_t>(order)];
}
constexpr bool fails(Order order) {
  return order == Order::higher || order == Order::not_counted;
}

/// The exponent of one size in a cost.
struct CostGrowth {
  std::string plugin;
  Problem problem{};
  /// "chain": N bodies, unbranched; "N": bodies, at one depth; "d": depth, of as many bodies; "m": end-effectors;
  /// "star": N bodies, all but one on that one; "comb": N bodies, half of them a chain of which each carries one
  /// more; "laden": N bodies, unbranched, each with an end-effector.
  std::string size;
  int claimed = 0;        ///< exponent of the paper
  double exponent = 0;    ///< counted
  double half_width = 0;  ///< of its 95 % confidence interval
  Order verdict = Order::agrees;
  std::string detail;  ///< why it was not counted
  std::vector<double> sizes, operations;

  friend bool operator==(const CostGrowth&, const CostGrowth&) = default;
};

template <>
struct Enumeration<Relation> {
  static constexpr std::array all{Relation::equal, Relation::at_most, Relation::published};
};
template <>
struct Enumeration<Order> {
  static constexpr std::array all{Order::agrees, Order::lower, Order::higher, Order::not_counted};
};

template <>
struct Fields<Operations> {
  static constexpr std::tuple list{
      KINTREE_FIELDS(Operations, multiplications, additions, divisions, square_roots, transcendental)};
};

template <>
struct Fields<PhaseCost> {
  static constexpr std::tuple list{KINTREE_FIELDS(PhaseCost, phase), Field{"", &PhaseCost::operations}};
};

template <>
struct Fields<CountedCost> {
  static constexpr std::string_view table = "costs";
  static constexpr std::tuple list{
      KINTREE_FIELDS(CountedCost, plugin, problem, tree, bodies, degrees_of_freedom, end_effectors, reason,
                     detail),
      DerivedField{"operations", +[](const CountedCost& c) { return c.operations(); }},
      DerivedField{"work", +[](const CountedCost& c) { return c.operations().total(); }},
      KINTREE_FIELDS(CountedCost, depth, phases, relation, expected, compared, difference, apart)};
};

template <>
struct Fields<CostGrowth> {
  static constexpr std::string_view table = "growth";
  static constexpr std::tuple list{KINTREE_FIELDS(CostGrowth, plugin, problem, size, claimed, exponent,
                                                  half_width, verdict, detail, sizes, operations)};
};

}  // namespace kintree::report
