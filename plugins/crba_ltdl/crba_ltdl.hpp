// Forward dynamics through the inertia matrix: C by the recursive Newton-Euler algorithm at q-ddot = 0, H by
// the composite-rigid-body algorithm, and H q-ddot = tau - C by the sparse L^T D L factorization.
// Featherstone 2005, eq. (1) and sec. 6; Jain 1991, eqs. (21) and (22).
#pragma once

#include "crba_columns/crba_columns.hpp"
#include "kernels/path_triangle.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

/// H by `MassMatrix`, which computes path rows and then has a tree() at the same positions: CrbaColumns<S>, or the same in lanes.
template <class S, class MassMatrix>
class CrbaLtdlBy : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit CrbaLtdlBy(const Model& model)
      : crba_(model),
        bias_(model, crba_.tree()),
        layout_(Layout(model).expanded_parent),
        triangle_(layout_.n()),
        H_(static_cast<std::size_t>(layout_.size())),
        zero_(static_cast<std::size_t>(layout_.n())) {}

  CrbaLtdlBy(const CrbaLtdlBy&) = delete;  // the bias refers to the tree

  StatusOf<S> forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const int n = layout_.n();
    const StatusOf<S> status = factor(in.q);
    bias_.inverse_dynamics({in.q, in.v, {zero_.data(), n}, in.f_ext}, qdd);  // C
    for (int i = 1; i <= n; ++i) qdd(i) = in.tau(i) - qdd(i);                // tau - C, Jain (22)
    triangle_.solve(H(), qdd);                                               // eq. (1)
    return status;
  }

  StatusOf<S> factor(VectorView<const S> q) {
    crba_.mass_matrix_in_path_rows(q, H());
    return triangle_.factor(H());
  }

  /// H q-ddot = tau with the factors of the last call: no velocities, gravity or external forces.
  void solve_at_rest(VectorView<const S> tau, VectorView<S> qdd) {
    std::copy_n(tau.data, layout_.n(), qdd.data);
    triangle_.solve(H(), qdd);
  }

  /// The factors of the last call.
  PathRows<const S> L() const { return {H_.data(), &layout_}; }
  VectorView<const S> D() const { return triangle_.D(); }

 private:
  PathRows<S> H() { return {H_.data(), &layout_}; }  ///< or L and D in its place

  MassMatrix crba_;
  NewtonEuler<S> bias_;
  PathRowLayout layout_;
  PathTriangle<S> triangle_;
  std::vector<S> H_;
  std::vector<S> zero_;
};

template <class S>
class CrbaLtdl final : public CrbaLtdlBy<S, CrbaColumns<S>> {
 public:
  using CrbaLtdlBy<S, CrbaColumns<S>>::CrbaLtdlBy;
};

}  // namespace kintree
