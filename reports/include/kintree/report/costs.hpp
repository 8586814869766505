// What was counted: costs, how they grow, and the papers' claims beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kintree/data/operations.hpp"

namespace kintree {

/// One plugin and problem on one tree.
struct CountedCost {
  std::string plugin;
  std::string problem;
  std::string tree;
  int bodies = 0, degrees_of_freedom = 0, end_effectors = 0;
  std::string unsupported;  ///< why it was not counted; empty if it was
  std::vector<PhaseCost> phases;
  std::int64_t depth = 0;  ///< T_inf: the longest chain of operations
  std::string
      relation;  ///< of the count to the paper's formula: "equal", "at most", "published"; empty: none
  Operations expected, compared;  ///< what the formula gives, and what was counted in its phases
  std::string difference;         ///< how they contradict the relation, in words; empty if they do not

  Operations operations() const { return total(phases); }
};

/// The exponent of one size in a cost.
struct GrownCost {
  std::string plugin;
  std::string problem;
  std::string
      size;  ///< "chain" (N bodies, unbranched), "N" (depth fixed), "d" (N fixed), "m" (end-effectors)
  int claimed = 0;
  double exponent = 0, half_width = 0;  ///< with 95 % confidence
  std::string verdict;                  ///< "agrees", "lower", "HIGHER"
  std::vector<double> sizes, operations;
};

/// A claim of a paper and what running code says to it.
struct ReproducedClaim {
  std::string paper;
  std::string id, where, claim;
  std::string theirs, source;  ///< source: "quoted", or "derived" from what is quoted
  std::string ours;
  std::string verdict;  ///< "agrees", "lower", "finding", or, not accepted, in capitals
  bool accepted = false;
  std::string finding;  ///< why we get something else
};

/// A line of a figure.
struct Curve {
  std::string figure, title, x_name, y_name;
  std::string name;
  std::vector<double> x, y;
};

}  // namespace kintree
