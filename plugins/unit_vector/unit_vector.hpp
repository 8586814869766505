// The direct method for the mass matrix: column k is the joint force of inverse dynamics at rest for a unit
// acceleration at coordinate k, over all bodies.  Walker & Orin 1982, method 1; Jain 1991, sec. 3, eqs. (17),
// (23).
//
//   M          the mass matrix                                             H in the interface
//   beta_dot   joint accelerations: one at a single coordinate, zero at the others
//   T_bar      joint forces free of velocity terms, M beta_dot             (22)
//   alpha      acceleration of a body
//   f          force through its joint
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class UnitVector final : public Solves<S, problems::MassMatrix> {
 public:
  explicit UnitVector(const Model& model) : tree_(model), alpha_(tree_.N), f_(tree_.N) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> M) override {
    tree_.set_positions(q);
    for (int k = 1; k <= tree_.N; ++k)
      for (int a = 0; a < tree_.dof[k]; ++a) {
        base_to_tips(k, a);
        tips_to_base(tree_.first[k] + a, M);
      }
    tree_.armature.add_to([&](int k) -> S& { return M(k, k); });
    return {};
  }

 private:
  /// beta_dot is one at coordinate a of joint k.
  void base_to_tips(int k, int a) {
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      alpha_[i] = p == 0 ? Motion<S>{} : tree_.X[i] * alpha_[p];  // phi* alpha(k+1), (17)
      if (i == k) alpha_[i] += tree_.subspace[k][a];              // + H* beta_dot, (17) with (23)
      f_[i] = tree_.I[i] * alpha_[i];                             // M alpha, (17)
    }
  }

  /// T_bar, which is that column of M.
  void tips_to_base(int column, MatrixView<S> M) {
    for (int i = tree_.N; i >= 1; --i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      for (int b = 0; b < S_i.count; ++b)
        M(tree_.first[i] + b, column) = dot(S_i[b], f_[i]);  // T = H f, (17)
      const int p = tree_.parent[i];
      if (p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);  // f(k) = phi f(k-1) + ..., (17)
    }
  }

  Tree<S> tree_;
  ByBody<Motion<S>> alpha_;
  ByBody<Force<S>> f_;
};

}  // namespace kintree
