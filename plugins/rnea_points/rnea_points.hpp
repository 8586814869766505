// The recursive Newton-Euler algorithm by accelerations of points, in the frames of kernels/axis_tree.hpp.  Luh, Walker & Paul
// 1980; Jain 1991, eqs. (13) to (17); Featherstone, RBDA 2008, sec. 2.11. The README derives it from the six-vectors of plugin rnea.
//
//   w, w_dot   angular velocity and acceleration of body i
//   a          acceleration of its origin, less gravity's
//   Omega      w_dot~ + w~ w~ (kernels/angular_tensor.hpp): the point at r has a + Omega r
//   f_i        force through joint i                                   f(k) in Jain
//   w_J, v_J   S_i q-dot; also S_i q-ddot, and c_J = S_i-ring q-dot
#pragma once

#include <algorithm>

#include "kernels/angular_tensor.hpp"
#include "kernels/axis_tree.hpp"
#include "kernels/carried_bodies.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// The sweeps, in a tree at the positions that were set last.
template <class S>
class NewtonEuler {
 public:
  NewtonEuler(const Model& model, const AxisTree<S>& tree)
      : tree_(tree), fixed_(bodies_on_carriers<S>(model)), motion_(tree.N), f_(tree.N) {
    std::erase_if(fixed_, [this](const Carried<S>& c) { return c.body == tree_.body[c.carrier]; });
    std::ranges::stable_sort(fixed_, {}, &Carried<S>::carrier);
  }

  void inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) {
    base_to_tips(in);
    tips_to_base(tau);
    tree_.armature.add_forces(in.qdd, tau);
  }

 private:
  // Each compiled by itself: compilers limit how much is joined in one function.
  [[gnu::noinline]] void base_to_tips(const Input<S, problems::InverseDynamics>& in) {
    const Phase<S> phase("base to tips");
    auto fixed = fixed_.begin();
    for (int i = 1; i <= tree_.N; ++i)
      at_joint(tree_, i, [&](const auto& S_i) {
        const Transform<S>& X = tree_.X[i];  // X_i_lambda(i)
        const int p = tree_.parent[i], k = tree_.first[i];
        const auto [w_J, v_J] = S_i.times(in.v.from(k));
        const auto [w_dot_J, v_dot_J] = S_i.times(in.qdd.from(k));
        const auto c_J = tree_.velocity_product(S_i, i, in.v);

        auto& [w, w_dot, a, Omega] = motion_[i];
        if (p == 0) {  // the base does not turn, and a of it is -g
          w = w_J;
          w_dot = w_dot_J + c_J.w;
          a = transpose_times(X.R, tree_.minus_gravity.v) + v_dot_J + c_J.v + cross(w, v_J);
        } else {
          const Moving& of_p = motion_[p];
          const Vec3<S> w_p = transpose_times(X.R, of_p.w);
          w = w_p + w_J;                                                                 // Jain (13)
          w_dot = transpose_times(X.R, of_p.w_dot) + w_dot_J + (c_J.w + cross(w, w_J));  // Jain (13), (14)
          a = transpose_times(X.R, of_p.a + of_p.Omega * X.r) + v_dot_J +
              (c_J.v + cross(w_p, v_J) + cross(w, v_J));  // Jain (13), (14), + w x v
        }
        Omega = angular_tensor(w, w_dot);

        Force<S> f_ext = in.f_ext[tree_.body[i]];
        for (; fixed != fixed_.end() && fixed->carrier == i; ++fixed)
          f_ext += on_carrier(*fixed, in.f_ext[fixed->body]);
        const auto& [m, h, I] = tree_.inertia(i);
        // The rate of the momentum, less gravity's part: Euler and Newton.
        const Force<S> rate{I * w_dot + cross(w, I * w) + cross(h, a), a * m + Omega * h};
        f_[i] = rate - tree_.from_given(i, f_ext);  // Jain (15), (16)
      });
  }

  [[gnu::noinline]] void tips_to_base(VectorView<S> tau) {
    const Phase<S> phase("tips to base");
    for (int i = tree_.N; i >= 1; --i)
      at_joint(tree_, i, [&](const auto& S_i) {
        const int p = tree_.parent[i];
        S_i.transpose_times(f_[i], tau.from(tree_.first[i]));     // T = H f, Jain (15)
        if (p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);  // f(k) = phi f(k-1) + ..., Jain (15)
      });
  }

  struct Moving {
    Vec3<S> w, w_dot, a;
    Mat3<S> Omega;
  };

  const AxisTree<S>& tree_;
  std::vector<Carried<S>> fixed_;  ///< to those that move, by carrier
  ByBody<Moving> motion_;
  ByBody<Force<S>> f_;
};

template <class S>
class RneaPoints final : public Solves<S, problems::InverseDynamics, problems::BiasForce> {
 public:
  explicit RneaPoints(const Model& model)
      : tree_(model), sweeps_(model, tree_), zero_(static_cast<std::size_t>(tree_.n)) {}

  RneaPoints(const RneaPoints&) = delete;  // the sweeps refer to the tree

  StatusOf<S> inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    tree_.set_positions(in.q);
    sweeps_.inverse_dynamics(in, tau);
    return {};
  }

  /// The same without accelerations of the joints.
  StatusOf<S> bias_force(const Input<S, problems::BiasForce>& in, VectorView<S> C) override {
    return inverse_dynamics({in.q, in.v, {zero_.data(), tree_.n}, in.f_ext}, C);
  }

 private:
  AxisTree<S> tree_;
  NewtonEuler<S> sweeps_;
  std::vector<S> zero_;
};

}  // namespace kintree
