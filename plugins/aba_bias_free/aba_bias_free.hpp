// The articulated-body algorithm on bias-free joint forces: C by inverse dynamics at zero joint acceleration,
// then two passes on T - C as if at rest, a filter from the tips to the base and a smoother back.  Rodriguez
// 1987; Jain 1991, eqs. (22), (45), (46), z and alpha in the forms of eq. (43) and of the line before it.
// Numbering and the symbols P, D, G, psi: aba/articulated.hpp.
//
//   T_bar       joint force free of velocity terms, gravity and external forces, T - C
//   z           correction force: what the joint forces beyond do      state estimate
//   eps, nu     effective joint force, and D^-1 eps                    innovation
//   alpha       acceleration at rest                                   co-state
#pragma once

#include "aba/articulated.hpp"
#include "rnea/rnea.hpp"

namespace kintree {

template <class S>
class AbaBiasFree final : public Solver<S> {
 public:
  explicit AbaBiasFree(const Model& model)
      : rnea_(model),
        bodies_(model),
        tree_(bodies_.tree),
        zero_(static_cast<std::size_t>(tree_.n)),
        T_bar_(static_cast<std::size_t>(tree_.n)),
        z_(tree_.N),
        nu_(tree_.N),
        alpha_(tree_.N) {}

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> beta_dot) override {
    const VectorView<S> T_bar{T_bar_.data(), tree_.n};
    rnea_.inverse_dynamics({in.q, in.v, {zero_.data(), tree_.n}, in.f_ext}, T_bar);  // C
    for (int i = 1; i <= tree_.n; ++i) T_bar(i) = in.given(i) - T_bar(i);            // T - C, (22)

    const Status status = bodies_.update(in.q);  // (45)
    filter(T_bar);
    smooth(beta_dot);
    return status;
  }

 private:
  /// Tips to base.
  void filter(VectorView<const S> T_bar) {
    for (int i = 1; i <= tree_.N; ++i) z_[i] = {};
    for (int i = tree_.N; i >= 1; --i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const int first = tree_.first[i];
      Force<S> G_T;
      for (int k = 0; k < S_i.count; ++k) {
        nu_[i][k] = T_bar(first + k) - dot(S_i[k], z_[i]);  // eps = T - H z, (46)
        G_T += bodies_.G[i][k] * T_bar(first + k);
      }
      bodies_.D[i].solve(nu_[i].data());  // nu = D^-1 eps, (46)
      if (const int p = tree_.parent[i]; p != 0)
        z_[p] += bodies_.psi(i, z_[i]) + transpose_times(tree_.X[i], G_T);  // z = psi z + K T, (43)
    }
  }

  /// Base to tips.
  void smooth(VectorView<S> beta_dot) {
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const Motion<S>& alpha_p = alpha_[tree_.parent[i]];
      const Motion<S> alpha_plus = tree_.X[i] * alpha_p;  // (35)
      for (int k = 0; k < S_i.count; ++k)
        beta_dot(tree_.first[i] + k) = nu_[i][k] - dot(alpha_plus, bodies_.G[i][k]);  // nu - G* alpha+, (46)
      alpha_[i] = bodies_.psi_star(i, alpha_p) + S_i.times(&nu_[i][0]);  // psi* alpha + H* nu, above (43)
    }
  }

  Rnea<S> rnea_;
  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  std::vector<S> zero_, T_bar_;
  ByBody<Force<S>> z_;
  ByBody<ByColumn<S>> nu_;
  ByBody<Motion<S>> alpha_;
};

}  // namespace kintree
