// Forward dynamics with one step of refinement. The residual of the first answer, by the recursive
// Newton-Euler algorithm, is solved for at rest with the factors that the inner algorithm still has, and the
// solution is added.
// Fixed-precision iterative refinement: Higham, ASNA, 2nd ed., ch. 12, alg. 12.1.
// H d = r at rest: Jain 1991, eq. (22).
//
//   r    tau - (H q-ddot + C), the residual
//   d    H^-1 r, the correction
#pragma once

#include "rnea/rnea.hpp"

namespace kintree {

/// Inner is an algorithm for forward dynamics that has solve_at_rest(r, d) as well: d = H^-1 r in the state
/// of its last call.
template <class S, class Inner>
class Refined final : public Solver<S> {
 public:
  explicit Refined(const Model& model)
      : inner_(model), rnea_(model), r_(static_cast<std::size_t>(Layout(model).n)), d_(r_.size()) {}

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    const VectorView<S> r{r_.data(), qdd.size}, d{d_.data(), qdd.size};

    const Status status = inner_.forward_dynamics(in, qdd);
    rnea_.inverse_dynamics({in.q, in.v, qdd, in.f_ext}, r);         // H q-ddot + C
    for (int k = 1; k <= qdd.size; ++k) r(k) = in.given(k) - r(k);  // [Higham, alg. 12.1, step 1]
    inner_.solve_at_rest(r, d);                                     // [step 2]
    for (int k = 1; k <= qdd.size; ++k) qdd(k) = qdd(k) + d(k);     // [step 3]
    return status;
  }

 private:
  Inner inner_;
  Rnea<S> rnea_;
  std::vector<S> r_, d_;
};

}  // namespace kintree
