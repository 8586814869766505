// The composite-rigid-body algorithm with the fewest operations known: that of crba_screw with regrouped
// inertias (regrouped.hpp), cheaper screws (reduced.hpp), the first z-screw of every column read from the
// composite (composites.hpp), and, where paths are long, columns in the root's frame (root_frame.hpp).
//
//   I^c_i, f_i   composite inertia of the subtree at i, and I^c_i s_i
//   vx           transform of a force to the parent
#pragma once

#include "crba_minimal/composites.hpp"
#include "crba_minimal/cost.hpp"
#include "crba_minimal/root_frame.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class CrbaMinimal final : public Solver<S> {
 public:
  explicit CrbaMinimal(const Model& model) : bodies_(model), root_(bodies_.tree.N), axes_(bodies_.tree.N) {
    for (int i = 1; i <= tree_.N; ++i) {
      const ScrewLink<S>& l = tree_.link[i];
      if (tree_.top[i] == 0 || !goes_by_root_frame(tree_, tree_.top[i])) continue;
      root_[i] = {true, cross(l.r, l.E_0.z), l.a * l.cos_alpha, l.a * l.sin_alpha, l.d * l.cos_alpha};
    }
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    bodies_.update(q);
    for (int i = 1; i <= tree_.n; ++i)
      for (int j = 1; j <= tree_.n; ++j) H(i, j) = S{};  // branch-induced zeros
    const Phase<S> phase("columns");
    for (int i = 1; i <= tree_.N; ++i)
      if (root_[i].frame)
        in_root_frame(i, H);
      else
        by_links(i, H);
    return {};
  }

 private:
  using Node = typename MinimalComposites<S>::Node;
  struct Root {
    bool frame = false;
    Vec3<S> moment;         // r x z of a child of the root
    S a_cos, a_sin, d_cos;  // of a privileged one's child
  };

  /// The first vx of f_i, whose z-screw is done and whose F_z is zero: DH 7m + 3a, non-DH 18m + 10a.
  Force<S> first_vx(int i) const {
    const ScrewLink<S>& l = tree_.link[i];
    Force<S> f = bodies_.node[i].f;
    if (l.kind == Link::privileged) return f;
    const Turn<S> alpha{l.sin_alpha, l.cos_alpha};
    if (l.kind == Link::dh) {
      screw_x_flat(f, l.a, alpha);
    } else {
      turn_x_flat(f, alpha);
      turn<Z>(f, Turn<S>{l.sin_gamma, l.cos_gamma});
      if (l.k != X) slide<X>(f, l.t.x);
      if (l.k != Y) slide<Y>(f, l.t.y);
      if (l.k != Z) slide<Z>(f, l.t.z);
    }
    return f;
  }

  /// DH 20m + 12a, non-DH 24m + 18a, privileged 8m + 4a.
  Force<S> vx(int i, Force<S> f) const {
    const ScrewLink<S>& l = tree_.link[i];
    const Node& node = bodies_.node[i];
    if (l.kind == Link::general) return transpose_times(node.X, f);
    if (l.kind == Link::non_dh) return to_parent(node.E, l.r, f);
    turn<Z>(f, node.theta);
    if (l.kind == Link::privileged) return f;
    slide<Z>(f, l.d);
    turn<X>(f, Turn<S>{l.sin_alpha, l.cos_alpha});
    slide<X>(f, l.a);
    return f;
  }

  /// H_ii = S_i^T f_i and, towards the base, H_ij = S_j^T f_i.  Featherstone 2005, eq. (5).
  void by_links(int i, MatrixView<S> H) {
    const int u = tree_.unit[i], p = tree_.parent[i];
    const Node& node = bodies_.node[i];
    const RigidInertia<S> A = tree_.moved[i] ? to_callers(i, node.I) : node.I;
    for (int a = 0; a < tree_.dof[i]; ++a) {
      const Force<S> f = u < 0 ? A * node.S_i[a] : column(A, u + a);
      const int row = tree_.first[i] + a;
      for (int b = 0; b <= a; ++b) put(H, row, tree_.first[i] + b, along(i, b, f));
      if (p != 0) carry(row, p, tree_.link[i].kind == Link::general ? vx(i, f) : first_vx(i), H);
    }
  }

  /// S_j^T f for j and all bodies between j and the base.
  void carry(int row, int j, Force<S> f, MatrixView<S> H) {
    for (;; j = tree_.parent[j]) {
      if (tree_.moved[j]) f = to_callers(j, f);
      for (int b = 0; b < tree_.dof[j]; ++b) put(H, row, tree_.first[j] + b, along(j, b, f));
      if (tree_.parent[j] == 0) return;
      f = vx(j, f);
    }
  }

  /// Parents have been here.
  void in_root_frame(int i, MatrixView<S> H) {
    const ScrewLink<S>& l = tree_.link[i];
    const Node& node = bodies_.node[i];
    const int p = tree_.parent[i], row = tree_.first[i];
    const bool inner = tree_.children[i] != 0;
    RootAxes<S>& axes = axes_[i];
    if (tree_.parent[p] == 0)
      axes = child_of_root(l, node.theta, node.E, inner, root_[i].moment, first_vx(i));
    else if (l.kind == Link::dh && tree_.link[p].kind == Link::privileged)
      axes = child_of_privileged(l, node.theta, inner, root_[i].a_cos, root_[i].a_sin, root_[i].d_cos,
                                 axes_[p], node.f);
    else
      axes = child(l, node.theta, inner, axes_[p], node.f);
    put(H, row, row, node.I.I.zz);
    int j = p;
    for (; tree_.parent[j] != 0; j = tree_.parent[j]) {
      const bool privileged = tree_.link[j].kind == Link::privileged;
      put(H, row, tree_.first[j],
          privileged ? axes.f.n.z : dot(Motion<S>{axes_[j].z, axes_[j].moment}, axes.f));
    }
    carry(row, j, axes.f, H);
  }

  /// Column b of S_j^T f.
  S along(int j, int b, const Force<S>& f) const {
    return tree_.unit[j] < 0 ? dot(bodies_.node[j].S_i[b], f) : component(f, tree_.unit[j] + b);
  }

  RigidInertia<S> to_callers(int i, const RigidInertia<S>& A) const {
    const Phase<S> phase("conversion");
    return to_parent(tree_.pose[i], A);
  }
  Force<S> to_callers(int i, const Force<S>& f) const {
    const Phase<S> phase("conversion");
    return transpose_times(tree_.pose[i], f);
  }

  static void put(MatrixView<S> H, int i, int j, const S& value) {
    H(i, j) = value;
    H(j, i) = value;
  }

  MinimalComposites<S> bodies_;
  const RegroupedTree<S>& tree_ = bodies_.tree;
  ByBody<Root> root_;
  ByBody<RootAxes<S>> axes_;
};

}  // namespace kintree
