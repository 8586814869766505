// Joints in the inward sweep of articulated-body inertias, and the steps of the propagators and mobilities of
// their segments over them. Frames, regrouping and the steps of an inertia over a revolute joint are those of
// aba_minimal (aba_minimal/revolute.hpp), without the terms of velocities and forces. Equations: Jain 1991.
//
//   A        articulated-body inertia; U = A S, D = S^T U, G = U D^-1
//   extend   over a joint, with e = E S:  G_v <- G_v + e D^-1 e^T,  E_v <- (E_v - e G^T) X, which is psi of (42)
//            on each row                                                              Sathya, Decre & Swevers 2024
#pragma once

#include "aba_minimal/minimal_body.hpp"
#include "kernels/propagator_columns.hpp"

namespace kintree {

/// Propagator and mobility of a segment as far as it has been passed.
template <class S>
struct SegmentSoFar {
  PropagatorColumns<S> E;
  SymmetricMobility<S> G;
};

template <class S>
struct PassingJoint {
  virtual ~PassingJoint() = default;
  /// Sines, cosines and placements.
  virtual void place(const S* q) = 0;
  /// A of the body; what passes the joint, to the parent. Returns whether D is positive definite.
  virtual Truth<S> inward(MinimalInertia<S>& body, MinimalInertia<S>& parent) = 0;
  /// Over the joint; on the base E stays, since nothing is left of it there.
  virtual void extend(SegmentSoFar<S>& segment) const = 0;
};

/// On a leaf G and what passes the joint are constants, turned with the joint.
template <class S, bool leaf>
class PassingRevolute final : public PassingJoint<S> {
  using K = Shared<S>;

 public:
  PassingRevolute(const ScrewLink<K>& link, const MinimalInertia<S>& body) : link_(link) {
    if (!privileged()) alpha_ = ConstantTurn<K>({link.sin_alpha, link.cos_alpha}, link.steep_alpha);
    if (non_dh()) gamma_ = ConstantTurn<K>({link.sin_gamma, link.cos_gamma}, link.steep_gamma);
    if constexpr (leaf) {
      constant_ = eliminated(articulated_sparse(regrouped<true>(body.I)));
      std::tie(D_, G_n_, G_f_, std::ignore) = constant_;
    }
  }

  void place(const S* q) override { theta_ = sum(turn_by(q[0]), as<S>(link_.theta_0)); }

  Truth<S> inward(MinimalInertia<S>& body, MinimalInertia<S>& parent) override {
    const auto [D, G_n, G_f, P_0] = eliminated_of(body);
    if constexpr (!leaf) D_ = D, G_n_ = G_n, G_f_ = G_f;
    auto P = turned<Z>(P_0, VariableTurn<S>(theta_));
    if (privileged()) {
      parent.take(P, body);  // (40)
    } else {
      if constexpr (!leaf) P = slid<Z>(P, as<S>(link_.d));
      ArticulatedInertia<S> A = turned<X>(P, as<S>(alpha_));
      if (non_dh()) turn<Z>(A, as<S>(gamma_));
      slide_across(A);
      parent.take(A, body);  // (40)
    }
    return is_positive(D);
  }

  void extend(SegmentSoFar<S>& segment) const override {
    const auto& D = as<S>(D_);
    const auto& G_n = as<S>(G_n_);
    const auto& G_f = as<S>(G_f_);
    auto& E = segment.E;
    const Column<S> e = E[Z];  // E S
    segment.G.add(e / D, e);
    E[0] = E[0] - e * G_n.x;
    E[1] = E[1] - e * G_n.y;
    E[2] = {};  // G_z = 1
    E[3] = E[3] - e * G_f.x;
    E[4] = E[4] - e * G_f.y;
    E[5] = E[5] - e * G_f.z;  // f - G S^T f, (42)
    turn<Z>(E, theta_);
    if (privileged()) return;
    if constexpr (!leaf) slide<Z>(E, as<S>(link_.d));
    turn_x_flat(E, as<S>(alpha_));
    if (non_dh()) turn<Z>(E, as<S>(gamma_));
    slide_across(E);  // phi, (42)
  }

 private:
  using LeafInertia = decltype(articulated_sparse(regrouped<true>(RigidInertia<K>{})));
  using Eliminated = decltype(eliminated(std::conditional_t<leaf, LeafInertia, ArticulatedInertia<S>>{}));

  /// D, G and P.
  auto eliminated_of(const MinimalInertia<S>& body) const {
    if constexpr (leaf)
      return as<S>(constant_);
    else
      return eliminated(*body.A);
  }

  bool privileged() const { return link_.kind == Link::privileged; }
  bool non_dh() const { return link_.kind == Link::non_dh; }

  /// By a along x of a DH node, by t of others. As a function that aba_minimal shares it makes the code of g++ 12 slower,
  /// by 8 %.
  void slide_across(auto& x) const {
    const auto& t = as<S>(link_.t);
    if (!non_dh() || link_.k != X) slide<X>(x, t.x);
    if (non_dh() && link_.k != Y) slide<Y>(x, t.y);
    if (non_dh() && link_.k != Z) slide<Z>(x, t.z);
  }

  SweptLink<K> link_;
  ConstantTurn<K> alpha_, gamma_;
  std::conditional_t<leaf, Eliminated, Zero> constant_;  ///< D, G and P of a leaf
  std::tuple_element_t<0, Eliminated> D_;
  std::tuple_element_t<1, Eliminated> G_n_;
  std::tuple_element_t<2, Eliminated> G_f_;
  Turn<S> theta_{S{}, S(1)};
};

}  // namespace kintree
