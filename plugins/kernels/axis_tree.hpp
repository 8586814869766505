// A tree whose revolute joints turn about z: the frames of their bodies are turned once, so that z is on the axis.
// Then S_i is not six numbers but a direction, and what it is multiplied by an entry. Coordinates, and with them H,
// tau and q-ddot, are those of the given frames; forces on bodies are given there (`from_given`).
//
//   E_0    axes of body i in those of its parent at q = 0: R = E_0 Rz(q)
//   Q      axes of body i in those that the model gives it
#pragma once

#include "kernels/zero.hpp"
#include "kintree/algebra/tree.hpp"

namespace kintree {

/// The unit motion about z, and a multiple of it.
struct UnitTurn {};
template <class S>
struct Turning {
  S rate;
  friend Motion<S> operator+(Motion<S> m, const Turning& t) {
    m.w.z = m.w.z + t.rate;
    return m;
  }
};

template <class S>
S dot(UnitTurn, const Force<S>& f) {
  return f.n.z;
}
template <class S>
Force<S> operator*(const RigidInertia<S>& A, UnitTurn) {
  return {{A.I.xz, A.I.yz, A.I.zz}, {-A.h.y, A.h.x, S{}}};
}
/// v x (the turning): across z.
template <class S>
struct Across {
  S wx, wy, vx, vy;
  friend Motion<S> operator+(Motion<S> m, const Across& c) {
    m.w.x = m.w.x + c.wx, m.w.y = m.w.y + c.wy;
    m.v.x = m.v.x + c.vx, m.v.y = m.v.y + c.vy;
    return m;
  }
};
template <class S>
Across<S> cross(const Motion<S>& v, const Turning<S>& t) {
  return {v.w.y * t.rate, -(v.w.x * t.rate), v.v.y * t.rate, -(v.v.x * t.rate)};
}

/// The subspace of a joint that turns about z, to be used as a Subspace.
template <class S>
struct AboutZ {
  static constexpr int count = 1;
  UnitTurn operator[](int /*k*/) const { return {}; }
  Turning<S> times(const S* rate) const { return {rate[0]}; }
  void transpose_times(const Force<S>& f, S* result) const { result[0] = f.n.z; }
};

/// E_0 Rz(q).
template <class S>
Mat3<S> turned_about_z(const Mat3<S>& E_0, const S& q) {
  S s, c;
  sincos(q, s, c);
  return {E_0.x * c + E_0.y * s, E_0.y * c - E_0.x * s, E_0.z};
}

template <class S>
class AxisTree : public Tree<S> {
 public:
  explicit AxisTree(const Model& model)
      : Tree<S>(model), joint_(this->N), E_0_(this->N), Q_(this->N), is_(this->N), first_position_(this->N) {
    const Layout layout(model);
    Q_[0] = identity3<S>();
    for (int i = 1; i <= this->N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Joint& joint = model.bodies[k].joint;
      const Mat3<S>& Q_p = Q_[this->parent[i]];
      const Transform<S> given = transform<S>(joint.placement);
      const Transform<S> placed{transpose(Q_p) * given.R, transpose_times(Q_p, given.r)};
      first_position_[i] = layout.first_position[k];
      Q_[i] = identity3<S>();
      E_0_[i] = placed.R;
      this->X[i].r = placed.r;
      if (joint.kind != JointKind::revolute) {
        joint_[i] = JointGeometry<S>(joint, placed);
        continue;
      }
      is_[i] = joint.axis == Triple{0, 0, 1} ? Is::about_z : Is::turned_about_z;
      if (is_[i] == Is::turned_about_z) Q_[i] = axes_along(unit_axis<S>(joint), points_down(joint.axis));
      E_0_[i] = E_0_[i] * Q_[i];
      this->subspace[i][0] = {{S{}, S{}, S(1)}, {}};
      this->I[i] = to_parent(Transform<S>{transpose(Q_[i]), {}}, this->I[i]);
    }
  }

  void set_positions(VectorView<const S> q) {
    const Phase<S> phase("joints");
    for (int i = 1; i <= this->N; ++i) place(i, q);
  }
  /// Joint i alone.
  void place(int i, VectorView<const S> q) {
    const S* q_i = q.from(first_position_[i]);
    if (is_[i] == Is::general)
      joint_[i].place(q_i, this->X[i], this->subspace[i]);
    else
      this->X[i].R = turned_about_z(E_0_[i], q_i[0]);
  }

  /// c_J of joint i at the rates q-dot.
  Motion<S> velocity_product(const Subspace<S>& /*S_i*/, int i, VectorView<const S> rate) const {
    return Tree<S>::velocity_product(i, rate);
  }
  Zero velocity_product(const AboutZ<S>& /*S_i*/, int /*i*/, VectorView<const S> /*rate*/) const {
    return {};
  }

  bool turns_about_z(int i) const { return is_[i] != Is::general; }
  const Mat3<S>& E_0(int i) const { return E_0_[i]; }  ///< of a revolute joint, or a fixed one

  /// A force on body i, from the frame that the model gives it.
  Force<S> from_given(int i, const Force<S>& f) const {
    if (is_[i] != Is::turned_about_z) return f;
    return {transpose_times(Q_[i], f.n), transpose_times(Q_[i], f.f)};
  }

 private:
  enum class Is { general, about_z, turned_about_z };

  ByBody<JointGeometry<S>> joint_;
  ByBody<Mat3<S>> E_0_, Q_;
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
