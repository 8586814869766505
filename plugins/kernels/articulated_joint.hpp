// One joint of the articulated-body algorithm: how inertias and forces pass it towards the base, and
// accelerations towards the tips.  Jain 1991, eqs. (32), (33), (41), (46), (60), whose H* is S_i.
// Symbols: kernels/articulated.hpp. z is a bias force, alpha an acceleration, nu = D^-1 eps, eps = T - S^T z.
#pragma once

#include "kintree/spatial/joint.hpp"
#include "kintree/spatial/small_spd.hpp"

namespace kintree {

/// U, D and G of the joint S_i of a body with P. Returns whether D is positive definite. `armature`: n_i numbers that D has in addition,
/// or null.
template <class S>
Truth<S> articulate(const Subspace<S>& S_i, const ArticulatedInertia<S>& P, ByColumn<Force<S>>& U,
                    SmallSpd<S>& D, ByColumn<Force<S>>& G, const S* armature = nullptr) {
  for (int k = 0; k < S_i.count; ++k) {
    G[k] = U[k] = P * S_i[k];
    for (int l = 0; l <= k; ++l) D(k, l) = dot(S_i[l], U[k]);  // D = H P H*, (32)
    if (armature != nullptr) D(k, k) = D(k, k) + armature[k];
  }
  const Truth<S> sound = D.factor(S_i.count);
  D.solve(G.data());  // G = P H* D^-1, (33)
  return sound;
}

/// P+ = P - U G^T, which passes a joint of n_i degrees of freedom.
template <class S>
ArticulatedInertia<S> pass_inertia(int n_i, ArticulatedInertia<S> P, const ByColumn<Force<S>>& U,
                                   const ByColumn<Force<S>>& G) {
  for (int k = 0; k < n_i; ++k) subtract_outer(P, G[k], U[k]);  // P+ = P - G H P, (41)
  return P;
}

/// Returns z+ and sets nu, which contains eps until D^-1 is applied. T: the n_i forces of the joint.
template <class S>
Force<S> pass_force(const Subspace<S>& S_i, const Force<S>& z, const SmallSpd<S>& D,
                    const ByColumn<Force<S>>& G, const S* T, ByColumn<S>& nu) {
  Force<S> z_plus = z;
  for (int k = 0; k < S_i.count; ++k) {
    nu[k] = T[k] - dot(S_i[k], z);  // eps = T - H z, (46)
    z_plus += G[k] * nu[k];         // z+ = z + G eps, (46)
  }
  D.solve(nu.data());  // nu = D^-1 eps, (46)
  return z_plus;
}

/// Returns alpha and sets beta_dot, the n_i accelerations of the joint.
template <class S>
Motion<S> pass_acceleration(const Subspace<S>& S_i, const Motion<S>& alpha_plus, const Motion<S>& a,
                            const ByColumn<Force<S>>& G, const ByColumn<S>& nu, S* beta_dot) {
  for (int k = 0; k < S_i.count; ++k) beta_dot[k] = nu[k] - dot(alpha_plus, G[k]);  // nu - G* alpha+, (46)
  return alpha_plus + S_i.times(beta_dot) + a;                                      // (60)
}

}  // namespace kintree
