// The articulated-body algorithm for forward dynamics, of trees with joints of any freedom, with velocities,
// gravity and external forces.  Jain 1991, eqs. (45) and (46) with (60); Featherstone, RBDA 2008, table 7.1.
// Numbering and the symbols P, D, G: kernels/articulated.hpp. Accelerations are spatial (plugins/README.md).
//
//   beta, T   rates of the joints, in.v, and joint forces                     q-dot, tau in RBDA
//   V, V_J    velocity of the body, and S beta over the joint                 v, v_J
//   a, b      velocity-product acceleration, gyroscopic less external force   c, p
//   z, z+     bias force, the velocity terms P a + b in it                    p^A + I^A c, p^a
//   eps, nu   effective joint force T - S^T z, and D^-1 eps                   u - U^T c, D^-1 (u - U^T c)
//   alpha     acceleration less gravity's                                     a
//   alpha+    the same on the parent's side of the joint                      a' - c
#pragma once

#include "kernels/articulated.hpp"

namespace kintree {

template <class S>
class Aba final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit Aba(const Model& model)
      : bodies_(model),
        tree_(bodies_.tree),
        V_(tree_.N),
        a_(tree_.N),
        alpha_(tree_.N),
        z_(tree_.N),
        nu_(tree_.N) {}

  StatusOf<S> forward_dynamics(const Input<S, problems::ForwardDynamics>& in,
                               VectorView<S> beta_dot) override {
    const StatusOf<S> status = factor(in.q);
    velocities(in);
    tips_to_base(in.tau);
    base_to_tips(beta_dot);
    return status;
  }

  /// P, D and G at the positions q.
  StatusOf<S> factor(VectorView<const S> q) { return bodies_.update(q); }  // (45)

  /// H beta-dot = T at the positions last factored: no velocities, gravity or external forces.  (22), (46)
  void solve_at_rest(VectorView<const S> T, VectorView<S> beta_dot) {
    alpha_[0] = {};
    for (int i = 1; i <= tree_.N; ++i) z_[i] = {}, a_[i] = {};
    tips_to_base(T);
    base_to_tips(beta_dot);
  }

 private:
  void velocities(const Input<S, problems::ForwardDynamics>& in) {
    const Phase<S> phase("velocities");
    alpha_[0] = tree_.minus_gravity;  // V_0 is zero
    for (int i = 1; i <= tree_.N; ++i) {
      const Motion<S> V_J = tree_.subspace[i].times(in.v.from(tree_.first[i]));
      V_[i] = tree_.X[i] * V_[tree_.parent[i]] + V_J;                        // (13)
      a_[i] = tree_.velocity_product(i, in.v) + cross(V_[i], V_J);           // (14)
      const Force<S> b = gyroscopic_force(tree_.I[i], V_[i]) - in.f_ext[i];  // (16)
      z_[i] = bodies_.P[i] * a_[i] + b;                                      // (60)
    }
  }

  void tips_to_base(VectorView<const S> T) {
    const Phase<S> phase("tips to base");
    for (int i = tree_.N; i >= 1; --i) {
      const Force<S> z_plus = pass_force(tree_.subspace[i], z_[i], bodies_.D[i], bodies_.G[i],
                                         T.from(tree_.first[i]), nu_[i]);                       // (46)
      if (const int p = tree_.parent[i]; p != 0) z_[p] += transpose_times(tree_.X[i], z_plus);  // (46)
    }
  }

  void base_to_tips(VectorView<S> beta_dot) {
    const Phase<S> phase("base to tips");
    for (int i = 1; i <= tree_.N; ++i) {
      const Motion<S> alpha_plus = tree_.X[i] * alpha_[tree_.parent[i]];  // (35)
      alpha_[i] = pass_acceleration(tree_.subspace[i], alpha_plus, a_[i], bodies_.G[i], nu_[i],
                                    beta_dot.from(tree_.first[i]));  // (46), (60)
    }
  }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  ByBody<Motion<S>> V_, a_, alpha_;
  ByBody<Force<S>> z_;
  ByBody<ByColumn<S>> nu_;
};

}  // namespace kintree
