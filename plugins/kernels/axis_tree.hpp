// A tree whose revolute joints turn about z: the frames of their bodies are turned once, so that z is on the axis.
// Then S_i is a direction instead of six numbers, and a product with it reads one entry. For a free joint S_i
// is the identity (kernels/all_motions.hpp). Coordinates, and with them H, tau and q-ddot, are those of the
// given frames; forces on bodies are given there (`from_given`). Bodies that fixed joints connect are one
// body.
//
//   E_0    axes of body i in those of its parent at q = 0: R = E_0 Rz(q)
//   Q      axes of body i in those that the model gives it
#pragma once

#include "kernels/about_z.hpp"
#include "kernels/all_motions.hpp"
#include "kernels/shared.hpp"
#include "kintree/spatial/collapsed.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class AxisTree {
  using K = Shared<S>;

 public:
  explicit AxisTree(const Model& model) : AxisTree(model, collapsed<S>(model)) {}

  AxisTree(const Model& model, const std::vector<MovingBody<S>>& bodies)
      : N(static_cast<int>(bodies.size()) - 1),
        body(N),
        parent(N),
        dof(N),
        first(N),
        X(N),
        subspace(N),
        armature(model),
        pose(N),
        joint_(N),
        I_(N),
        E_0_(N),
        Q_(N),
        is_(N),
        first_position_(N) {
    const Layout layout(model);
    n = layout.n;
    minus_gravity = {Vec3<S>{}, -widen<S>(model.gravity)};
    pose[0].R = identity3<S>();
    for (int i = 1; i <= N; ++i) {
      const MovingBody<S>& from = bodies[static_cast<std::size_t>(i)];
      const auto k = static_cast<std::size_t>(from.body);
      const Joint& joint = model.bodies[k].joint;
      body[i] = from.body;
      parent[i] = from.parent;
      dof[i] = info(joint.kind).velocities;
      first[i] = layout.first_velocity[k];
      first_position_[i] = layout.first_position[k];
      const Mat3<S>& Q_p = pose[from.parent].R;
      const Transform<S> placed{transpose(Q_p) * from.placement.R, transpose_times(Q_p, from.placement.r)};
      X[i].r = placed.r;
      joint_[i] = JointGeometry<S>(joint, placed);
      subspace[i] = joint_[i].subspace();
      Mat3<S> Q = identity3<S>();
      RigidInertia<S> I = from.I;
      if (joint.kind == JointKind::revolute) {
        is_[i] = joint.axis == Triple{0, 0, 1} ? Is::about_z : Is::turned_about_z;
        if (is_[i] == Is::turned_about_z) Q = axes_along(unit_axis<S>(joint), points_down(joint.axis));
        subspace[i][0] = {{S{}, S{}, S(1)}, {}};
        I = to_parent(Transform<S>{transpose(Q), {}}, I);
      }
      if (joint.kind == JointKind::free) is_[i] = Is::free;
      pose[i] = {Q, {}};
      I_[i] = as<K>(I);
      E_0_[i] = as<K>(placed.R * Q);
      Q_[i] = as<K>(Q);
    }
  }

  int N = 0;                     ///< bodies
  int n = 0;                     ///< degrees of freedom
  ByBody<int> body;              ///< number in the model
  ByBody<int> parent;            ///< lambda(i)
  ByBody<int> dof;               ///< n_i
  ByBody<int> first;             ///< first coordinate of joint i, from 1
  Motion<S> minus_gravity;       ///< (0, -g): the base's acceleration that replaces gravity
  ByBody<Transform<S>> X;        ///< X_i_lambda(i), at the positions last set
  ByBody<Subspace<S>> subspace;  ///< S_i, at the positions last set
  Armature<S> armature;          ///< of the joints
  ByBody<Transform<S>> pose;     ///< of body i's frame in the one that the model gives it

  void set_positions(VectorView<const S> q) {
    for (int i = 1; i <= N; ++i) place(i, q);
  }
  /// Joint i alone.
  void place(int i, VectorView<const S> q) {
    const Phase<S> phase("joints");
    const S* q_i = q.from(first_position_[i]);
    if (turns_about_z(i))
      X[i].R = turned_about_z<S>(as<S>(E_0_[i]), q_i[0]);
    else
      joint_[i].place(q_i, X[i], subspace[i]);
  }

  /// c_J of joint i at the rates q-dot.
  Motion<S> velocity_product(const Subspace<S>& S_i, int i, VectorView<const S> rate) const {
    return joint_[i].velocity_product(S_i, rate.from(first[i]));
  }
  static auto velocity_product(const AboutZ<S>& /*S_i*/, int /*i*/, VectorView<const S> /*rate*/) {
    return SparseMotion{Zero(), Zero()};
  }
  static auto velocity_product(const AllMotions<S>& /*S_i*/, int /*i*/, VectorView<const S> /*rate*/) {
    return SparseMotion{Zero(), Zero()};
  }

  bool turns_about_z(int i) const { return is_[i] == Is::about_z || is_[i] == Is::turned_about_z; }
  bool moves_freely(int i) const { return is_[i] == Is::free; }
  int first_position(int i) const { return first_position_[i]; }  ///< of joint i in q, from 1
  decltype(auto) inertia(int i) const { return as<S>(I_[i]); }    ///< about the body's origin
  const Mat3<K>& E_0(int i) const { return E_0_[i]; }             ///< of a revolute joint

  /// A force on body i, from the frame that the model gives it.
  Force<S> from_given(int i, const Force<S>& f) const {
    if (is_[i] != Is::turned_about_z) return f;
    const auto& Q = as<S>(Q_[i]);
    return {transpose_times(Q, f.n), transpose_times(Q, f.f)};
  }

 private:
  enum class Is { general, about_z, turned_about_z, free };

  ByBody<JointGeometry<S>> joint_;
  ByBody<RigidInertia<K>> I_;
  ByBody<Mat3<K>> E_0_, Q_;
  ByBody<Is> is_;
  ByBody<int> first_position_;
};

/// Calls visit(S_i).
template <class S, class Visit>
void at_joint(const Tree<S>& tree, int i, const Visit& visit) {
  visit(tree.subspace[i]);
}
/// S_i is an AboutZ, AllMotions or a Subspace.
template <class S, class Visit>
void at_joint(const AxisTree<S>& tree, int i, const Visit& visit) {
  if (tree.turns_about_z(i))
    visit(AboutZ<S>());
  else if (tree.moves_freely(i))
    visit(AllMotions<S>());
  else
    visit(tree.subspace[i]);
}

}  // namespace kintree
