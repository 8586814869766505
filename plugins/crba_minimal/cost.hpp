// The cost of crba_minimal in closed form, and the choice of the cheaper of its two methods for a subtree.
// Derived here.
//
//   c               a child of a root: all bodies of the subtree at c use the same method
//   by links        every column of H is carried from link to link
//   by root frame   axes and columns are taken to the root's frame, where H_ij is a product
#pragma once

#include "crba_minimal/regrouped.hpp"
#include "kintree/model/operations.hpp"

namespace kintree {

/// Inertia of body i to its parent, and the sum there.
template <class S>
Operations rx_ra_cost(const RegroupedTree<S>& tree, int i) {
  const LinkConstants<S>& k = tree.constants[i];
  const Operations ra{0, k.first_of_light ? 7 : 9}, slide{3, k.light ? 4 : 6}, turn_constant{11, 9};
  if (tree.link[i].kind == Link::general) return Operations{69, 54} + ra;
  const Operations turn_theta{12, k.leaf ? 8 : 10};
  if (tree.link[i].kind == Link::privileged) return turn_theta + ra;
  const Operations to_x = k.leaf ? turn_theta + Operations{9, 7} : turn_theta + slide + turn_constant;
  return to_x + ra + (tree.link[i].kind == Link::dh ? slide : turn_constant + 2 * slide);
}

/// A column of H over link i, after the z-screw that the inertia has seen.
inline Operations first_vx_cost(Link kind) {
  return kind == Link::privileged ? Operations{} : kind == Link::dh ? Operations{7, 3} : Operations{18, 10};
}
inline Operations vx_cost(Link kind) {
  return kind == Link::privileged ? Operations{8, 4}
         : kind == Link::dh       ? Operations{20, 12}
                                  : Operations{24, 18};
}

/// All columns over link i, and what joints cost whose S is not made of unit vectors.
template <class S>
Operations columns_over_link(const RegroupedTree<S>& tree, int i) {
  const Operations dot{6, 5}, times_inertia{24, 18};
  const std::int64_t nu = tree.subtree[i], n_i = tree.dof[i];
  const Link kind = tree.link[i].kind;
  Operations sum;
  if (tree.unit[i] < 0) sum += n_i * times_inertia + (n_i * (n_i + 1) / 2 + n_i * (nu - n_i)) * dot;
  if (tree.parent[i] == 0) return sum;
  if (kind == Link::general) return sum + nu * vx_cost(kind);
  return sum + first_vx_cost(kind) + (nu - 1) * vx_cost(kind);
}

/// Axes of body i and its column in the root's frame, and H_ij of the bodies j on the way.
template <class S>
Operations columns_in_root_frame(const RegroupedTree<S>& tree, int i) {
  const Operations dot{6, 5}, turn_axes{12, 6};
  const Link kind = tree.link[i].kind;
  const int p = tree.parent[i];
  const bool inner = tree.children[i] != 0;
  Operations sum;
  for (int j = p; tree.parent[j] != 0; j = tree.parent[j])
    if (tree.link[j].kind != Link::privileged) sum += dot;
  if (tree.parent[p] == 0)
    return sum + first_vx_cost(kind) + (kind == Link::dh && inner ? 4 : 0) * Operations{1, 0};
  if (kind == Link::dh && tree.link[p].kind == Link::privileged)
    return sum + Operations{20, 8} + (inner ? 1 : 0) * Operations{14, 6};
  const Operations non_dh = kind == Link::dh ? Operations{} : turn_axes + Operations{3, 3};
  return sum + non_dh + Operations{42, 27} + (inner ? 1 : 0) * (turn_axes + Operations{3, 3});
}

/// True if the subtree at c, a child of a root, is cheaper to compute in the root's frame.
template <class S>
bool goes_by_root_frame(const RegroupedTree<S>& tree, int c) {
  if (!tree.constants[c].light || !tree.near_root(c)) return false;
  Operations links, root_frame;
  for (int i = c; i <= tree.N; ++i)
    if (tree.top[i] == c) links += columns_over_link(tree, i), root_frame += columns_in_root_frame(tree, i);
  return root_frame.total() < links.total();
}

inline std::vector<PhaseCost> crba_minimal_cost(const Model& model,
                                                const std::vector<EndEffector>& /*none*/) {
  const RegroupedTree<double> tree(model);
  Operations composites, columns;
  for (int i = 1; i <= tree.N; ++i) {
    if (tree.parent[i] != 0) composites += rx_ra_cost(tree, i);
    const bool root_frame = tree.parent[i] != 0 && goes_by_root_frame(tree, tree.top[i]);
    columns += root_frame ? columns_in_root_frame(tree, i) : columns_over_link(tree, i);
  }
  return {{"composites", composites}, {"columns", columns}};
}

}  // namespace kintree
