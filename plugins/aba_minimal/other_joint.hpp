// A joint that is not revolute, in the frames of the caller: Jain 1991, eqs. (32), (33), (41), (46), (60), as
// in kernels/articulated_joint.hpp, with classical accelerations.
#pragma once

#include "kernels/articulated_joint.hpp"

namespace kintree {

template <class S>
struct OtherJoint {
  JointGeometry<S> joint;
  Transform<S> X;  ///< X_child_parent
  Subspace<S> subspace;
  Motion<S> eta;
  SmallSpd<S> D;
  ByColumn<Force<S>> U, G;
  ByColumn<S> nu;

  OtherJoint() = default;
  explicit OtherJoint(const JointGeometry<S>& of) : joint(of), subspace(of.subspace()) {}

  /// w, and eta: with w' the parent's angular velocity in the child's axes and V_J = S q-dot = (w_J, v_J),
  ///   eta = S-ring q-dot + (w' x w_J, w' x (w' x r) + 2 w' x v_J + w_J x v_J).
  Vec3<S> velocity(const Vec3<S>& w_parent, const S* rate) {
    const Motion<S> V_J = subspace.times(rate);
    const Vec3<S> before = transpose_times(X.R, w_parent);
    Vec3<S> w = before + V_J.w;
    const Vec3<S> carried = transpose_times(X.R, cross(w_parent, cross(w_parent, X.r)));
    eta = joint.velocity_product(subspace, rate) +
          Motion<S>{cross(before, V_J.w), carried + cross(before + w, V_J.v)};
    return w;
  }

  /// D. Returns whether it is positive definite.
  Truth<S> articulate(const ArticulatedInertia<S>& A) { return kintree::articulate(subspace, A, U, D, G); }

  /// What passes the joint, in the parent's frame.
  ArticulatedInertia<S> pass(const ArticulatedInertia<S>& A) const {
    return to_parent(X, pass_inertia(subspace.count, A, U, G));  // (40), (41)
  }
  Force<S> pass(const ArticulatedInertia<S>& A, const Force<S>& p, const S* tau) {
    const Force<S> z = p + A * eta;                                     // (60)
    return transpose_times(X, pass_force(subspace, z, D, G, tau, nu));  // (46)
  }

  Motion<S> accelerate(const Motion<S>& parent, S* qdd) const {
    return pass_acceleration(subspace, X * parent, eta, G, nu, qdd);  // (46), (60)
  }
};

}  // namespace kintree
