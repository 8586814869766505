// Forward dynamics through the inertia matrix: C by the recursive Newton-Euler algorithm at q-ddot = 0, H by
// the composite-rigid-body algorithm, and H q-ddot = tau - C by the sparse L^T D L factorization.
// Featherstone 2005, eq. (1) and sec. 6; Jain 1991, eqs. (21) and (22).
#pragma once

#include "crba/crba.hpp"
#include "ltdl/ltdl.hpp"
#include "rnea/rnea.hpp"

namespace kintree {

template <class S>
class CrbaLtdl final : public Solver<S> {
 public:
  explicit CrbaLtdl(const Model& model)
      : rnea_(model),
        crba_(model),
        lambda_(Layout(model).expanded_parent),
        n_(static_cast<int>(lambda_.size()) - 1),
        H_(static_cast<std::size_t>(n_ * n_)),
        zero_(static_cast<std::size_t>(n_)) {}

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    rnea_.inverse_dynamics({in.q, in.v, {zero_.data(), n_}, in.f_ext}, qdd);  // C
    for (int i = 1; i <= n_; ++i) qdd(i) = in.given(i) - qdd(i);              // tau - C, Jain (22)
    crba_.mass_matrix(in.q, H());
    const Status status = factor_ltdl(H(), lambda());
    solve_ltdl<S>(H(), lambda(), qdd);  // eq. (1)
    return status;
  }

  /// H q-ddot = tau with the factors of the last call: no velocities, gravity or external forces.
  void solve_at_rest(VectorView<const S> tau, VectorView<S> qdd) {
    for (int i = 1; i <= n_; ++i) qdd(i) = tau(i);
    solve_ltdl<S>(H(), lambda(), qdd);
  }

 private:
  MatrixView<S> H() { return {H_.data(), n_, n_}; }  ///< or L and D in its place
  VectorView<const int> lambda() const { return {lambda_.data() + 1, n_}; }

  Rnea<S> rnea_;
  Crba<S> crba_;
  std::vector<int> lambda_;
  int n_;
  std::vector<S> H_;
  std::vector<S> zero_;
};

}  // namespace kintree
