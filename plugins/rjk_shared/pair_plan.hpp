// The pairs of bodies whose Omega_ij lead to given ones, each pair once, those first that others come from:
// Omega_ij = T_i Omega_p(i)j goes down from Omega_g, g = ancest(i, j), always to the body of the larger
// index, which is no ancestor of the other.  Wensing, Featherstone & Orin 2012, sec. V-A; the order of the
// steps, by which pairs share them, is ours.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "kintree/spatial/views.hpp"

namespace kintree {

class PairPlan {
 public:
  explicit PairPlan(const ByBody<int>& parent) : parent_(parent) {}

  /// Omega_ij is entry `pair`, or its transpose.
  struct Place {
    std::size_t pair;
    bool transposed;
  };
  /// i >= j, and whence: of no meaning for i = j, where Omega_ii comes from the diagonal recursion.
  struct Pair {
    int i, j;
    Place from;
  };
  std::vector<Pair> list;

  /// Adds the pair, of two bodies in one tree of the forest, and what leads to it.
  Place need(int i, int j) {
    if (i < j) return {need(j, i).pair, true};
    const auto known = place_.find({i, j});
    if (known != place_.end()) return {known->second, false};
    const Place from = i == j ? Place{} : need(parent_[i], j);
    place_[{i, j}] = list.size();
    list.push_back({i, j, from});
    return {list.size() - 1, false};
  }

 private:
  ByBody<int> parent_;
  std::map<std::pair<int, int>, std::size_t> place_;
};

}  // namespace kintree
