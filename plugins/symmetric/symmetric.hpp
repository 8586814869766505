// The symmetry-based method for the mass matrix: inverse dynamics for a unit acceleration at coordinate k,
// only of the bodies that it moves; their half of column k is mirrored.  Walker & Orin 1982, method 2; Jain
// 1991, sec. 3, "symmetry based method", with eqs. (17), (23).
//
//   M       the mass matrix                                              H in the interface
//   nu(k)   bodies of the subtree at body k, which its joint moves       links k .. 1 in Jain
//   alpha   acceleration of a body of the subtree; all others stand still
//   f       force through its joint
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class Symmetric final : public Solves<S, problems::MassMatrix> {
 public:
  explicit Symmetric(const Model& model) : tree_(model), nu_(tree_.N), alpha_(tree_.N), f_(tree_.N) {
    for (int i = 1; i <= tree_.N; ++i)
      for (int k = i; k != 0; k = tree_.parent[k]) nu_[k].push_back(i);
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> M) override {
    tree_.set_positions(q);
    for (int i = 1; i <= tree_.n; ++i)
      for (int j = 1; j <= tree_.n; ++j) M(i, j) = S{};  // between branches
    for (int k = 1; k <= tree_.N; ++k)
      for (int a = 0; a < tree_.dof[k]; ++a) {
        base_to_tips(k, a);
        tips_to_base(k, a, M);
      }
    tree_.armature.add_to([&](int k) -> S& { return M(k, k); });
    return {};
  }

 private:
  /// Unit acceleration at coordinate a of joint k, (23), none at the others.
  void base_to_tips(int k, int a) {
    for (const int i : nu_[k]) {
      alpha_[i] = i == k ? tree_.subspace[k][a] : tree_.X[i] * alpha_[tree_.parent[i]];  // alpha, (17)
      f_[i] = tree_.I[i] * alpha_[i];                                                    // M alpha, (17)
    }
  }

  /// T of the joints of the subtree: from the diagonal outward, and mirrored.
  void tips_to_base(int k, int a, MatrixView<S> M) {
    const int column = tree_.first[k] + a;
    for (auto i = nu_[k].rbegin(); i != nu_[k].rend(); ++i) {
      const Subspace<S>& S_i = tree_.subspace[*i];
      for (int b = *i == k ? a : 0; b < S_i.count; ++b) {
        const int row = tree_.first[*i] + b;
        M(row, column) = M(column, row) = dot(S_i[b], f_[*i]);  // T = H f, (17); symmetry, sec. 3
      }
      if (*i != k) f_[tree_.parent[*i]] += transpose_times(tree_.X[*i], f_[*i]);  // phi f(k-1) + ..., (17)
    }
  }

  Tree<S> tree_;
  ByBody<std::vector<int>> nu_;
  ByBody<Motion<S>> alpha_;
  ByBody<Force<S>> f_;
};

}  // namespace kintree
