// Forward dynamics by conjugate gradients, preconditioned by the diagonal blocks of the mass matrix, which
// come from composite rigid body inertias. The iteration: conjugate_gradient/conjugate_gradient.hpp.
// Fijany & Scheid 1989; Jain 1991, sec. 4, eq. (30) with Lambda = H R H*.
//
//   R        composite inertia: kernels/composite.hpp
//   Lambda   blocks S^T R S, n_i x n_i
#pragma once

#include "conjugate_gradient/conjugate_gradient.hpp"
#include "kernels/composite.hpp"
#include "kintree/spatial/small_spd.hpp"

namespace kintree {

template <class S>
class DiagonalBlocks {
 public:
  explicit DiagonalBlocks(const Model& model)
      : composites_(model), tree_(composites_.tree), Lambda_(tree_.N) {}

  StatusOf<S> update(VectorView<const S> q) {
    Pivots<S> pivots;
    composites_.update(q);  // (25)
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      for (int k = 0; k < S_i.count; ++k) {
        const Force<S> X = composites_.R[i] * S_i[k];
        for (int l = 0; l <= k; ++l) Lambda_[i](k, l) = dot(S_i[l], X);  // Lambda = H R H*, sec. 4
        if (const S* r = tree_.armature.from(tree_.first[i]); r != nullptr)
          Lambda_[i](k, k) = Lambda_[i](k, k) + r[k];
      }
      pivots.check(Lambda_[i].factor(S_i.count), tree_.first[i]);
    }
    return pivots.status();
  }

  /// r = Lambda z.
  void solve(VectorView<const S> r, VectorView<S> z) const {
    for (int i = 1; i <= r.size; ++i) z(i) = r(i);
    for (int i = 1; i <= tree_.N; ++i) Lambda_[i].solve(z.from(tree_.first[i]));
  }

 private:
  CompositeBodies<S> composites_;
  const Tree<S>& tree_;
  ByBody<SmallSpd<S>> Lambda_;  // factored
};

template <class S>
using PreconditionedCg = PreconditionedDynamics<S, DiagonalBlocks<S>>;

}  // namespace kintree
