// The element of the mixed form that is a single body with its joint. The symbols and [1]:
// divide_and_conquer_mixed.hpp; numbering of the equations: README.md.
//
//   U, D   I S and S^T I S                      u      tau - S^T p, the effective joint force
//   I^a    I - U D^-1 U^T: what passes the joint
#pragma once

#include "divide_and_conquer_mixed/element.hpp"
#include "kintree/spatial/joint.hpp"
#include "kintree/spatial/small_spd.hpp"

namespace kintree {

template <class S>
class MixedLeaf {
 public:
  /// For a body of inertia I behind the joint (X, S_i). Returns whether D is positive definite.
  Truth<S> factor(const Transform<S>& X, const Subspace<S>& S_i, const ArticulatedInertia<S>& I,
                  MixedElement<S>& e) {
    const int n_i = S_i.count;
    for (int k = 0; k < n_i; ++k) {
      G_[k] = U_[k] = I * S_i[k];
      for (int l = 0; l <= k; ++l) D_(k, l) = dot(S_i[l], U_[k]);
    }
    const Truth<S> sound = D_.factor(n_i);
    D_.solve(G_.data());
    I_a_ = I;
    for (int k = 0; k < n_i; ++k) subtract_outer(I_a_, G_[k], U_[k]);
    const auto yield = [&](const Force<S>& f) {  // S D^-1 S^T f
      ByColumn<S> rate;
      S_i.transpose_times(f, rate.data());
      D_.solve(rate.data());
      return S_i.times(rate.data());
    };
    e.M = matrix<Motion, S>([A = to_parent(X, I_a_)](const Motion<S>& a) { return A * a; });  // [2]
    e.E = matrix<Motion, S>([&](const Motion<S>& a) { return through(S_i, X * a); });         // [3]
    e.G = matrix<Force, S>(yield);                                                            // [4]
    return sound;
  }

  /// For the bias force p of the body, the velocity-product acceleration c and the force tau of its joint.
  void bias(const Transform<S>& X, const Subspace<S>& S_i, const Force<S>& p, const Motion<S>& c,
            const S* tau, MixedElement<S>& e) {
    Force<S> p_a = p;
    for (int k = 0; k < S_i.count; ++k) {
      u_[k] = tau[k] - dot(S_i[k], p);
      p_a += G_[k] * u_[k];
    }
    ByColumn<S> nu = u_;
    D_.solve(nu.data());
    e.z = transpose_times(X, p_a + I_a_ * c);      // [5]
    e.b = through(S_i, c) + S_i.times(nu.data());  // [6]
  }

  /// The joint's acceleration, into n_i numbers, and the body's: a without it, f beyond the body.
  Motion<S> accelerate(const Subspace<S>& S_i, const Motion<S>& a, const Force<S>& f, S* rate) const {
    for (int k = 0; k < S_i.count; ++k) rate[k] = u_[k] + dot(S_i[k], f) - dot(a, U_[k]);
    D_.solve(rate);  // [16]
    return a + S_i.times(rate);
  }

 private:
  /// (1 - S D^-1 U^T) a.
  Motion<S> through(const Subspace<S>& S_i, const Motion<S>& a) const {
    Motion<S> result = a;
    for (int k = 0; k < S_i.count; ++k) result = result - S_i[k] * dot(a, G_[k]);
    return result;
  }

  ByColumn<Force<S>> U_, G_;  // I S, I S D^-1
  SmallSpd<S> D_;             // factored
  ArticulatedInertia<S> I_a_;
  ByColumn<S> u_;
};

}  // namespace kintree
