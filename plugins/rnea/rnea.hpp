// The recursive Newton-Euler algorithm for inverse dynamics, in link coordinates.  Luh, Walker & Paul 1980.
// The symbols are those of Featherstone, RBDA 2008, table 5.1; Jain 1991, eq. (17).
//
//   v, a   velocity of body i, and its spatial acceleration less gravity's   V, alpha in Jain
//   v_J    S_i q-dot, velocity over joint i                                  H* beta
//   c      c_J + v_i x v_J, where c_J is S_i-ring q-dot                      a(k)
//   f      force through joint i                                             f(k)
//
// gyroscopic_force is v_i x* I_i v_i, without the moment v x m v, which is zero but leaves roundings; b(k) in
// Jain. His alpha, a and b are classical (plugins/README.md).
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class Rnea final : public Solves<S, problems::InverseDynamics, problems::BiasForce> {
 public:
  explicit Rnea(const Model& model)
      : tree_(model), v_(tree_.N), a_(tree_.N), f_(tree_.N), zero_(static_cast<std::size_t>(tree_.n)) {
    a_[0] = tree_.minus_gravity;  // v_0 is zero
  }

  StatusOf<S> inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    tree_.set_positions(in.q);
    base_to_tips(in);
    tips_to_base(tau);
    tree_.armature.add_forces(in.qdd, tau);
    return {};
  }

  StatusOf<S> bias_force(const Input<S, problems::BiasForce>& in, VectorView<S> C) override {
    return inverse_dynamics({in.q, in.v, {zero_.data(), tree_.n}, in.f_ext}, C);  // q-ddot = 0, Jain (21)
  }

 private:
  void base_to_tips(const Input<S, problems::InverseDynamics>& in) {
    const Phase<S> phase("base to tips");
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i], k = tree_.first[i];
      const Transform<S>& X = tree_.X[i];
      const Subspace<S>& S_i = tree_.subspace[i];
      const Motion<S> v_J = S_i.times(in.v.from(k));
      v_[i] = X * v_[p] + v_J;                                                         // Jain (13)
      const Motion<S> c = tree_.velocity_product(i, in.v) + cross(v_[i], v_J);         // Jain (14)
      a_[i] = X * a_[p] + S_i.times(in.qdd.from(k)) + c;                               // Jain (13)
      f_[i] = tree_.I[i] * a_[i] + gyroscopic_force(tree_.I[i], v_[i]) - in.f_ext[i];  // Jain (15), (16)
    }
  }

  void tips_to_base(VectorView<S> tau) {
    const Phase<S> phase("tips to base");
    for (int i = tree_.N; i >= 1; --i) {
      tree_.subspace[i].transpose_times(f_[i], tau.from(tree_.first[i]));                      // Jain (15)
      if (const int p = tree_.parent[i]; p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);  // Jain (15)
    }
  }

  Tree<S> tree_;
  ByBody<Motion<S>> v_, a_;
  ByBody<Force<S>> f_;
  std::vector<S> zero_;
};

}  // namespace kintree
