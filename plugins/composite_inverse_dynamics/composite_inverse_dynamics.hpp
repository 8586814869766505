// Inverse dynamics through composite rigid body inertias: the force through a joint is that of all bodies
// beyond it as one rigid body, corrected for the accelerations of their joints, f = R alpha + y.  Jain 1991,
// lemma 3.2 and eq. (29), here with the velocity terms of eqs. (13) to (16) and on trees.
//
//   R        composite inertia: kernels/composite.hpp
//   V, alpha velocity; acceleration less gravity's
//   y        what the joints beyond add to R alpha: their accelerations, velocity products and gyroscopic
//            forces; starts at b
//   a, b     velocity-product acceleration (14), gyroscopic less external force (16)
#pragma once

#include "kernels/composite.hpp"

namespace kintree {

template <class S>
class CompositeInverseDynamics final : public Solves<S, problems::InverseDynamics> {
 public:
  explicit CompositeInverseDynamics(const Model& model)
      : composites_(model),
        tree_(composites_.tree),
        V_(tree_.N),
        alpha_(tree_.N),
        alpha_J_(tree_.N),
        y_(tree_.N) {
    alpha_[0] = tree_.minus_gravity;
  }

  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> T) override {
    composites_.update(in.q);  // (25)
    base_to_tips(in);
    tips_to_base(T);
    tree_.armature.add_forces(in.qdd, T);
    return {};
  }

 private:
  void base_to_tips(const Input<S, problems::InverseDynamics>& in) {
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const Transform<S>& X = tree_.X[i];
      const int p = tree_.parent[i], k = tree_.first[i];
      {
        const Phase<S> phase("velocities");
        const Motion<S> V_J = S_i.times(in.v.from(k));
        V_[i] = X * V_[p] + V_J;                                            // (13)
        alpha_J_[i] = tree_.velocity_product(i, in.v) + cross(V_[i], V_J);  // a, (14)
        y_[i] = gyroscopic_force(tree_.I[i], V_[i]) - in.f_ext[i];          // b, (16)
      }
      alpha_J_[i] += S_i.times(in.qdd.from(k));  // H* beta_dot + a
      alpha_[i] = X * alpha_[p] + alpha_J_[i];   // (29), second loop
    }
  }

  /// y of a body is complete when all its children have passed theirs on.
  void tips_to_base(VectorView<S> T) {
    for (int i = tree_.N; i >= 1; --i) {
      const Force<S> f = composites_.R[i] * alpha_[i] + y_[i];       // lemma 3.2
      tree_.subspace[i].transpose_times(f, T.from(tree_.first[i]));  // T = H f, (29)
      const Force<S> passed = y_[i] + composites_.R[i] * alpha_J_[i];
      if (const int p = tree_.parent[i]; p != 0)
        y_[p] += transpose_times(tree_.X[i], passed);  // (29), first loop
    }
  }

  CompositeBodies<S> composites_;
  const Tree<S>& tree_;
  ByBody<Motion<S>> V_, alpha_;
  ByBody<Motion<S>> alpha_J_;  // what joint i adds to alpha
  ByBody<Force<S>> y_;
};

}  // namespace kintree
