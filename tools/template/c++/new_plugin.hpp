// What it computes, by which method, with the paper's section.
// @if filled
// This example is the definition: the bodies' Jacobians and Newton's and Euler's equations, with no use of the tree.
//
//   J_i   6 x n: column k is the velocity of body i, in its own coordinates, when coordinate k has unit velocity
//   I_i   spatial inertia of body i
//   S_i   motion subspace of joint i
// @if inverse_dynamics forward_dynamics
//   f_i   force that moves body i, less what is applied to it
// @end
//
//   H = sum over bodies of J_i^T I_i J_i, with v_i = J_i q-dot     [Featherstone, RBDA 2008, sec. 6.2]
// @if inverse_dynamics forward_dynamics
//   tau = sum over bodies of J_i^T f_i                             [sec. 5.3]
// @end
// @end
#pragma once

#include <vector>

#include "kintree/algebra/pivots.hpp"
#include "kintree/algebra/tree.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class NewPlugin final : public Solver<S> {
 public:
  // Everything that depends on the model alone, and all memory, here: a solve allocates nothing.
  explicit NewPlugin(const Model& model) : tree_(model) {
    // @if filled
    const auto n = static_cast<std::size_t>(tree_.n);
    J_ = ByBody<std::vector<Motion<S>>>(tree_.N);
    for (int i = 0; i <= tree_.N; ++i) J_[i].resize(n);
    // @if inverse_dynamics forward_dynamics
    v_ = a_ = ByBody<Motion<S>>(tree_.N);
    a_[0] = tree_.minus_gravity;
    // @end
    // @if forward_dynamics mass_matrix_inverse
    H_.resize(n * n);
    // @end
    // @if forward_dynamics
    zero_.resize(n);
    // @end
    // @end
  }
  // @if mass_matrix

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    // @if empty
    // To read: tree_.X[i], tree_.subspace[i] (after this call), tree_.I[i], tree_.parent[i].
    tree_.set_positions(q);
    for (int a = 1; a <= tree_.n; ++a)
      for (int b = 1; b <= tree_.n; ++b) H(a, b) = S{};
    // @end
    // @if filled
    jacobians(q);
    sum_inertias(H);
    // @end
    return {};
  }
  // @end
  // @if mass_matrix_inverse

  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> H_inverse) override {
    // @if empty
    // To read: tree_.X[i], tree_.subspace[i] (after this call), tree_.I[i], tree_.parent[i].
    tree_.set_positions(q);
    for (int a = 1; a <= tree_.n; ++a)
      for (int b = 1; b <= tree_.n; ++b) H_inverse(a, b) = S{};
    return {};
    // @end
    // @if filled
    const MatrixView<S> H{H_.data(), tree_.n, tree_.n};
    jacobians(q);
    sum_inertias(H);
    const Status status = factorize(H);
    for (int b = 1; b <= tree_.n; ++b) {
      const VectorView<S> row{&H_inverse(b, 1), tree_.n};  // H^-1 is symmetric: its columns are its rows
      for (int a = 1; a <= tree_.n; ++a) row(a) = S(a == b ? 1 : 0);
      solve(H, row);
    }
    for (int a = 1; a <= tree_.n; ++a)
      for (int b = 1; b < a; ++b) H_inverse(b, a) = H_inverse(a, b);
    return status;
    // @end
  }
  // @end
  // @if inverse_dynamics

  Status inverse_dynamics(const DynamicsInput<S>& in, VectorView<S> tau) override {
    // @if empty
    // To read: those of Tree (tree.hpp), placed by this call; in.v; in.given, which is q-ddot; in.f_ext[i].
    tree_.set_positions(in.q);
    for (int a = 1; a <= tree_.n; ++a) tau(a) = S{};
    // @end
    // @if filled
    jacobians(in.q);
    newton_euler(in, in.given, tau);
    // @end
    return {};
  }
  // @end
  // @if forward_dynamics

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    // @if empty
    // To read: those of Tree (tree.hpp), placed by this call; in.v; in.given, which is tau; in.f_ext[i].
    tree_.set_positions(in.q);
    for (int a = 1; a <= tree_.n; ++a) qdd(a) = S{};
    return {};
    // @end
    // @if filled
    const MatrixView<S> H{H_.data(), tree_.n, tree_.n};
    jacobians(in.q);
    sum_inertias(H);
    const Status status = factorize(H);
    newton_euler(in, {zero_.data(), tree_.n}, qdd);  // C
    for (int a = 1; a <= tree_.n; ++a) qdd(a) = in.given(a) - qdd(a);
    solve(H, qdd);  // H q-ddot = tau - C
    return status;
    // @end
  }
  // @end

 private:
  // @if filled
  Motion<S>& column(int i, int k) { return J_[i][static_cast<std::size_t>(k - 1)]; }

  /// J_i = X_i J_lambda(i) + [0 .. S_i .. 0].
  void jacobians(VectorView<const S> q) {
    tree_.set_positions(q);
    for (int i = 1; i <= tree_.N; ++i) {
      for (int k = 1; k <= tree_.n; ++k) column(i, k) = tree_.X[i] * column(tree_.parent[i], k);
      for (int k = 0; k < tree_.dof[i]; ++k) column(i, tree_.first[i] + k) += tree_.subspace[i][k];
    }
  }
  // @if mass_matrix mass_matrix_inverse forward_dynamics

  /// H = sum of J_i^T I_i J_i.
  void sum_inertias(MatrixView<S> H) {
    for (int a = 1; a <= tree_.n; ++a)
      for (int b = 1; b <= tree_.n; ++b) H(a, b) = S{};
    for (int i = 1; i <= tree_.N; ++i)
      for (int a = 1; a <= tree_.n; ++a) {
        const Force<S> momentum = tree_.I[i] * column(i, a);
        for (int b = 1; b <= tree_.n; ++b) H(a, b) = H(a, b) + dot(column(i, b), momentum);
      }
  }
  // @end
  // @if inverse_dynamics forward_dynamics

  /// tau = sum of J_i^T f_i, f_i = I_i a_i + v_i x* I_i v_i - f_ext.
  void newton_euler(const DynamicsInput<S>& in, VectorView<const S> qdd, VectorView<S> tau) {
    for (int a = 1; a <= tree_.n; ++a) tau(a) = S{};
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i], k = tree_.first[i];
      const Motion<S> v_J = tree_.subspace[i].times(in.v.from(k));
      v_[i] = tree_.X[i] * v_[p] + v_J;
      a_[i] = tree_.X[i] * a_[p] + tree_.subspace[i].times(qdd.from(k)) + tree_.velocity_product(i, in.v) +
              cross(v_[i], v_J);
      const Force<S> f = tree_.I[i] * a_[i] + gyroscopic_force(tree_.I[i], v_[i]) - in.f_ext[i];
      for (int a = 1; a <= tree_.n; ++a) tau(a) = tau(a) + dot(column(i, a), f);
    }
  }
  // @end
  // @if mass_matrix_inverse forward_dynamics

  /// H = L D L^T, in its place.
  Status factorize(MatrixView<S> H) {
    Pivots<S> pivots;
    for (int j = 1; j <= tree_.n; ++j) {
      for (int k = 1; k < j; ++k) H(j, j) = H(j, j) - H(j, k) * H(j, k) * H(k, k);
      pivots.check(is_positive(H(j, j)), j);
      for (int i = j + 1; i <= tree_.n; ++i) {
        for (int k = 1; k < j; ++k) H(i, j) = H(i, j) - H(i, k) * H(j, k) * H(k, k);
        H(i, j) = H(i, j) / H(j, j);
      }
    }
    return pivots.status();
  }

  /// x = H^-1 x, with the factors of H.
  void solve(MatrixView<const S> H, VectorView<S> x) {
    for (int i = 1; i <= tree_.n; ++i)
      for (int k = 1; k < i; ++k) x(i) = x(i) - H(i, k) * x(k);
    for (int i = 1; i <= tree_.n; ++i) x(i) = x(i) / H(i, i);
    for (int i = tree_.n; i >= 1; --i)
      for (int k = i + 1; k <= tree_.n; ++k) x(i) = x(i) - H(k, i) * x(k);
  }
  // @end

  // @end
  Tree<S> tree_;
  // @if filled
  ByBody<std::vector<Motion<S>>> J_;
  // @if inverse_dynamics forward_dynamics
  ByBody<Motion<S>> v_, a_;  // a_i: less gravity's
  // @end
  // @if forward_dynamics mass_matrix_inverse
  std::vector<S> H_;
  // @end
  // @if forward_dynamics
  std::vector<S> zero_;
  // @end
  // @end
};

}  // namespace kintree
