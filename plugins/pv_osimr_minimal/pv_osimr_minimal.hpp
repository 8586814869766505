// PV-OSIMr at a low count: the frames, the regrouped inertias and the zeros of aba_minimal, and propagators by columns.
// Sathya, Decre & Swevers 2024; McMillan & Orin 1995.  Domain: any tree or forest, all joints.
//
// Nodes are the bodies where end-effectors meet. An end-effector is a leaf with a segment of its own, up to its first
// node; its E begins with X_k, and its G is its own term of the diagonal block (as in efpa_shared).
//
//   E_v, G_v    over the segment from v to the next node above, anc(v)     kernels/segments.hpp
//   Omega_v     = G_v + E_v Omega_anc(v) E_v^T
//   C_kv        a motion of node v to end-effector k; of its first node it is E_k
#pragma once

#include <memory>

#include "kernels/carried_bodies.hpp"
#include "kernels/segments.hpp"
#include "kintree/plugin/solver.hpp"
#include "pv_osimr_minimal/other_passing.hpp"

namespace kintree {

template <class S>
class PvOsimrMinimal final : public Solves<S, problems::InverseOsim> {
 public:
  PvOsimrMinimal(const Model& model, const std::vector<EndEffector>& end_effectors)
      : frames_(minimal_frames<S>(model)),
        N_(frames_.N),
        ends_(ends_in(frames_, model, end_effectors)),
        A_(frames_),
        body_(N_),
        joint_(N_),
        X_(ends_.m),
        leaf_(ends_.m),
        nodes_(frames_.parent, N_, [this](int i) { return !ends_.GCA[i].empty(); }),
        segment_(N_),
        Omega_(N_),
        C_(ends_.m) {
    for (int i = 1; i <= N_; ++i) {
      body_[i] = MinimalInertia<S>(frames_, i, A_);
      joint_[i] = passing_joint(frames_, i, body_[i]);
    }
    for (int k = 1; k <= ends_.m; ++k) {
      X_[k] = columns(ends_.X[k]);
      C_[k] = ByBody<Columns>(nodes_.rank[first_node(k)]);
    }
  }

  StatusOf<S> inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    place(q);
    const StatusOf<S> status = inward();
    segments();
    outward(Lambda_inverse);
    return status;
  }

 private:
  using Columns = PropagatorColumns<S>;

  static EndEffectors<S> ends_in(const ScrewFrames<S>& frames, const Model& model,
                                 const std::vector<EndEffector>& given) {
    ByBody<Carried<S>> carried(model.body_count());
    for (const Carried<S>& c : carried_bodies(model, frames)) carried[c.body] = c;
    std::vector<Attached<S>> ends;
    for (const EndEffector& e : given)
      ends.push_back({carried[e.body].carrier, compose(as<S>(carried[e.body].pose), transform<S>(e.pose))});
    return {frames.parent, frames.N, ends};
  }

  void place(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= N_; ++i) joint_[i]->place(q.from(frames_.first_position[i]));
  }

  StatusOf<S> inward() {
    const Phase<S> phase("articulated inertias");
    Pivots<S> pivots;
    for (int i = N_; i >= 1; --i)
      pivots.check(joint_[i]->inward(body_[i], body_[frames_.parent[i]]), frames_.first[i]);
    return pivots.status();
  }

  /// E and G over the joints from body i up to body w.
  void extend(int i, int w, SegmentSoFar<S>& segment) const {
    segment.G = {};
    for (; i != w; i = frames_.parent[i]) joint_[i]->extend(segment);
  }

  void segments() {
    const Phase<S> phase("segments");
    for (int k = 1; k <= ends_.m; ++k) {
      const int w = first_node(k);
      leaf_[k].E = X_[k];
      extend(ends_.p[k], w, leaf_[k]);
      if (w != 0) C(k, w) = leaf_[k].E;
    }
    for (auto node = nodes_.nodes.rbegin(); node != nodes_.nodes.rend(); ++node) {
      const int v = *node, above = nodes_.anc[v];
      segment_[v].E = identity_;
      extend(v, above, segment_[v]);
      if (above == 0) continue;
      for (const int k : ends_.ES[v]) C(k, above) = C(k, v) * segment_[v].E;  // C_kv E_v
    }
  }

  void outward(MatrixView<S> Lambda_inverse) {
    const Phase<S> phase("outward");
    for (const int v : nodes_.nodes) {
      const int above = nodes_.anc[v];
      Omega_[v] = segment_[v].G;
      if (above != 0) add_congruent(segment_[v].E, Omega_[above], Omega_[v]);  // G_v + E_v Omega_anc(v) E_v^T
    }
    for (const int g : nodes_.nodes)
      for (int last = 0; const auto& [a, b] : ends_.GCA[g]) {
        if (b != last) C_Omega_ = C(b, g) * Omega_[g];
        last = b;
        put(a, b, times_transpose(C(a, g), C_Omega_), Lambda_inverse);  // C_ag Omega_g C_bg^T
      }
    for (const auto& [a, b] : ends_.GCA[0]) put(a, b, {}, Lambda_inverse);  // only the base joins them
    for (int k = 1; k <= ends_.m; ++k) {
      if (const int w = first_node(k); w != 0) add_congruent(leaf_[k].E, Omega_[w], leaf_[k].G);
      for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c) Lambda_inverse(ends_.row(k, r), ends_.row(k, c)) = leaf_[k].G(r, c);
    }
  }

  void put(int a, int b, const Columns& rows, MatrixView<S> Lambda_inverse) const {
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < 6; ++c)
        Lambda_inverse(ends_.row(a, r), ends_.row(b, c)) = Lambda_inverse(ends_.row(b, c), ends_.row(a, r)) =
            rows[static_cast<std::size_t>(r)][c];
  }

  int first_node(int k) const { return nodes_.at_or_above[ends_.p[k]]; }
  Columns& C(int k, int v) { return C_[k][nodes_.rank[v]]; }

  ScrewFrames<S> frames_;
  int N_;
  EndEffectors<S> ends_;
  OpenInertias<S> A_;  ///< which body_ points to
  ByBody<MinimalInertia<S>> body_;
  ByBody<std::unique_ptr<PassingJoint<S>>> joint_;
  ByBody<Columns> X_;  ///< by end-effector, as the next
  ByBody<SegmentSoFar<S>> leaf_;
  SegmentNodes nodes_;
  ByBody<SegmentSoFar<S>> segment_;  ///< by node, as the next
  ByBody<SymmetricMobility<S>> Omega_;
  ByBody<ByBody<Columns>> C_;
  Columns identity_ = columns(Transform<S>{identity3<S>(), {}}), C_Omega_;
};

}  // namespace kintree
