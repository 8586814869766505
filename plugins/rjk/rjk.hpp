// The algorithm of Rodriguez, Jain and Kreutz-Delgado for the inverse of the operational-space inertia
// matrix, in the form of Featherstone 2010: only what the end-effectors need.  Rodriguez, Jain &
// Kreutz-Delgado 1992; Featherstone 2010, Table 4; Wensing, Featherstone & Orin 2012, sec. V-A and the
// Appendix's table of symbols. Domain: any tree or forest, all joints.
//
//   Omega_i    the motion of body i that a force at body i causes
//   Omega_ij   the motion of body i that a force at body j causes; Omega_ji is its transpose
//   T_i        articulated transform over joint i, psi* of Jain's: L_i X_i = (1 - K_i I^A_i) X_i
//   K_i        S_i D_i^-1 S_i^T, the motion by giving way in joint i
//   a, b       end-effectors on bodies i, j; g is the common ancestor of i and j
#pragma once

#include "kernels/end_effectors.hpp"
#include "rjk/body_mobility.hpp"

namespace kintree {

template <class S>
class Rjk : public Solves<S, problems::InverseOsim> {
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

 protected:
  void diagonal(MatrixView<S> Lambda_inverse) {
    const Phase<S> phase("diagonal");
    for (int i = 1; i <= tree_.N; ++i) {
      if (ends_.ES[i].empty()) continue;
      const int p = tree_.parent[i];
      Omega_[i] = p == 0 ? BodyMobility<S>{} : to_child(inverse(tree_.X[i]), Omega_[p]);
      pass_joint(bodies_, i, Omega_[i]);  // Omega_i = K_i + T_i Omega_p(i) T_i^T, Omega_0 = 0, sec. V-A
    }
    for (int k = 1; k <= ends_.m; ++k)
      if (const int i = ends_.p[k]; i != 0)
        ends_.put(k, k, full(to_child(inverse(ends_.X[k]), Omega_[i])), Lambda_inverse);  // X_k Omega_i X_k^T
  }

  virtual void cross_terms(MatrixView<S> Lambda_inverse) {
    const Phase<S> phase("cross terms");
    for (int g = 1; g <= tree_.N; ++g)
      for (const auto& [a, b] : ends_.GCA[g]) {
        Mobility<S> Omega_ij = full(Omega_[g]);
        for (int length = climb(ends_.p[a], g); length > 0; --length)
          step(path_[length], Omega_ij);  // T_i Omega_p(i)j
        Mobility<S> Omega_ji = transpose(Omega_ij);
        for (int length = climb(ends_.p[b], g); length > 0; --length)
          step(path_[length], Omega_ji);  // T_j Omega_p(j)i, that is (Omega_ip(j) T_j^T)^T, sec. V-A
        ends_.put(a, b, at_ends(a, b, transpose(Omega_ji)), Lambda_inverse);
      }
  }

  /// Omega_ij = T_i Omega_p(i)j, column by column.
  void step(int i, Mobility<S>& Omega) const {
    for (int c = 0; c < 6; ++c) Omega.column[c] = bodies_.psi_star(i, Omega.column[c]);
  }

  /// X_a Omega X_b^T: from the bodies' frames to the end-effectors', the post-processing of the Appendix.
  Mobility<S> at_ends(int a, int b, Mobility<S> Omega) const {
    for (int c = 0; c < 6; ++c) Omega.column[c] = ends_.X[a] * Omega.column[c];
    Omega = transpose(Omega);
    for (int c = 0; c < 6; ++c) Omega.column[c] = ends_.X[b] * Omega.column[c];
    return transpose(Omega);
  }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  EndEffectors<S> ends_;
  ByBody<BodyMobility<S>> Omega_;

 private:
  /// The bodies from i up to g, g not among them, into path_ from 1 on; their number. Read backwards, the path
  /// leads outwards from g.
  int climb(int i, int g) {
    int length = 0;
    for (; i != g; i = tree_.parent[i]) path_[++length] = i;
    return length;
  }

  ByBody<int> path_;
};

}  // namespace kintree
