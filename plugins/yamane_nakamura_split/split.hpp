// Links of three or more children split into parts that are fixed to each other: of n_b children, n_b - 1
// parts in a balanced binary tree, two joints beyond each.  Yamane & Nakamura 2002, sec. 4, fig. 3.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/bodies.hpp"

namespace kintree {

class Split {
 public:
  explicit Split(const Model& model)
      : first(model.body_count()), count(model.body_count()), link{0}, children_(model.body_count()) {
    for (int i = 1; i <= model.body_count(); ++i)
      if (const int p = body(model, i).parent; p != 0) children_[p].push_back(i);
    parts = model;
    parts.bodies = {body(model, 0)};
    ByBody<int> carrier(model.body_count());  // the part that carries a joint
    for (int i = 1; i <= model.body_count(); ++i) {
      Body part = body(model, i);
      part.parent = carrier[i];
      first[i] = append(part, i);
      if (children_[i].size() < 3)
        for (const int j : children_[i]) carrier[j] = first[i];
      else
        divide(i, first[i], 0, children_[i].size(), carrier);
    }
  }

  Model parts;            ///< numbered link by link: moving joints keep their order
  ByBody<int> first;      ///< by link: the part that keeps its joint
  ByBody<int> count;      ///< by link: its parts
  std::vector<int> link;  ///< by part

 private:
  static const Body& body(const Model& model, int i) { return model.bodies[static_cast<std::size_t>(i)]; }

  int append(const Body& part, int i) {
    parts.bodies.push_back(part);
    link.push_back(i);
    count[i] += 1;
    return parts.body_count();
  }

  /// The children number begin..end - 1 of link i, two or more, beyond the part given.
  void divide(int i, int part, std::size_t begin, std::size_t end, ByBody<int>& carrier) {
    const std::size_t middle = (begin + end) / 2;
    for (const auto& [from, to] : {std::pair{begin, middle}, std::pair{middle, end}}) {
      if (to - from == 1) {
        carrier[children_[i][from]] = part;
      } else {
        Body next;  // fixed, at the same place
        next.name = parts.bodies[static_cast<std::size_t>(first[i])].name + "/" + std::to_string(count[i]);
        next.joint.name = next.name;
        next.parent = part;
        divide(i, append(next, i), from, to, carrier);
      }
    }
  }

  ByBody<std::vector<int>> children_;
};

/// The parts with equal shares of their links' inertias.
template <class S>
Tree<S> tree_of_parts(const Model& model, const Split& split) {
  const Tree<S> whole = tree_with_shared_inertia<S>(model);
  Tree<S> tree(split.parts);
  for (int k = 1; k <= tree.N; ++k) {
    const int i = split.link[static_cast<std::size_t>(k)];
    tree.I[k] = share(whole.I[i], S(1) / S(split.count[i]));
  }
  return tree;
}

}  // namespace kintree
