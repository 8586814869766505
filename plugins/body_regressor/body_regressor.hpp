// The regressor of the inertial parameters, body by body, of trees and forests with all joints. Atkeson, An & Hollerbach 1986.
//
//   pi   parameters of a body: m, h = m c and I (xx, xy, yy, xz, yz, zz), all about its origin
//   A    f = A pi is the force on a body: couple I w' + w x I w + h x a, force m a + w' x h + w x (w x h)
//   a    acceleration of the origin, less gravity
//   Y    S_i^T A_b in the row of joint i and the columns of body b, with A_b carried to body i
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class BodyRegressor final : public Solves<S, problems::Regressor> {
 public:
  explicit BodyRegressor(const Model& model) : tree_(model), v_(tree_.N), a_(tree_.N) {}

  Status regressor(const Input<S, problems::Regressor>& in, MatrixView<S> Y) override {
    tree_.set_positions(in.q);
    base_to_tips(in.v, in.qdd);
    clear(Y);  // of bodies that a joint does not support
    const Phase<S> phase("columns");
    for (int b = 1; b <= tree_.N; ++b) columns(b, Y);
    return {};
  }

 private:
  void base_to_tips(VectorView<const S> rate, VectorView<const S> qdd) {
    const Phase<S> phase("velocities");
    a_[0] = tree_.minus_gravity;
    for (int i = 1; i <= tree_.N; ++i) {
      const int p = tree_.parent[i];
      const Motion<S> S_rate = tree_.subspace[i].times(rate.from(tree_.first[i]));
      v_[i] = tree_.X[i] * v_[p] + S_rate;
      a_[i] = tree_.X[i] * a_[p] + tree_.velocity_product(i, rate) + cross(v_[i], S_rate) +
              tree_.subspace[i].times(qdd.from(tree_.first[i]));
    }
  }

  void columns(int b, MatrixView<S> Y) const {
    const Vec3<S>&w = v_[b].w, &w_dot = a_[b].w;
    const Vec3<S> a = a_[b].v + cross(w, v_[b].v);  // of the origin, less gravity
    const S one(1), zero{};
    const std::array<Vec3<S>, 3> e{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    const auto tensor = [&](const Sym3<S>& I) { return Force<S>{I * w_dot + cross(w, I * w), {}}; };
    const int first = 10 * (b - 1) + 1;
    carry(b, first, {{}, a}, Y);  // m
    for (int k = 0; k < 3; ++k) {
      const Vec3<S>& h = e[static_cast<std::size_t>(k)];
      carry(b, first + 1 + k, {cross(h, a), cross(w_dot, h) + cross(w, cross(w, h))}, Y);
    }
    carry(b, first + 4, tensor({one, zero, zero, zero, zero, zero}), Y);  // I_xx
    carry(b, first + 5, tensor({zero, one, zero, zero, zero, zero}), Y);  // I_xy
    carry(b, first + 6, tensor({zero, zero, zero, one, zero, zero}), Y);  // I_yy
    carry(b, first + 7, tensor({zero, zero, one, zero, zero, zero}), Y);  // I_xz
    carry(b, first + 8, tensor({zero, zero, zero, zero, one, zero}), Y);  // I_yz
    carry(b, first + 9, tensor({zero, zero, zero, zero, zero, one}), Y);  // I_zz
  }

  /// S_i^T f for all joints i that support body b.
  void carry(int b, int column, Force<S> f, MatrixView<S> Y) const {
    for (int i = b; i != 0; i = tree_.parent[i]) {
      for (int k = 0; k < tree_.dof[i]; ++k) Y(tree_.first[i] + k, column) = dot(tree_.subspace[i][k], f);
      f = transpose_times(tree_.X[i], f);
    }
  }

  Tree<S> tree_;
  ByBody<Motion<S>> v_, a_;
};

}  // namespace kintree
