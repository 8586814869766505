// Which joints each joint is coupled with when its turn to be eliminated comes, leaves first: its parent's
// and its elder siblings', never others.  Yamane & Nakamura 2002, sec. 4.
#pragma once

#include <vector>

#include "kintree/spatial/tree.hpp"

namespace kintree {

class CliquePlan {
 public:
  template <class S>
  explicit CliquePlan(const Tree<S>& tree) : neighbours_(tree.N), first_(tree.N) {
    ByBody<std::vector<int>> children(tree.N);
    for (int i = 1; i <= tree.N; ++i) {
      const int p = tree.parent[i];
      first_[i] = blocks_;
      if (p == 0) continue;  // the base yields to no force: nothing is coupled across it
      neighbours_[i].push_back(p);
      for (const int j : children[p]) neighbours_[i].push_back(j);
      children[p].push_back(i);
      blocks_ += static_cast<int>(neighbours_[i].size());
    }
  }

  /// The parent, then the siblings a < i, in ascending order. The neighbours of sibling number r of this list are
  /// its first r members.
  const std::vector<int>& neighbours(int i) const { return neighbours_[i]; }
  /// Where the block of i and its neighbour number `rank` is stored.
  std::size_t at(int i, std::size_t rank) const { return static_cast<std::size_t>(first_[i]) + rank; }
  std::size_t blocks() const { return static_cast<std::size_t>(blocks_); }

 private:
  ByBody<std::vector<int>> neighbours_;
  ByBody<int> first_;
  int blocks_ = 0;
};

}  // namespace kintree
