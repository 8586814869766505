// The centroidal momentum matrix from composite bodies, of trees and forests with all joints. Wensing & Orin 2016; Orin & Goswami 2008.
//
//   I^c   composite inertia of a subtree: kernels/composite.hpp
//   h     I^c S_i, the momentum under a unit velocity of coordinate i. Carried to the base, it is column i of A_0, about the base's origin
//   f     force on a body that moves at constant generalized velocities, without gravity. The sum is the rate of A_0 v
//   c     centre of mass of all bodies, about which both are taken
#pragma once

#include "kernels/composite.hpp"

namespace kintree {

template <class S>
class CompositeMomentum final : public Solves<S, problems::CentroidalMomentum> {
  using Problem = problems::CentroidalMomentum;

 public:
  explicit CompositeMomentum(const Model& model)
      : composites_(model), tree_(composites_.tree), v_(tree_.N), a_(tree_.N), f_(tree_.N) {
    for (int i = 1; i <= tree_.N; ++i)
      has_mass_ = has_mass_ || model.bodies[static_cast<std::size_t>(i)].inertial.mass != 0;
  }

  Status centroidal_momentum(const Input<S, Problem>& in, Output<S, Problem> out) override {
    composites_.update(in.q);
    const Vec3<S> c = centre_of_mass();
    columns(c, out.A_G);
    const Force<S> rate = about(c, rate_of_momentum(in.v));  // k' = n - c x f, as the momentum is M c'
    out.A_G_dot_v(1) = rate.n.x, out.A_G_dot_v(2) = rate.n.y, out.A_G_dot_v(3) = rate.n.z;
    out.A_G_dot_v(4) = rate.f.x, out.A_G_dot_v(5) = rate.f.y, out.A_G_dot_v(6) = rate.f.z;
    return {};
  }

 private:
  static Force<S> about(const Vec3<S>& c, const Force<S>& h) { return {h.n - cross(c, h.f), h.f}; }

  /// The centre of mass in the base; the origin if no body has mass.
  Vec3<S> centre_of_mass() const {
    if (!has_mass_) return {};
    S m{};
    Vec3<S> moment{};
    for (int i = 1; i <= tree_.N; ++i)
      if (tree_.parent[i] == 0) {
        const RigidInertia<S> I = to_parent(tree_.X[i], composites_.R[i]);
        m = m + I.m;
        moment += I.h;
      }
    return moment * (S(1) / m);
  }

  void columns(const Vec3<S>& c, MatrixView<S> A) const {
    const Phase<S> phase("columns");
    for (int i = 1; i <= tree_.N; ++i)
      for (int k = 0; k < tree_.dof[i]; ++k) {
        Force<S> h = composites_.R[i] * tree_.subspace[i][k];  // I^c S_i
        for (int j = i; j != 0; j = tree_.parent[j]) h = transpose_times(tree_.X[j], h);
        h = about(c, h);
        const int column = tree_.first[i] + k;
        A(1, column) = h.n.x, A(2, column) = h.n.y, A(3, column) = h.n.z;
        A(4, column) = h.f.x, A(5, column) = h.f.y, A(6, column) = h.f.z;
      }
  }

  Force<S> rate_of_momentum(VectorView<const S> rate) {
    const Phase<S> phase("rate");
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      const Motion<S> S_rate = tree_.subspace[i].times(rate.from(tree_.first[i]));
      v_[i] = tree_.X[i] * v_[p] + S_rate;
      a_[i] = tree_.X[i] * a_[p] + tree_.velocity_product(i, rate) + cross(v_[i], S_rate);
      f_[i] = tree_.inertia(i) * a_[i] + gyroscopic_force(tree_.inertia(i), v_[i]);
    }
    f_[0] = {};
    for (int i = tree_.N; i >= 1; --i) f_[tree_.parent[i]] += transpose_times(tree_.X[i], f_[i]);
    return f_[0];
  }

  CompositeBodies<S> composites_;
  const Tree<S>& tree_;
  ByBody<Motion<S>> v_, a_;
  ByBody<Force<S>> f_;
  bool has_mass_ = false;
};

}  // namespace kintree
