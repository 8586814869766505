// The main chains of a tree, through bodies of regular inertia, and the branches beside them, folded into the
// bodies that carry them and unfolded again: the articulated-body algorithm on the side bodies alone.
// Featherstone & Fijany 1999; the sweeps: Featherstone, RBDA 2008, sec. 7.3, whose symbols these are (p^A is
// z).
#pragma once

#include "divide_and_conquer/bodies.hpp"

namespace kintree {

template <class S>
class FoldedBranches {
 public:
  explicit FoldedBranches(const Tree<S>& tree)
      : of(tree.N), z(tree.N), I(tree.N), on_chain_(tree.N), side_(tree.N) {
    ByBody<int> height(tree.N), next(tree.N), regular(tree.N);  // of paths of bodies with regular inertia
    for (int i = tree.N; i >= 1; --i) {
      InverseInertia<S> inverse;
      if (!inverse.factor(articulated(tree.I[i]))) continue;
      regular[i] = 1;
      height[i] += 1;
      if (const int p = tree.parent[i]; height[i] >= height[p]) height[p] = height[i], next[p] = i;
    }
    side_[0].a = tree.minus_gravity;
    for (int root = 1; root <= tree.N; ++root) {
      if (tree.parent[root] != 0 || regular[root] == 0) continue;
      chains.emplace_back();
      for (int i = root; i != 0; i = next[i]) chains.back().push_back(i), on_chain_[i] = 1;
    }
  }

  std::vector<std::vector<int>> chains;  ///< a longest path from each root
  BodyMotions<S> of;
  ByBody<Force<S>> z;               ///< bias force, with the branches below
  ByBody<ArticulatedInertia<S>> I;  ///< inertia, likewise

  /// Returns a side body whose joint has no inertia, or 0.
  int fold(const Tree<S>& tree, const DynamicsInput<S>& in) {
    int broken = 0;
    of.update(tree, in);
    for (int i = 1; i <= tree.N; ++i) I[i] = articulated(tree.I[i]), z[i] = of.p[i];
    for (int i = tree.N; i >= 1; --i) {
      if (on_chain_[i] != 0) continue;
      const Subspace<S>& S_i = tree.subspace[i];
      Side& B = side_[i];
      for (int k = 0; k < S_i.count; ++k) {
        B.UD[k] = B.U[k] = I[i] * S_i[k];                              // RBDA sec. 7.3
        for (int l = 0; l <= k; ++l) B.D(k, l) = dot(S_i[l], B.U[k]);  // RBDA sec. 7.3
        B.u[k] = in.given(tree.first[i] + k) - dot(S_i[k], z[i]);      // RBDA sec. 7.3
      }
      if (!B.D.factor(S_i.count)) broken = i;
      B.D.solve(B.UD.data());
      ArticulatedInertia<S> I_a = I[i];
      Force<S> p_a = z[i];
      for (int k = 0; k < S_i.count; ++k) {
        subtract_outer(I_a, B.UD[k], B.U[k]);  // RBDA sec. 7.3
        p_a += B.UD[k] * B.u[k];
      }
      p_a += I_a * of.c[i];  // RBDA sec. 7.3
      const int p = tree.parent[i];
      if (p == 0) continue;
      I[p] += to_parent(tree.X[i], I_a);        // RBDA sec. 7.3
      z[p] += transpose_times(tree.X[i], p_a);  // RBDA sec. 7.3
    }
    return broken;
  }

  /// The side bodies' accelerations, those of the chains given.
  template <class Acceleration>
  void unfold(const Tree<S>& tree, const Acceleration& of_chain, VectorView<S> qdd) {
    for (int i = 1; i <= tree.N; ++i) {
      if (on_chain_[i] != 0) continue;
      const Subspace<S>& S_i = tree.subspace[i];
      Side& B = side_[i];
      const int p = tree.parent[i];
      const Motion<S> a = tree.X[i] * (on_chain_[p] != 0 ? of_chain(p) : side_[p].a) + of.c[i];
      S* const rate = qdd.from(tree.first[i]);
      for (int k = 0; k < S_i.count; ++k) rate[k] = B.u[k] - dot(a, B.U[k]);
      B.D.solve(rate);            // RBDA sec. 7.3
      B.a = a + S_i.times(rate);  // RBDA sec. 7.3
    }
  }

 private:
  struct Side {
    ByColumn<Force<S>> U, UD;  ///< U and U D^-1
    SmallSpd<S> D;
    ByColumn<S> u;
    Motion<S> a;
  };
  ByBody<int> on_chain_;
  ByBody<Side> side_;
};

}  // namespace kintree
