// M^-1 = Wa^T Z A^-1 E, the product of the abstract. All forces between the bodies are the unknowns of one block-tridiagonal system
// on each main chain, A F = E tau.  Fijany & Featherstone 2013.  Trees and end-effectors are in constraint_force.hpp of
// fijany_featherstone. Equations in square brackets are derived in README.md.
//
//   Z       P^T I^-1 P, from the forces through the joints to the accelerations across them.
//   A       the rows S_i^T and (W^T Z)_i of each joint. E puts tau_i into the rows S_i^T.
//   Z_i     I_i^-1 + X_i Y_p X_i^T, the diagonal block of Z after the elimination of the joints before.
//   Y_i     the motion of body i under a unit force, at the end of a chain of the bodies up to i.
//   D       W^T Z_i W, factored.
//   b       the acceleration of body i at the end of such a chain.
#pragma once

#include "fijany_featherstone/constraint_force.hpp"

namespace kintree {

template <class S>
class AllInterbodyForces {
 public:
  explicit AllInterbodyForces(const Model& model) : branches_(model), body_(model.body_count()) {}

  /// The blocks of A, from the base to the tips.
  StatusOf<S> factor(const Tree<S>& tree, const ConstraintSpaces<S>& space) {
    Pivots<S> pivots;
    branches_.fold(tree, pivots);
    for (const std::vector<int>& chain : branches_.chains)
      for (const int i : chain) {
        OfBody& B = body_[i];
        pivots.check(B.I_inverse.factor(branches_.I[i]), coordinate_near(tree, i));
        for (int k = 0; k < space[i].count; ++k) B.IW[k] = B.I_inverse * space[i].W[k];
        for (int k = 0; k < space[i].count; ++k) {
          const Motion<S> ZW = Z(tree, space, i, space[i].W[k]);
          for (int l = 0; l <= k; ++l) B.D(k, l) = dot(ZW, space[i].W[l]);  // [15]
        }
        pivots.check(B.D.factor(space[i].count), coordinate_near(tree, i));
      }
    return pivots.status();
  }

  /// The accelerations of bodies and joints under the bias forces and accelerations `of` and the drives tau.
  /// a[0], the acceleration of the base, is given.
  void solve(const Tree<S>& tree, const ConstraintSpaces<S>& space, const BodyMotions<S>& of,
             VectorView<const S> tau, ByBody<Motion<S>>& a, VectorView<S> qdd) {
    branches_.fold(tree, of, tau);
    body_[0].b = a[0];
    for (const std::vector<int>& chain : branches_.chains) {
      for (const int i : chain) base_to_tip(tree, space[i], of, i, space, tau);
      for (std::size_t k = chain.size(); k-- > 0;) {
        const int i = chain[k];
        OfBody& B = body_[i];
        Force<S> f = B.F - branches_.z[i];
        if (k + 1 < chain.size()) {
          const Force<S> next = transpose_times(tree.X[chain[k + 1]], body_[chain[k + 1]].F);
          const Force<S> held = hold(space[i], B, B.I_inverse * next);
          B.F += held;  // [18]
          f += held - next;
        }
        a[i] = B.I_inverse * f;  // [7]
      }
      for (const int i : chain)
        space[i].rates(a[i] - tree.X[i] * a[tree.parent[i]] - of.c[i], qdd.from(tree.first[i]));  // [8]
    }
    branches_.unfold(tree, of, a, qdd);
  }

 private:
  struct OfBody {
    InverseInertia<S> I_inverse;
    ByColumn<Motion<S>> IW;  ///< I^-1 W
    SmallSpd<S> D;
    Force<S> F;  ///< through the joint
    Motion<S> b;
  };

  /// The row of joint i, solved where the chain ends with its body.
  void base_to_tip(const Tree<S>& tree, const ConstraintSpace<S>& W_i, const BodyMotions<S>& of, int i,
                   const ConstraintSpaces<S>& space, VectorView<const S> tau) {
    OfBody& B = body_[i];
    const int p = tree.parent[i];
    const Force<S> t = W_i.drive(tau.from(tree.first[i]));  // S^T F = tau
    const Motion<S> open =
        Z(tree, space, i, t) - B.I_inverse * branches_.z[i] - tree.X[i] * body_[p].b - of.c[i];
    B.F = t - hold(W_i, B, open);  // [17]
    B.b = B.I_inverse * (B.F - branches_.z[i]);
  }

  /// Z_i f = I_i^-1 f + X_i Y_p X_i^T f.  [15]
  Motion<S> Z(const Tree<S>& tree, const ConstraintSpaces<S>& space, int i, const Force<S>& f) const {
    const Motion<S> own = body_[i].I_inverse * f;
    const int p = tree.parent[i];
    if (p == 0) return own;  // the base yields to no force
    return own + tree.X[i] * yield(space[p], body_[p], transpose_times(tree.X[i], f));
  }

  /// Y f = I^-1 (f - W D^-1 W^T I^-1 f).  [16]
  static Motion<S> yield(const ConstraintSpace<S>& W_i, const OfBody& B, const Force<S>& f) {
    return B.I_inverse * (f - hold(W_i, B, B.I_inverse * f));
  }

  /// W D^-1 W^T m.
  static Force<S> hold(const ConstraintSpace<S>& W_i, const OfBody& B, const Motion<S>& m) {
    ByColumn<S> lambda;
    for (int k = 0; k < W_i.count; ++k) lambda[k] = dot(m, W_i.W[k]);
    B.D.solve(lambda.data());
    return W_i.constrain(lambda);
  }

  FoldedBranches<S> branches_;
  ByBody<OfBody> body_;
};

template <class S>
class FijanyFeatherstoneProduct final : public ConstraintForce<S, AllInterbodyForces<S>> {
 public:
  using ConstraintForce<S, AllInterbodyForces<S>>::ConstraintForce;
};

}  // namespace kintree
