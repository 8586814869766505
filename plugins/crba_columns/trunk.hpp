// The composite-rigid-body algorithm in the trunk of a tree (crba_columns/limb_plan.hpp): bodies one after another, and the columns of
// all that a body supports side by side, in packs whose lanes are columns.
//
// Columns are stored in the order in which they begin, tips to base. So the columns of a subtree are
// together, and those of its own joint are the last. The first of them is at the beginning of a pack.
#pragma once

#include "crba_columns/limb_plan.hpp"
#include "kernels/axis_tree.hpp"
#include "kernels/lanes.hpp"
#include "kernels/shared.hpp"
#include "kintree/spatial/path_rows.hpp"

namespace kintree {

template <class T>
class Trunk {
  using V = NativePack<T>;
  static constexpr int W = V::lanes;

 public:
  /// A limb on the trunk.
  struct Limb {
    int body, on;  ///< the first of the limb, and that in the trunk
    int column;    ///< the first of its columns
  };

  Trunk(const Model& model, const LimbPlan& plan) : tree(model), R(tree.N), range_(tree.N) {
    std::vector<int> parents(1);
    for (int i = 1; i <= tree.N; ++i) parents.push_back(tree.parent[i]);
    bodies_ = PathRowLayout(parents).depth_first();
    std::erase_if(bodies_, [&plan](int i) { return plan.in_trunk[i] == 0; });
    std::reverse(bodies_.begin(), bodies_.end());
    for (const int i : bodies_) {
      Range& at = range_[i];
      if (at.first < 0) at.first = packs() * W;
      coordinate.resize(std::max(coordinate.size(), static_cast<std::size_t>(at.first)));
      for (const int child : plan.children[i]) {
        if (plan.in_trunk[child] != 0) continue;
        const std::vector<int>& columns = plan.columns[child];
        limbs.push_back({child, i, static_cast<int>(coordinate.size())});
        coordinate.insert(coordinate.end(), columns.begin(), columns.end());
      }
      for (int a = tree.dof[i] - 1; a >= 0; --a) coordinate.push_back(tree.first[i] + a);
      at.end = static_cast<int>(coordinate.size());
      for (int c = 0; c < at.end % W; ++c) at.in_last_pack.bits[static_cast<std::size_t>(c)] = -1;
      if (Range& below = range_[tree.parent[i]]; below.first < 0) below.first = at.first;
    }
    F_.resize(static_cast<std::size_t>(packs()));
  }

  AxisTree<T> tree;
  ByBody<RigidInertia<T>> R;  ///< I^c
  std::vector<Limb> limbs;
  std::vector<int> coordinate;  ///< of each column; 0 if it has none

  void place(VectorView<const T> q) {
    for (const int i : bodies_) tree.place(i, q), R[i] = tree.inertia(i);
  }

  /// Sets a column of a limb, carried over its first joint.
  void set(int column, const Force<T>& F) {
    set_lane(F_[static_cast<std::size_t>(column / W)], static_cast<std::size_t>(column % W), F);
  }

  /// (25), and I^c S of each body.
  void composites() {
    for (const int i : bodies_) {
      at_joint(tree, i, [&](const auto& S_i) {
        for (int a = 0; a < S_i.count; ++a) set(range_[i].end - 1 - a, R[i] * S_i[a]);
      });
      if (const int p = tree.parent[i]; p != 0) R[p] += to_parent(tree.X[i], R[i]);
    }
  }

  /// (5): S^T F of the columns of a body's subtree, pack by pack, body by body and coordinate by coordinate.
  void columns(T* S_F) {
    for (const int i : bodies_) {
      const auto first = F_.begin() + range_[i].first / W, end = F_.begin() + (range_[i].end + W - 1) / W;
      at_joint(tree, i, [&](const auto& S_i) {
        for (int b = 0; b < S_i.count; ++b) {
          const auto s = in_packs(S_i[b]);
          for (auto F = first; F != end; ++F, S_F += W) dot(s, *F).store(S_F);
        }
      });
      if (tree.parent[i] == 0) continue;
      const Transform<V> X = as<V>(tree.X[i]);
      auto F = first;
      for (; (F - F_.begin() + 1) * W <= range_[i].end; ++F) *F = transpose_times(X, *F);
      if (F != end) set_lanes(range_[i].in_last_pack, *F, transpose_times(X, *F));
    }
  }

  /// Calls visit(coordinate of the column, coordinate b of the joint, place in S_F). Returns how many places there are.
  int for_each_product(const auto& visit) const {
    int at = 0;
    for (const int i : bodies_) {
      const int first = range_[i].first, end = range_[i].end;
      for (int b = 0; b < tree.dof[i]; ++b, at += (end - first + W - 1) / W * W)
        for (int c = first; c < end - b; ++c)
          if (const int k = coordinate[static_cast<std::size_t>(c)]; k != 0)
            visit(k, tree.first[i] + b, at + c - first);
    }
    return at;
  }

 private:
  /// Of columns.
  struct Range {
    int first = -1, end = -1;
    Mask<T, W> in_last_pack{false};  ///< which lanes of the last pack, if they are not all
  };

  int packs() const { return (static_cast<int>(coordinate.size()) + W - 1) / W; }

  static UnitTurn in_packs(UnitTurn s) { return s; }
  static UnitMotion in_packs(UnitMotion s) { return s; }
  static Motion<V> in_packs(const Motion<T>& s) { return as<V>(s); }

  std::vector<int> bodies_;  ///< tips to base
  ByBody<Range> range_;
  std::vector<Force<V>> F_;
};

}  // namespace kintree
