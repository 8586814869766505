// The recursive Newton-Euler algorithm for inverse dynamics, in link coordinates: in the frames of
// kernels/axis_tree.hpp, where a revolute joint's S_i is z.
// Jain 1991, eq. (17) = Featherstone, RBDA 2008, sec. 5.3 and table 5.1, whose symbols are used here.
//
//   v_i    velocity of body i                      V(k) in Jain
//   a_i    its acceleration, less gravity's        alpha(k)
//   f_i    force through joint i                   f(k)
//   c_i    velocity-product acceleration           a(k), eq. (14)
//   p_i    bias force of body i                    b(k), eq. (16), less the external force
#pragma once

#include "kernels/axis_tree.hpp"
#include "kernels/carried_bodies.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// The sweeps, in a tree at the positions that were set last.
template <class S>
class NewtonEuler {
 public:
  NewtonEuler(const Model& model, const AxisTree<S>& tree) : tree_(tree), v_(tree.N), a_(tree.N), f_(tree.N) {
    a_[0] = tree_.minus_gravity;
    fixed_ = carried_bodies(model, tree_);
    std::erase_if(fixed_, [this](const Carried<S>& c) { return c.body == tree_.body[c.carrier]; });
  }

  void inverse_dynamics(const DynamicsInput<S>& in, VectorView<S> tau) {
    base_to_tips(in);
    subtract_external_forces(fixed_, in.f_ext, [this](int i) -> Force<S>& { return f_[i]; });
    tips_to_base(tau);
  }

 private:
  void base_to_tips(const DynamicsInput<S>& in) {
    const Phase<S> phase("base to tips");
    for (int i = 1; i <= tree_.N; ++i)
      at_joint(tree_, i, [&](const auto& S_i) {
        const Transform<S>& X = tree_.X[i];  // X_i_lambda(i)
        const auto& I = tree_.inertia(i);
        const auto& [qd, qdd] = std::pair(in.v, in.given);
        const int p = tree_.parent[i], k = tree_.first[i];

        const auto v_J = S_i.times(qd.from(k));
        const Motion<S> v = X * v_[p] + v_J;                                                    // Jain (13)
        const auto c = tree_.velocity_product(S_i, i, qd) + cross(v, v_J);                      // Jain (14)
        const Motion<S> a = X * a_[p] + S_i.times(qdd.from(k)) + c;                             // Jain (13)
        f_[i] = I * a + gyroscopic_force(I, v) - tree_.from_given(i, in.f_ext[tree_.body[i]]);  // Jain (15)
        v_[i] = v;
        a_[i] = a;
      });
  }

  void tips_to_base(VectorView<S> tau) {
    const Phase<S> phase("tips to base");
    for (int i = tree_.N; i >= 1; --i)
      at_joint(tree_, i, [&](const auto& S_i) {
        const int p = tree_.parent[i];
        S_i.transpose_times(f_[i], tau.from(tree_.first[i]));     // T = H f, Jain (15)
        if (p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);  // f(k) = phi f(k-1) + ..., Jain (15)
      });
  }

  const AxisTree<S>& tree_;
  std::vector<Carried<S>> fixed_;  ///< to those that move
  ByBody<Motion<S>> v_, a_;
  ByBody<Force<S>> f_;
};

template <class S>
class Rnea final : public Solver<S> {
 public:
  explicit Rnea(const Model& model) : tree_(model), sweeps_(model, tree_) {}

  Rnea(const Rnea&) = delete;  // the sweeps refer to the tree

  StatusOf<S> inverse_dynamics(const DynamicsInput<S>& in, VectorView<S> tau) override {
    tree_.set_positions(in.q);
    sweeps_.inverse_dynamics(in, tau);
    return {};
  }

 private:
  AxisTree<S> tree_;
  NewtonEuler<S> sweeps_;
};

}  // namespace kintree
