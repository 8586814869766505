// Forward dynamics with one step of refinement. The residual of the first answer is computed by the
// recursive Newton-Euler algorithm. The inner algorithm solves for it at rest, with the factors that it still
// has. The solution is added if the next one would be smaller.
// Fixed-precision iterative refinement: Higham, ASNA, 2nd ed., ch. 12, whose three steps are numbered here.
// H d = r at rest: Jain 1991, eq. (22).
//
//   r      tau - (H q-ddot + C), the residual
//   d      H^-1 r, the correction
//   rho    r^T d, the square of the residual in the norm of H^-1, which is that of the error in the norm of H
//   delta  d^T d; on long chains the norm of H is nearly blind to the largest errors
#pragma once

#include "kernels/rounding.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

/// Inner is an algorithm for forward dynamics that has solve_at_rest(r, d) as well: d = H^-1 r in the state
/// of its last call.
template <class S, class Inner>
class Refined final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit Refined(const Model& model)
      : inner_(model),
        rnea_(model),
        rounds_(is_positive(unit_in_the_last_place<S>() * unit_in_the_last_place<S>())),
        r_(static_cast<std::size_t>(Layout(model).n)),
        d_(r_.size()),
        corrected_(r_.size()) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const VectorView<S> d{d_.data(), qdd.size}, corrected{corrected_.data(), qdd.size};

    const Status status = inner_.forward_dynamics(in, qdd);
    const Size size = correction(in, qdd);                             // [Higham, ch. 12, steps 1, 2]
    for (int k = 1; k <= qdd.size; ++k) corrected(k) = qdd(k) + d(k);  // [step 3]
    if (const Size after = correction(in, corrected); falls(size, after))
      for (int k = 1; k <= qdd.size; ++k) qdd(k) = corrected(k);
    return status;
  }

 private:
  struct Size {
    S rho{}, delta{};
  };

  /// d of an answer.
  Size correction(const Input<S, problems::ForwardDynamics>& in, VectorView<const S> qdd) {
    const VectorView<S> r{r_.data(), qdd.size}, d{d_.data(), qdd.size};
    rnea_.inverse_dynamics({in.q, in.v, qdd, in.f_ext}, r);       // H q-ddot + C
    for (int k = 1; k <= qdd.size; ++k) r(k) = in.tau(k) - r(k);  // [Higham, ch. 12, step 1]
    inner_.solve_at_rest(r, d);                                   // [step 2]
    Size size;
    for (int k = 1; k <= qdd.size; ++k)
      size.rho = size.rho + r(k) * d(k), size.delta = size.delta + d(k) * d(k);
    return size;
  }

  /// True if the correction is added. A negative square means that the factors have no correct digit. If
  /// nothing is rounded, the correction is always added: it is zero, or the algorithm is wrong, which must
  /// not be hidden.
  bool falls(const Size& before, const Size& after) const {
    return !rounds_ || is_positive(before.delta - after.delta) ||
           (is_positive(before.rho - after.rho) && !is_positive(-after.rho));
  }

  Inner inner_;
  RneaPoints<S> rnea_;
  bool rounds_;
  std::vector<S> r_, d_, corrected_;
};

}  // namespace kintree
