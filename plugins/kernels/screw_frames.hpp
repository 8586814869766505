// A model in modified Denavit-Hartenberg frames: fixed joints collapsed, z_i on the axis of revolute joint i,
// x_i on the common normal from z_i to the axis of i's DH child, the child with the largest subtree.
// Featherstone 2005, sec. 5: the sets pi_a, pi_b, pi_c of nodes; McMillan & Orin 1995 for the floating base.
//
//   F_i       the new frame of body i; pose[i] places it in the caller's frame of body i
//   E, r      child's axes in the parent's, child's origin in the parent:  X^T f = (E n + r x E f, E f)
//   DH        E = R_x(alpha) R_z(theta),            translations d along z_i, a along x_parent
//   non-DH    E = R_z(gamma) R_x(alpha) R_z(theta), translations d along z_i, t along two parent axes
//             r = t + d z_i is constant
//   theta     q + theta_0
//
// Bodies on other joints keep their frames, but for a floating base, which takes the frame of its privileged
// child at q = 0.  F_i of a leaf is such that theta_0 = d = 0.
#pragma once

#include "kernels/axes.hpp"
#include "kintree/algebra/collapsed.hpp"
#include "kintree/algebra/views.hpp"

namespace kintree {

enum class Link {
  floating,    ///< free joint on the base
  root,        ///< revolute on the base: as a non-DH node, but d = 0, t = r
  dh,          ///< pi_a
  privileged,  ///< pi_c: E = R_z(theta), r = 0
  non_dh,      ///< pi_b
  general,     ///< any other joint
};

template <class S>
struct ScrewLink {
  Link kind = Link::general;
  bool far_normal = false;  ///< non-DH because the common normal with its parent's axis is too far away
  bool offset = false;      ///< whether theta_0 and d may differ from 0
  S theta_0, d;
  S sin_alpha, cos_alpha, a;  ///< DH; alpha of non-DH nodes too
  S sin_gamma, cos_gamma;     ///< non-DH
  Mat3<S> E_0;                ///< R_z(gamma) R_x(alpha)
  Vec3<S> t, r;               ///< in the parent; DH: t = (a, 0, 0)
  int k = 0;                  ///< non-DH: t has no component along parent axis k = 0, 1, 2
};

template <class S>
class ScrewFrames {
 public:
  explicit ScrewFrames(const Model& model);

  int N = 0;                   ///< bodies that move
  int n = 0;                   ///< degrees of freedom
  ByBody<int> body;            ///< number in the model
  ByBody<int> parent;          ///< lambda(i)
  ByBody<JointKind> kind;      ///< of joint i
  ByBody<int> dof;             ///< n_i
  ByBody<int> first;           ///< first coordinate of joint i, from 1
  ByBody<int> first_position;  ///< first entry in q
  ByBody<int> subtree;         ///< |nu(i)|, in coordinates
  ByBody<int> children;        ///< how many
  ByBody<int> last_child;      ///< the one with the largest number; 0: none
  ByBody<int> unit;            ///< u if S_i is columns u, u + 1, ... of the unit matrix, else -1
  ByBody<int> moved;           ///< a floating base that has a privileged child's frame
  ByBody<ScrewLink<S>> link;
  ByBody<RigidInertia<S>> I;        ///< in F_i, about its origin
  ByBody<RigidInertia<S>> I_given;  ///< in the caller's frame
  ByBody<Transform<S>> pose;        ///< of F_i in the caller's frame of body i: R takes F_i to caller's axes
  ByBody<JointGeometry<S>> joint;   ///< places the caller's frame of i in F_parent; in the base as given

 protected:
  ByBody<S> mass_, spread_;  // of composites; sum of m r^2 about the origin of body i

 private:
  bool revolute(int i) const { return kind[i] == JointKind::revolute; }
  /// The pose at q = 0 of a frame of body i in another of its parent.
  Transform<S> relative(int i, const Transform<S>& in_parent, const Transform<S>& in_body) const {
    return compose(inverse(in_parent), compose(placement_[i], in_body));
  }
  void weigh(const std::vector<MovingBody<S>>& moving);
  void choose_dh_children();
  Transform<S> frame_towards(int c) const;
  bool too_far(int i, const Vec3<S>& origin) const;
  void place_link(int i);
  RigidInertia<S> inertia(int i, const RigidInertia<S>& given) const;

  ByBody<Transform<S>> placement_, axis_;  // of joint frames, q = 0; axes with z on joint i, in body i
  ByBody<int> dh_child_;                   // or the privileged child; 0: none
};

template <class S>
ScrewFrames<S>::ScrewFrames(const Model& model) {
  const std::vector<MovingBody<S>> moving = collapsed<S>(model);
  const Layout layout(model);
  N = static_cast<int>(moving.size()) - 1;
  n = layout.n;
  for (ByBody<int>* each : {&body, &parent, &dof, &first, &first_position, &subtree, &children, &last_child,
                            &unit, &moved, &dh_child_})
    *each = ByBody<int>(N);
  link = ByBody<ScrewLink<S>>(N);
  I = I_given = ByBody<RigidInertia<S>>(N);
  pose = placement_ = axis_ = ByBody<Transform<S>>(N);
  joint = ByBody<JointGeometry<S>>(N);
  kind = ByBody<JointKind>(N);
  pose[0].R = identity3<S>();
  for (int i = 1; i <= N; ++i) {
    const MovingBody<S>& from = moving[static_cast<std::size_t>(i)];
    const auto b = static_cast<std::size_t>(from.body);
    const Joint& given = model.bodies[b].joint;
    body[i] = from.body;
    parent[i] = from.parent;
    dof[i] = info(given.kind).velocities;
    first[i] = layout.first_velocity[b];
    first_position[i] = layout.first_position[b];
    placement_[i] = from.placement;
    kind[i] = given.kind;
    unit[i] = revolute(i) ? 2 : given.kind == JointKind::spherical || given.kind == JointKind::free ? 0 : -1;
    axis_[i].R = revolute(i) ? axes_along(unit_axis<S>(given)) : identity3<S>();
    if (given.kind == JointKind::free && parent[i] == 0) link[i].kind = Link::floating;
  }
  for (int i = N; i >= 1; --i) {
    subtree[i] += dof[i];
    if (parent[i] != 0) subtree[parent[i]] += subtree[i];
    if (++children[parent[i]] == 1) last_child[parent[i]] = i;
  }
  weigh(moving);
  choose_dh_children();
  for (int i = 1; i <= N; ++i) {
    const MovingBody<S>& from = moving[static_cast<std::size_t>(i)];
    place_link(i);
    I[i] = inertia(i, from.I);
    I_given[i] = from.I;
    joint[i] = JointGeometry<S>(model.bodies[static_cast<std::size_t>(body[i])].joint,
                                compose(inverse(pose[parent[i]]), from.placement));
  }
}

}  // namespace kintree

#include "kernels/screw_frames_place.hpp"
