// Joints that are not revolute joints of a body. Symbols: pv_osimr_minimal/passing.hpp.
#pragma once

#include <memory>

#include "kernels/articulated_joint.hpp"
#include "kernels/ldlt6.hpp"
#include "pv_osimr_minimal/passing.hpp"

namespace kintree {

/// A revolute joint on the base: of A the entry n_zz is needed.
template <class S>
class PassingRoot final : public PassingJoint<S> {
 public:
  void place(const S* /*q*/) override {}
  Truth<S> inward(MinimalInertia<S>& body, MinimalInertia<S>& /*base*/) override {
    D_ = body.A->I.zz;
    return is_positive(D_);
  }
  void extend(SegmentSoFar<S>& segment) const override { segment.G.add(segment.E[Z] / D_, segment.E[Z]); }

 private:
  S D_;
};

/// A free joint on the base: G + E A^-1 E^T = G + Y D^-1 Y^T with Y L^T = E.
template <class S>
class PassingFloatingBase final : public PassingJoint<S> {
 public:
  void place(const S* /*q*/) override {}
  Truth<S> inward(MinimalInertia<S>& body, MinimalInertia<S>& /*base*/) override {
    return LDLt_.factor(*body.A);
  }
  void extend(SegmentSoFar<S>& segment) const override {
    PropagatorColumns<S> Y = segment.E;
    for (int j = 0; j < 6; ++j) {
      Column<S>& y = Y[static_cast<std::size_t>(j)];
      for (int k = 0; k < j; ++k) y = y - Y[static_cast<std::size_t>(k)] * LDLt_(j, k);
      segment.G.add(y / LDLt_(j, j), y);
    }
  }

 private:
  Ldlt6<S> LDLt_;
};

/// Any other joint, in the frames of the caller.
template <class S>
class PassingGeneral final : public PassingJoint<S> {
 public:
  PassingGeneral(const JointGeometry<S>& joint, bool on_base)
      : joint_(joint), subspace_(joint.subspace()), on_base_(on_base) {}

  void place(const S* q) override { joint_.place(q, X_, subspace_); }

  Truth<S> inward(MinimalInertia<S>& body, MinimalInertia<S>& parent) override {
    const Truth<S> sound = articulate(subspace_, *body.A, U_, D_, G_);
    if (!on_base_)
      parent.take(to_parent(X_, pass_inertia(subspace_.count, *body.A, U_, G_)), body);  // (40), (41)
    return sound;
  }

  void extend(SegmentSoFar<S>& segment) const override {
    auto& E = segment.E;
    ByColumn<Column<S>> e, x;
    for (int k = 0; k < subspace_.count; ++k) x[k] = e[k] = E * subspace_[k];
    D_.solve(x.data());
    for (int k = 0; k < subspace_.count; ++k) segment.G.add(x[k], e[k]);
    if (on_base_) return;
    for (int k = 0; k < subspace_.count; ++k) {
      const auto& [n, f] = G_[k];
      E[0] = E[0] - e[k] * n.x, E[1] = E[1] - e[k] * n.y, E[2] = E[2] - e[k] * n.z;
      E[3] = E[3] - e[k] * f.x, E[4] = E[4] - e[k] * f.y, E[5] = E[5] - e[k] * f.z;
    }
    carry(E, X_);  // (42)
  }

 private:
  JointGeometry<S> joint_;
  Transform<S> X_;  ///< X_child_parent
  Subspace<S> subspace_;
  bool on_base_;
  SmallSpd<S> D_;
  ByColumn<Force<S>> U_, G_;
};

/// The joint of body i of the frames. `body` is its inertia.
template <class S>
std::unique_ptr<PassingJoint<S>> passing_joint(const ScrewFrames<S>& frames, int i,
                                               const MinimalInertia<S>& body) {
  const ScrewLink<S>& link = frames.link[i];
  switch (link.kind) {
    case Link::floating:
      return std::make_unique<PassingFloatingBase<S>>();
    case Link::general:
      return std::make_unique<PassingGeneral<S>>(frames.joint[i], frames.parent[i] == 0);
    case Link::root:
      return std::make_unique<PassingRoot<S>>();
    default:
      if (frames.children[i] == 0)
        return std::make_unique<PassingRevolute<S, true>>(as<Shared<S>>(link), body);
      return std::make_unique<PassingRevolute<S, false>>(as<Shared<S>>(link), body);
  }
}

}  // namespace kintree
