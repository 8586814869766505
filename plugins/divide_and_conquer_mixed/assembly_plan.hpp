// Which elements are joined, and in which order: the tree falls into heavy paths, and the bodies of each are
// joined in a balanced binary tree.  Featherstone 1999, part 2, sec. 2 (choice of the assembly tree).
#pragma once

#include "kernels/bodies.hpp"

namespace kintree {

struct AssemblyPlan {
  struct Element {
    int body = 0;             ///< the body of a single body with its joint; 0 for an assembly
    int base_side = -1;       ///< of an assembly: the two elements that it joins, both earlier in the list;
    int tip_side = -1;        ///< of a body without an inertia of its own: the element that it carries
    int first_body = 0;       ///< the body next to the base
    bool whole_path = false;  ///< it is part of no assembly; the parent of its first body carries it
  };

  /// Each element comes after its parts, and each path after the paths that its bodies carry.
  std::vector<Element> elements;

  template <class S>
  explicit AssemblyPlan(const Tree<S>& tree) {
    ByBody<int> size(tree.N), heavy(tree.N);
    for (int i = tree.N; i >= 1; --i) {
      size[i] += 1;
      const int p = tree.parent[i];
      size[p] += size[i];
      if (heavy[p] == 0 || size[i] >= size[heavy[p]]) heavy[p] = i;
    }
    for (int head = tree.N; head >= 1; --head) {
      const int p = tree.parent[head];
      if (p != 0 && heavy[p] == head) continue;
      std::vector<int> path;
      for (int i = head; i != 0; i = heavy[i]) path.push_back(i);
      regular.clear();
      for (const int i : path) {
        InverseInertia<S> inverse;
        regular.push_back(inverse.factor(articulated(tree.I[i])));
      }
      elements[join(path, 0, path.size())].whole_path = true;
    }
  }

 private:
  std::vector<bool> regular;  ///< along the path

  std::size_t join(const std::vector<int>& path, std::size_t begin, std::size_t end) {
    Element element;
    element.first_body = path[begin];
    std::size_t middle = begin + (end - begin) / 2;
    while (middle > begin && !regular[middle - 1]) --middle;
    if (middle == begin) {
      element.body = path[begin];
      if (end - begin > 1) element.tip_side = static_cast<int>(join(path, begin + 1, end));
    } else {
      element.base_side = static_cast<int>(join(path, begin, middle));
      element.tip_side = static_cast<int>(join(path, middle, end));
    }
    elements.push_back(element);
    return elements.size() - 1;
  }
};

}  // namespace kintree
