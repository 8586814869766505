// Forces between the bodies of a tree, and then the accelerations. The constraint forces come from a
// block-tridiagonal system on each main chain, W^T P^T I^-1 P W lambda = r, factored once and solved for any
// number of right sides. Symbols: constraint_force.hpp; equations in square brackets are ours: README.md.
// `Elimination` solves the tridiagonal systems.  Fijany & Featherstone 2013.
#pragma once

#include "fijany_featherstone/folded_branches.hpp"
#include "kernels/constraint_space.hpp"
#include "kernels/tridiagonal.hpp"

namespace kintree {

template <class S, class Elimination>
class InterbodyForces {
 public:
  explicit InterbodyForces(const Model& model) : branches(model), body_(model.body_count()) {
    for (const std::vector<int>& chain : branches.chains) {
      A.emplace_back(chain.size());
      x_.emplace_back(chain.size());
      elimination_.emplace_back(chain.size());
    }
  }

  FoldedBranches<S> branches;
  std::vector<Tridiagonal<S>> A;  ///< by main chain: W^T P^T I^-1 P W, until it is factored

  StatusOf<S> factor(const Tree<S>& tree, const ConstraintSpaces<S>& space) {
    Pivots<S> pivots;
    branches.fold(tree, pivots);
    for (std::size_t k = 0; k < A.size(); ++k) {
      const std::vector<int>& chain = branches.chains[k];
      assemble(tree, space, chain, A[k], pivots);
      elimination_[k].factor(A[k], [&](std::size_t row, const Truth<S>& positive) {
        pivots.check(positive, coordinate_near(tree, chain[row]));
      });
    }
    return pivots.status();
  }

  /// The accelerations of bodies and joints under the bias forces and accelerations `of` and the drives tau.
  /// a[0], the acceleration of the base, is given.
  void solve(const Tree<S>& tree, const ConstraintSpaces<S>& space, const BodyMotions<S>& of,
             VectorView<const S> tau, ByBody<Motion<S>>& a, VectorView<S> qdd) {
    branches.fold(tree, of, tau);
    for (std::size_t k = 0; k < A.size(); ++k) {
      const std::vector<int>& chain = branches.chains[k];
      for (const int i : chain) body_[i].F = space[i].drive(tau.from(tree.first[i]));  // t
      accelerations(tree, chain, a);                                                   // [2]
      for (std::size_t l = 0; l < chain.size(); ++l) {
        const int i = chain[l];
        const Motion<S> open = across(tree, of, i, a);
        for (int j = 0; j < space[i].count; ++j) x_[k][l][j] = -dot(open, space[i].W[j]);  // [3]
      }
      elimination_[k].solve(x_[k]);  // lambda: A lambda = r
      for (std::size_t l = 0; l < chain.size(); ++l)
        body_[chain[l]].F += space[chain[l]].constrain(x_[k][l]);                                 // [6]
      accelerations(tree, chain, a);                                                              // [7]
      for (const int i : chain) space[i].rates(across(tree, of, i, a), qdd.from(tree.first[i]));  // [8]
    }
    branches.unfold(tree, of, a, qdd);
  }

  /// A on a chain, the branches folded.
  void assemble(const Tree<S>& tree, const ConstraintSpaces<S>& space, const std::vector<int>& chain,
                Tridiagonal<S>& A, Pivots<S>& pivots) {
    for (const int i : chain) {
      pivots.check(body_[i].I_inverse.factor(branches.I[i]), coordinate_near(tree, i));
      for (int l = 0; l < space[i].count; ++l) {
        body_[i].IW[l] = body_[i].I_inverse * space[i].W[l];
        body_[i].XW[l] = transpose_times(tree.X[i], space[i].W[l]);
      }
    }
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const int i = chain[k], p = tree.parent[i], m = space[i].count;
      const OfBody& B = body_[i];
      A.D[k] = Block<S>(m, m);
      for (int j = 0; j < m; ++j) {
        Motion<S> Y = B.IW[j];  // the base yields to no force
        if (p != 0) Y += tree.X[i] * (body_[p].I_inverse * B.XW[j]);
        for (int l = 0; l <= j; ++l) A.D[k](j, l) = A.D[k](l, j) = dot(Y, space[i].W[l]);  // [4]
      }
      if (k == 0) continue;
      A.U[k - 1] = Block<S>(space[p].count, m);
      for (int l = 0; l < space[p].count; ++l)
        for (int j = 0; j < m; ++j) A.U[k - 1](l, j) = -dot(body_[p].IW[l], B.XW[j]);  // [5]
    }
  }

 private:
  struct OfBody {
    InverseInertia<S> I_inverse;
    Force<S> F;              ///< through the joint
    ByColumn<Motion<S>> IW;  ///< I^-1 W
    ByColumn<Force<S>> XW;   ///< X^T W, in the parent's frame
  };

  /// I^-1 (P F - z) on a chain, P F = F - X^T F_next.
  void accelerations(const Tree<S>& tree, const std::vector<int>& chain, ByBody<Motion<S>>& a) const {
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const int i = chain[k];
      Force<S> f = body_[i].F - branches.z[i];
      if (k + 1 < chain.size()) f -= transpose_times(tree.X[chain[k + 1]], body_[chain[k + 1]].F);
      a[i] = body_[i].I_inverse * f;
    }
  }

  /// The acceleration that joint i is left to make up: P^T a - c.
  static Motion<S> across(const Tree<S>& tree, const BodyMotions<S>& of, int i, const ByBody<Motion<S>>& a) {
    return a[i] - tree.X[i] * a[tree.parent[i]] - of.c[i];
  }

  ByBody<OfBody> body_;
  std::vector<std::vector<ByColumn<S>>> x_;  ///< r, then lambda
  std::vector<Elimination> elimination_;
};

}  // namespace kintree
