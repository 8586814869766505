// A revolute joint and its body. The transform over the joint has two parts. A variable screw about its axis
// z leads from the frame F_i of the body to the frame F' before the joint turns. A constant transform leads
// from F' to the parent's frame. The origin of F' is that of F_i moved by -d along z. There the articulated
// inertia still has its zeros, and there acts what velocities add: w' x z q-dot about the origin of F_i, w' x
// (w' x r) about that of F', both by the parent's angular velocity w' alone. The axes of a leaf are turned
// about z until h_y = 0, and d = 0: what passes it is constant, with seven entries.  Derived here.
//
//   DH           F' -> parent: R_x(alpha) T_x(a)
//   non-DH       F' -> parent: T(t) R_z(gamma) R_x(alpha), t along two axes of the parent
//   privileged   F' is the parent's frame
//   r            F_i's origin from the parent's, in the axes of F'; (a, 0, d) of a DH node
#pragma once

#include "aba_minimal/minimal_body.hpp"

namespace kintree {

/// `Fixed` is the type of turns by the angles alpha and gamma. K is the scalar of constants.
template <class S, bool leaf, template <class> class Fixed = ConstantTurn, class K = Shared<S>>
class Revolute final : public MinimalJoint<S, K> {
 public:
  using Body = MinimalBody<S, K>;

  Revolute(const ScrewLink<K>& link, const Body& body) : link_(link) {
    if (!privileged()) {
      r_ = kintree::transpose_times(link.E_0, link.r);
      alpha_ = Fixed<K>({link.sin_alpha, link.cos_alpha}, link.steep_alpha);
    }
    if (non_dh()) gamma_ = Fixed<K>({link.sin_gamma, link.cos_gamma}, link.steep_gamma);
    if constexpr (leaf) {
      constant_ = eliminated(articulated_sparse(regrouped<true>(body.I)));
      std::tie(std::ignore, G_n_, G_f_, std::ignore) = constant_;
    }
  }

  void place(const S* q) override { theta_ = sum(turn_by(q[0]), as<S>(link_.theta_0)); }

  void velocity(const Vec3<S>& w_parent, const S* rate, Body& body) override {
    const auto& r = as<S>(r_);
    Vec3<S> w = w_parent;
    to_turned(w);
    eta_w_ = {rate[0] * w.y, -(rate[0] * w.x), {}};  // (14)
    if (link_.kind == Link::dh)
      eta_v_ = cross(w, cross(w, Sparse3{r.x, Zero{}, zero_if<leaf>(r.z)}));  // (14)
    else if (!privileged())
      eta_v_ = cross(w, cross(w, r));  // (14)
    turn_back(w.x, w.y, theta_);
    w.z = w.z + rate[0];  // (13)
    body.w = w;
    body.set_bias(regrouped<leaf>(as<S>(body.I)));
  }

  Truth<S> inward(const S* tau, Body& body, Body& parent) override { return pass(tau, body, parent); }

  Truth<S> pass(const S* tau, Body& body, auto& parent) {
    const VariableTurn<S> theta(theta_);
    const auto& [D, G_n, G_f, P_0] = eliminated_of(body);
    if constexpr (!leaf) G_n_ = G_n, G_f_ = G_f;
    const S u = tau[0] - body.p.n.z;
    nu_ = u / D;
    Force<S> p{body.p.n + G_n * u, body.p.f + G_f * u};  // (46)
    p.n.z = tau[0];                                      // (46), with G_z = 1
    turn<Z>(p, theta);
    auto P = turned<Z>(P_0, theta);
    p.n = p.n + P.I * eta_w_;                  // (60)
    p.f = p.f + transpose_times(P.H, eta_w_);  // (60)
    if (privileged()) {
      parent.take(P, p, body);
    } else {
      if constexpr (!leaf) P = slid<Z>(P, as<S>(link_.d)), slide<Z>(p, as<S>(link_.d));
      p.n = p.n + P.H * eta_v_;  // (60)
      p.f = p.f + P.M * eta_v_;  // (60)
      const auto& alpha = as<S>(alpha_);
      const auto& t = as<S>(link_.t);
      ArticulatedInertia<S> A = turned<X>(P, alpha);
      turn<X>(p, alpha);
      if (non_dh()) turn<Z>(A, as<S>(gamma_)), turn<Z>(p, as<S>(gamma_));
      slide_across(A, t);
      slide_across(p, t);
      parent.take(A, p, body);
    }
    return is_positive(D);
  }

  void outward(const Motion<S>& alpha_parent, Body& body, S* qdd) const override {
    Force<S> a{alpha_parent.v, alpha_parent.w};  // so exchanged it moves as a force by lengths negated
    auto& [v, w] = a;
    if (!privileged()) slide_across(a, -as<S>(link_.t));  // (35)
    to_turned(w);                                         // (35)
    if constexpr (leaf) {                                 // of v its y in F_i alone is needed
      const auto& alpha = as<S>(alpha_);
      if (non_dh()) turn_back(v.x, v.y, as<S>(gamma_));
      if (!privileged()) v = {v.x + eta_v_.x, alpha.c * v.y + alpha.s * v.z + eta_v_.y, {}};  // (60)
      v.y = theta_.c * v.y - theta_.s * v.x;
    } else {
      to_turned(v);                                     // (35)
      if (!privileged()) v += eta_v_;                   // (60)
      if (!privileged()) slide<Z>(a, -as<S>(link_.d));  // (35)
      turn_back(v.x, v.y, theta_);
    }
    w = w + eta_w_;  // (60)
    turn_back(w.x, w.y, theta_);
    const S z = nu_ - (dot(as<S>(G_n_), w) + dot(as<S>(G_f_), v));
    qdd[0] = z - w.z;  // nu - G* alpha, (46)
    w.z = z;
    body.alpha = {w, v};
  }

 private:
  using LeafInertia = decltype(articulated_sparse(regrouped<true>(RigidInertia<K>{})));
  using Eliminated = decltype(eliminated(std::conditional_t<leaf, LeafInertia, ArticulatedInertia<S>>{}));

  /// D, G and P.
  auto eliminated_of(const Body& body) const {
    if constexpr (leaf)
      return as<S>(constant_);
    else
      return eliminated(*body.A);
  }

  bool privileged() const { return link_.kind == Link::privileged; }
  bool non_dh() const { return link_.kind == Link::non_dh; }

  /// From the parent's axes to those of F'.
  void to_turned(Vec3<S>& x) const {
    if (privileged()) return;
    if (non_dh()) turn_back(x.x, x.y, as<S>(gamma_));
    turn_back(x.y, x.z, as<S>(alpha_));
  }
  /// By a along x of a DH node, by t of others.
  void slide_across(auto& x, const Vec3<S>& t) const {
    if (!non_dh() || link_.k != X) slide<X>(x, t.x);
    if (non_dh() && link_.k != Y) slide<Y>(x, t.y);
    if (non_dh() && link_.k != Z) slide<Z>(x, t.z);
  }

  SweptLink<K> link_;
  Vec3<K> r_;
  Fixed<K> alpha_, gamma_;
  std::conditional_t<leaf, Eliminated, Zero> constant_;  ///< D, G and P of a leaf
  std::tuple_element_t<1, Eliminated> G_n_;
  std::tuple_element_t<2, Eliminated> G_f_;
  Turn<S> theta_{S{}, S(1)};
  Sparse3<S, S, Zero> eta_w_;  ///< w' x z q-dot
  Vec3<S> eta_v_;              ///< w' x (w' x r)
  S nu_;                       ///< u / D
};

}  // namespace kintree
