// The algorithm of Rodriguez, Jain and Kreutz-Delgado for the inverse of the operational-space inertia
// matrix, in the form of Featherstone 2010: only what the end-effectors need.  Rodriguez, Jain &
// Kreutz-Delgado 1992; Featherstone 2010, Table 4; Wensing, Featherstone & Orin 2012, sec. V-A and the
// Appendix's table of symbols. Domain: any tree or forest, all joints.
//
//   Omega_i    the motion of body i that a force at body i causes
//   Omega_ij   the motion of body i that a force at body j causes
//   T_i        articulated transform over joint i, psi* of Jain's; transposed, psi
//   K_i        S_i D_i^-1 S_i^T, `give_way`
#pragma once

#include "kernels/end_effectors.hpp"

namespace kintree {

template <class S>
class Rjk final : public Solver<S> {
 public:
  Rjk(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies_(model), tree_(bodies_.tree), ends_(model, end_effectors), Omega_(tree_.N), path_(tree_.N) {}

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Status status = bodies_.update(q);
    ends_.clear(Lambda_inverse);
    diagonal(Lambda_inverse);
    cross_terms(Lambda_inverse);
    return status;
  }

 private:
  void diagonal(MatrixView<S> Lambda_inverse) {
    const Phase<S> phase("diagonal");
    for (int i = 1; i <= tree_.N; ++i) {
      if (ends_.ES[i].empty()) continue;
      const int p = tree_.parent[i];
      for (int c = 0; c < 6; ++c) {
        const Force<S> e = unit_force<S>(c);
        Motion<S> a = give_way(bodies_, i, e);
        if (p != 0) a += bodies_.psi_star(i, Omega_[p] * bodies_.psi(i, e));
        Omega_[i].column[c] = a;  // Omega_i = K_i + T_i Omega_p T_i^T, Omega_0 = 0
      }
    }
    for (int k = 1; k <= ends_.m; ++k)
      if (const int i = ends_.p[k]; i != 0) ends_.put(k, k, at_ends(k, k, Omega_[i]), Lambda_inverse);
  }

  void cross_terms(MatrixView<S> Lambda_inverse) {
    const Phase<S> phase("cross terms");
    for (int g = 1; g <= tree_.N; ++g)
      for (const auto& [a, b] : ends_.GCA[g]) {
        Mobility<S> Omega_ij = Omega_[g];
        for (int length = climb(ends_.p[a], g); length > 0; --length)
          for (int c = 0; c < 6; ++c)
            Omega_ij.column[c] = bodies_.psi_star(path_[length], Omega_ij.column[c]);  // T_i Omega_p(i)j
        for (int length = climb(ends_.p[b], g); length > 0; --length) {
          Propagator<S> T_j = through_joint(bodies_, path_[length], Propagator<S>::identity());
          Omega_ij = times_transpose(Omega_ij, T_j);  // Omega_ip(j) T_j^T
        }
        ends_.put(a, b, at_ends(a, b, Omega_ij), Lambda_inverse);
      }
  }

  /// The bodies from i up to g, g not among them, into path_ from 1 on; their number.
  int climb(int i, int g) {
    int length = 0;
    for (; i != g; i = tree_.parent[i]) path_[++length] = i;
    return length;
  }

  /// X_a Omega X_b^T: from the bodies' frames to the end-effectors'.
  Mobility<S> at_ends(int a, int b, const Mobility<S>& Omega) const {
    Mobility<S> Lambda;
    for (int c = 0; c < 6; ++c)
      Lambda.column[c] = ends_.X[a] * (Omega * transpose_times(ends_.X[b], unit_force<S>(c)));
    return Lambda;
  }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  EndEffectors<S> ends_;
  ByBody<Mobility<S>> Omega_;
  ByBody<int> path_;
};

}  // namespace kintree
