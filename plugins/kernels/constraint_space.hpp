// The constraint-force space of every joint, and the forces of its drives: W_i with S_i^T W_i = 0 and
// orthonormal columns, Wa_i with S_i^T Wa_i = 1.
#pragma once

#include <cmath>

#include "kintree/algebra/small_spd.hpp"
#include "kintree/algebra/tree.hpp"

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
      complete(S_i, space_[i].W);
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
  static Motion<S> as_motion(const Force<S>& f) { return {f.n, f.f}; }

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

  /// Completes the columns of S to a basis by Gram-Schmidt, taking the unit force that is longest after
  /// projection each time.
  static void complete(const Subspace<S>& S_i, ByColumn<Force<S>>& W) {
    using std::sqrt;
    ByColumn<Force<S>> basis;
    int size = 0;
    const auto append = [&](Force<S> f) {
      for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < size; ++k) f -= basis[k] * dot(as_motion(basis[k]), f);
      basis[size++] = f * (S(1) / sqrt(dot(as_motion(f), f)));
    };
    const auto unit_force = [](int j) {
      return Force<S>{{S(j == 0), S(j == 1), S(j == 2)}, {S(j == 3), S(j == 4), S(j == 5)}};
    };
    for (int k = 0; k < S_i.count; ++k) append(as_force(S_i[k]));
    while (size < 6) {
      int best = 0;
      S longest{};
      for (int j = 0; j < 6; ++j) {
        S left(1);
        for (int k = 0; k < size; ++k) {
          const S along = dot(as_motion(basis[k]), unit_force(j));
          left = left - along * along;
        }
        if (is_positive(left - longest)) best = j, longest = left;
      }
      append(unit_force(best));
      W[size - 1 - S_i.count] = basis[size - 1];
    }
  }

  ByBody<ConstraintSpace<S>> space_;
  std::vector<int> moving_;  ///< joints whose S depends on q
};

}  // namespace kintree
