// Forward dynamics by the forces between the bodies: those of the constraints first, from a block-tridiagonal
// system on a main chain, then the accelerations. Each tree on the base has a main chain, a longest path from
// its root; the side branches are folded into it by their articulated inertias.
// Fijany & Featherstone 2013; Fijany, Sharf & D'Eleuterio 1995; Featherstone & Fijany 1999. The equations'
// numbers are those of README.md. `Elimination` solves the tridiagonal systems.
//
//   W, Wa    constraint-force space of a joint, and its drive's: S^T W = 0, S^T Wa = 1
//   F        force through a joint, t + W lambda with t = Wa tau
//   I, z     inertia and bias force of a body, with the side branches that it carries
//   af       acceleration with the forces of the drives alone
//   c, p     velocity-product acceleration, bias force of a single body
#pragma once

#include <algorithm>

#include "divide_and_conquer/constraint_space.hpp"
#include "fijany_featherstone/folded_branches.hpp"
#include "fijany_featherstone/tridiagonal.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S, class Elimination>
class ConstraintForce : public Solver<S> {
 public:
  explicit ConstraintForce(const Model& model)
      : tree_(tree_with_shared_inertia<S>(model)), space_(model, tree_), branches_(tree_), body_(tree_.N) {
    for (const std::vector<int>& chain : branches_.chains) {
      system_.emplace_back(chain.size());
      elimination_.emplace_back(chain.size());
    }
    body_[0].a = body_[0].af = tree_.minus_gravity;
  }

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    Status status;
    tree_.set_positions(in.q);
    space_.update(tree_);
    if (const int i = branches_.fold(tree_, in); i != 0) status = breakdown_near(tree_, i);
    for (std::size_t k = 0; k < branches_.chains.size(); ++k) {
      const std::vector<int>& chain = branches_.chains[k];
      int broken = free_accelerations(chain, in.given);
      assemble(chain, system_[k]);
      if (const int row = elimination_[k].solve(system_[k]); row >= 0 && broken == 0)
        broken = chain[static_cast<std::size_t>(row)];
      if (broken != 0 && status.code == Status::ok) status = breakdown_near(tree_, broken);
      accelerations(chain, system_[k], qdd);
    }
    branches_.unfold(
        tree_, [this](int i) { return body_[i].a; }, qdd);
    return status;
  }

 private:
  struct OfBody {
    InverseInertia<S> I_inverse;
    Force<S> t, F;
    Motion<S> af, a;
    ByColumn<Motion<S>> IW;  ///< I^-1 W
    ByColumn<Force<S>> XW;   ///< X^T W, in the parent's frame
  };

  /// t, af, and what the system is made of. Returns a body without a regular inertia, or 0.
  int free_accelerations(const std::vector<int>& chain, VectorView<const S> tau) {
    int broken = 0;
    for (const int i : chain) body_[i].t = space_[i].drive(tau.from(tree_.first[i]));
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const int i = chain[k];
      OfBody& B = body_[i];
      Force<S> f = B.t - branches_.z[i];
      if (k + 1 < chain.size()) f -= transpose_times(tree_.X[chain[k + 1]], body_[chain[k + 1]].t);
      if (!B.I_inverse.factor(branches_.I[i]) && broken == 0) broken = i;
      B.af = body_[i].I_inverse * f;  // (2)
      for (int l = 0; l < space_[i].count; ++l) {
        B.IW[l] = body_[i].I_inverse * space_[i].W[l];
        B.XW[l] = transpose_times(tree_.X[i], space_[i].W[l]);
      }
    }
    return broken;
  }

  /// A lambda = r.
  void assemble(const std::vector<int>& chain, Tridiagonal<S>& A) {
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const int i = chain[k], p = tree_.parent[i], m = space_[i].count;
      const OfBody& B = body_[i];
      const Motion<S> open = B.af - tree_.X[i] * body_[p].af - branches_.of.c[i];
      A.D[k] = Block<S>(m, m);
      for (int l = 0; l < m; ++l) A.x[k][l] = -dot(open, space_[i].W[l]);  // (3)
      for (int j = 0; j < m; ++j) {
        Motion<S> Y = B.IW[j];  // the base yields to no force
        if (p != 0) Y += tree_.X[i] * (body_[p].I_inverse * B.XW[j]);
        for (int l = 0; l <= j; ++l) A.D[k](j, l) = A.D[k](l, j) = dot(Y, space_[i].W[l]);  // (4)
      }
      if (k == 0) continue;
      A.U[k - 1] = Block<S>(space_[p].count, m);
      for (int l = 0; l < space_[p].count; ++l)
        for (int j = 0; j < m; ++j) A.U[k - 1](l, j) = -dot(body_[p].IW[l], B.XW[j]);  // (5)
    }
  }

  void accelerations(const std::vector<int>& chain, const Tridiagonal<S>& A, VectorView<S> qdd) {
    for (std::size_t k = 0; k < chain.size(); ++k)
      body_[chain[k]].F = body_[chain[k]].t + space_[chain[k]].constrain(A.x[k]);  // (6)
    for (std::size_t k = 0; k < chain.size(); ++k) {
      const int i = chain[k];
      OfBody& B = body_[i];
      Force<S> f = B.F - branches_.z[i];
      if (k + 1 < chain.size()) f -= transpose_times(tree_.X[chain[k + 1]], body_[chain[k + 1]].F);
      B.a = body_[i].I_inverse * f;  // (7)
      const Motion<S> across = B.a - tree_.X[i] * body_[tree_.parent[i]].a - branches_.of.c[i];
      space_[i].rates(across, qdd.from(tree_.first[i]));  // (8)
    }
  }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  FoldedBranches<S> branches_;
  ByBody<OfBody> body_;
  std::vector<Tridiagonal<S>> system_;
  std::vector<Elimination> elimination_;
};

}  // namespace kintree
