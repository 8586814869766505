// The joints at which a tree is cut until single bodies remain. Each part is cut at the joint that halves it
// best. Featherstone 1999, part 2, sec. 2.
#pragma once

#include <algorithm>

#include "kintree/spatial/tree.hpp"

namespace kintree {

struct CutPlan {
  /// A joint that connects a part to the bodies outside. In an assembly it is a handle of one of the two
  /// sides.
  struct Handle {
    int joint = 0;
    bool beyond = false;     ///< a handle of the tip side, not of the base side
    std::size_t number = 0;  ///< among the handles of that side
  };

  /// A connected part of the tree.
  struct Part {
    int body = 0;   ///< the body of a part that is a single body; 0 for an assembly
    int joint = 0;  ///< the joint between the two parts of an assembly; 0 for a single body
    int base_side = -1, tip_side = -1;
    std::size_t x = 0, y = 0;     ///< the joint among the handles of the base side, and of the tip side
    std::vector<Handle> handles;  ///< the base side's but x, then the tip side's but y
    std::size_t place = 0;        ///< of its handles' square of blocks in the store
    std::size_t made = 0;         ///< of an assembly: the same while its parts are still needed

    std::size_t square() const { return handles.size() * handles.size(); }
  };

  std::vector<Part> parts;    ///< every part after those it is made of
  std::size_t store = 0;      ///< blocks
  std::vector<int> complete;  ///< the parts that are connected to the base, each with one handle

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
  const Part& part(int k) const { return parts[static_cast<std::size_t>(k)]; }

  /// An assembly is stored at the place of its base side. The tip side is stored behind the base side, and
  /// the assembly behind both while it is computed.
  template <class S>
  int cut(const Tree<S>& tree, const std::vector<int>& bodies, std::size_t place) {
    Part C;
    C.place = place;
    if (bodies.size() == 1) {
      C.body = bodies[0];
      C.handles.push_back({C.body});
      for (int i = C.body + 1; i <= tree.N; ++i)
        if (tree.parent[i] == C.body) C.handles.push_back({i});
      store = std::max(store, place + C.square());
    } else {
      const std::vector<int> beyond = half(tree, bodies);
      std::vector<int> rest;
      std::set_difference(bodies.begin(), bodies.end(), beyond.begin(), beyond.end(),
                          std::back_inserter(rest));
      C.joint = beyond[0];
      C.base_side = cut(tree, rest, place);
      C.tip_side = cut(tree, beyond, place + part(C.base_side).square());
      C.x = keep_others(part(C.base_side), false, C);
      C.y = keep_others(part(C.tip_side), true, C);
      C.made = part(C.tip_side).place + part(C.tip_side).square();
      store = std::max(store, C.made + C.square());
    }
    parts.push_back(C);
    return static_cast<int>(parts.size()) - 1;
  }

  /// The given bodies beyond the joint that halves them best.
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

  /// The handles of a side become those of C, but for the joint that closes; returns the number of that one.
  static std::size_t keep_others(const Part& side, bool beyond, Part& C) {
    std::size_t closed = 0;
    for (std::size_t h = 0; h < side.handles.size(); ++h)
      if (side.handles[h].joint == C.joint)
        closed = h;
      else
        C.handles.push_back({side.handles[h].joint, beyond, h});
    return closed;
  }
};

}  // namespace kintree
