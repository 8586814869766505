// The plan of a model's modified Denavit-Hartenberg frames: its bodies without fixed joints, and all choices
// by size. It is made from the doubles of the model. So every scalar uses the same choices, and no scalar
// needs an order.  Featherstone 2005, sec. 5: the sets pi_a, pi_b, pi_c of nodes.
#pragma once

#include "kernels/axis_frames.hpp"

namespace kintree {

enum class Link {
  floating,    ///< free joint on the base
  root,        ///< revolute on the base: as a non-DH node, but d = 0, t = r
  dh,          ///< pi_a
  privileged,  ///< pi_c: E = R_z(theta), r = 0
  non_dh,      ///< pi_b
  general,     ///< any other joint
};

/// The choices for one link. Angles alpha and gamma, axis k: screw_frames.hpp.
struct LinkPlan {
  Link kind = Link::general;
  bool far_normal = false;  ///< non-DH because the common normal with its parent's axis is too far away
  bool offset = false;      ///< true if theta_0 and d may differ from 0
  Neighbours neighbours = Neighbours::skew;       ///< position relative to z of the parent's frame
  bool opposed = false;                           ///< cos alpha < 0
  bool steep_alpha = false, steep_gamma = false;  ///< |sin| > |cos|
  int k = 0;  ///< non-DH: t has no component along parent axis k = 0, 1, 2, to which the axis is closest
};

class ScrewPlan {
 public:
  /// `rounding`: that of the scalar which carries it out.
  explicit ScrewPlan(const Model& model, double rounding = kintree::rounding<double>);

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
  ByBody<int> last_child;      ///< the one with the largest number, or 0
  ByBody<int> unit;            ///< u if S_i is columns u, u + 1, ... of the unit matrix, else -1
  ByBody<int> moved;           ///< a floating base that has a privileged child's frame
  ByBody<int> dh_child;        ///< or the privileged child; 0 if there is none
  ByBody<LinkPlan> plan;

  bool revolute(int i) const { return kind[i] == JointKind::revolute; }

 protected:
  /// The sizes that choices are made from: of composites the mass and the sum of m r^2 about the origin of
  /// body i; the length of r of the link.
  ByBody<double> mass_, spread_, reach_;

 private:
  void number(const Model& model, const std::vector<MovingBody<double>>& moving);
  void weigh(const std::vector<MovingBody<double>>& moving);
  void choose_dh_children(AxisFrames<double>& frames);
  bool too_far(int i, const Vec3<double>& origin) const;
  void choose_link(int i, const AxisFrames<double>& frames);

  double rounding_;
};

inline ScrewPlan::ScrewPlan(const Model& model, double rounding) : rounding_(rounding) {
  const std::vector<MovingBody<double>> moving = collapsed<double>(model);
  number(model, moving);
  weigh(moving);
  AxisFrames<double> frames(model, moving);
  choose_dh_children(frames);
  for (int i = 1; i <= N; ++i) choose_link(i, frames);
}

inline void ScrewPlan::number(const Model& model, const std::vector<MovingBody<double>>& moving) {
  const Layout layout(model);
  N = static_cast<int>(moving.size()) - 1;
  n = layout.n;
  for (ByBody<int>* each : {&body, &parent, &dof, &first, &first_position, &subtree, &children, &last_child,
                            &unit, &moved, &dh_child})
    *each = ByBody<int>(N);
  kind = ByBody<JointKind>(N);
  plan = ByBody<LinkPlan>(N);
  for (int i = 1; i <= N; ++i) {
    const MovingBody<double>& from = moving[static_cast<std::size_t>(i)];
    const auto b = static_cast<std::size_t>(from.body);
    body[i] = from.body;
    parent[i] = from.parent;
    kind[i] = model.bodies[b].joint.kind;
    dof[i] = info(kind[i]).velocities;
    first[i] = layout.first_velocity[b];
    first_position[i] = layout.first_position[b];
    unit[i] = revolute(i) ? 2 : kind[i] == JointKind::spherical || kind[i] == JointKind::free ? 0 : -1;
    if (kind[i] == JointKind::free && parent[i] == 0) plan[i].kind = Link::floating;
  }
  for (int i = N; i >= 1; --i) {
    subtree[i] += dof[i];
    if (parent[i] != 0) subtree[parent[i]] += subtree[i];
    if (++children[parent[i]] == 1) last_child[parent[i]] = i;
  }
}

}  // namespace kintree

#include "kernels/screw_plan_choices.hpp"
