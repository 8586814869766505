// The derivatives of forward dynamics from those of inverse dynamics, by sparse solutions. Carpentier & Mansard 2018; Featherstone 2005.
// The total derivative of tau = ID(q, v, qdd) is zero if tau stays. So, at the accelerations of forward dynamics,
//   H d qdd / dq = -d tau / dq,   H d qdd / dv = -d tau / dv,   H d qdd / d tau = 1,   with H = L^T D L.
#pragma once

#include <vector>

#include "crba_ltdl/crba_ltdl.hpp"
#include "idsva/idsva.hpp"

namespace kintree {

template <class S>
class IdsvaLtdl final : public Solves<S, problems::ForwardDynamicsDerivatives> {
  using Problem = problems::ForwardDynamicsDerivatives;

 public:
  explicit IdsvaLtdl(const Model& model)
      : dynamics_(model), idsva_(model), qdd_(static_cast<std::size_t>(dynamics_.L().layout->n())) {}

  StatusOf<S> forward_dynamics_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    const VectorView<S> qdd{qdd_.data(), static_cast<int>(qdd_.size())};
    const StatusOf<S> status = dynamics_.forward_dynamics({in.q, in.v, in.tau, in.f_ext}, qdd);
    idsva_.inverse_dynamics_derivatives({in.q, in.v, qdd, in.f_ext}, {out.dqdd_dq, out.dqdd_dv});
    clear(out.dqdd_dtau);
    for (int i = 1; i <= qdd.size; ++i) out.dqdd_dtau(i, i) = S(1);
    const Phase<S> phase("solutions");
    const auto whole_rows = [](int) { return 1; };
    solve(out.dqdd_dq, S(-1), whole_rows);
    solve(out.dqdd_dv, S(-1), whole_rows);
    solve(out.dqdd_dtau, S(1), [](int row) { return row; });  // from the diagonal on; H^-1 is symmetric
    for (int i = 1; i <= qdd.size; ++i)
      for (int k = 1; k < i; ++k) out.dqdd_dtau(i, k) = out.dqdd_dtau(k, i);
    return status;
  }

 private:
  /// X <- sign H^-1 X. Rows of X go through the factors as single numbers do, each from the column first(row) on.
  void solve(MatrixView<S> X, const S& sign, auto first) const {
    const PathRows<const S> L = dynamics_.L();
    const PathRowLayout& tree = *L.layout;
    const VectorView<const S> D = dynamics_.D();
    const auto subtract = [&](int i, const S& a, int j, int begin) {
      for (int k = begin; k <= X.columns; ++k) X(i, k) = X(i, k) - a * X(j, k);
    };
    for (int i = X.rows; i >= 1; --i)
      for (int j = tree.lambda(i); j != 0; j = tree.lambda(j))
        subtract(j, L.row(i)[tree.depth(j) - 1], i, first(i));  // Featherstone, Appendix, x = L^-T x
    for (int i = 1; i <= X.rows; ++i) {
      const S factor = sign / D(i);
      for (int k = first(i); k <= X.columns; ++k) X(i, k) = X(i, k) * factor;  // Appendix, x = D^-1 x
      for (int j = tree.lambda(i); j != 0; j = tree.lambda(j))
        subtract(i, L.row(i)[tree.depth(j) - 1], j, first(i));  // Appendix, x = L^-1 x
    }
  }

  CrbaLtdl<S> dynamics_;
  Idsva<S> idsva_;
  std::vector<S> qdd_;
};

}  // namespace kintree
