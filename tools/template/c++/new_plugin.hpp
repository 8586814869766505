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
// @if inverse_osim dynamically_consistent_inverse
//   J     6m x n: six rows for each end-effector, in its axes; of body e and pose X_e they are X_e J_e
// @end
//
//   H = sum over bodies of J_i^T I_i J_i, with v_i = J_i q-dot     [Featherstone, RBDA 2008, sec. 6.2]
// @if inverse_dynamics forward_dynamics
//   tau = sum over bodies of J_i^T f_i                             [sec. 5.3]
// @end
// @if factorization
//   H = L D L^T, L lower triangular with ones on its diagonal, D diagonal
// @end
// @if inverse_osim dynamically_consistent_inverse
//   Lambda^-1 = J H^-1 J^T
// @end
// @if dynamically_consistent_inverse
//   J-bar = H^-1 J^T Lambda                                        [Khatib 1987]
// @end
// @end
#pragma once

#include <vector>

#include "kintree/algebra/pivots.hpp"
#include "kintree/algebra/tree.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class NewPlugin final : public Solves<S, PROBLEMS> {
 public:
  // Everything that depends on the model alone, and all memory, here: a solve allocates nothing.
  // @if no_end_effectors
  explicit NewPlugin(const Model& model) : tree_(model) {
    // @end
    // @if end_effectors
    NewPlugin(const Model& model, const std::vector<EndEffector>& end_effectors)
        : tree_(model), end_effectors_(end_effectors) {
      // @end
      // @if filled
      // @if bodies
      const auto n = static_cast<std::size_t>(tree_.n);
      J_ = ByBody<std::vector<Motion<S>>>(tree_.N);
      for (int i = 0; i <= tree_.N; ++i) J_[i].resize(n);
      // @end
      // @if inverse_dynamics forward_dynamics
      v_ = a_ = ByBody<Motion<S>>(tree_.N);
      a_[0] = tree_.minus_gravity;
      // @end
      // @if forward_dynamics mass_matrix_inverse end_effectors
      H_.resize(n * n);
      // @end
      // @if end_effectors
      const std::size_t rows = 6 * end_effectors_.size();
      for (const EndEffector& e : end_effectors_) X_.push_back(transform<S>(e.pose));
      end_J_.resize(rows * n);
      x_.resize(n);
      // @if dynamically_consistent_inverse
      Lambda_.resize(rows * rows);
      // @end
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

    Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
      // @if empty
      // To read: those of Tree (tree.hpp), placed by this call; in.v; in.qdd; in.f_ext[i].
      tree_.set_positions(in.q);
      for (int a = 1; a <= tree_.n; ++a) tau(a) = S{};
      // @end
      // @if filled
      jacobians(in.q);
      newton_euler(in, in.qdd, tau);
      // @end
      return {};
    }
    // @end
    // @if forward_dynamics

    Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
      // @if empty
      // To read: those of Tree (tree.hpp), placed by this call; in.v; in.tau; in.f_ext[i].
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
      for (int a = 1; a <= tree_.n; ++a) qdd(a) = in.tau(a) - qdd(a);
      solve(H, qdd);  // H q-ddot = tau - C
      return status;
      // @end
    }
    // @end
    // @if factorization

    Status factorization(const Input<S, problems::Factorization>& in,
                         Output<S, problems::Factorization> result) override {
      // @if empty
      // To read: in.H and in.tau; to write, whole: L, D and x.
      for (int a = 1; a <= tree_.n; ++a) {
        for (int b = 1; b <= tree_.n; ++b) result.L(a, b) = result.D(a, b) = S{};
        result.x(a) = in.tau(a);
      }
      return {};
      // @end
      // @if filled
      for (int a = 1; a <= tree_.n; ++a) {
        for (int b = 1; b <= tree_.n; ++b) {
          result.L(a, b) = b > a ? S{} : in.H(a, b);
          result.D(a, b) = S{};
        }
        result.x(a) = in.tau(a);
      }
      const Status status = factorize(result.L);
      solve(result.L, result.x);
      for (int a = 1; a <= tree_.n; ++a) {
        result.D(a, a) = result.L(a, a);
        result.L(a, a) = S(1);
      }
      return status;
      // @end
    }
    // @end
    // @if inverse_osim

    Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
      // @if empty
      // To read: those of Tree (tree.hpp), placed by this call; end_effectors_[k].body and .pose.
      tree_.set_positions(q);
      for (int a = 1; a <= Lambda_inverse.rows; ++a)
        for (int b = 1; b <= Lambda_inverse.rows; ++b) Lambda_inverse(a, b) = S{};
      return {};
      // @end
      // @if filled
      const MatrixView<S> H{H_.data(), tree_.n, tree_.n};
      const VectorView<S> x{x_.data(), tree_.n};
      jacobians(q);
      sum_inertias(H);
      const Status status = factorize(H);
      end_effector_jacobian();
      for (int b = 1; b <= Lambda_inverse.rows; ++b) {
        for (int i = 1; i <= tree_.n; ++i) x(i) = end_J(b, i);
        solve(H, x);  // H^-1 J_b^T
        for (int a = 1; a <= b; ++a) {
          S sum{};
          for (int i = 1; i <= tree_.n; ++i) sum = sum + end_J(a, i) * x(i);
          Lambda_inverse(a, b) = Lambda_inverse(b, a) = sum;
        }
      }
      return status;
      // @end
    }
    // @end
    // @if dynamically_consistent_inverse

    Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
      // @if empty
      // To read: those of Tree (tree.hpp), placed by this call; end_effectors_[k].body and .pose.
      tree_.set_positions(q);
      for (int a = 1; a <= J_bar.rows; ++a)
        for (int b = 1; b <= J_bar.columns; ++b) J_bar(a, b) = S{};
      return {};
      // @end
      // @if filled
      const int rows = J_bar.columns;
      const MatrixView<S> H{H_.data(), tree_.n, tree_.n}, Lambda_inverse{Lambda_.data(), rows, rows};
      const VectorView<S> x{x_.data(), tree_.n};
      jacobians(q);
      sum_inertias(H);
      const Status status = factorize(H);
      end_effector_jacobian();
      for (int b = 1; b <= rows; ++b) {
        for (int i = 1; i <= tree_.n; ++i) x(i) = end_J(b, i);
        solve(H, x);  // H^-1 J_b^T
        for (int i = 1; i <= tree_.n; ++i) J_bar(i, b) = x(i);
        for (int a = 1; a <= rows; ++a) {
          Lambda_inverse(a, b) = S{};
          for (int i = 1; i <= tree_.n; ++i) Lambda_inverse(a, b) = Lambda_inverse(a, b) + end_J(a, i) * x(i);
        }
      }
      const Status rank = factorize(Lambda_inverse);
      for (int i = 1; i <= tree_.n && rows > 0; ++i)
        solve(Lambda_inverse, {&J_bar(i, 1), rows});  // symmetric: row by row
      if (status.code != Status::ok || rank.code == Status::ok) return status;
      return Status::dependent_at(rank.coordinate);
      // @end
    }
    // @end

   private:
    // @if filled
    // @if bodies
    Motion<S>& column(int i, int k) {
      return J_[i][static_cast<std::size_t>(k - 1)];
    }

    /// J_i = X_i J_lambda(i) + [0 .. S_i .. 0].
    void jacobians(VectorView<const S> q) {
      tree_.set_positions(q);
      for (int i = 1; i <= tree_.N; ++i) {
        for (int k = 1; k <= tree_.n; ++k) column(i, k) = tree_.X[i] * column(tree_.parent[i], k);
        for (int k = 0; k < tree_.dof[i]; ++k) column(i, tree_.first[i] + k) += tree_.subspace[i][k];
      }
    }
    // @if mass_matrix mass_matrix_inverse forward_dynamics end_effectors

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
    void newton_euler(const auto& in, VectorView<const S> qdd, VectorView<S> tau) {
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
    // @if end_effectors

    S& end_J(int row, int k) {
      return end_J_[static_cast<std::size_t>((row - 1) * tree_.n + k - 1)];
    }

    /// Six rows for each end-effector: X_e J_e, angular, then linear.
    void end_effector_jacobian() {
      for (int e = 0; e < static_cast<int>(X_.size()); ++e)
        for (int k = 1; k <= tree_.n; ++k) {
          const auto at = static_cast<std::size_t>(e);
          const Motion<S> m = X_[at] * column(end_effectors_[at].body, k);
          const S numbers[6] = {m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z};
          for (int r = 0; r < 6; ++r) end_J(6 * e + r + 1, k) = numbers[r];
        }
    }
    // @end
    // @end
    // @if mass_matrix_inverse forward_dynamics factorization end_effectors

    /// H = L D L^T, in its place.
    Status factorize(MatrixView<S> H) {
      const int n = H.rows;
      Pivots<S> pivots;
      for (int j = 1; j <= n; ++j) {
        for (int k = 1; k < j; ++k) H(j, j) = H(j, j) - H(j, k) * H(j, k) * H(k, k);
        pivots.check(is_positive(H(j, j)), j);
        for (int i = j + 1; i <= n; ++i) {
          for (int k = 1; k < j; ++k) H(i, j) = H(i, j) - H(i, k) * H(j, k) * H(k, k);
          H(i, j) = H(i, j) / H(j, j);
        }
      }
      return pivots.status();
    }

    /// x = H^-1 x, with the factors of H.
    void solve(MatrixView<const S> H, VectorView<S> x) {
      const int n = H.rows;
      for (int i = 1; i <= n; ++i)
        for (int k = 1; k < i; ++k) x(i) = x(i) - H(i, k) * x(k);
      for (int i = 1; i <= n; ++i) x(i) = x(i) / H(i, i);
      for (int i = n; i >= 1; --i)
        for (int k = i + 1; k <= n; ++k) x(i) = x(i) - H(k, i) * x(k);
    }
    // @end

    // @end
    Tree<S> tree_;
    // @if end_effectors
    std::vector<EndEffector> end_effectors_;
    // @end
    // @if filled
    // @if bodies
    ByBody<std::vector<Motion<S>>> J_;
    // @end
    // @if inverse_dynamics forward_dynamics
    ByBody<Motion<S>> v_, a_;  // a_i: less gravity's
    // @end
    // @if forward_dynamics mass_matrix_inverse end_effectors
    std::vector<S> H_;
    // @end
    // @if end_effectors
    std::vector<Transform<S>> X_;  // of the end-effectors, from their bodies' frames
    std::vector<S> end_J_, x_;
    // @if dynamically_consistent_inverse
    std::vector<S> Lambda_;
    // @end
    // @end
    // @if forward_dynamics
    std::vector<S> zero_;
    // @end
    // @end
  };

}  // namespace kintree
