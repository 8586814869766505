// x -> M x at given positions: inverse dynamics at rest, without gravity and external forces, so that neither
// velocities nor their products are formed.  Jain 1991, eqs. (17) and (21), secs. 3 and 4.
//
//   alpha   acceleration of a body      f   force through its joint      T = M x   joint forces
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class MassOperator {
 public:
  explicit MassOperator(const Model& model) : tree_(model), alpha_(tree_.N), f_(tree_.N) {}

  /// The positions of all products from here on.
  void update(VectorView<const S> q) { tree_.set_positions(q); }

  /// T = M x, n numbers each.
  void times(VectorView<const S> x, VectorView<S> T) {
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      alpha_[i] = tree_.subspace[i].times(x.from(tree_.first[i]));
      if (p != 0) alpha_[i] += tree_.X[i] * alpha_[p];  // alpha(k), (17)
      f_[i] = tree_.I[i] * alpha_[i];                   // M alpha, (17)
    }
    for (int i = tree_.N; i >= 1; --i) {
      const int p = tree_.parent[i];
      tree_.subspace[i].transpose_times(f_[i], T.from(tree_.first[i]));  // T = H f, (17)
      if (p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);           // f(k) = phi f(k-1) + ..., (17)
    }
    tree_.armature.add_forces(x, T);
  }

 private:
  Tree<S> tree_;
  ByBody<Motion<S>> alpha_;
  ByBody<Force<S>> f_;
};

}  // namespace kintree
