// Where a tree is cut until single bodies are left: each part at the joint that halves it best.
// Featherstone 1999, part 2, sec. 2.
#pragma once

#include <algorithm>

#include "kintree/algebra/tree.hpp"

namespace kintree {

struct CutPlan {
  /// A connected part of the tree. Its handles are the joints that connect it to what is outside.
  struct Part {
    int body = 0;   ///< of a single body
    int joint = 0;  ///< of an assembly: the joint between its two parts
    int base_side = -1, tip_side = -1;
    int x = 0, y = 0;          ///< the joint among the handles of the base side, and of the tip side
    std::vector<int> handles;  ///< the base side's but x, then the tip side's but y
    std::size_t place = 0;     ///< of its handles' square of blocks in the store
    int size() const { return static_cast<int>(handles.size()); }
    std::size_t square() const { return handles.size() * handles.size(); }
  };

  std::vector<Part> parts;    ///< every part after those it is made of
  std::size_t store = 0;      ///< blocks
  std::vector<int> complete;  ///< the parts that stand on the base, each with one handle

  template <class S>
  explicit CutPlan(const Tree<S>& tree) {
    ByBody<std::vector<int>> bodies(tree.N);
    ByBody<int> root(tree.N);
    for (int i = 1; i <= tree.N; ++i) {
      root[i] = tree.parent[i] == 0 ? i : root[tree.parent[i]];
      bodies[root[i]].push_back(i);
    }
    std::size_t place = 0;
    for (int i = 1; i <= tree.N; ++i)
      if (root[i] == i) complete.push_back(cut(tree, bodies[i], place++));
  }

 private:
  template <class S>
  int cut(const Tree<S>& tree, const std::vector<int>& bodies, std::size_t place) {
    Part part;
    part.place = place;
    if (bodies.size() == 1) {
      part.body = bodies[0];
      part.handles.push_back(part.body);
      for (int i = part.body + 1; i <= tree.N; ++i)
        if (tree.parent[i] == part.body) part.handles.push_back(i);
      store = std::max(store, place + part.square());
    } else {
      const std::vector<int> beyond = half(tree, bodies);
      std::vector<int> rest;
      std::set_difference(bodies.begin(), bodies.end(), beyond.begin(), beyond.end(),
                          std::back_inserter(rest));
      part.joint = beyond[0];
      part.base_side = cut(tree, rest, place);
      const std::size_t behind = place + parts[static_cast<std::size_t>(part.base_side)].square();
      part.tip_side = cut(tree, beyond, behind);
      const Part &A = parts[static_cast<std::size_t>(part.base_side)],
                 &B = parts[static_cast<std::size_t>(part.tip_side)];
      part.x = append_others(A.handles, part.joint, part.handles);
      part.y = append_others(B.handles, part.joint, part.handles);
      store = std::max(store, behind + B.square() + part.square());
    }
    parts.push_back(part);
    return static_cast<int>(parts.size()) - 1;
  }

  /// Those of the given bodies that lie beyond the joint that halves them best.
  template <class S>
  static std::vector<int> half(const Tree<S>& tree, const std::vector<int>& bodies) {
    ByBody<int> size(tree.N);
    const int count = static_cast<int>(bodies.size());
    int best = 0;
    for (auto i = bodies.rbegin(); i != bodies.rend() - 1; ++i) {
      size[*i] += 1;
      size[tree.parent[*i]] += size[*i];
      if (best == 0 || std::max(size[*i], count - size[*i]) < std::max(size[best], count - size[best]))
        best = *i;
    }
    std::vector<int> beyond;
    ByBody<int> inside(tree.N);
    for (const int i : bodies)
      if (i == best || inside[tree.parent[i]] != 0) inside[i] = 1, beyond.push_back(i);
    return beyond;
  }

  static int append_others(const std::vector<int>& from, int but, std::vector<int>& to) {
    int at = 0;
    for (std::size_t h = 0; h < from.size(); ++h)
      if (from[h] == but)
        at = static_cast<int>(h);
      else
        to.push_back(from[h]);
    return at;
  }
};

}  // namespace kintree
