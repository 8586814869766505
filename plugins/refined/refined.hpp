// Forward dynamics by articulated-body inertias, refined by inverse dynamics: what the recursive Newton-Euler
// algorithm leaves of tau is solved for at rest, with the same factors, and added.
// Jain 1991, eqs. (22), (45), (46); fixed-precision iterative refinement: Higham, ASNA, 2nd ed., ch. 12.
// Bodies and the symbols P, D, G: aba/articulated.hpp.
//
//   r        tau - (H q-ddot + C), the residual
//   z, z+    bias force on the two sides of a joint, at rest
//   nu       D^-1 eps, eps = r - S^T z
//   alpha    acceleration of the bodies that r alone causes; alpha+ on the parent's side of the joint
#pragma once

#include "aba/articulated.hpp"
#include "rnea/rnea.hpp"

namespace kintree {

template <class S>
class Refined final : public Solver<S> {
 public:
  explicit Refined(const Model& model)
      : rnea_(model),
        bodies_(model),
        tree_(bodies_.tree),
        alpha_(tree_.N),
        z_(tree_.N),
        nu_(tree_.N),
        r_(static_cast<std::size_t>(tree_.n)) {}

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    const Status status = bodies_.update(in.q);  // (45)
    for (int k = 1; k <= qdd.size; ++k) qdd(k) = S{};
    correct(in, qdd);  // H q-ddot = tau - C, (22)
    correct(in, qdd);  // the refinement
    return status;
  }

 private:
  /// q-ddot += H^-1 (tau - (H q-ddot + C)).
  void correct(const DynamicsInput<S>& in, VectorView<S> qdd) {
    const VectorView<S> r{r_.data(), qdd.size};
    rnea_.inverse_dynamics({in.q, in.v, qdd, in.f_ext}, r);
    for (int k = 1; k <= qdd.size; ++k) r(k) = in.given(k) - r(k);  // [Higham, alg. 12.1, step 1]
    tips_to_base(r);
    base_to_tips(qdd);
  }

  void tips_to_base(VectorView<const S> r) {
    for (int i = 1; i <= tree_.N; ++i) z_[i] = {};
    for (int i = tree_.N; i >= 1; --i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      ByColumn<S>& nu = nu_[i];
      Force<S> z_plus = z_[i];
      for (int k = 0; k < S_i.count; ++k) {
        nu[k] = r(tree_.first[i] + k) - dot(S_i[k], z_[i]);  // eps, (46)
        z_plus += bodies_.G[i][k] * nu[k];                   // z+ = z + G eps, (46)
      }
      bodies_.D[i].solve(nu.data());                                                            // (46)
      if (const int p = tree_.parent[i]; p != 0) z_[p] += transpose_times(tree_.X[i], z_plus);  // (46)
    }
  }

  void base_to_tips(VectorView<S> qdd) {
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const Motion<S> alpha_plus = tree_.X[i] * alpha_[tree_.parent[i]];
      ByColumn<S> d;
      for (int k = 0; k < S_i.count; ++k) d[k] = nu_[i][k] - dot(alpha_plus, bodies_.G[i][k]);  // (46)
      alpha_[i] = alpha_plus + S_i.times(d.data());                                             // (46)
      S* const rate = qdd.from(tree_.first[i]);
      for (int k = 0; k < S_i.count; ++k) rate[k] = rate[k] + d[k];  // [Higham, alg. 12.1, step 3]
    }
  }

  Rnea<S> rnea_;
  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  ByBody<Motion<S>> alpha_;
  ByBody<Force<S>> z_;
  ByBody<ByColumn<S>> nu_;
  std::vector<S> r_;
};

}  // namespace kintree
