// PV-OSIMr, the inverse of the operational-space inertia matrix in the lowest order: every joint is passed
// once, whatever the number of end-effectors.  Sathya, Decre & Swevers 2024.
// Domain: any tree or forest, all joints.
//
// Nodes are the bodies that carry an end-effector and those where supported branches meet.
// Symbols: kernels/segments.hpp.
#pragma once

#include "kernels/segments.hpp"

namespace kintree {

template <class S>
class PvOsimr final : public Solves<S, problems::InverseOsim> {
 public:
  PvOsimr(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies_(model),
        ends_(model, end_effectors),
        segments_(bodies_.tree, ends_, [this](int i) { return is_node(i); }) {}

  StatusOf<S> inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const StatusOf<S> status = bodies_.update(q);
    for (int k = 1; k <= ends_.m; ++k) segments_.C(k, ends_.p[k]) = ends_.rows[k];  // X_k
    segments_.up(bodies_, ends_);  // E_v, G_v: every supported body once
    segments_.down();              // Omega_v = G_v + E_v Omega_anc(v) E_v^T

    ends_.clear(Lambda_inverse);
    for (const int v : segments_.nodes)
      for (const auto& [a, b] : ends_.GCA[v]) block(a, b, v, Lambda_inverse);
    for (int k = 1; k <= ends_.m; ++k)
      if (ends_.p[k] != 0) block(k, k, ends_.p[k], Lambda_inverse);
    return status;
  }

 private:
  bool is_node(int i) const {
    int branches = 0;
    for (int j = i + 1; j <= bodies_.tree.N; ++j)
      branches += bodies_.tree.parent[j] == i && !ends_.ES[j].empty() ? 1 : 0;
    for (int k = 1; k <= ends_.m; ++k)
      if (ends_.p[k] == i) return true;
    return branches > 1;
  }

  void block(int a, int b, int g, MatrixView<S> Lambda_inverse) {
    const Mobility<S> Omega_C = times_transpose(segments_.Omega[g], segments_.C(b, g));
    ends_.put(a, b, segments_.C(a, g) * Omega_C, Lambda_inverse);  // Lambda^-1_ab = C_ag Omega_g C_bg^T
  }

  ArticulatedBodies<S> bodies_;
  EndEffectors<S> ends_;
  Segments<S> segments_;
};

}  // namespace kintree
