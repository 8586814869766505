// Forward dynamics with one step of refinement. The residual of the first answer, by the recursive
// Newton-Euler algorithm, is solved for at rest with the factors that the inner algorithm still has, and the
// solution is added if the residual falls.
// Fixed-precision iterative refinement: Higham, ASNA, 2nd ed., ch. 12, alg. 12.1.
// H d = r at rest: Jain 1991, eq. (22).
//
//   r      tau - (H q-ddot + C), the residual
//   d      H^-1 r, the correction
//   rho    r^T d, the square of the residual in the norm of H^-1, which is that of the error in the norm of H
#pragma once

#include "kernels/rounding.hpp"
#include "rnea/rnea.hpp"

namespace kintree {

/// Inner is an algorithm for forward dynamics that has solve_at_rest(r, d) as well: d = H^-1 r in the state
/// of its last call.
template <class S, class Inner>
class Refined final : public Solver<S> {
 public:
  explicit Refined(const Model& model)
      : inner_(model),
        rnea_(model),
        rounds_(is_positive(unit_in_the_last_place<S>() * unit_in_the_last_place<S>())),
        r_(static_cast<std::size_t>(Layout(model).n)),
        d_(r_.size()),
        corrected_(r_.size()) {}

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    const VectorView<S> d{d_.data(), qdd.size}, corrected{corrected_.data(), qdd.size};

    const Status status = inner_.forward_dynamics(in, qdd);
    const S rho = correction(in, qdd);                                 // [Higham, alg. 12.1, steps 1, 2]
    for (int k = 1; k <= qdd.size; ++k) corrected(k) = qdd(k) + d(k);  // [step 3]
    if (const S rho_after = correction(in, corrected); falls(rho, rho_after))
      for (int k = 1; k <= qdd.size; ++k) qdd(k) = corrected(k);
    return status;
  }

 private:
  /// d of an answer; returns rho.
  S correction(const DynamicsInput<S>& in, VectorView<const S> qdd) {
    const VectorView<S> r{r_.data(), qdd.size}, d{d_.data(), qdd.size};
    rnea_.inverse_dynamics({in.q, in.v, qdd, in.f_ext}, r);         // H q-ddot + C
    for (int k = 1; k <= qdd.size; ++k) r(k) = in.given(k) - r(k);  // [Higham, alg. 12.1, step 1]
    inner_.solve_at_rest(r, d);                                     // [step 2]
    S rho{};
    for (int k = 1; k <= qdd.size; ++k) rho = rho + r(k) * d(k);
    return rho;
  }

  /// A negative square is of factors that have no correct digit. Where nothing is rounded a correction is zero, or the
  /// algorithm is wrong, which is not to be hidden: it is always taken.
  bool falls(const S& rho, const S& rho_after) const {
    return !rounds_ || (is_positive(rho - rho_after) && !is_positive(-rho_after));
  }

  Inner inner_;
  Rnea<S> rnea_;
  bool rounds_;
  std::vector<S> r_, d_, corrected_;
};

}  // namespace kintree
