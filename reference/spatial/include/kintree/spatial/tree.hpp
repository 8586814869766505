// A model prepared in the scalar of an algorithm: parents, inertias, joints, and the joints' quantities at
// one state.
#pragma once

#include "kintree/spatial/armature.hpp"
#include "kintree/spatial/joint.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

template <class S>
class Tree {
 public:
  explicit Tree(const Model& model)
      : N(model.body_count()),
        parent(N),
        dof(N),
        first(N),
        I(N),
        X(N),
        subspace(N),
        armature(model),
        first_position_(N),
        joint_(N) {
    const Layout layout(model);
    n = layout.n;
    minus_gravity = {Vec3<S>{}, -widen<S>(model.gravity)};
    for (int i = 1; i <= N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Body& body = model.bodies[k];
      parent[i] = body.parent;
      dof[i] = info(body.joint.kind).velocities;
      first[i] = layout.first_velocity[k];
      first_position_[i] = layout.first_position[k];
      I[i] = rigid_inertia<S>(body.inertial);
      joint_[i] = JointGeometry<S>(body.joint);
      subspace[i] = joint_[i].subspace();
    }
  }

  int N = 0;                     ///< bodies
  int n = 0;                     ///< degrees of freedom
  ByBody<int> parent;            ///< lambda(i)
  ByBody<int> dof;               ///< n_i
  ByBody<int> first;             ///< first coordinate of joint i, from 1
  ByBody<RigidInertia<S>> I;     ///< I_i about the body's origin
  Motion<S> minus_gravity;       ///< (0, -g): the base's acceleration that replaces gravity
  ByBody<Transform<S>> X;        ///< X_i_lambda(i), at the positions last set
  ByBody<Subspace<S>> subspace;  ///< S_i, at the positions last set
  Armature<S> armature;          ///< of the joints

  void set_positions(VectorView<const S> q) {
    const Phase<S> phase("joints");
    for (int i = 1; i <= N; ++i) joint_[i].place(q.from(first_position_[i]), X[i], subspace[i]);
  }

  const RigidInertia<S>& inertia(int i) const { return I[i]; }

  /// subspace_moves: true if S_i depends on q. constraint: a basis of 6 - n_i orthonormal forces W, with
  /// S_i^T W = 0.
  bool subspace_moves(int i) const { return joint_[i].subspace_moves(); }
  void constraint(int i, ByColumn<Force<S>>& W) const { joint_[i].constraint(subspace[i], W); }

  /// c_J of joint i at the rates q-dot.
  Motion<S> velocity_product(int i, VectorView<const S> rate) const {
    return joint_[i].velocity_product(subspace[i], rate.from(first[i]));
  }

 private:
  ByBody<int> first_position_;
  ByBody<JointGeometry<S>> joint_;
};

}  // namespace kintree
