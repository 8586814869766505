// The constraint-force space of every joint, and the forces of its drives: W_i with S_i^T W_i = 0 and
// orthonormal columns, which the kind of the joint gives in closed form, and Wa_i with S_i^T Wa_i = 1.
#pragma once

#include "kintree/spatial/small_spd.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

/// W_i and Wa_i: 6 - n_i and n_i forces.
template <class S>
struct ConstraintSpace {
  int count = 0, freedom = 0;  ///< 6 - n_i, n_i
  ByColumn<Force<S>> W, Wa;

  /// Wa tau.
  Force<S> drive(const S* tau) const {
    Force<S> f;
    for (int k = 0; k < freedom; ++k) f += Wa[k] * tau[k];
    return f;
  }
  /// W lambda.
  Force<S> constrain(const ByColumn<S>& lambda) const {
    Force<S> f;
    for (int k = 0; k < count; ++k) f += W[k] * lambda[k];
    return f;
  }
  /// Wa^T a, into n_i numbers.
  void rates(const Motion<S>& a, S* result) const {
    for (int k = 0; k < freedom; ++k) result[k] = dot(a, Wa[k]);
  }
};

template <class S>
class ConstraintSpaces {
 public:
  /// Those that do not depend on the positions.
  explicit ConstraintSpaces(const Tree<S>& tree) : space_(tree.N) {
    for (int i = 1; i <= tree.N; ++i) {
      const Subspace<S>& S_i = tree.subspace[i];
      space_[i].freedom = S_i.count;
      space_[i].count = 6 - S_i.count;
      if (tree.subspace_moves(i)) {
        moving_.push_back(i);
        continue;
      }
      tree.constraint(i, space_[i].W);
      activate(S_i, space_[i].Wa);
    }
  }

  const ConstraintSpace<S>& operator[](int i) const { return space_[i]; }
  ConstraintSpace<S>& operator[](int i) { return space_[i]; }

  /// At the positions of the tree: of most joints neither S nor W changes with them.
  void update(const Tree<S>& tree) {
    for (const int i : moving_) {
      tree.constraint(i, space_[i].W);
      activate(tree.subspace[i], space_[i].Wa);
    }
  }

 private:
  static Force<S> as_force(const Motion<S>& a) { return {a.w, a.v}; }

  /// Wa = S (S^T S)^-1, numbers of motions taken as numbers of forces.
  static void activate(const Subspace<S>& S_i, ByColumn<Force<S>>& Wa) {
    SmallSpd<S> StS;
    for (int k = 0; k < S_i.count; ++k) {
      Wa[k] = as_force(S_i[k]);
      for (int l = 0; l <= k; ++l) StS(k, l) = dot(S_i[l], Wa[k]);
    }
    StS.factor(S_i.count);
    StS.solve(Wa.data());
  }

  ByBody<ConstraintSpace<S>> space_;
  std::vector<int> moving_;  ///< joints whose S depends on q
};

}  // namespace kintree
