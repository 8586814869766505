// Forward dynamics by conjugate gradients: the mass matrix is seen only through its products, by inverse
// dynamics at rest.  Walker & Orin 1982, method 4; Jain 1991, sec. 4, eq. (30) with Lambda = 1.
//
//   M, T_bar      mass matrix; joint force free of velocity terms, T - C  (22)
//   Lambda        preconditioner: `update(q)`, then `solve(r, z)` for r = Lambda z
//   r, z          residual T_bar - M beta_dot, and Lambda^-1 r
//   p, s, gamma   search direction, step along it, share of the last direction in the next
//   rho           z* r
#pragma once

#include "conjugate_gradient/mass_operator.hpp"
#include "kernels/rounding.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

/// Equation (30) for any preconditioner.
template <class S, class Preconditioner>
class PreconditionedDynamics final : public Solves<S, problems::ForwardDynamics> {
 public:
  /// The default limit of the number of steps, per coordinate. In exact arithmetic n steps are enough.
  /// Rounding adds more, the worse M is conditioned. Chains of 60 bodies took up to 10 n steps, and up to 15
  /// n with the preconditioner.
  static constexpr int steps_per_coordinate = 100;

  explicit PreconditionedDynamics(const Model& model, int cap = 0)
      : rnea_(model),
        M_(model),
        Lambda_(model),
        n_(Layout(model).n),
        cap_(cap > 0 ? cap : steps_per_coordinate * n_),
        asked_for_(cap > 0) {
    for (std::vector<S>* x : {&zero_, &r_, &z_, &p_, &Mp_}) x->resize(static_cast<std::size_t>(n_));
    const S u = unit_in_the_last_place<S>();
    rounding_ = u * u;
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> beta_dot) override {
    rnea_.inverse_dynamics({in.q, in.v, view(zero_), in.f_ext}, view(r_));  // C
    for (int i = 1; i <= n_; ++i) {
      beta_dot(i) = S{};
      view(r_)(i) = in.tau(i) - view(r_)(i);  // r_0 = T_bar = T - C, (22), (30)
      view(p_)(i) = S{};
    }
    if (const Status status = Lambda_.update(in.q); status.code != Status::ok) return status;
    M_.update(in.q);
    return iterate(beta_dot);
  }

  /// The number of steps of the last call.
  int iterations() const { return iterations_; }

 private:
  static constexpr Status no_pivot = {Status::breakdown};  // nothing is eliminated: no joint to name

  /// Repeats until the norm of r (that of Lambda^-1) is u times its first value, or the cap is reached. r is
  /// updated and never computed again from its definition. So it falls below the rounding level of
  /// T_bar - M beta_dot.
  Status iterate(VectorView<S> beta_dot) {
    const VectorView<S> r = view(r_), z = view(z_), p = view(p_), Mp = view(Mp_);
    S rho_0{}, rho{};
    for (iterations_ = 0; iterations_ < cap_; ++iterations_) {
      Lambda_.solve(r, z);  // r = Lambda z
      const S rho_before = rho;
      rho = product(z, r);
      if (iterations_ == 0) rho_0 = rho;
      if (!is_positive(rho - rounding_ * rho_0)) break;           // r = 0: quit
      const S gamma = iterations_ == 0 ? S{} : rho / rho_before;  // not the printed z* z / r* r
      for (int i = 1; i <= n_; ++i) p(i) = z(i) + gamma * p(i);
      M_.times(p, Mp);
      const S curvature = product(p, Mp);
      if (!is_positive(curvature)) return no_pivot;  // M is not positive definite
      const S s = rho / curvature;
      for (int i = 1; i <= n_; ++i) {
        beta_dot(i) = beta_dot(i) + s * p(i);
        r(i) = r(i) - s * Mp(i);
      }
    }
    return iterations_ < cap_ || asked_for_ ? Status{} : no_pivot;
  }

  static S product(VectorView<const S> a, VectorView<const S> b) {
    S sum{};
    for (int i = 1; i <= a.size; ++i) sum = sum + a(i) * b(i);
    return sum;
  }
  VectorView<S> view(std::vector<S>& x) const { return {x.data(), n_}; }

  RneaPoints<S> rnea_;
  MassOperator<S> M_;
  Preconditioner Lambda_;
  int n_, cap_, iterations_ = 0;
  bool asked_for_;  // the cap: then reaching it is no failure
  S rounding_;      // of rho, relative
  std::vector<S> zero_, r_, z_, p_, Mp_;
};

/// Lambda = 1.
template <class S>
struct NoPreconditioner {
  explicit NoPreconditioner(const Model& /*model*/) {}
  Status update(VectorView<const S> /*q*/) { return {}; }
  void solve(VectorView<const S> r, VectorView<S> z) const {
    for (int i = 1; i <= r.size; ++i) z(i) = r(i);
  }
};

template <class S>
using ConjugateGradient = PreconditionedDynamics<S, NoPreconditioner<S>>;

}  // namespace kintree
