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
#include "kintree/spatial/armature.hpp"

namespace kintree {

template <class S>
class CrbaMinimal final : public Solves<S, problems::MassMatrix> {
 public:
  explicit CrbaMinimal(const Model& model)
      : bodies_(model), armature_(model), root_(bodies_.tree.N), axes_(bodies_.tree.N) {
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
    columns(H);
    armature_.add_to([&](int k) -> S& { return H(k, k); });
    return {};
  }

 private:
  void columns(MatrixView<S> H) {
    const Phase<S> phase("columns");
    for (int i = 1; i <= tree_.N; ++i)
      if (root_[i].frame)
        in_root_frame(i, H);
      else
        by_links(i, H);
  }

  struct Root {
    bool frame = false;
    Vec3<S> moment;         // r x z of a child of the root
    S a_cos, a_sin, d_cos;  // of a privileged one's child
  };

  /// The first vx of f_i, whose z-screw is done and whose F_z is zero: DH 7m + 3a, non-DH 18m + 10a.
  Force<S> first_vx(int i) const {
    const ScrewLink<S>& l = tree_.link[i];
    Force<S> f = bodies_.f[i];
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

  /// H_ii = S_i^T f_i and, towards the base, H_ij = S_j^T f_i.  Featherstone 2005, eq. (5).
  void by_links(int i, MatrixView<S> H) {
    const int p = tree_.parent[i];
    for (int a = 0; a < tree_.dof[i]; ++a) {
      const Force<S> f = links_.times(bodies_.R[i], i, a);
      const int row = tree_.first[i] + a;
      for (int b = 0; b <= a; ++b) links_.put(H, row, tree_.first[i] + b, links_.along(i, b, f));
      if (p != 0)
        links_.carry(row, p, tree_.link[i].kind == Link::general ? links_.vx(i, f) : first_vx(i), H);
    }
  }

  /// Parents have been here.
  void in_root_frame(int i, MatrixView<S> H) {
    const ScrewLink<S>& l = tree_.link[i];
    const Turn<S>& theta = links_.theta(i);
    const int p = tree_.parent[i], row = tree_.first[i];
    const bool inner = tree_.children[i] != 0;
    RootAxes<S>& axes = axes_[i];
    if (tree_.parent[p] == 0)
      axes = child_of_root(l, theta, links_.E(i), inner, root_[i].moment, first_vx(i));
    else if (l.kind == Link::dh && tree_.link[p].kind == Link::privileged)
      axes = child_of_privileged(l, theta, inner, root_[i].a_cos, root_[i].a_sin, root_[i].d_cos, axes_[p],
                                 bodies_.f[i]);
    else
      axes = child(l, theta, inner, axes_[p], bodies_.f[i]);
    links_.put(H, row, row, bodies_.R[i].I.zz);
    int j = p;
    for (; tree_.parent[j] != 0; j = tree_.parent[j]) {
      const bool privileged = tree_.link[j].kind == Link::privileged;
      links_.put(H, row, tree_.first[j],
                 privileged ? axes.f.n.z : dot(Motion<S>{axes_[j].z, axes_[j].moment}, axes.f));
    }
    links_.carry(row, j, axes.f, H);
  }

  MinimalComposites<S> bodies_;
  const RegroupedTree<S>& tree_ = bodies_.tree;
  const ScrewLinks<S>& links_ = bodies_.links;
  Armature<S> armature_;
  ByBody<Root> root_;
  ByBody<RootAxes<S>> axes_;
};

}  // namespace kintree
