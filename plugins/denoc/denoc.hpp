// Forward dynamics by the decoupled natural orthogonal complement (DeNOC): I = U D U^T, the reverse Gaussian
// elimination of the generalized inertia matrix, in terms of single bodies.  Saha 1997, 1999; here for trees, and
// for joints of several degrees of freedom, whose coordinates are eliminated one by one.
//
//   I             I_ij = p_i^T M~_i B_ij p_j, the generalized inertia matrix     H in the interface; U^T is L
//   p, B          twist generator of a coordinate; twist propagation             columns of S_i; X
//   M_hat         articulated inertia of a body, M_bar what is left of it        I^A in Featherstone
//   psi_hat       M_hat p;  m_hat = p^T psi_hat;  psi = psi_hat / m_hat          U, D, U D^-1 of aba
//   phi           joint forces less h, those at theta-ddot = 0
//   eta, mu       force and acceleration that are passed from body to body
#pragma once

#include "kintree/spatial/tree.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class Denoc final : public Solves<S, problems::Factorization, problems::ForwardDynamics> {
 public:
  explicit Denoc(const Model& model)
      : tree_(model),
        rnea_(model),
        zero_(static_cast<std::size_t>(tree_.n)),
        M_hat_(tree_.N),
        psi_(tree_.N),
        m_hat_(tree_.N),
        eta_(tree_.N),
        mu_(tree_.N) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> theta_ddot) override {
    rnea_.inverse_dynamics({in.q, in.v, {zero_.data(), tree_.n}, in.f_ext}, theta_ddot);  // h
    for (int k = 1; k <= tree_.n; ++k) theta_ddot(k) = in.tau(k) - theta_ddot(k);         // phi = tau - h
    const Status status = eliminate(in.q);
    solve(theta_ddot);
    return status;
  }

  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> out) override {
    const Status status = eliminate(in.q);
    for (int i = 1; i <= tree_.n; ++i) {
      for (int j = 1; j <= tree_.n; ++j) out.L(i, j) = S(i == j ? 1 : 0), out.D(i, j) = S{};
      out.x(i) = in.tau(i);
    }
    for (int j = 1; j <= tree_.N; ++j)
      for (int l = 0; l < tree_.dof[j]; ++l) {
        out.D(tree_.first[j] + l, tree_.first[j] + l) = m_hat_[j][l];
        column(j, l, out.L);
      }
    solve(out.x);
    return status;
  }

 private:
  /// Reverse Gaussian elimination: D and psi, from the last coordinate to the first.
  Status eliminate(VectorView<const S> q) {
    Pivots<S> pivots;
    tree_.set_positions(q);
    const Phase<S> phase("elimination");
    for (int i = 1; i <= tree_.N; ++i) M_hat_[i] = articulated(tree_.I[i]);
    for (int i = tree_.N; i >= 1; --i) {
      ArticulatedInertia<S>& M = M_hat_[i];
      const int parent = tree_.parent[i];
      for (int k = tree_.dof[i] - 1; k >= 0; --k) {
        const Motion<S>& p = tree_.subspace[i][k];
        const Force<S> psi_hat = M * p;  // psi^ = M^ p
        m_hat_[i][k] = dot(p, psi_hat);  // m^ = p^T psi^
        pivots.check(is_positive(m_hat_[i][k]), tree_.first[i] + k);
        psi_[i][k] = psi_hat * (S(1) / m_hat_[i][k]);                      // psi = psi^ / m^
        if (k > 0 || parent != 0) subtract_outer(M, psi_[i][k], psi_hat);  // M- = M^ - psi^ psi^T
      }
      if (parent != 0) M_hat_[parent] += to_parent(tree_.X[i], M);  // M^ = M + B^T M- B
    }
    return pivots.status();
  }

  /// Row of U^T: u_ij = p_i^T B_ji^T psi_j for the coordinates i before j.
  void column(int j, int l, MatrixView<S> U_T) const {
    Force<S> f = psi_[j][l];
    for (int i = j; i != 0; f = transpose_times(tree_.X[i], f), i = tree_.parent[i])
      for (int k = 0; k < (i == j ? l : tree_.dof[i]); ++k)
        U_T(tree_.first[j] + l, tree_.first[i] + k) = dot(tree_.subspace[i][k], f);
  }

  /// x <- I^-1 x = U^-T D^-1 U^-1 x, without U.
  void solve(VectorView<S> x) {
    const Phase<S> phase("solution");
    for (int i = 1; i <= tree_.N; ++i) eta_[i] = {};
    for (int i = tree_.N; i >= 1; --i) {
      Force<S>& eta = eta_[i];  // eta~, the sum of B^T eta of the children; eta after the loop
      for (int k = tree_.dof[i] - 1; k >= 0; --k) {
        S& phi_hat = x(tree_.first[i] + k);
        phi_hat = phi_hat - dot(tree_.subspace[i][k], eta);  // U phi^ = phi
        eta += psi_[i][k] * phi_hat;
        phi_hat = phi_hat / m_hat_[i][k];  // D phi~ = phi^
      }
      if (const int parent = tree_.parent[i]; parent != 0) eta_[parent] += transpose_times(tree_.X[i], eta);
    }
    for (int i = 1; i <= tree_.N; ++i) {
      Motion<S>& mu = mu_[i];
      mu = tree_.X[i] * mu_[tree_.parent[i]];  // mu~ = B mu of the parent; mu after the loop
      for (int k = 0; k < tree_.dof[i]; ++k) {
        S& theta_ddot = x(tree_.first[i] + k);
        theta_ddot = theta_ddot - dot(mu, psi_[i][k]);  // U^T theta-ddot = phi~
        mu += tree_.subspace[i][k] * theta_ddot;
      }
    }
  }

  Tree<S> tree_;
  RneaPoints<S> rnea_;
  std::vector<S> zero_;
  ByBody<ArticulatedInertia<S>> M_hat_;
  ByBody<ByColumn<Force<S>>> psi_;
  ByBody<ByColumn<S>> m_hat_;
  ByBody<Force<S>> eta_;
  ByBody<Motion<S>> mu_;
};

}  // namespace kintree
