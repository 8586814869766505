// The composite-rigid-body algorithm for the joint-space inertia matrix.  Walker & Orin 1982, method 3;
// Featherstone 2005, sec. 5 and eq. (5), and RBDA 2008, table 6.2. Jain 1991, eq. (28), whose k is i here.
//
//   I_c   I^c_i, inertia of the subtree at body i as one rigid body                    R(k) in Jain
//   F     f = I^c_i S_i, one column at a time, carried from body to body to the base   X(k), X(j)
//   H     H_ij and H_ji, blocks of the inertia matrix, for j from i to the base        M(k, j), M(j, k)
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class Crba final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Crba(const Model& model) : tree_(model), I_c_(tree_.N) {}

  StatusOf<S> mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    tree_.set_positions(q);
    for (int k = 1; k <= tree_.n; ++k)
      for (int l = 1; l <= tree_.n; ++l) H(k, l) = S{};  // 2005 (6)
    for (int i = 1; i <= tree_.N; ++i) I_c_[i] = tree_.I[i];
    for (int i = tree_.N; i >= 1; --i) {
      for (int a = 0; a < tree_.dof[i]; ++a) column(i, a, H);
      // Sec. 5 does this before the loop over j, which reads no inertia.
      const Phase<S> phase("composites");
      if (const int p = tree_.parent[i]; p != 0)
        I_c_[p] += to_parent(tree_.X[i], I_c_[i]);  // 2005 sec. 5; Jain (25)
    }
    tree_.armature.add_to([&](int k) -> S& { return H(k, k); });
    return {};
  }

 private:
  /// Writes column and row k of H, of coordinate a of joint i, at all joints j from i to the base.
  void column(int i, int a, MatrixView<S> H) {
    const Phase<S> phase("columns");
    const int k = tree_.first[i] + a;
    Force<S> F = I_c_[i] * tree_.subspace[i][a];
    for (int j = i; j != 0; j = tree_.parent[j]) {
      const Subspace<S>& S_j = tree_.subspace[j];
      for (int b = 0; b < S_j.count; ++b)
        H(tree_.first[j] + b, k) = H(k, tree_.first[j] + b) = dot(S_j[b], F);
      if (tree_.parent[j] != 0) F = transpose_times(tree_.X[j], F);
    }  // 2005 sec. 5, (5); Jain (28)
  }

  Tree<S> tree_;
  ByBody<RigidInertia<S>> I_c_;
};

}  // namespace kintree
