#include "kintree/trees/shapes.hpp"

#include <algorithm>
#include <numeric>

namespace kintree {

namespace {

// The parents that a sequence of levels states, with the base on level 0: the parent of a node is the last
// node before it on the level above.
std::vector<int> parents(const std::vector<int>& level) {
  std::vector<int> parent(level.size(), 0), last(level.size(), 0);
  for (std::size_t i = 1; i < level.size(); ++i) {
    parent[i] = last[static_cast<std::size_t>(level[i] - 1)];
    last[static_cast<std::size_t>(level[i])] = static_cast<int>(i);
  }
  return parent;
}

using Shapes = std::vector<std::vector<int>>;

Shapes small_shapes(bool forest) {
  Shapes shapes;
  for (int bodies = 1; bodies <= most_counted_bodies; ++bodies)
    for (std::vector<int>& parent : rooted_trees(bodies))
      if (forest || std::count(parent.begin() + 1, parent.end(), 0) == 1) shapes.push_back(std::move(parent));
  return shapes;
}

}  // namespace

std::vector<std::vector<int>> rooted_trees(int bodies) {
  std::vector<int> level(static_cast<std::size_t>(bodies) + 1);
  std::iota(level.begin(), level.end(), 0);
  std::vector<std::vector<int>> trees;
  for (;;) {
    trees.push_back(parents(level));
    // The next sequence: let p be the last node on a level beyond 1, and q its parent. From p on, the levels
    // of q..p-1 are repeated [Beyer & Hedetniemi 1980, eq. (1)].
    std::size_t p = level.size() - 1;
    while (p > 0 && level[p] == 1) --p;
    if (p == 0) return trees;
    std::size_t q = p - 1;
    while (level[q] != level[p] - 1) --q;
    for (std::size_t i = p; i < level.size(); ++i) level[i] = level[i - (p - q)];
  }
}

std::vector<int> small_shape(std::uint64_t seed, int max_bodies, bool forest) {
  static const Shapes forests = small_shapes(true), trees = small_shapes(false);
  const Shapes& shapes = forest ? forests : trees;
  const auto beyond = std::partition_point(shapes.begin(), shapes.end(), [&](const std::vector<int>& parent) {
    return static_cast<int>(parent.size()) - 1 <= max_bodies;
  });
  const auto count = static_cast<std::uint64_t>(beyond - shapes.begin());
  return shapes[static_cast<std::size_t>((seed % count + count - 1) % count)];
}

}  // namespace kintree
