// A tree whose revolute joints turn about z: the frames of their bodies are turned once, so that z is on the axis.
// Then S_i is not six numbers but a direction, and what it is multiplied by an entry. Coordinates, and with them H,
// tau and q-ddot, are those of the given frames; forces on bodies are given there (`from_given`).
//
//   E_0    axes of body i in those of its parent at q = 0: R = E_0 Rz(q)
//   Q      axes of body i in those that the model gives it
#pragma once

#include "kernels/about_z.hpp"
#include "kernels/shared.hpp"
#include "kintree/algebra/tree.hpp"

namespace kintree {

/// E_0 Rz(q).
template <class S>
Mat3<S> turned_about_z(const Mat3<S>& E_0, const S& q) {
  S s, c;
  sincos(q, s, c);
  return {E_0.x * c + E_0.y * s, E_0.y * c - E_0.x * s, E_0.z};
}

template <class S>
class AxisTree : public Tree<S> {
  using K = Shared<S>;

 public:
  explicit AxisTree(const Model& model)
      : Tree<S>(model),
        joint_(this->N),
        I_(this->N),
        E_0_(this->N),
        Q_(this->N),
        is_(this->N),
        first_position_(this->N) {
    const Layout layout(model);
    ByBody<Mat3<S>> Q(this->N);
    Q[0] = identity3<S>();
    for (int i = 1; i <= this->N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Joint& joint = model.bodies[k].joint;
      const Mat3<S>& Q_p = Q[this->parent[i]];
      const Transform<S> given = transform<S>(joint.placement);
      const Transform<S> placed{transpose(Q_p) * given.R, transpose_times(Q_p, given.r)};
      first_position_[i] = layout.first_position[k];
      Q[i] = identity3<S>();
      E_0_[i] = as<K>(placed.R);
      this->X[i].r = placed.r;
      if (joint.kind == JointKind::revolute) {
        is_[i] = joint.axis == Triple{0, 0, 1} ? Is::about_z : Is::turned_about_z;
        if (is_[i] == Is::turned_about_z) Q[i] = axes_along(unit_axis<S>(joint), points_down(joint.axis));
        Q_[i] = as<K>(Q[i]);
        E_0_[i] = as<K>(placed.R * Q[i]);
        this->subspace[i][0] = {{S{}, S{}, S(1)}, {}};
        this->I[i] = to_parent(Transform<S>{transpose(Q[i]), {}}, this->I[i]);
      } else {
        joint_[i] = JointGeometry<S>(joint, placed);
      }
      I_[i] = as<K>(this->I[i]);
    }
  }

  void set_positions(VectorView<const S> q) {
    for (int i = 1; i <= this->N; ++i) place(i, q);
  }
  /// Joint i alone.
  void place(int i, VectorView<const S> q) {
    const Phase<S> phase("joints");
    const S* q_i = q.from(first_position_[i]);
    if (is_[i] == Is::general)
      joint_[i].place(q_i, this->X[i], this->subspace[i]);
    else
      this->X[i].R = turned_about_z<S>(as<S>(E_0_[i]), q_i[0]);
  }

  /// c_J of joint i at the rates q-dot.
  Motion<S> velocity_product(const Subspace<S>& /*S_i*/, int i, VectorView<const S> rate) const {
    return Tree<S>::velocity_product(i, rate);
  }
  Zero velocity_product(const AboutZ<S>& /*S_i*/, int /*i*/, VectorView<const S> /*rate*/) const {
    return {};
  }

  bool turns_about_z(int i) const { return is_[i] != Is::general; }
  decltype(auto) inertia(int i) const { return as<S>(I_[i]); }
  const Mat3<K>& E_0(int i) const { return E_0_[i]; }  ///< of a revolute joint, or a fixed one

  /// A force on body i, from the frame that the model gives it.
  Force<S> from_given(int i, const Force<S>& f) const {
    if (is_[i] != Is::turned_about_z) return f;
    const auto& Q = as<S>(Q_[i]);
    return {transpose_times(Q, f.n), transpose_times(Q, f.f)};
  }

 private:
  enum class Is { general, about_z, turned_about_z };

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
/// S_i is an AboutZ or a Subspace.
template <class S, class Visit>
void at_joint(const AxisTree<S>& tree, int i, const Visit& visit) {
  if (tree.turns_about_z(i))
    visit(AboutZ<S>());
  else
    visit(tree.subspace[i]);
}

}  // namespace kintree
