// Joints that are not revolute joints of a body. Symbols: aba_minimal/aba_minimal.hpp.
#pragma once

#include "aba_minimal/minimal_body.hpp"
#include "kernels/articulated_joint.hpp"
#include "kernels/conversion.hpp"
#include "kernels/ldlt6.hpp"

namespace kintree {

/// A revolute joint on the base at rest. Nothing passes; of A and p the row n_z is needed.
template <class S>
class Root final : public MinimalJoint<S> {
 public:
  Root(const ScrewLink<S>& link, const Vec3<S>& minus_gravity)
      : theta_0_(link.theta_0), minus_gravity_(kintree::transpose_times(link.E_0, minus_gravity)) {}

  void place(const S* q) override { theta_ = sum(turn_by(q[0]), theta_0_); }
  void velocity(const Vec3<S>& /*at rest*/, const S* rate, MinimalBody<S>& body) override {
    body.w = {{}, {}, rate[0]};
    body.p = {};
  }
  Truth<S> inward(const S* tau, MinimalBody<S>& body, MinimalBody<S>& /*base*/) override {
    nu_ = (tau[0] - body.p.n.z) / body.A->I.zz;  // (46)
    return is_positive(body.A->I.zz);
  }
  void outward(const Motion<S>& /*gravity*/, MinimalBody<S>& body, S* qdd) const override {
    const Phase<S> phase("gravity");
    Vec3<S> v = minus_gravity_;
    turn_back(v.x, v.y, theta_);
    const auto& [I, H, M] = *body.A;
    qdd[0] = nu_ - dot(Vec3<S>{H.x.z, H.y.z, H.z.z}, v) / I.zz;  // (46)
    body.alpha = {{{}, {}, qdd[0]}, v};
  }

 private:
  Turn<S> theta_0_, theta_;
  Vec3<S> minus_gravity_;  ///< in F'
  S nu_;
};

/// A free joint on the base: nothing passes, A alpha = f - p. What comes and goes is in the caller's frame.
template <class S>
class FloatingBase final : public MinimalJoint<S> {
 public:
  FloatingBase(const JointGeometry<S>& joint, const Transform<S>& pose)
      : joint_(joint), to_frame_(pose), to_caller_(inverse(pose)) {}

  void place(const S* q) override { joint_.place(q, X_, subspace_); }

  void velocity(const Vec3<S>& /*at rest*/, const S* rate, MinimalBody<S>& body) override {
    V_ = converted(to_frame_, six<Motion<S>>(rate));
    body.w = V_.w;
    body.set_bias(as<S>(body.I));
  }

  Truth<S> inward(const S* tau, MinimalBody<S>& body, MinimalBody<S>& /*base*/) override {
    Ldlt6<S> L;
    const Truth<S> sound = L.factor(*body.A);
    body.alpha = L.solve(converted(to_caller_, six<Force<S>>(tau)) - body.p);  // (45), (46)
    return sound;
  }

  /// q-ddot = (w-dot, p-ddot - w x v), and gravity's share of p-ddot.
  void outward(const Motion<S>& base, MinimalBody<S>& body, S* qdd) const override {
    const Motion<S>& alpha = body.alpha;
    Motion<S> a = converted(to_caller_, Motion<S>{alpha.w, alpha.v - cross(V_.w, V_.v)});
    const Phase<S> phase("gravity");
    a.v -= kintree::transpose_times(X_.R, base.v);
    qdd[0] = a.w.x, qdd[1] = a.w.y, qdd[2] = a.w.z;
    qdd[3] = a.v.x, qdd[4] = a.v.y, qdd[5] = a.v.z;
  }

 private:
  JointGeometry<S> joint_;
  Transform<S> to_frame_, to_caller_;  ///< of F_i in the caller's frame, and back
  Transform<S> X_;                     ///< of the caller's frame, in the base
  Subspace<S> subspace_;
  Motion<S> V_;  ///< in F_i
};

/// Any other joint, in the frames of the caller: kernels/articulated_joint.hpp, with classical accelerations.
template <class S>
class GeneralJoint final : public MinimalJoint<S> {
 public:
  GeneralJoint(const JointGeometry<S>& joint, bool on_base)
      : joint_(joint), subspace_(joint.subspace()), on_base_(on_base) {}

  void place(const S* q) override { joint_.place(q, X_, subspace_); }

  /// With w' the parent's angular velocity in the child's axes and V_J = S q-dot = (w_J, v_J),
  ///   eta = S-ring q-dot + (w' x w_J, w' x (w' x r) + 2 w' x v_J + w_J x v_J).
  void velocity(const Vec3<S>& w_parent, const S* rate, MinimalBody<S>& body) override {
    const Motion<S> V_J = subspace_.times(rate);
    const Vec3<S> before = kintree::transpose_times(X_.R, w_parent);
    const Vec3<S> carried = kintree::transpose_times(X_.R, cross(w_parent, cross(w_parent, X_.r)));
    body.w = before + V_J.w;  // (13)
    eta_ = joint_.velocity_product(subspace_, rate) +
           Motion<S>{cross(before, V_J.w), carried + cross(before + body.w, V_J.v)};  // (14)
    body.set_bias(as<S>(body.I));
  }

  Truth<S> inward(const S* tau, MinimalBody<S>& body, MinimalBody<S>& parent) override {
    const Truth<S> sound = articulate(subspace_, *body.A, U_, D_, G_);
    const Force<S> z = body.p + *body.A * eta_;                                          // (60)
    const Force<S> p = transpose_times(X_, pass_force(subspace_, z, D_, G_, tau, nu_));  // (46)
    if (!on_base_)
      parent.take(to_parent(X_, pass_inertia(subspace_.count, *body.A, U_, G_)), p, body);  // (41)
    return sound;
  }

  void outward(const Motion<S>& alpha_parent, MinimalBody<S>& body, S* qdd) const override {
    body.alpha = pass_acceleration(subspace_, X_ * alpha_parent, eta_, G_, nu_, qdd);  // (46), (60)
  }

 private:
  JointGeometry<S> joint_;
  Transform<S> X_;  ///< X_child_parent
  Subspace<S> subspace_;
  bool on_base_;
  Motion<S> eta_;
  SmallSpd<S> D_;
  ByColumn<Force<S>> U_, G_;
  ByColumn<S> nu_;
};

}  // namespace kintree
