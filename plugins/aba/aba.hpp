// The articulated-body algorithm for forward dynamics, of trees with joints of any freedom, with velocities,
// gravity and external forces.  Jain 1991, eqs. (45) and (46) with (60), which is Lemma 6.5; Featherstone,
// RBDA 2008, sec. 7.3.
//
// Jain numbers a chain from the tip; here bodies are numbered from the base, phi(k+1, k) is X^T and phi* is
// X, H*(k) is S_i, and loops over k - 1 become loops over all children.
//
//   P_i, P+   articulated-body inertia at joint i, and what passes it     I^A in Featherstone
//   D, G      S^T P S and P S D^-1                                        D, U D^-1
//   z_i, z+   bias force, the velocity terms P a + b in it                not p^A: z = p^A + I^A c
//   eps, nu   effective joint force T - S^T z, and D^-1 eps
//   alpha     acceleration less gravity's; alpha+ on the parent's side of the joint
//   a, b      velocity-product acceleration (14), gyroscopic less external force (16)
#pragma once

#include "kintree/algebra/small_spd.hpp"
#include "kintree/algebra/tree.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class Aba final : public Solver<S> {
 public:
  explicit Aba(const Model& model)
      : tree_(model),
        V_(tree_.N),
        a_(tree_.N),
        alpha_(tree_.N),
        z_(tree_.N),
        P_(tree_.N),
        G_(tree_.N),
        nu_(tree_.N) {
    alpha_[0] = tree_.minus_gravity;
  }

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    tree_.set_positions(in.q);
    velocities(in);
    const Status status = tips_to_base(in.given);
    base_to_tips(qdd);
    return status;
  }

 private:
  void velocities(const DynamicsInput<S>& in) {
    for (int i = 1; i <= tree_.N; ++i) {
      const Motion<S> V_J = tree_.subspace[i].times(in.v.from(tree_.first[i]));
      V_[i] = tree_.X[i] * V_[tree_.parent[i]] + V_J;               // (13)
      a_[i] = tree_.velocity_product(i, in.v) + cross(V_[i], V_J);  // (14)
      z_[i] = cross(V_[i], tree_.I[i] * V_[i]) - in.f_ext[i];       // b(k), (16)
      P_[i] = articulated(tree_.I[i]);                              // M(k)
    }
  }

  Status tips_to_base(VectorView<const S> T) {
    Status status;
    for (int i = tree_.N; i >= 1; --i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const int n_i = S_i.count, p = tree_.parent[i];
      ByColumn<Force<S>>& G = G_[i];
      ByColumn<S>& nu = nu_[i];
      ByColumn<Force<S>> U;
      ByColumn<S> eps;
      SmallSpd<S> D;

      z_[i] += P_[i] * a_[i];  // (60)
      for (int k = 0; k < n_i; ++k) {
        G[k] = U[k] = P_[i] * S_i[k];
        for (int l = 0; l <= k; ++l) D(k, l) = dot(S_i[l], U[k]);     // D = H P H*, (32)
        nu[k] = eps[k] = T(tree_.first[i] + k) - dot(S_i[k], z_[i]);  // eps = T - H z, (32)
      }
      if (!D.factor(n_i) && status.code == Status::ok) status = Status::breakdown_at(tree_.first[i]);
      D.solve(G.data());   // G = P H* D^-1, (33)
      D.solve(nu.data());  // nu = D^-1 eps, (33)
      if (p == 0) continue;

      for (int k = 0; k < n_i; ++k) {
        subtract_outer(P_[i], G[k], U[k]);  // P+ = P - G H P, (41)
        z_[i] += G[k] * eps[k];             // z+ = z + G eps, (44)
      }
      P_[p] += to_parent(tree_.X[i], P_[i]);        // (40)
      z_[p] += transpose_times(tree_.X[i], z_[i]);  // (44)
    }
    return status;
  }

  void base_to_tips(VectorView<S> beta_dot) {
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const Motion<S> alpha_plus = tree_.X[i] * alpha_[tree_.parent[i]];  // (35)
      S* const rate = beta_dot.from(tree_.first[i]);
      for (int k = 0; k < S_i.count; ++k)
        rate[k] = nu_[i][k] - dot(alpha_plus, G_[i][k]);  // nu - G* alpha+, (46)
      alpha_[i] = alpha_plus + S_i.times(rate) + a_[i];   // (60)
    }
  }

  Tree<S> tree_;
  ByBody<Motion<S>> V_, a_, alpha_;
  ByBody<Force<S>> z_;
  ByBody<ArticulatedInertia<S>> P_;
  ByBody<ByColumn<Force<S>>> G_;
  ByBody<ByColumn<S>> nu_;
};

}  // namespace kintree
