// The extended-force-propagator algorithm without repeated work on shared support chains: the improvement
// that Wensing, Featherstone & Orin 2012 name as open in secs. V-C and VI. Beyond the paper: it is PV-OSIMr
// with the products bracketed by end-effector. Domain: any tree or forest, all joints.
//
// Nodes are the bodies where end-effectors meet, those with a pair in GCA (15). An end-effector is a leaf
// with a segment of its own up to its first node w: E_k begins with X_k, as k_X_i does in Table I. All
// end-effectors above a node share its E_v and G_v. Lambda^-1_gk of (13) is Omega_g C_kg^T, and so is wanted
// at nodes only. Symbols: kernels/segments.hpp.
#pragma once

#include "kernels/segments.hpp"

namespace kintree {

template <class S>
class EfpaShared final : public Solves<S, problems::InverseOsim> {
 public:
  EfpaShared(const Model& model, const std::vector<EndEffector>& end_effectors)
      : bodies_(model),
        ends_(model, end_effectors),
        segments_(bodies_.tree, ends_, [this](int i) { return !ends_.GCA[i].empty(); }),
        G_(ends_.m) {}

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Status status = bodies_.update(q);
    ends_.clear(Lambda_inverse);
    leaves();
    segments_.up(bodies_, ends_);  // (11), once for all end-effectors of the segment
    segments_.down();
    outward(Lambda_inverse);
    return status;
  }

 private:
  void leaves() {
    for (int k = 1; k <= ends_.m; ++k) {
      const int w = first_node(k);
      Propagator<S> E = ends_.rows[k];
      G_[k] = {};
      extend(bodies_, ends_.p[k], w, E, G_[k]);
      segments_.C(k, w) = E;
    }
  }

  void outward(MatrixView<S> Lambda_inverse) {
    Mobility<S> Lambda;
    for (const int g : segments_.nodes)
      for (int last = 0; const auto& [a, b] : ends_.GCA[g]) {
        if (b != last) Lambda = times_transpose(segments_.Omega[g], segments_.C(b, g));  // Lambda^-1_gb
        last = b;
        ends_.put(a, b, segments_.C(a, g) * Lambda, Lambda_inverse);  // (14)
      }
    for (int k = 1; k <= ends_.m; ++k) {
      Mobility<S> Lambda_kk = G_[k];
      const int w = first_node(k);
      if (w != 0) Lambda_kk += segments_.C(k, w) * times_transpose(segments_.Omega[w], segments_.C(k, w));
      ends_.put(k, k, Lambda_kk, Lambda_inverse);  // (13) over the leaf's segment: G_k + E_k Omega_w E_k^T
    }
  }

  int first_node(int k) const { return segments_.at_or_above[ends_.p[k]]; }

  ArticulatedBodies<S> bodies_;
  EndEffectors<S> ends_;
  Segments<S> segments_;
  ByBody<Mobility<S>> G_;  // of the leaves, by end-effector
};

}  // namespace kintree
